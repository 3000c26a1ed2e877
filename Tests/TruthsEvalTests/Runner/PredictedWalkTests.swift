import Foundation
import Testing
import TruthsCheck
import TruthsEval
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Predictions at every point of the scenarios of the packs (command-line §5.11).
@Suite("Predictions along the walks of fixtures")
struct PredictedWalkTests {
  /// A step of a scenario that was accepted, by its number from 1.
  private struct Step: Hashable {
    var fixture: String
    var number: String
    var action: String
  }

  private static let page = Repository.root.appending(path: "docs/predictions.md")

  /// Returns the steps without a prediction, from the table of docs/predictions.md.
  private static func table() throws -> Set<Step> {
    let page = try String(contentsOf: page, encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    return Set(
      rows.map { row in
        let cells = row.split(separator: "|").map { $0.filter { $0 != "`" && $0 != " " } }
        return Step(fixture: cells[0], number: cells[1], action: cells[2])
      })
  }

  /// The names of the key fields of a set's facts.
  private static func keys(of set: LoadedSet) -> Set<String> {
    Set(set.program.facts.flatMap { type in type.key.map { type.fields[$0].jsonName } })
  }

  /// Returns the key fields of a proposal whose values stand in a fact already, but for the proposer's own name.
  private static func known(_ fields: JSONObject, _ before: Context, keys: Set<String>, but own: JSONValue?) -> [String] {
    let facts = before.ledger.entries.filter { $0.type == .fact }
    return fields.members.filter { field in
      let name = field.name.string
      return keys.contains(name) && field.value != own && facts.contains { $0.payload[name] == field.value }
    }.map(\.name.string)
  }

  @Test("each accepted step is predicted, with fields as it has them, or the table says why not")
  func walks() throws {
    let set = try Repository.truths()
    let subject = EvalSubject(set)
    let runner = FixtureRunner(subject)
    var missed: [Step: [Prediction]] = [:]
    var count = 0
    var counts: [String: Int] = [:]
    let keys = Self.keys(of: set)
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
          let known = Self.known(fields, before, keys: keys, but: actor?["user_id"])
          // A blueprint or job is about a thing, which the prediction names; a habit or a pack is about none. A step that a
          // blueprint or job predicts is predicted by it, with the key that the step has.
          let ofThings: [Prediction.Strategy] = [.blueprint, .flow]
          let isStep = predictions.contains { $0.action == action && ofThings.contains($0.strategy) }
          let fitting = predictions.first { prediction in
            prediction.action == action
              && prediction.fields.members.allSatisfy { fields[$0.name.string] == nil || fields[$0.name.string] == $0.value }
              && ofThings.contains(prediction.strategy) == isStep
              && (!isStep || known.isEmpty || known.contains { prediction.fields[$0] != nil })
          }
          if let fitting {
            counts["\(fitting.strategy)", default: 0] += 1
          } else {
            missed[Step(fixture: fixture.id, number: "\(index + 1)", action: action)] = predictions
          }
        default: continue
        }
      }
    }
    #expect(count > 150)
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let told = counts.sorted { $0.key < $1.key }.map { "\($0.value) by \($0.key)" }.joined(separator: ", ")
    #expect(page.contains("\(count) steps: \(told), none \(missed.count)."), "\(count) steps: \(told), none \(missed.count).")
    let table = try Self.table()
    for (step, predictions) in missed where !table.contains(step) {
      let told = predictions.map { "\($0.action) \(String(decoding: JSONValue.object($0.fields).compact(), as: UTF8.self))" }
      Issue.record(
        "\(step.fixture), step \(step.number): nothing predicts \(step.action), but \(told.joined(separator: ", "))")
    }
    for step in table.subtracting(missed.keys) {
      Issue.record("\(step.fixture), step \(step.number): \(step.action) is predicted; take its row away")
    }
  }
}
