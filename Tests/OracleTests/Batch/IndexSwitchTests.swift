import Foundation
import Testing
import TruthsCheck
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The packs of this repository decide alike with every possible index and without any (limits §4).
struct IndexSwitchTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let program: Program = {
    let files = ["truths", "jtbd"].flatMap { paths(below: $0, [".truths", ".jtbd"]) }
    return Loader.load(files.map { (path: $0, bytes: bytes($0)) }).program
  }()
  private static let looking = RunProcedure(program: program, lookUpThreshold: 1)
  private static let going = RunProcedure(program: program, lookUpThreshold: .max)

  private static func bytes(_ path: String) -> [UInt8] {
    (try? Data(contentsOf: root.appending(path: path))).map { Array($0) } ?? []
  }

  private static func paths(below folder: String, _ endings: [String]) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.compactMap { $0 as? String } ?? []
    return found.filter { path in endings.contains { path.hasSuffix($0) } }.map { "\(folder)/\($0)" }.sorted()
  }

  /// Returns the output for a proposal; `nil` for a context that is refused.
  private static func output(
    _ procedure: RunProcedure, _ proposal: LocatedJSON, on lines: [UInt8], now: Timestamp?
  ) throws -> String? {
    var loader = ContextLoader(procedure)
    let faults = LedgerReader.read(DataBytes(lines), of: FileID(0)) { entry, _ in loader.append(entry) }
    guard faults.diagnostics.isEmpty, let context = try? loader.loadedContext() else { return nil }
    let outcome = try procedure.run(RunRequest(proposal: proposal, now: now), on: context)
    return String(decoding: JSONValue.object(outcome.json { _ in "" }).canonical(), as: UTF8.self)
  }

  @Test("fixtures with facts come to the same bytes: every fourth, in a soak all", arguments: paths(below: "Fixtures", [".json"]))
  func isSame(path: String) throws {
    let text = Self.bytes(path)
    guard let file = try? JSONReader.read(SourceFile(id: FileID(0), path: path, bytes: text)).get().value else { return }
    var (asked, decided) = (0, 0)
    for (place, fixture) in (file.arrayValue ?? [file]).enumerated() where Soak.factor > 1 || place.isMultiple(of: 4) {
      guard let proposal = fixture["proposal"], proposal.objectValue != nil else { continue }
      let facts = fixture["context"]?["facts"]?.arrayValue ?? []
      let lines = facts.reduce(into: [UInt8]()) { $0 += Array($1.canonical()) + [0x0A] }
      let now = fixture["now"]?.stringValue.flatMap { Timestamp(text: $0) }
      let read = try JSONReader.read(SourceFile(id: FileID(0), path: "p", bytes: proposal.canonical())).get()
      let found = try Self.output(Self.looking, read, on: lines, now: now)
      (asked, decided) = (asked + 1, decided + (found == nil ? 0 : 1))
      #expect(found == (try Self.output(Self.going, read, on: lines, now: now)), "\(fixture["id"]?.stringValue ?? path)")
    }
    // Some fixtures are about contexts that are refused.
    #expect(decided * 2 >= asked)
  }
}
