import Testing
import Truths
import TruthsJSON
import TruthsRuntime
import TruthsText

/// The output of a batch, compared with the reference evaluator and with other batches: the written form of a proposal changes
/// no decision.
@Suite("Batches against reference")
struct BatchTests {
  static let parts = 10
  static let runsInAPart = 80 * Soak.factor

  @Test("every line of a batch is decided as the reference does, and as the same line with an escaped name", arguments: 0..<parts)
  func agreement(part: Int) throws {
    var tally = Tally()
    var decisions: [String: Int] = [:]
    for seed in 1_000_000 + part * 10_000..<1_000_000 + (part + 1) * 10_000 where decisions.values.reduce(0, +) < Self.runsInAPart
    {
      guard let trial = tally.load(seed, part % 2 == 0 ? .all : [.tables]), let batch = Batch(trial.sample) else { continue }
      let lines = trial.sample.proposals
      let printed = batch.printed(lines)
      let escaped = lines.map { $0.replacing("\"proposal_id\"", with: "\"\\u0070roposal_id\"") }
      #expect(escaped != lines && batch.printed(escaped) == printed, "seed \(seed)\n\(trial.sample.described)")
      #expect(batch.told(escaped) == batch.told(lines), "seed \(seed)\n\(trial.sample.described)")
      let context = try trial.context()
      for (line, text) in zip(lines, printed) {
        let object = try #require(try Trial.json(text).value.objectValue)
        #expect(try batch.outcome(of: line) == Self.outcome(object), "seed \(seed)\n\(trial.sample.described)\n=== on \(line)")
        var oracle = try trial.reference()
        let verdict = oracle.propose(try Trial.json(line).value.objectValue ?? [:], now: Trial.now)
        let (engine, reference) = (Account(printed: object, on: context, as: verdict), Account(verdict, oracle.world.vocab))
        if engine != reference {
          Issue.record(
            "seed \(seed)\n\(trial.sample.described)\n=== on \(line)\n=== printed\n\(engine)\n=== reference\n\(reference)")
        }
        decisions[verdict.decision, default: 0] += 1
      }
    }
    for decision in ["accepted", "rejected", "halted"] { #expect(decisions[decision, default: 0] > 0, "\(decisions)") }
  }

  /// Returns the outcome in a printed object, in the terms of ``Gate``.
  private static func outcome(_ object: JSONObject) -> QuickDecision.Outcome? {
    if object["run"]?.objectValue?["status"] == .text("waiting") { return .waiting }
    switch object["decision"] {
    case .text("accepted"): return .accepted
    case .text("rejected"): return .rejected
    case .text("halted"): return .halted
    default: return nil
    }
  }
}

/// A sample's truths and context as a user gives them.
private struct Batch {
  private let json: RunBatch
  private let events: RunBatch
  private let decider: Gate

  /// `nil` for truths with errors.
  init?(_ sample: Sample) {
    var input = RunInput(proposals: SourceText(path: "proposals.jsonl", bytes: []))
    let context = sample.context.map { $0 + "\n" }.joined()
    input.context = SourceText(path: "context.jsonl", bytes: Array(context.utf8))
    input.now = Trial.now.text
    input.isExplained = false
    let workspace = Workspace(truths: sample.files.map { SourceText(path: $0.path, bytes: Array($0.text.utf8)) })
    guard let json = try? workspace.batch(input, as: .json), let events = try? workspace.batch(input, as: .events),
      let decider = try? Gate(RuleSet(workspace), context: input.context, now: input.now)
    else { return nil }
    (self.json, self.events, self.decider) = (json, events, decider)
  }

  /// Returns the outcome that a gate gives for a proposal, without a record.
  func outcome(of line: String) throws -> QuickDecision.Outcome {
    try decider.decide(try decider.prepare(Array(line.utf8))).outcome
  }

  /// The object of each line.
  func printed(_ lines: [String]) -> [String] { Self.text(json, lines).split(separator: "\n").map { String($0) } }

  /// The events of all lines.
  func told(_ lines: [String]) -> String { Self.text(events, lines) }

  private static func text(_ batch: RunBatch, _ lines: [String]) -> String {
    let piece = BatchPiece(bytes: Array(lines.map { $0 + "\n" }.joined().utf8), firstLine: 1)
    return batch.decide(piece).withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
