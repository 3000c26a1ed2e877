import TruthsEngine
import TruthsJSON
import TruthsText

/// Predicts the value for which two numbers of a clause become equal. It assumes that their difference changes linearly.
///
/// For a prediction, it needs two tried values of the same position, and the difference of the clause's two numbers for each.
struct LinearRoots {
  private struct Point {
    var value: Decimal
    var distance: Decimal
  }

  private var points: [ProposalPlace: [Point]] = [:]
  private var roots: [Change] = []
  private var tried = Set<ProposalPlace>()

  /// Records a change that did not repair the clause. The second such change of a position leads to a prediction.
  mutating func note(_ change: Change, _ violation: Violation) {
    guard case .field(let place, let from, .number(let value)?) = change, !tried.contains(place),
      let distance = Self.distance(violation)
    else { return }
    var earlier = points[place, default: []]
    if let other = earlier.first(where: { $0.distance != distance && $0.value != value }) {
      tried.insert(place)
      if let root = Self.root(other, Point(value: value, distance: distance)) {
        roots.append(.field(place, from: from, to: .number(root)))
      }
    } else {
      earlier.append(Point(value: value, distance: distance))
      points[place] = earlier
    }
  }

  /// Removes and returns the next predicted change; `nil` if there are no further predictions.
  mutating func next() -> Change? { roots.isEmpty ? nil : roots.removeFirst() }

  /// Returns the difference of the two numbers of a clause; `nil` if the clause does not have exactly two numbers.
  private static func distance(_ violation: Violation) -> Decimal? {
    let numbers = violation.values.members.compactMap { member -> Decimal? in
      if case .number(let number) = member.value { return number }
      return nil
    }
    guard numbers.count == 2, case .success(let distance) = numbers[0].subtracting(numbers[1]) else { return nil }
    return distance
  }

  /// Returns the value at which the line through two points is zero; `nil` after an arithmetic error.
  private static func root(_ one: Point, _ other: Point) -> Decimal? {
    guard case .success(let run) = other.value.subtracting(one.value),
      case .success(let rise) = other.distance.subtracting(one.distance), case .success(let part) = run.divided(by: rise),
      case .success(let step) = part.multiplied(by: one.distance), case .success(let root) = one.value.subtracting(step)
    else { return nil }
    return root.leaving
  }
}
