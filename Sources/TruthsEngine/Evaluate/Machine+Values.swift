import TruthsCheck
import TruthsText

extension Cell {
  @inline(__always)
  static func truth(_ truth: Bool) -> Cell { Cell(.boolean, bits: truth ? 1 : 0) }
}

extension Machine {
  // MARK: Kleene's connectives

  @inline(__always)
  static func not(_ cell: Cell) -> Cell { cell.isA(.boolean) ? .truth(cell.bits == 0) : cell }

  /// The first side is not false.
  @inline(__always)
  static func and(_ first: Cell, _ second: Cell) -> Cell { second.isFalse ? second : first.isMissing ? first : second }

  /// The first side is not true.
  @inline(__always)
  static func or(_ first: Cell, _ second: Cell) -> Cell { second.isTrue ? second : first.isMissing ? first : second }

  // MARK: Comparisons

  /// A comparison is missing with the cause of its first missing side.
  @inline(__always)
  func equal(_ left: Cell, _ right: Cell, is wanted: Bool) -> Cell {
    if left.isMissing { return left }
    if right.isMissing { return right }
    if left == right { return .truth(wanted) }
    return .truth((left.isA(.boxed) && symbols.pointee.same(left, right)) == wanted)
  }

  @inline(__always)
  func precedes(_ left: Cell, _ right: Cell, is wanted: Bool) -> Cell {
    if left.isMissing { return left }
    if right.isMissing { return right }
    return .truth(isBefore(left, right) == wanted)
  }

  @inline(__always)
  func follows(_ left: Cell, _ right: Cell, is wanted: Bool) -> Cell {
    if left.isMissing { return left }
    if right.isMissing { return right }
    return .truth(isBefore(right, left) == wanted)
  }

  /// The order of numbers, texts (by scalar), dates, timestamps, durations and ordered enums.
  @inline(__always)
  private func isBefore(_ left: Cell, _ right: Cell) -> Bool {
    // Numbers with as many places each.
    if left.isA(.number), left.head == right.head { return left.bits < right.bits }
    return isBeforeSlowly(left, right)
  }

  @inline(never)
  private func isBeforeSlowly(_ left: Cell, _ right: Cell) -> Bool { symbols.pointee.precedes(left, right) }

  @inline(__always)
  func isOneOf(_ element: Cell, _ step: Instruction) -> Cell {
    if element.isMissing { return element }
    let constants = operands.bases[1] + step.second.index
    for place in 0..<Int(step.count) where constants[place] == element { return .truth(true) }
    return .truth(false)
  }

  /// - Parameter emptyText: the cell of the text without characters.
  @inline(__always)
  func isEmpty(_ cell: Cell, _ emptyText: Cell, is wanted: Bool) -> Cell {
    if cell.isA(.text) { return .truth((cell.bits == emptyText.bits) == wanted) }
    return cell.isA(.boxed) ? .truth(cell.isEmptyList == wanted) : cell
  }

  // MARK: Arithmetic

  /// A number past 15 digits, 12 places or 10^15 does not leave its expression (language.md §2, "Decimals").
  @inline(__always)
  mutating func outside(_ cell: Cell) -> Cell {
    if cell.isA(.number) {
      return cell.small <= 12 && cell.bits.magnitude < 1_000_000_000_000_000 ? cell : .missing(.limits)
    }
    if cell.isA(.bigNumber) { return .missing(.limits) }
    return cell.isA(.boxed) ? outsideList(cell) : cell
  }

  @inline(never)
  private func outsideList(_ cell: Cell) -> Cell {
    guard cell.small == BoxShape.list.rawValue else { return cell }
    for element in elements(of: cell) {
      var machine = self
      let checked = machine.outside(element)
      if checked.isMissing { return checked }
    }
    return cell
  }

  @inline(__always)
  mutating func add(_ left: Cell, _ right: Cell) -> Cell {
    if left.isWhole, right.isWhole {
      let (sum, overflow) = left.bits.addingReportingOverflow(right.bits)
      if !overflow { return Cell(.number, bits: sum) }
    }
    return arithmetic(.add, left, right)
  }

  @inline(__always)
  mutating func subtract(_ left: Cell, _ right: Cell) -> Cell {
    if left.isWhole, right.isWhole {
      let (difference, overflow) = left.bits.subtractingReportingOverflow(right.bits)
      if !overflow { return Cell(.number, bits: difference) }
    }
    return arithmetic(.subtract, left, right)
  }

  @inline(__always)
  mutating func multiply(_ left: Cell, _ right: Cell) -> Cell {
    if left.isWhole, right.isWhole {
      let (product, overflow) = left.bits.multipliedReportingOverflow(by: right.bits)
      if !overflow { return Cell(.number, bits: product) }
    }
    return arithmetic(.multiply, left, right)
  }

  @inline(__always)
  mutating func negate(_ cell: Cell) -> Cell {
    if cell.isA(.number), cell.bits != .min { return Cell(.number, small: cell.small, bits: -cell.bits) }
    return negateSlowly(cell)
  }

  @inline(never)
  private mutating func negateSlowly(_ cell: Cell) -> Cell { box(Operations.negate(value(of: cell))) }

  @inline(never)
  mutating func arithmetic(_ operation: Arithmetic, _ left: Cell, _ right: Cell) -> Cell {
    if left.isMissing { return left }
    if right.isMissing { return right }
    if left.isA(.boxed), right.isA(.boxed) {
      return hasNoRoom ? .missing(.total) : box(list: elements(of: left) + elements(of: right))
    }
    return box(Operations.arithmetic(operation, value(of: left), value(of: right)))
  }

  // MARK: Boxes

  /// The value that a cell stands for.
  func value(of cell: Cell) -> Value { ground.value(of: cell, symbols.pointee) }

  /// The cell of a value; its parts become symbols of this run where they are new.
  @inline(never)
  mutating func box(_ value: Value) -> Cell {
    if let cell = Cell(plain: value) { return cell }
    ownSymbols()
    return charged(symbols.pointee.cell(of: value), elements: Self.elements(of: value))
  }

  @inline(never)
  mutating func box(list cells: [Cell]) -> Cell {
    spend(cells.count / 4)
    if areTooLarge(cells) { return .missing(.size) }
    ownSymbols()
    return charged(symbols.pointee.box(of: cells, .list), elements: cells.count)
  }

  /// Symbols that others read are not written to: from now on this run has its own.
  mutating func ownSymbols() {
    if ownsSymbols { return }
    let copy = UnsafeMutablePointer<SymbolOverlay>.allocate(capacity: 1)
    copy.initialize(to: symbols.pointee)
    symbols = copy
    ownsSymbols = true
  }

  /// The elements of a list.
  func elements(of cell: Cell) -> [Cell] {
    guard cell.isList else { return [] }
    let count = symbols.pointee.count(ofBox: Int(cell.bits))
    return (0..<count).map { symbols.pointee.element($0, ofBox: Int(cell.bits)) }
  }
}

extension Cell {
  /// Whether it is a number without places that fits 64 bits.
  @inline(__always)
  var isWhole: Bool { isA(.number) && small == 0 }

  @inline(__always)
  var isList: Bool { isA(.boxed) && small == BoxShape.list.rawValue }

  /// Lists keep how long they are.
  @inline(__always)
  var isEmptyList: Bool { extra == 0 }
}
