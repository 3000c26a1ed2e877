import Synchronization
import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsFixes
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsRendering
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
    let reading = fixtures.isEmpty ? nil : try? reading(fixtures)
    let found = reading.map { check($0) } ?? Findings(mendedDiagnostics, in: loaded.sources, hiddenCount: loaded.hiddenCount)
    let shown = found.filtered(isShown)
    return documents.isEmpty || found.hasErrors ? shown : adding(findingsIn: documents, to: shown)
  }

  /// What is wrong with the set, with fixes that were looked for.
  var mendedDiagnostics: [Diagnostic] {
    FindingMender(loaded).mended {
      IncrementalSet(loaded.sources.files.dropFirst().map { ($0.path, $0.bytes) }, proposesNames: false)
    }
  }

  /// The decision procedure over the set, compiled once.
  ///
  /// - Throws: the findings of a set with errors: such a set decides nothing.
  /// - Complexity: O(size of the set) the first time, then O(1).
  func procedure() throws(Findings) -> RunProcedure { try subject().whole }

  /// What fixtures run against, compiled once.
  ///
  /// - Throws: the findings of a set with errors.
  func subject() throws(Findings) -> EvalSubject {
    guard !loaded.diagnostics.hasErrors else { throw Findings(mendedDiagnostics, in: loaded.sources) }
    return compiled.subject(of: loaded)
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

extension Workspace {
  /// The set as one bundle of JSON (hashes §3): the version of its form; `declarations`, as they are hashed; `governing`, by
  /// intent, the keys of those that its governing hash is over; `truths`, the hash of all; and `sources`, the files by path.
  ///
  /// - Throws: the findings of a set with errors, or that a file holds what JSON cannot.
  public func build() throws(Findings) -> String {
    let procedure = try procedure()
    let files = loaded.sources.files.filter { $0.path != ConvergePack.path }
    let sources = files.map { file in
      JSONObject.Member(name: Text(file.path), value: .text(String(decoding: file.bytes, as: UTF8.self)))
    }
    let content = (declarations, governing(procedure), procedure.truthsHash, JSONObject(sources))
    let text = JSONValue.object(TruthPack.record.object(of: content)).lines
    // A noncharacter, which a truth file may hold and I-JSON may not, would make a bundle that nobody can read.
    _ = try TruthPack(SourceText(path: "<bundle>", bytes: Array(text.utf8)))
    return text
  }

  /// What a bundle of the set holds, in one line: `a bundle of 3 packs from 12 files, sha256:…`.
  ///
  /// - Throws: the findings of a set with errors.
  public func bundleSummary() throws(Findings) -> String {
    let packs = loaded.program.packs.count { $0.name != ConvergePack.name }
    let files = loaded.sources.files.count { $0.path != ConvergePack.path }
    return "a bundle of \(counted(packs, "pack")) from \(counted(files, "file")), \(try procedure().truthsHash)"
  }

  /// The declarations as they are hashed, by key.
  var declarations: JSONObject {
    JSONObject(loaded.program.declarations.map(\.member))
  }

  /// By intent, the keys of the declarations that its governing hash is over.
  func governing(_ procedure: RunProcedure) -> JSONObject {
    JSONObject(
      loaded.program.intents.filter { !$0.isBuiltIn }.map { intent in
        let name = "\(intent.pack).\(intent.name)"
        let keys = procedure.governingKeys(of: name)
        return JSONObject.Member(name: Text(name), value: .array(keys.map { .text($0.text) }))
      })
  }

  /// The handshake answer for the set (contract §8.1): what is true enough to run.
  ///
  /// - Throws: the findings of a set with errors.
  public func capabilities() throws(Findings) -> String {
    JSONValue.object(Capabilities.answer(for: try procedure())).lines
  }
}

extension Workspace {
  /// What is in the set, for people: its packs, and in each what can be proposed and which truths decide.
  ///
  /// - Throws: the findings of a set with errors.
  public func summary(isColored: Bool = false) throws(Findings) -> String {
    let procedure = try procedure()
    let program = loaded.program
    let packs = program.packs.filter { $0.name != ConvergePack.name }
    var text = Style.emphasis.paint("Truth set of \(counted(packs.count, "pack"))", isColored) + "\n"
    for pack in packs {
      let version = pack.version.map { " \(visible($0))" } ?? ""
      let rows = [
        ("intents", program.intents.filter { $0.pack == pack.name }.map(\.name)),
        ("facts", program.facts.filter { $0.pack == pack.name }.map(\.name)),
        ("truths", program.truths.filter { $0.pack == pack.name }.map(\.id)),
        ("invariants", program.invariants.filter { $0.pack == pack.name }.map(\.id)),
        ("jobs", program.jobs.filter { $0.pack == pack.name }.map(\.name)),
      ]
      let shown = rows.filter { !$0.1.isEmpty }.map { (name: $0.0, value: $0.1.joined(separator: ", ")) }
      text += "\n" + Style.emphasis.paint("\(pack.name)\(version)", isColored) + "\n"
      text += ExplanationText.table(shown, indent: 2).map { $0 + "\n" }.joined()
    }
    return text + "\ntruths  \(procedure.truthsHash)\n"
  }
}

/// The decision procedure over one set, compiled when it is first asked for and kept: compiling costs far more than a decision.
final class CompiledSet: Sendable {
  private let known = Mutex<EvalSubject?>(nil)

  /// What its proposals and fixtures run against.
  ///
  /// - Parameter set: the same in every call.
  /// - Complexity: O(size of the set) the first time, then O(1).
  func subject(of set: LoadedSet) -> EvalSubject {
    known.withLock { known in
      if let known { return known }
      let compiled = EvalSubject(set)
      known = compiled
      return compiled
    }
  }
}
