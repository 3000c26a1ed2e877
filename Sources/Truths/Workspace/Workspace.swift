import Synchronization
import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsRuntime
import TruthsText

/// A truth set in memory, read and checked: the way into everything that can be done with it.
///
/// Pure: the same files, in whatever order, give the same answers to the byte. Nothing is read, written or remembered.
public struct Workspace: Sendable {
  let loaded: LoadedSet
  /// Made by the first who decides; copies share it.
  private let compiled = CompiledSet()

  /// Reads and checks truth and job files. A set at fault is a workspace too: ``check(fixtures:isShown:)`` says what is wrong
  /// with it.
  ///
  /// - Parameter today: the day, `2026-01-31`, that `# truths:ignore … until` comments are held to; without one none of them
  ///   expires.
  /// - Complexity: O(n log n) in the size of the files.
  public init(truths files: [SourceText], today: String? = nil) {
    loaded = Loader.load(files.map { ($0.path, $0.bytes) }, today: today.flatMap { CivilDate(text: $0) })
  }

  init(_ loaded: LoadedSet) { self.loaded = loaded }

  /// Whether a text is a day such as `2026-01-31`.
  public static func isDay(_ text: String) -> Bool { CivilDate(text: text) != nil }

  /// What is wrong with the set, and with fixtures for it.
  ///
  /// - Parameters:
  ///   - fixtures: fixture files; they are looked at only where the set has no errors.
  ///   - documents: documents for the sources of the set; they are looked at where it has no errors, and always shown.
  ///   - isShown: whether findings in a file, by its path, are wanted.
  public func check(
    fixtures: [SourceText] = [], documents: [DocumentInput] = [], isShown: (String) -> Bool = { _ in true }
  ) -> Findings {
    var sources = loaded.sources
    var diagnostics = loaded.diagnostics
    if !fixtures.isEmpty, !diagnostics.hasErrors {
      let files = Self.read(fixtures, into: &sources)
      let suite = FixtureSuite(files, against: EvalSubject(loaded))
      diagnostics += suite.faulty.flatMap(\.diagnostics) + suite.warnings + files.flatMap(\.remarks)
    }
    let found = Findings(diagnostics, in: sources, hiddenCount: loaded.hiddenCount).filtered(isShown)
    return documents.isEmpty || diagnostics.hasErrors ? found : adding(findingsIn: documents, to: found)
  }

  /// The decision procedure over the set, compiled once.
  ///
  /// - Throws: the findings of a set with errors: such a set decides nothing.
  /// - Complexity: O(size of the set) the first time, then O(1).
  func procedure() throws(Findings) -> RunProcedure {
    guard !loaded.diagnostics.hasErrors else { throw Findings(loaded.diagnostics, in: loaded.sources) }
    return compiled.procedure(of: loaded.program)
  }

  /// How a place in a truth file reads: `money/money.invoice.creation.truths:12:7`. Of the few places that violations have,
  /// each is worked out once.
  var source: @Sendable (Span) -> String {
    let sources = loaded.sources
    let known = Known()
    return { span in
      known.texts.withLock { texts in
        if let text = texts[span] { return text }
        let position = sources.start(of: span)
        let text = "\(Loader.relativePath(of: sources.file(span.file)?.path ?? "")):\(position.line):\(position.column)"
        texts[span] = text
        return text
      }
    }
  }

  /// Places that were asked for.
  private final class Known: Sendable {
    let texts = Mutex<[Span: String]>([:])
  }

  /// The files that fixtures name as documents, by their paths as those of the fixtures begin; whoever reads fixtures reads
  /// these beside them.
  public static func documents(namedIn fixtures: [SourceText]) -> [String] {
    var sources = SourceMap()
    let speaking = fixtures.filter { Self.hasDocuments($0.bytes) }
    let named = speaking.flatMap { FixtureFile(sources.add(path: $0.path, bytes: $0.bytes)).namedDocuments.map(\.path) }
    return named.enumerated().filter { !named[..<$0.offset].contains($0.element) }.map(\.element)
  }

  /// Whether the word `"documents"` stands somewhere; most fixtures have none, and are not read for it.
  private static func hasDocuments(_ bytes: [UInt8]) -> Bool {
    let word = Array("\"documents\"".utf8)
    return bytes.indices.dropLast(word.count - 1).contains { place in
      bytes[place] == word[0] && bytes[place + 1] == word[1] && bytes[place..<(place + word.count)].elementsEqual(word)
    }
  }

  /// Reads fixture files and the documents that they name, in the order of their paths' bytes.
  static func read(_ files: [SourceText], into sources: inout SourceMap) -> [FixtureFile] {
    FixtureFile.read(files.sorted { Text($0.path) < Text($1.path) }.map { sources.add(path: $0.path, bytes: $0.bytes) })
  }
}
