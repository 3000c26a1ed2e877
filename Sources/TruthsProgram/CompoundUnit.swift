/// A unit as a fraction of names, such as `mg/m2` or `mg/kg/day` (types §4.1).
package struct CompoundUnit: Hashable, Sendable {
  /// The names above the line. A unit that is written has one.
  private let factors: [String]
  /// The names below the line, in byte order: `mg/kg/day` and `mg/day/kg` are one unit.
  private let divisors: [String]

  /// Reads a unit as it is written: names with `/` between them.
  package init(_ text: String) {
    let names = text.split(separator: "/").map(String.init)
    factors = Array(names.prefix(1))
    divisors = names.dropFirst().sorted()
  }

  private init(_ factors: [String], _ divisors: [String]) {
    self.factors = factors
    self.divisors = divisors.sorted()
  }

  /// The name of the unit. Equal units have equal names.
  package var name: String { (factors + divisors).joined(separator: "/") }

  /// The names of which the unit consists.
  package var parts: [String] { factors + divisors }

  private var isCompound: Bool { !divisors.isEmpty }

  /// Returns the unit of a product or quotient, of which at least one side has a compound unit: `mg/m2` times `m2` is `mg`.
  ///
  /// - Returns: the unit; `.some(nil)` for a plain number; `nil` if the result is not one name divided by others.
  package static func result(of left: CompoundUnit, _ right: CompoundUnit, isQuotient: Bool) -> NumberUnit?? {
    guard left.isCompound || right.isCompound else { return nil }
    var divisors = left.divisors + (isQuotient ? right.factors : right.divisors)
    let factors = (left.factors + (isQuotient ? right.divisors : right.factors)).filter { factor in
      guard let divisor = divisors.firstIndex(of: factor) else { return true }
      divisors.remove(at: divisor)
      return false
    }
    if factors.isEmpty, divisors.isEmpty { return .some(nil) }
    return factors.count == 1 ? .named(CompoundUnit(factors, divisors).name) : nil
  }
}
