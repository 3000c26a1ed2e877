import TruthsProgram
import TruthsText

/// Arithmetic and comparison of amounts in units that are data (types §4.2).
///
/// A number carries its unit in its cell (``Cell/unit``). A number without a unit, such as a constant or a sum of nothing, is
/// compatible with every unit. Records and facts store plain numbers: a number that is read gets its unit from its currency
/// field, and a number that is stored is checked against it.
extension Interpreter {
  /// Returns the missing result for amounts of different units; `nil` where the units are compatible.
  @inline(never)
  func clash(_ left: Cell, _ right: Cell) -> Cell? {
    let (one, other) = (left.unit, right.unit)
    return one != 0 && other != 0 && one != other ? .missing(.units(one, other)) : nil
  }

  /// Computes `+ - * / %` where a side has a unit. A division by an amount gives a number without a unit.
  @inline(never)
  mutating func amounts(_ operation: Arithmetic, _ left: Cell, _ right: Cell) -> Cell {
    if let clash = clash(left, right) { return clash }
    let (one, other) = (value(of: left.with(unit: 0)), value(of: right.with(unit: 0)))
    let result = box(Operations.arithmetic(operation, one, other))
    if operation == .divide { return right.unit == 0 ? result.with(unit: left.unit) : result }
    return result.with(unit: left.unit == 0 ? right.unit : left.unit)
  }

  /// Compares boxed values, or cells that differ in ``Cell/extra``, for equality.
  @inline(never)
  func equalSlowly(_ left: Cell, _ right: Cell, is wanted: Bool) -> Cell {
    if left.isA(.boxed), same(left, right) { return .truth(wanted) }
    let answer = amountsEqual(left, right)
    return answer.isMissing || wanted ? answer : Self.not(answer)
  }

  /// Compares values that differ as bits, by Kleene's logic over elements and members.
  ///
  /// Different units make the result missing. An amount with a missing currency is missing.
  private func amountsEqual(_ left: Cell, _ right: Cell) -> Cell {
    if left.isMissing || right.isMissing { return .truth(left.isMissing && right.isMissing) }
    if left == right { return .truth(true) }
    if left.isA(.boxed), right.isA(.boxed) {
      guard left.head == right.head, left.small != BoxShape.opaque.rawValue, mayHoldAmounts(left) else {
        return .truth(same(left, right))
      }
      let (ones, others) = (members(left), members(right))
      spend(ones.count)
      var result = Cell.truth(true)
      for (one, other) in zip(ones, others) where one != other {
        result = Self.and(result, amountsEqual(one, other))
        if result.isFalse { return result }
      }
      return result
    }
    if let clash = clash(left, right) { return clash }
    return .truth(left.unit != right.unit && left.with(unit: 0) == right.with(unit: 0))
  }

  /// Returns the elements of a list, the names and values of a map, or the fields of a record without amounts that have no
  /// currency.
  private func members(_ cell: Cell) -> [Cell] {
    var cells = parts(of: cell)
    if cell.isList || cell.isMap { return cells }
    reads._withUnsafeGuaranteedRef { reads in
      for pair in reads.code.currencies.records[Int(cell.extra)] where cells[pair.currency].isMissing {
        cells[pair.amount] = .absent
      }
    }
    return cells
  }

  /// Returns whether a list, map or record may contain amounts whose currency matters.
  ///
  /// These are lists and maps of numbers, and records where the program has records with currencies.
  private func mayHoldAmounts(_ cell: Cell) -> Bool {
    if reads._withUnsafeGuaranteedRef({ $0.code.currencies.areInRecords }) { return true }
    guard cell.isList || cell.isMap, cell.length > 0 else { return false }
    let first = symbols.pointee.element(cell.isMap ? 1 : 0, ofBox: Int(cell.bits))
    return first.isA(.number) || first.isA(.bigNumber) || first.isList || first.isMap
  }

  /// Returns whether an element is in a list, by Kleene's or of the equalities.
  func isAmong(_ element: Cell, _ list: [Cell]) -> Cell {
    var result = Cell.truth(false)
    for candidate in list {
      if candidate == element { return .truth(true) }
      guard element.isA(.boxed) || element.extra != candidate.extra else { continue }
      result = Self.or(result, equalSlowly(element, candidate, is: true))
      if result.isTrue { return result }
    }
    return result
  }

  /// Returns the elements of a list with a common unit, or the missing result where units differ.
  func united(_ elements: [Cell]) -> Result<[Cell], UnitClash> {
    guard let first = elements.firstIndex(where: { $0.unit != 0 }) else { return .success(elements) }
    let unit = elements[first].unit
    if let other = elements.first(where: { $0.unit != 0 && $0.unit != unit }) {
      return .failure(UnitClash(cell: .missing(.units(unit, other.unit))))
    }
    return .success(elements.map { $0.with(unit: unit) })
  }

  /// Returns an amount, or a list or map of amounts, in the unit that an enum's value or a text names.
  ///
  /// The result is missing where the amount or the currency is missing, or where the amount has another unit.
  mutating func amount(_ amount: Cell, in currency: Cell) -> Cell {
    if amount.isMissing { return amount }
    if currency.isMissing { return currency }
    return fitted(amount, to: unit(of: currency))
  }

  private mutating func fitted(_ amount: Cell, to unit: UInt32) -> Cell {
    guard amount.isList || amount.isMap else {
      return amount.unit == 0 || amount.unit == unit ? amount.with(unit: unit) : .missing(.units(amount.unit, unit))
    }
    var parts = parts(of: amount)
    spend(parts.count)
    for place in Self.values(amount, parts) {
      parts[place] = fitted(parts[place], to: unit)
      if parts[place].isMissing { return parts[place] }
    }
    return amount.isMap ? box(map: parts) : box(list: parts)
  }

  /// Returns an amount as a record, fact or key stores it: a plain number, or a list or map of numbers.
  mutating func withoutUnit(_ amount: Cell, in currency: Cell) -> Cell { unitless(self.amount(amount, in: currency)) }

  private mutating func unitless(_ amount: Cell) -> Cell {
    guard amount.isList || amount.isMap else { return amount.with(unit: 0) }
    let parts = parts(of: amount)
    if parts.allSatisfy({ $0.unit == 0 && !$0.isList && !$0.isMap }) { return amount }
    spend(parts.count)
    var plain = parts
    for place in Self.values(amount, parts) { plain[place] = unitless(plain[place]) }
    return amount.isMap ? box(map: plain) : box(list: plain)
  }

  /// Returns the indices of a list's elements, or of a map's values among its names and values.
  private static func values(_ amount: Cell, _ parts: [Cell]) -> StrideTo<Int> {
    amount.isMap ? stride(from: 1, to: parts.count, by: 2) : stride(from: 0, to: parts.count, by: 1)
  }

  /// Returns the unit that an enum's value or a text names.
  private func unit(of currency: Cell) -> UInt32 {
    reads._withUnsafeGuaranteedRef { reads in
      currency.isA(.enumeration)
        ? reads.code.currencies.unit(ofEnum: Int(currency.extra), Int(currency.bits))
        : reads.code.currencies.unit(called: symbols.pointee.text(Int(currency.bits)))
    }
  }
}

/// The missing result for amounts of different units.
struct UnitClash: Error {
  var cell: Cell
}
