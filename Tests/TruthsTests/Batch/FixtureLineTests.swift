import Foundation
import Testing
import Truths
import TruthsTestSupport

/// Fixtures of this repository as lines of a batch: every fourth fixture of each file that has a single proposal. The written
/// form changes no decision, and a line has the output of a separate run.
struct FixtureLineTests {
  /// A fixture's context as lines, its moment, policies and proposal.
  private struct Case {
    var id: String
    var context: String
    var now: String?
    var policies: [String]
    var proposal: [String: Any]
  }

  private static func cases(in path: String) throws -> [Case] {
    let json = try JSONSerialization.jsonObject(with: Data(Repository.text(path).utf8))
    return try (json as? [[String: Any]] ?? [json as? [String: Any] ?? [:]]).compactMap { fixture in
      guard let proposal = fixture["proposal"] as? [String: Any], proposal["action"] != nil else { return nil }
      let facts = (fixture["context"] as? [String: Any])?["facts"] as? [Any] ?? []
      let policies = try (fixture["policies"] as? [String: Any] ?? [:]).sorted { $0.key < $1.key }.map {
        "\($0.key)=\(try text($0.value))"
      }
      return Case(
        id: fixture["id"] as? String ?? "", context: try facts.map { try text($0) + "\n" }.joined(),
        now: fixture["now"] as? String,
        policies: policies, proposal: proposal)
    }
  }

  private static func text(_ value: Any) throws -> String {
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
  }

  private static func printed(_ batch: RunBatch, _ lines: [String]) -> [String] {
    let piece = BatchPiece(bytes: Array(lines.map { $0 + "\n" }.joined().utf8), firstLine: 1)
    let bytes = batch.decide(piece).withBytes { Array($0) }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: Repository.folders("Fixtures"))
  func writingDecidesNothing(folder: String) throws {
    var decisions: [String: Int] = [:]
    for path in Repository.files(below: "Fixtures/\(folder)", ending: ".json") {
      for (place, fixture) in try Self.cases(in: path).enumerated() where place % 4 == 0 {
        var input = RunInput(proposals: SourceText(path: "proposals.jsonl", bytes: []))
        input.context = SourceText(path: "context.jsonl", bytes: Array(fixture.context.utf8))
        input.now = fixture.now
        input.policies = fixture.policies
        input.isExplained = false
        // A fixture of some packs only may have facts or policies that all packs together do not take.
        let workspace = RepositoryTexts.workspace
        guard let batch = try? workspace.batch(input, as: .json), let events = try? workspace.batch(input, as: .events)
        else { continue }
        let whole = try Self.text(fixture.proposal)
        let lines =
          [whole]
          + (try fixture.proposal.keys.sorted().prefix(3).filter { $0 != "action" }.map { name in
            try Self.text(fixture.proposal.filter { $0.key != name })
          })
        let escaped = lines.map { $0.replacing("\"action\"", with: "\"\\u0061ction\"") }
        let printed = Self.printed(batch, lines)
        #expect(escaped != lines && Self.printed(batch, escaped) == printed, "\(fixture.id)")
        #expect(Self.printed(events, escaped) == Self.printed(events, lines), "\(fixture.id)")
        input.proposals = SourceText(path: "proposals.jsonl", bytes: Array(lines.map { $0 + "\n" }.joined().utf8))
        #expect(try workspace.run(input).json == printed.map { $0 + "\n" }.joined(), "\(fixture.id)")
        for line in printed { decisions[String(line.dropFirst(13).prefix { $0 != "\"" }), default: 0] += 1 }
      }
    }
    // The suites of contracts have few proposals that fit all packs together.
    let least = ["core", "testreport"].contains(folder) ? 0 : 5
    for decision in ["accepted", "rejected", "halted"] { #expect(decisions[decision, default: 0] > least, "\(decisions)") }
  }
}
