import Foundation
import Testing
import TruthsAnswers
import TruthsText

@testable import Truths

/// `diff` never answers `same` about rules that decide differently (answers §4.1).
@Suite("What diff calls the same")
struct DiffSoundnessTests {
  @Test(
    "what is decided otherwise on some proposal is not the same", arguments: differentClauses + differentTables + differentWhole)
  func different(_ pair: DiffPair, _ subject: String) throws {
    let report = try pair.report()
    let section = subject.split(separator: " ")[0]
    let name = subject.dropFirst(section.utf8.count + 1)
    let found = report.difference.sections.first { $0.name == section }?.differences.first { $0.name == name }
    let difference = try #require(found, "\(report.text())")
    #expect(difference.kind != .same, "\(subject)")
    #expect(!report.isSame)
  }

  @Test("what is written otherwise and means the same is the same", arguments: same)
  func kept(_ pair: DiffPair) throws {
    #expect(DiffPair.changes(try pair.report()) == [])
  }

  @Test("what may be stricter elsewhere needs a major version", arguments: versions)
  func version(_ pair: DiffPair, _ version: String) throws {
    let report = try pair.report()
    #expect(report.version == version, "\(report.text())")
  }

  @Test("a version that goes down, or away, is at fault")
  func lowered() throws {
    let text = DiffPair.buying("  requires:\n    - total > 0\n  produces:\n    - trace.shop.deciding")
    func faults(_ new: String) throws -> [String] {
      var pair = DiffPair("", text)
      pair.new = pair.new.replacingOccurrences(of: "  version: 1.0.0\n", with: new)
      return try pair.report().versionFaults
    }
    #expect(try faults("  version: 1.0.0\n") == [])
    #expect(try faults("  version: 1.0.1\n") == [])
    #expect(
      try faults("  version: 0.9.0\n") == ["pack `shop`: its version is 0.9.0; write `version: 1.0.0` at least (it was 1.0.0)"])
    #expect(
      try faults("  summary: Without\n") == ["pack `shop`: it has no version; write `version: 1.0.0` at least (it was 1.0.0)"])
  }

  @Test(
    "who approves is compared by who they are",
    arguments: [
      ("manager by word or owner", "manager or owner by word", "both"), ("manager", "manager by word", "stricter"),
      ("by word", "manager by word", "stricter"), ("2 of manager or owner", "2 of owner or manager", "looser"),
      ("manager or owner", "owner or manager", "looser"), ("manager", "manager not by word", "stricter"),
    ])
  func approvers(_ old: String, _ new: String, _ change: String) throws {
    // If the approvers do not change, the looser part is another clause.
    let clause = change == "looser" ? "«total > 5¦total > 4»" : "total > 5"
    let pair = DiffPair(
      "approvers",
      DiffPair.buying(
        "  requires:\n    - word exists\n    - \(clause)\n  invariants:\n    - total > 0 → requires_approval(«\(old)¦\(new)»)\n"
          + "  produces:\n    - trace.shop.deciding"))
    #expect(DiffPair.changes(try pair.report()) == ["intents buy \(change)"])
  }

  @Test("a warning that is written otherwise and warns of other proposals has other effects")
  func warnings() throws {
    let pair = DiffPair(
      "warning",
      DiffPair.buying("  invariants:\n    - «total > 5¦total > 6» → warn(\"much\")\n  produces:\n    - trace.shop.deciding"))
    #expect(DiffPair.changes(try pair.report()) == ["intents buy effects"])
  }

  @Test("what packs write is no markup in a review")
  func markdown() throws {
    let words = "![x](http://a.example) @ann <b> | `c` #1"
    let pair = DiffPair(
      "words",
      DiffPair.buying(
        "  requires:\n    - total > 0\n    «¦- 'word == \"a\" else \"\(words)\"'»\n  produces:\n    - trace.shop.deciding"))
    let lines = try pair.report().markdown.split(separator: "\n").filter { $0.contains("a.example") }
    #expect(!lines.isEmpty)
    // The whole text is a code span with a fence that is longer than any in the text.
    for line in lines { #expect(line.hasPrefix("  - `` ") && line.hasSuffix(" ``"), "\(line)") }
  }
}
