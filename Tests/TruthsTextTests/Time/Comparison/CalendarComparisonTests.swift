import Foundation
import Testing
import TruthsText

/// Calculations with dates, times, working days and zones, compared with the results of Python's libraries
/// (Tests/python/calendar_cases.py): 20,000 cases, and 1,000,000 with `TRUTHS_SOAK`.
@Suite("The calendar is that of Python's libraries", .enabled(if: PythonLibraries.areWanted, PythonLibraries.missing))
struct CalendarComparisonTests {
  private static let isSoak = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil
  private static let count = isSoak ? 1_000_000 : 20_000

  @Test("the same answers")
  func sameAnswers() throws {
    let cases = try PythonLibraries.output(
      of: "Tests/python/calendar_cases.py", ["--seed", Self.isSoak ? "2" : "1", "--count", "\(Self.count)"])
    var answers = CalendarAnswers()
    var operations: [Substring: Int] = [:]
    var differences = 0
    for line in cases.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      operations[fields[0], default: 0] += 1
      guard let difference = answers.difference(fields) else { continue }
      differences += 1
      if differences <= 20 { Issue.record("\(line): \(difference)") }
    }
    #expect(differences == 0)
    #expect(operations.values.reduce(0, +) >= Self.count)
    #expect(Set(operations.keys.map { String($0) }) == CalendarAnswers.operations)
    #expect(operations["zone_rules"] == Zone.names.count)
  }

  @Test("the rules of zones that are compiled in are those of the package")
  func tablesAreWritten() throws {
    #expect(try PythonLibraries.output(of: "Tools/zones.py", ["--check"]) == "")
  }
}

/// Python with the libraries that `.ci/setup ci` installs.
enum PythonLibraries {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = root.appending(path: ".build/python")

  /// Whether the Python libraries are installed. In continuous integration the tests always run, and fail without them.
  static let areWanted =
    ProcessInfo.processInfo.environment["CI"] != nil
    || FileManager.default.fileExists(atPath: folder.appending(path: "tzdata").path)

  static let missing: Comment = "`.ci/setup ci` installs Python's libraries, which these tests ask"

  /// Returns the output of a script.
  static func output(of script: String, _ arguments: [String]) throws -> String {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "truths-\(UUID().uuidString)")
    try Data().write(to: scratch)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", root.appending(path: script).path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONPATH": folder.path]) { _, new in new }
    process.standardInput = FileHandle.nullDevice
    // Output goes to a file, because it may exceed the capacity of a pipe.
    process.standardOutput = try FileHandle(forWritingTo: scratch)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(script)")
    return String(decoding: try Data(contentsOf: scratch), as: UTF8.self)
  }
}
