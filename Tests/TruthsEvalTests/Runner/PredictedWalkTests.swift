import Foundation
import Testing
import TruthsEval
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Predictions at every point of the scenarios of the packs (command-line §5.11).
@Suite("Predictions along the walks of fixtures")
struct PredictedWalkTests {
  /// A step of a scenario that was accepted.
  private struct Step: Hashable {
    var fixture: String
    var action: String
  }

  /// Returns the steps without a prediction, from the table of docs/predictions.md.
  private static func table() throws -> Set<Step> {
    let page = try String(contentsOf: Repository.root.appending(path: "docs/predictions.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    return Set(
      rows.map { row in
        let cells = row.split(separator: "|").map { $0.filter { $0 != "`" && $0 != " " } }
        return Step(fixture: cells[0], action: cells[1])
      })
  }

  @Test("each accepted step is predicted, with fields as it has them, or the table says why not")
  func walks() throws {
    let set = try Repository.truths()
    let subject = EvalSubject(set)
    let runner = FixtureRunner(subject)
    var missed: [Step: [Prediction]] = [:]
    var count = 0
    for fixture in try Repository.suite(set, against: subject).fixtures {
      guard case .scenario(let steps, _) = fixture.body else { continue }
      var actors: [String?: JSONObject] = [:]
      for (index, step) in steps.enumerated() {
        switch step.action {
        case .connect(let actor, _):
          let known = actor?.value.objectValue
          actors[step.client] = known
          if actors[nil] == nil { actors[nil] = known }
        case .propose(let located):
          guard let proposal = located.value.objectValue, let action = proposal["action"]?.stringValue else { continue }
          let before = runner.context(after: Array(steps[..<index]), of: fixture)
          let after = runner.context(after: Array(steps[...index]), of: fixture)
          let decided = after.ledger.entries.suffix(from: before.ledger.size).filter { $0.type == .decision }
          guard decided.contains(where: { $0.payload["decision"] == .text("accepted") }) else { continue }
          count += 1
          let actor = proposal["actor"]?.objectValue ?? actors[step.client]
          let predictor = Predictor(procedure: fixture.procedure, context: before, userID: nil, actor: actor)
          let fields = proposal["payload"]?.objectValue ?? proposal
          let predictions = predictor.predictions(limit: 50)
          let isPredicted = predictions.contains { prediction in
            prediction.action == action
              && prediction.fields.members.allSatisfy { fields[$0.name.string] == nil || fields[$0.name.string] == $0.value }
          }
          if !isPredicted { missed[Step(fixture: fixture.id, action: action)] = predictions }
        default: continue
        }
      }
    }
    #expect(count > 150)
    let table = try Self.table()
    for (step, predictions) in missed where !table.contains(step) {
      let told = predictions.map { "\($0.action) \(String(decoding: JSONValue.object($0.fields).compact(), as: UTF8.self))" }
      Issue.record("\(step.fixture): nothing predicts \(step.action), but \(told.joined(separator: ", "))")
    }
    for step in table.subtracting(missed.keys) { Issue.record("\(step.fixture): \(step.action) is predicted; take its row away") }
  }
}
