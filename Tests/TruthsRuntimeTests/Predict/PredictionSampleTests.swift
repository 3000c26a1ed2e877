import Testing
import TruthsJSON
import TruthsSyntax
import TruthsText

@testable import TruthsRuntime

/// The samples of the contract's §10: the strategies, and the form of a prediction.
@Suite("Samples of the contract: predictions")
struct PredictionSampleTests {
  private func prediction(_ strategy: Prediction.Strategy, _ subject: String) -> Prediction {
    Prediction(
      action: "create_invoice", strategy: strategy, subject: subject, reason: "Blueprint 'invoice_workflow' step 3/5",
      fields: [:], consent: .implicit, actor: nil)
  }

  @Test("§10.1: strategies in the order of the table, with its confidence and its truth")
  func strategies() throws {
    let table = """
      | 1 | Blueprint-Driven | 0.95 | `blueprint.{id}.next_step` |
      | 2 | Artifact Flow | 0.85 | `flow.{id}.artifact_ready` |
      | 3 | Frequency-Based | 0.70 | `user.{id}.pattern` |
      | 4 | Pack Affinity | 0.50 | `context.current_pack` |
      | 5 | Onboarding | 0.30 | `user.new.exploration` |
      """
    let rows = table.split(separator: "\n").map { $0.split(separator: "|").map { $0.filter { $0 != "`" && $0 != " " } } }
    #expect(rows.count == Prediction.Strategy.allCases.count)
    for (row, strategy) in zip(rows, Prediction.Strategy.allCases) {
      let made = prediction(strategy, "x")
      #expect(made.confidence == (try Decimal(literal: row[2])))
      #expect(made.truthID == row[3].replacing("{id}", with: "x"))
    }
  }

  @Test("§10.2: a prediction has the sample's members, and its kinds of values")
  func output() throws {
    let sample: JSONObject = [
      "proposal_id": .text("prop_abc123"), "action": .text("create_invoice"), "confidence": .number(try Decimal(literal: "0.92")),
      "reason": .text("Blueprint 'invoice_workflow' step 3/5"), "truth_id": .text("blueprint.invoice_workflow.next_step"),
      "requires_consent": .text("implicit|explicit|break_glass"), "trace_id": .text("trc_xyz789"),
    ]
    let made = prediction(.blueprint, "invoice_workflow").json(head: "sha256:00")
    #expect(made.members.map(\.name.string) == sample.members.map(\.name.string))
    for name in ["action", "reason", "truth_id"] { #expect(made[name] == sample[name]) }
    #expect(made["proposal_id"]?.stringValue?.hasPrefix("prop_") == true)
    #expect(made["trace_id"]?.stringValue?.hasPrefix("trc_") == true)
    #expect(
      sample["requires_consent"]?.stringValue?.split(separator: "|").contains { made["requires_consent"] == .text(String($0)) }
        == true)
    if case .number? = made["confidence"] {} else { Issue.record("the confidence is no number") }
  }
}
