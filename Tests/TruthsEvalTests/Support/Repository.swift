import Foundation
import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsProgram
import TruthsText

/// The packs and fixtures that this repository holds.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Paths below the root and bytes of all files in a folder with one of the endings.
  static func files(in folder: String, endings: [String]) throws -> [(path: String, bytes: [UInt8])] {
    let base = root.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path)
    return try paths.filter { path in endings.contains { path.hasSuffix($0) } }.sorted().map { path in
      ("\(folder)/\(path)", Array(try Data(contentsOf: base.appending(path: path))))
    }
  }

  /// All truths and jobs as they are, loaded once for all tests.
  private static let unchanged = Result { try load(nil, without: []) }

  /// All truths and jobs, with one file changed before it is read.
  ///
  /// - Parameter change: Old and new text; both must make a difference.
  static func truths(
    _ change: (path: String, old: String, new: String)? = nil, without left: [String] = []
  ) throws -> LoadedSet {
    change == nil && left.isEmpty ? try unchanged.get() : try load(change, without: left)
  }

  private static func load(_ change: (path: String, old: String, new: String)?, without left: [String]) throws -> LoadedSet {
    var files = try files(in: "truths", endings: [".truths"]) + files(in: "jtbd", endings: [".jtbd"])
    files.removeAll { file in left.contains { file.path.hasSuffix($0) } }
    if let change {
      let index = try #require(files.firstIndex { $0.path.hasSuffix(change.path) })
      let text = String(decoding: files[index].bytes, as: UTF8.self)
      #expect(text.contains(change.old))
      files[index].bytes = Array(text.replacing(change.old, with: change.new).utf8)
    }
    return Loader.load(files)
  }

  /// All fixtures, with the documents that they name: those beside them, and the sample trackers of the document that explains
  /// the stop evaluator.
  static func suite(_ set: LoadedSet, against subject: EvalSubject) throws -> FixtureSuite {
    var sources = set.sources
    let trackers = try files(in: "docs/rules/swapgraph", endings: [".json"])
    let files =
      try files(in: "Fixtures", endings: [".json", ".jsonl"]) + trackers.filter { !$0.path.hasSuffix("/evaluate.json") }
    return FixtureSuite(
      FixtureFile.read(files.map { sources.add(path: $0.path, bytes: $0.bytes) }), against: subject, filter: FixtureFilter())
  }

  private static let fixtures = Result { try files(in: "Fixtures", endings: [".json"]) }

  /// The fixture of an id, loaded against a truth set. Only files that contain the id are read.
  static func fixture(_ id: String, against set: LoadedSet) throws -> Fixture {
    var sources = set.sources
    let name = Data("\"\(id)\"".utf8)
    let files = try fixtures.get().filter { Data($0.bytes).range(of: name) != nil }
    let suite = FixtureSuite(
      files.map { FixtureFile(sources.add(path: $0.path, bytes: $0.bytes)) }, against: EvalSubject(set),
      filter: FixtureFilter([id]))
    return try #require(suite.fixtures.first { $0.id == id }, "\(HumanReport(sources: sources).text(EvalResults(suite.faulty)))")
  }
}
