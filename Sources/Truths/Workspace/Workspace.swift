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

/// A rule set in memory, read and checked. It is the entry point to all operations on rules.
///
/// Pure: the same files, in any order, give the same results byte for byte. Nothing is read from or written to disk.
public struct Workspace: Sendable {
  let loaded: LoadedSet
  /// The compiled set, created on first use and shared by copies.
  let compiled = CompiledSet()

  /// Reads and checks truth and job files. A set with errors is a workspace too; ``check(fixtures:documents:isShown:)`` reports
  /// them.
  ///
  /// - Parameter today: date (`2026-01-31`) for checking whether `# truths:ignore … until` comments have expired; without it
  ///   none expires.
  /// - Complexity: O(n log n) in the size of the files.
  public init(truths files: [SourceText], today: String? = nil) {
    loaded = Loader.load(files.map { ($0.path, $0.bytes) }, today: today.flatMap { CivilDate(text: $0) })
  }

  init(_ loaded: LoadedSet) { self.loaded = loaded }

  /// Returns whether a text is a date such as `2026-01-31`.
  public static func isDay(_ text: String) -> Bool { CivilDate(text: text) != nil }

  /// Returns the findings about the set, and about fixtures for it.
  ///
  /// - Parameters:
  ///   - fixtures: fixture files; they are checked only where the set has no errors.
  ///   - documents: documents for the sources of the set; they are checked where it has no errors, and their findings are
  ///     always shown.
  ///   - isShown: whether findings in the file with this path are wanted.
  public func check(
    fixtures: [SourceText] = [], documents: [DocumentInput] = [], isShown: (String) -> Bool = { _ in true }
  ) -> Findings {
    let reading = fixtures.isEmpty ? nil : try? reading(fixtures)
    let found = reading.map { check($0) } ?? Findings(mendedDiagnostics, in: loaded.sources, hiddenCount: loaded.hiddenCount)
    let shown = found.filtered(isShown)
    return documents.isEmpty || found.hasErrors ? shown : adding(findingsIn: documents, to: shown)
  }

  /// The findings about the set, with fixes that were searched for.
  var mendedDiagnostics: [Diagnostic] {
    FindingMender(loaded).mended {
      IncrementalSet(loaded.sources.files.dropFirst().map { ($0.path, $0.bytes) }, proposesNames: false)
    }
  }

  /// Returns the decision procedure of the set, which is compiled once.
  ///
  /// - Throws: the findings of a set with errors, which cannot decide.
  /// - Complexity: O(size of the set) the first time, then O(1).
  func procedure() throws(Findings) -> RunProcedure { try subject().procedureOfAllPacks }

  /// Returns the compiled set that fixtures run against.
  ///
  /// - Throws: the findings of a set with errors.
  func subject() throws(Findings) -> EvalSubject {
    guard !loaded.diagnostics.hasErrors else { throw Findings(mendedDiagnostics, in: loaded.sources) }
    return compiled.subject(of: loaded)
  }

  /// Formats a location in a truth file: `money/money.invoice.creation.truths:12:7`. The results are cached, because violations
  /// have few locations.
  var source: @Sendable (Span) -> String {
    let sources = loaded.sources
    let known = LocationTexts()
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

  /// The cached texts of locations.
  private final class LocationTexts: Sendable {
    let texts = Mutex<[Span: String]>([:])
  }

  /// Returns the paths of the documents that fixtures name, relative to the same root as the fixtures' paths. A caller that
  /// reads fixtures has to read these files too.
  public static func documents(namedIn fixtures: [SourceText]) -> [String] {
    var sources = SourceMap()
    let speaking = fixtures.filter { Self.hasDocuments($0.bytes) }
    let named = speaking.flatMap { FixtureFile(sources.add(path: $0.path, bytes: $0.bytes)).namedDocuments.map(\.path) }
    return named.enumerated().filter { !named[..<$0.offset].contains($0.element) }.map(\.element)
  }

  /// Returns whether the word `"documents"` occurs. Most fixtures lack it, and need not be parsed for documents.
  private static func hasDocuments(_ bytes: [UInt8]) -> Bool { documentsWord.end(in: bytes, from: 0) != nil }

  private static let documentsWord = ByteSearch(for: Array("\"documents\"".utf8))

  /// Reads fixture files and the documents that they name, in byte order of their paths.
  static func read(_ files: [SourceText], into sources: inout SourceMap) -> [FixtureFile] {
    FixtureFile.read(files.sorted { Text($0.path) < Text($1.path) }.map { sources.add(path: $0.path, bytes: $0.bytes) })
  }
}

extension Workspace {
  /// Returns the set as one JSON bundle (hashes §3). Its members are the format version; `declarations`, as they are hashed;
  /// `governing`, for each intent the keys of the declarations in its governing hash; `truths`, the hash of all; and `sources`,
  /// the files by path.
  ///
  /// - Throws: the findings of a set with errors, or a finding where a file holds text that JSON cannot represent.
  public func build() throws(Findings) -> String {
    let procedure = try procedure()
    let files = loaded.sources.files.filter { $0.path != ConvergePack.path }
    let sources = files.map { file in
      JSONObject.Member(name: Text(file.path), value: .text(String(decoding: file.bytes, as: UTF8.self)))
    }
    let content = (declarations, governing(procedure), procedure.truthsHash, JSONObject(sources))
    let text = JSONValue.object(TruthPack.record.object(of: content)).lines
    // A truth file may hold a noncharacter, which I-JSON forbids. The bundle would then be unreadable.
    _ = try TruthPack(SourceText(path: "<bundle>", bytes: Array(text.utf8)))
    return text
  }

  /// Returns a one-line summary of the set's bundle: `a bundle of 3 packs from 12 files, sha256:…`.
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

  /// Returns, by intent, the keys of the declarations that its governing hash covers.
  func governing(_ procedure: RunProcedure) -> JSONObject {
    JSONObject(
      loaded.program.intents.filter { !$0.isBuiltIn }.map { intent in
        let name = intent.qualifiedJSONName
        let keys = procedure.governingKeys(of: name)
        return JSONObject.Member(name: Text(name), value: .array(keys.map { .text($0.text) }))
      })
  }

  /// Returns the handshake answer for the set (contract §8.1).
  ///
  /// - Throws: the findings of a set with errors.
  public func capabilities() throws(Findings) -> String {
    JSONValue.object(Capabilities.answer(for: try procedure())).lines
  }
}

extension Workspace {
  /// Summarizes the set for people: its packs, and the intents and truths of each.
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

/// The compiled form of one set, created on first use and kept, because compiling costs far more than a decision.
final class CompiledSet: Sendable {
  private let compiled = Mutex<EvalSubject?>(nil)

  /// Returns the compiled set that proposals and fixtures run against.
  ///
  /// - Parameter set: the set, the same one in every call.
  /// - Complexity: O(size of the set) the first time, then O(1).
  func subject(of set: LoadedSet) -> EvalSubject {
    compiled.withLock { known in
      if let known { return known }
      let compiled = EvalSubject(set)
      known = compiled
      return compiled
    }
  }
}
