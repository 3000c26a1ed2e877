package import TruthsEngine
package import TruthsJSON
package import TruthsRuntime

/// The last accepted and the first refused value of a number or day in an accepted proposal, in one direction (answers §1.4).
package struct Margin: Sendable {
  package var place: ProposalPlace
  /// The current value in the proposal.
  package var value: JSONValue
  /// The last value in this direction that is accepted.
  package var last: JSONValue
  /// The next value after ``last``, which is not accepted.
  package var next: JSONValue
  /// Whether the direction is upwards.
  package var isUp: Bool
  /// The ending of the proposal with the next value.
  package var ending: RunEnding
  package var truthID: String
  package var reason: String
  /// The violation that gives the reason; `nil` if no violation does.
  package var deciding: Violation?
}

/// Finds the margins of an accepted proposal.
///
/// For each number and day, it finds the nearest value to try that is not accepted, upwards and downwards. Bisection then finds
/// the last accepted value.
struct MarginSearch {
  let runner: ScenarioRunner
  let candidates: Candidates

  /// The margins, in the order of the fields; for each field, upwards first.
  var margins: [Margin] {
    candidates.places.flatMap { position -> [Margin] in
      let isWhole = position.isWhole
      guard let from = position.from, let start = Scale(from, isWhole: isWhole) else { return [] }
      let values = candidates.changes(at: position).compactMap { change -> Scale? in
        if case .field(_, _, let to?) = change { Scale(to, isWhole: isWhole) } else { nil }
      }.filter { $0.distance(to: start) != .max }
      return [true, false].compactMap { isUp in
        let onTheWay = values.filter { $0.isBelow(start) != isUp }.sorted { $0.distance(to: start) < $1.distance(to: start) }
        return margin(of: position.place, from, start, onTheWay, isUp)
      }
    }
  }

  private func margin(
    of position: ProposalPlace, _ from: JSONValue, _ start: Scale, _ values: [Scale], _ isUp: Bool
  ) -> Margin? {
    var accepted = start
    var refused: RunOutcome?
    /// Returns whether a value is accepted; `nil` if a limit is reached.
    func isAccepted(_ value: Scale) -> Bool? {
      let scenario = candidates.scenario.with(.field(position, from: from, to: value.json))
      guard let outcome = runner.trial(of: scenario)?.outcome else { return nil }
      if !outcome.isAccepted { refused = outcome }
      return outcome.isAccepted
    }
    for value in values {
      guard let isStill = isAccepted(value) else { return nil }
      if isStill {
        accepted = value
        continue
      }
      guard let (last, next) = accepted.border(to: value, isAccepted), let refused else { return nil }
      return Margin(
        place: position, value: from, last: last.json, next: next.json, isUp: isUp, ending: refused.ending,
        truthID: refused.truthID, reason: refused.reason, deciding: refused.deciding)
    }
    return nil
  }
}

extension Margin {
  /// The margin as JSON, such as `{"field": "total", "value": 40, "last": 1000, "next": 1000.01, "ending": "waiting",
  /// "truth_id": …, "reason": …}`.
  package static let record = JSONRecord<Margin>([
    .required("field", .text, "The place in the proposal.") { $0.place.text },
    .required("value", .anything, "The present value.") { $0.value },
    .required("last", .anything, "The last value that is accepted.") { $0.last },
    .required("next", .anything, "The next value, which is not accepted.") { $0.next },
    .required("ending", .words(RunEnding.allCases.filter { $0 != .accepted }.map(\.rawValue)), "The result with that change.") {
      $0.ending.rawValue
    },
    .required("truth_id", .text, "The truth, invariant or clause that then decides.") { $0.truthID },
    .required("reason", .text, "The reason.") { $0.reason },
  ])
}
