import Foundation
import Testing
import TruthsTestSupport

/// `--watch` as users see it: the built command, files that change under it, an interrupt.
@Suite("Watching")
struct WatchTests {
  private static let right = "pack demo:\n  summary: Nothing yet\n"

  @Test("checks again after a change, an addition and a removal, outlives what is half-written, and ends with the last status")
  func check() throws {
    try withScratchDirectory { directory in
      let file = try write(Self.right, to: "truths/demo/demo.truths", in: directory)
      let watched = try Watched(["check", "--watch"], in: directory)
      #expect(try watched.waits(for: "watching 1 file"))
      #expect(try watched.text().contains("clean: no errors"))
      try write("pack demo:\n  sum", to: "truths/demo/demo.truths", in: directory)
      #expect(try watched.waits(for: "changed: truths/demo/demo.truths"))
      #expect(try watched.waits(for: "error["))
      try write(Self.right, to: "truths/demo/demo.truths", in: directory)
      try write("pack other:\n  summary: \"\u{1}\"\n", to: "truths/other/other.truths", in: directory)
      #expect(try watched.waits(for: "added: truths/other/other.truths"))
      #expect(try watched.waits(for: "truths/other/other.truths:2"))
      try FileManager.default.removeItem(at: directory.appending(path: "truths/other/other.truths"))
      #expect(try watched.waits(for: "removed: truths/other/other.truths"))
      try FileManager.default.removeItem(at: file)
      #expect(try watched.waits(for: "no .truths or .jtbd file is found"))
      try write("pack demo:\n  bad", to: "truths/demo/demo.truths", in: directory)
      #expect(try watched.waits(for: "added: truths/demo/demo.truths"))
      #expect(try watched.ends() == 1)
    }
  }

  @Test("tells of the one file that is gone, not of the set around it")
  func gone() throws {
    try withScratchDirectory { directory in
      let file = try write(Self.right, to: "truths/demo/demo.truths", in: directory)
      try write("pack other:\n  summary: Nothing yet\n", to: "truths/other/other.truths", in: directory)
      let watched = try Watched(["check", "--watch", "truths/demo/demo.truths"], in: directory)
      #expect(try watched.waits(for: "watching 2 files"))
      try FileManager.default.removeItem(at: file)
      #expect(try watched.waits(for: "removed: truths/demo/demo.truths"))
      #expect(try watched.waits(for: "no such file or directory"))
      try write(Self.right, to: "truths/demo/demo.truths", in: directory)
      #expect(try watched.waits(for: "added: truths/demo/demo.truths"))
      #expect(try watched.ends() == 0)
      #expect(!(try watched.text().contains("truths/other")))
    }
  }

  /// The report is in the folder of the fixtures, where the second run finds it and cannot read it as a fixture.
  @Test("evaluates again when a fixture changes, writes its report, and is not woken by what it writes itself")
  func eval() throws {
    try withScratchDirectory { directory in
      try write(Self.right, to: "truths/demo/demo.truths", in: directory)
      try write(Self.fixture("rejected"), to: "Fixtures/a.json", in: directory)
      let watched = try Watched(["eval", "--watch", "--format", "json", "--output", "Fixtures/report.json"], in: directory)
      #expect(try watched.waits(for: "watching 2 files"))
      try write(Self.fixture("accepted"), to: "Fixtures/a.json", in: directory)
      #expect(try watched.waits(for: "changed: Fixtures/a.json"))
      #expect(try watched.ends() == 65)
      #expect(!(try watched.text().contains("report.json")))
      let report = try String(contentsOf: directory.appending(path: "Fixtures/report.json"), encoding: .utf8)
      #expect(report.contains("\"failed\": 1"))
    }
  }

  @Test("does not begin where there is nothing to watch")
  func nothing() throws {
    try withScratchDirectory { directory in
      let watched = try Watched(["check", "--watch", "missing.truths"], in: directory)
      #expect(try watched.endsByItself() == 66)
    }
  }

  private static func fixture(_ decision: String) -> String {
    """
    {"id": "demo.nothing", "proposal": {"action": "dance"},
     "expected": {"decision": "\(decision)", "truth_id": "converge.proposal.wellformed"}}
    """
  }

  @discardableResult
  private func write(_ text: String, to path: String, in directory: URL) throws -> URL {
    let file = directory.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }
}

/// A command that runs while files change.
private final class Watched {
  private let process = Process()
  private let end: ProcessEnd
  private let log: URL

  init(_ arguments: [String], in directory: URL) throws {
    end = ProcessEnd(of: process)
    log = directory.appending(path: "log")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.executableURL = BuiltCommand.directory.appending(path: "truths")
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Returns the output so far.
  func text() throws -> String { String(decoding: try Data(contentsOf: log), as: UTF8.self) }

  /// Whether it prints something within a time that is long for a machine that has other things to do.
  func waits(for words: String) throws -> Bool {
    for _ in 0..<600 {
      if try text().contains(words) { return true }
      guard process.isRunning else { return try text().contains(words) }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return false
  }

  /// Interrupts it; the status that it ends with.
  func ends() throws -> Int32 {
    // The work after the last change may not have begun to print yet.
    Thread.sleep(forTimeInterval: 0.5)
    process.interrupt()
    return try endsByItself()
  }

  /// Waits for the command to end without an interruption, and returns its status.
  func endsByItself() throws -> Int32 {
    end.wait()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }
}
