import TruthsJSON
import TruthsText

/// A number or a day, in a form in which values can be bisected.
struct Scale {
  private enum Kind: Equatable {
    case number(isWhole: Bool)
    case date
  }

  private let kind: Kind
  private let step: Int128

  /// The number of decimal places of the finest grid.
  private static let finest = 6

  private init(_ kind: Kind, _ step: Int128) {
    self.kind = kind
    self.step = step
  }

  /// - Parameter isWhole: whether only whole numbers are valid.
  init?(_ value: JSONValue, isWhole: Bool) {
    switch value {
    case .number(let number):
      guard number.fitsOutside, number.scale <= Self.finest else { return nil }
      self.init(.number(isWhole: isWhole), number.coefficient * Self.power(Self.finest - Int(number.scale)))
    case .string(let text):
      guard let date = CivilDate(text: text.string) else { return nil }
      self.init(.date, Int128(date.days))
    default: return nil
    }
  }

  private static func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

  var json: JSONValue {
    switch kind {
    case .date: return CivilDate(days: Int(step)).map { .text($0.text) } ?? .null
    case .number:
      guard case .success(let number) = Decimal.make(coefficient: step, scale: Self.finest) else { return .null }
      return .number(number)
    }
  }

  /// Returns the distance to another value, in steps of the finest grid or in days; the largest integer if they cannot be
  /// compared.
  func distance(to other: Scale) -> Int128 { kind == other.kind ? abs(step - other.step) : .max }

  func isBelow(_ other: Scale) -> Bool { step < other.step }

  /// Returns a value between this value and another one; `nil` if none lies between them. It is on the coarsest grid that
  /// contains both values: whole numbers (if required), hundredths, or millionths.
  func middle(to other: Scale) -> Scale? {
    guard kind == other.kind else { return nil }
    let grid = grid(with: other)
    let middle = (step / grid + other.step / grid) / 2 * grid
    let isBetween = min(step, other.step) < middle && middle < max(step, other.step)
    return isBetween ? Scale(kind, middle) : nil
  }

  /// Finds by bisection the border of a property that this value has and another value does not have.
  ///
  /// - Parameter holds: returns whether a value between the two has the property; `nil` ends the search.
  /// - Returns: the last value with the property, and the next value without it. `nil` if the search was ended or the values
  ///   cannot be compared.
  func border(to other: Scale, _ holds: (Scale) -> Bool?) -> (last: Scale, next: Scale)? {
    var (last, next) = (self, other)
    while let middle = last.middle(to: next) {
      guard let isHeld = holds(middle) else { return nil }
      if isHeld { last = middle } else { next = middle }
    }
    return (last, next)
  }

  /// Returns the neighbour of this value in the direction away from another value, on the grid that contains both; `nil` if
  /// they cannot be compared or are equal.
  func next(awayFrom other: Scale) -> Scale? {
    guard kind == other.kind, step != other.step else { return nil }
    let grid = grid(with: other)
    return Scale(kind, step < other.step ? step - grid : step + grid)
  }

  private func grid(with other: Scale) -> Int128 {
    guard case .number(let isWhole) = kind else { return 1 }
    let grids = (isWhole ? [Self.power(Self.finest)] : []) + [Self.power(Self.finest - 2), 1]
    return grids.first { step.isMultiple(of: $0) && other.step.isMultiple(of: $0) } ?? 1
  }
}
