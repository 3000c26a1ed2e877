import Foundation
import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// A changed set has the findings, positions and program of the set of its files read anew.
@Suite("A set that changes")
struct IncrementalSetTests {
  static let today = CivilDate(year: 2026, month: 6, day: 1)

  /// Returns the difference between a changed set and the set of the same files read anew; `nil` where they are equal.
  static func difference(_ live: LoadedSet, _ anew: LoadedSet) -> String? {
    if live.diagnostics != anew.diagnostics {
      let (mine, theirs) = (live.diagnostics.map(told), anew.diagnostics.map(told))
      return "findings: too many \(mine.filter { !theirs.contains($0) }), missing \(theirs.filter { !mine.contains($0) })"
    }
    if live.hiddenCount != anew.hiddenCount { return "hidden findings" }
    if live.proofs != anew.proofs { return "proofs" }
    let (mine, theirs) = (live.program, anew.program)
    let parts: [(String, Bool)] = [
      ("packs", mine.packs == theirs.packs), ("enums", mine.enums == theirs.enums), ("records", mine.records == theirs.records),
      ("facts", mine.facts == theirs.facts), ("intents", mine.intents == theirs.intents),
      ("policies", mine.policies == theirs.policies), ("lifecycles", mine.lifecycles == theirs.lifecycles),
      ("tables", mine.tables == theirs.tables), ("truths", mine.truths == theirs.truths),
      ("invariants", mine.invariants == theirs.invariants), ("sources", mine.sources == theirs.sources),
      ("jobs", mine.jobs == theirs.jobs), ("blueprints", mine.blueprints == theirs.blueprints),
      ("declarations", mine.declarations == theirs.declarations),
    ]
    return parts.first { !$0.1 }?.0
  }

  private static func told(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.code) \(diagnostic.span.file.index):\(diagnostic.span.start) \(diagnostic.message) \(diagnostic.notes.map(\.span))"
  }

  /// Changes a set again and again, and compares each time.
  static func follow(_ files: [(path: String, bytes: [UInt8])], steps: Int, seed: Int) {
    var edits = TypedEdits(files, seed: seed)
    let live = IncrementalSet(files, today: today)
    for step in 0..<steps {
      let change = edits.next()
      if let bytes = change.bytes { live.update(path: change.path, bytes: bytes) } else { live.remove(path: change.path) }
      // Sometimes several changes come together, with or without a question about names between them, and sometimes the program
      // is not requested.
      if step % 5 == 3 {
        if step % 10 == 3 { _ = live.symbols.declarations }
        continue
      }
      if step % 2 == 0 { _ = live.found() }
      guard let difference = difference(live.loaded(), Loader.load(edits.written, today: today)) else { continue }
      let text = edits.files.first { $0.path == change.path }?.lines.joined(separator: "\n") ?? ""
      Issue.record("seed \(seed), step \(step), after a change of \(change.path): \(difference)\n\(text)")
      return
    }
  }

  /// Every eighth of the diagnostics' samples, right and wrong ones.
  static let samples = PageTests.samples.map(\.files).enumerated().filter { $0.offset % 8 == 0 }.map(\.element)

  @Test("is what its files say: the samples of diagnostics", arguments: 0..<4)
  func samples(part: Int) {
    for (place, files) in Self.samples.enumerated() where place % 4 == part { Self.follow(files, steps: 10, seed: 100 + place) }
  }

  private static let isSoaking = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil

  @Test("is what its files say: the packs of this repository", arguments: 0..<2)
  func packs(seed: Int) throws {
    let files = try Self.files()
    try #require(files.count >= 4)
    Self.follow(files, steps: Self.isSoaking ? 16 : 8, seed: seed)
  }

  /// Names are asked for while the user types. The answer must be the same before and after the findings are known.
  @Test("names are all known before the findings")
  func names() throws {
    for (files, steps) in try [(Self.files(), 4)] + Self.samples.map({ ($0.map { ($0.path, $0.bytes) }, 2) }) {
      var edits = TypedEdits(files, seed: steps)
      let live = IncrementalSet(files, today: Self.today, keepsUses: true)
      for _ in 0..<steps {
        let change = edits.next()
        if let bytes = change.bytes { live.update(path: change.path, bytes: bytes) } else { live.remove(path: change.path) }
        let early = live.symbols.all
        _ = live.found()
        let late = live.symbols.all
        #expect(early == late, "\(late.subtracting(early).prefix(3)) after a change of \(change.path)")
      }
    }
  }

  /// All files of the samples' packs, each under a folder of its own pack, as one set with many faults.
  @Test("is what its files say: a set of many packs at odds")
  func odds() {
    var files: [String: [UInt8]] = [:]
    for sample in PageTests.samples.map(\.files).enumerated().filter({ $0.offset % 5 == 0 }).map(\.element) {
      for file in sample where file.path.hasSuffix(".truths") && files.count < 24 { files[file.path] = file.bytes }
    }
    Self.follow(files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, steps: 16, seed: 77)
  }

  static func files() throws -> [(path: String, bytes: [UInt8])] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try ["truths", "jtbd"].flatMap { name -> [(path: String, bytes: [UInt8])] in
      let base = root.appending(path: name)
      guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: base.path) else { return [] }
      return try paths.sorted().filter { $0.hasSuffix(".truths") || $0.hasSuffix(".jtbd") }.map { path in
        ("\(name)/\(path)", Array(try Data(contentsOf: base.appending(path: path))))
      }
    }
  }
}
