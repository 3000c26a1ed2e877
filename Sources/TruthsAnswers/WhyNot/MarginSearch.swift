package import TruthsEngine
package import TruthsJSON
package import TruthsRuntime

/// The distance of a number or day of an accepted proposal from refusal, in one direction (answers §1.4).
package struct Margin: Sendable {
  package var place: ProposalPlace
  /// Present value in the proposal.
  package var value: JSONValue
  /// Last accepted value in this direction.
  package var last: JSONValue
  /// Next value after ``last``, which is not accepted.
  package var next: JSONValue
  /// Whether the direction is upwards.
  package var isUp: Bool
  /// Ending of the proposal with the next value.
  package var ending: RunEnding
  package var truthID: String
  package var reason: String
  /// Violation that gives the reason.
  package var deciding: Violation?
}

/// Finds the margins of an accepted proposal.
///
/// For each number and day, upwards and downwards, it finds the nearest named value that is not accepted. Bisection then finds
/// the last accepted value.
struct MarginSearch {
  let runner: ScenarioRunner
  let candidates: Candidates

  /// Margins in the order of the fields, upwards first.
  var margins: [Margin] {
    candidates.places.flatMap { place -> [Margin] in
      let isWhole = place.isWhole
      guard let from = place.from, let start = Scale(from, isWhole: isWhole) else { return [] }
      let values = candidates.changes(at: place).compactMap { change -> Scale? in
        if case .field(_, _, let to?) = change { Scale(to, isWhole: isWhole) } else { nil }
      }.filter { $0.distance(to: start) != .max }
      return [true, false].compactMap { isUp in
        let onTheWay = values.filter { $0.isBelow(start) != isUp }.sorted { $0.distance(to: start) < $1.distance(to: start) }
        return margin(of: place.place, from, start, onTheWay, isUp)
      }
    }
  }

  private func margin(
    of place: ProposalPlace, _ from: JSONValue, _ start: Scale, _ values: [Scale], _ isUp: Bool
  ) -> Margin? {
    var accepted = start
    var refused: RunOutcome?
    /// Whether a value is accepted; `nil` at a limit.
    func isAccepted(_ value: Scale) -> Bool? {
      let scenario = candidates.scenario.with(.field(place, from: from, to: value.json))
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
        place: place, value: from, last: last.json, next: next.json, isUp: isUp, ending: refused.ending,
        truthID: refused.truthID, reason: refused.reason, deciding: refused.deciding)
    }
    return nil
  }
}

extension Margin {
  /// The margin as JSON: `{"field": "total", "value": 40, "last": 1000, "next": 1000.01, "ending": "waiting", "truth_id": …,
  /// "reason": …}`.
  package static let record = JSONRecord<Margin>([
    .required("field", .text, "The place in the proposal.") { $0.place.text },
    .required("value", .anything, "What it is.") { $0.value },
    .required("last", .anything, "The last value that is accepted.") { $0.last },
    .required("next", .anything, "The next value, which is not.") { $0.next },
    .required("ending", .words(RunEnding.allCases.filter { $0 != .accepted }.map(\.rawValue)), "What it comes to with that.") {
      $0.ending.rawValue
    },
    .required("truth_id", .text, "What decides then.") { $0.truthID }, .required("reason", .text, "Why.") { $0.reason },
  ])
}
