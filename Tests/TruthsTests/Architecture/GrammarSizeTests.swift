import Foundation
import Testing

/// What people write is gone through by code that calls itself: every form of it that may be in another one, or be joined to one,
/// is bounded by a limit, or gone through in a loop.
@Suite("No file ends a command with a signal")
struct GrammarSizeTests {
  /// The shapes of `Tests/python/costs`, each with 10,000 levels.
  @Test("10,000 levels of every form are findings, or are decided")
  func depth() throws {
    let truths = BuiltCommand.directory.appending(path: "truths").path
    let result = try BuiltCommand.shell(
      "python3 Tests/python/costs/run.py '\(truths)' --survive 10000 --seconds 60", in: Repository.root)
    #expect(result.status == 0, "\(result.output)\(result.complaints)")
  }
}
