import TruthsEngine
import TruthsJSON
import TruthsText

/// Predicts by linear extrapolation the value at which two numbers of a clause are equal.
///
/// It uses two tried values of a place, and the distance of the clause's numbers for each.
struct LinearRoots {
  private struct Point {
    var value: Decimal
    var distance: Decimal
  }

  private var points: [ProposalPlace: [Point]] = [:]
  private var found: [Change] = []
  private var tried = Set<ProposalPlace>()

  /// Records a change that did not repair the clause.
  mutating func note(_ change: Change, _ violation: Violation) {
    guard case .field(let place, let from, .number(let value)?) = change, !tried.contains(place),
      let distance = Self.distance(violation)
    else { return }
    var known = points[place, default: []]
    if let other = known.first(where: { $0.distance != distance && $0.value != value }) {
      tried.insert(place)
      if let root = Self.root(other, Point(value: value, distance: distance)) {
        found.append(.field(place, from: from, to: .number(root)))
      }
    } else {
      known.append(Point(value: value, distance: distance))
      points[place] = known
    }
  }

  /// Returns the next predicted change to try.
  mutating func next() -> Change? { found.isEmpty ? nil : found.removeFirst() }

  /// Returns the distance of the two numbers of a clause; `nil` if it has not exactly two.
  private static func distance(_ violation: Violation) -> Decimal? {
    let numbers = violation.values.members.compactMap { member -> Decimal? in
      if case .number(let number) = member.value { return number }
      return nil
    }
    guard numbers.count == 2, case .success(let distance) = numbers[0].subtracting(numbers[1]) else { return nil }
    return distance
  }

  /// Returns the root of the line through two points.
  private static func root(_ one: Point, _ other: Point) -> Decimal? {
    guard case .success(let run) = other.value.subtracting(one.value),
      case .success(let rise) = other.distance.subtracting(one.distance), case .success(let part) = run.divided(by: rise),
      case .success(let step) = part.multiplied(by: one.distance), case .success(let root) = one.value.subtracting(step)
    else { return nil }
    return root.leaving
  }
}
