import TruthsProgram
import TruthsText

/// Amounts in units that are data (types §4.2). A number carries its unit in its cell (``Cell/unit``); one without a unit,
/// such as a number that is written or a sum over nothing, goes with each. Records and facts hold plain numbers: what is read of
/// them takes its unit from the currency beside it, and what goes into them is held to it.
extension Interpreter {
  /// What two amounts of different units come to; `nil` where they go together.
  @inline(never)
  func clash(_ left: Cell, _ right: Cell) -> Cell? {
    let (one, other) = (left.unit, right.unit)
    return one != 0 && other != 0 && one != other ? .missing(.units(one, other)) : nil
  }

  /// `+ - * / %` where a side has a unit. A quotient of two amounts has none, nor has one of a plain number by an amount.
  @inline(never)
  mutating func amounts(_ operation: Arithmetic, _ left: Cell, _ right: Cell) -> Cell {
    if let clash = clash(left, right) { return clash }
    let (one, other) = (value(of: left.with(unit: 0)), value(of: right.with(unit: 0)))
    let result = box(Operations.arithmetic(operation, one, other))
    if operation == .divide { return right.unit == 0 ? result.with(unit: left.unit) : result }
    return result.with(unit: left.unit == 0 ? right.unit : left.unit)
  }

  /// Equality where something is boxed, or where sides differ in what ``Cell/extra`` is.
  @inline(never)
  func equalSlowly(_ left: Cell, _ right: Cell, is wanted: Bool) -> Cell {
    if left.isA(.boxed), same(left, right) { return .truth(wanted) }
    let answer = amountsEqual(left, right)
    return answer.isMissing || wanted ? answer : Self.not(answer)
  }

  /// Equality of what is not equal bit by bit: by Kleene's logic over elements and members, as far as their units go together. An
  /// amount beside a missing currency is missing.
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

  /// The elements of a list, the names and values of a map; of a record its fields, without amounts that have no currency.
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

  /// Whether a list, map or record may hold amounts whose currency matters: lists and maps of numbers, and records where a
  /// program has some with currencies.
  private func mayHoldAmounts(_ cell: Cell) -> Bool {
    if reads._withUnsafeGuaranteedRef({ $0.code.currencies.areInRecords }) { return true }
    guard cell.isList || cell.isMap, cell.length > 0 else { return false }
    let first = symbols.pointee.element(cell.isMap ? 1 : 0, ofBox: Int(cell.bits))
    return first.isA(.number) || first.isA(.bigNumber) || first.isList || first.isMap
  }

  /// Whether an element is in a list: Kleene's or of the equalities.
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

  /// The elements of a list in one unit, where they go together; else what that comes to.
  func united(_ elements: [Cell]) -> Result<[Cell], UnitClash> {
    guard let first = elements.firstIndex(where: { $0.unit != 0 }) else { return .success(elements) }
    let unit = elements[first].unit
    if let other = elements.first(where: { $0.unit != 0 && $0.unit != unit }) {
      return .failure(UnitClash(cell: .missing(.units(unit, other.unit))))
    }
    return .success(elements.map { $0.with(unit: unit) })
  }

  /// An amount, or a list of such, in the unit that an enum's value or a text names; missing where either is, and where it is in
  /// another one.
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

  /// The same as a record, fact or key holds it: a plain number, or a list of such.
  mutating func held(_ amount: Cell, in currency: Cell) -> Cell { unitless(self.amount(amount, in: currency)) }

  private mutating func unitless(_ amount: Cell) -> Cell {
    guard amount.isList || amount.isMap else { return amount.with(unit: 0) }
    let parts = parts(of: amount)
    if parts.allSatisfy({ $0.unit == 0 && !$0.isList && !$0.isMap }) { return amount }
    spend(parts.count)
    var plain = parts
    for place in Self.values(amount, parts) { plain[place] = unitless(plain[place]) }
    return amount.isMap ? box(map: plain) : box(list: plain)
  }

  /// The places of a list's elements, or of a map's values among names and values in turns.
  private static func values(_ amount: Cell, _ parts: [Cell]) -> StrideTo<Int> {
    amount.isMap ? stride(from: 1, to: parts.count, by: 2) : stride(from: 0, to: parts.count, by: 1)
  }

  /// The unit that a value names.
  private func unit(of currency: Cell) -> UInt32 {
    reads._withUnsafeGuaranteedRef { reads in
      currency.isA(.enumeration)
        ? reads.code.currencies.unit(ofEnum: Int(currency.extra), Int(currency.bits))
        : reads.code.currencies.unit(called: symbols.pointee.text(Int(currency.bits)))
    }
  }
}

/// What two amounts of different units come to.
struct UnitClash: Error {
  var cell: Cell
}
