package import TruthsProgram
package import TruthsText

/// A private symbol table over the symbols of a store, for the symbols of a proposal.
///
/// Many threads read the store, so it is not written to. A number at or above ``base`` belongs to the overlay and equals
/// nothing in the store.
package struct SymbolOverlay: Sendable, SymbolReading, SymbolWriting {
  /// The first number of the overlay's own symbols.
  package static let base = 1 << 40

  /// The symbols of the store.
  package let symbols: Symbols
  private var own: Symbols

  /// Creates an overlay without symbols of its own.
  package init(over symbols: Symbols) {
    self.symbols = symbols
    own = Symbols(enumNames: symbols.enumNames)
  }

  package var enumNames: [[Text]] { symbols.enumNames }

  /// The number of the overlay's own symbols, including the cells of lists and records.
  var weight: Int { own.weight }

  // MARK: Adding

  package mutating func intern(_ text: Text) -> Int {
    let hash = CellHash.hash(text, seed: CellHash.seed)
    return symbols.find(text, hash: hash) ?? Self.base + own.intern(text, hash: hash)
  }

  /// Returns the number of a text given as UTF-8 bytes; a known text is not copied.
  package mutating func intern(utf8 bytes: UnsafeRawBufferPointer) -> Int {
    let hash = CellHash.hash(utf8: bytes, seed: CellHash.seed)
    return symbols.find(utf8: bytes, hash: hash) ?? Self.base + own.intern(utf8: bytes, hash: hash)
  }

  package mutating func intern(_ number: Decimal) -> Int { symbols.find(number) ?? Self.base + own.intern(number) }

  package mutating func intern(_ cells: [Cell], shape: BoxShape, type: UInt32) -> Int {
    let hash = SymbolLayer.hash(cells, shape, type)
    return symbols.find(cells, shape, type: type, hash: hash) ?? Self.base + own.intern(cells, shape, type: type, hash: hash)
  }

  package mutating func intern(opaque value: Value) -> Int {
    symbols.find(opaque: value) ?? Self.base + own.intern(opaque: value)
  }

  // MARK: Reading

  @inline(__always)
  package func text(_ symbol: Int) -> Text { symbol < Self.base ? symbols.text(symbol) : own.text(symbol - Self.base) }

  package func number(_ symbol: Int) -> Decimal { symbol < Self.base ? symbols.number(symbol) : own.number(symbol - Self.base) }

  package func count(ofBox box: Int) -> Int {
    box < Self.base ? symbols.count(ofBox: box) : own.count(ofBox: box - Self.base)
  }

  package func element(_ index: Int, ofBox box: Int) -> Cell {
    box < Self.base ? symbols.element(index, ofBox: box) : own.element(index, ofBox: box - Self.base)
  }

  package func cells(ofBox box: Int) -> ArraySlice<Cell> {
    box < Self.base ? symbols.cells(ofBox: box) : own.cells(ofBox: box - Self.base)
  }

  package func opaque(_ box: Int) -> Value { box < Self.base ? symbols.opaque(box) : own.opaque(box - Self.base) }
}

/// A table that resolves cells to the values that they denote.
package protocol SymbolReading {
  /// The names of each enum's values, by index in ``Program/enums``.
  var enumNames: [[Text]] { get }
  /// Returns a text by its number; the empty text if none exists.
  func text(_ symbol: Int) -> Text
  /// Returns a decimal of more than 64 bits by its number; 0 if none exists.
  func number(_ symbol: Int) -> Decimal
  /// Returns the number of cells in a list or record.
  func count(ofBox box: Int) -> Int
  /// Returns one cell of a list or record; `absent` if none exists.
  func element(_ index: Int, ofBox box: Int) -> Cell
  func cells(ofBox box: Int) -> ArraySlice<Cell>
  func opaque(_ box: Int) -> Value
}

extension SymbolReading {
  /// Returns the decimal of a number cell; `nil` for other cells.
  package func decimal(of cell: Cell) -> Decimal? {
    switch cell.kind {
    case .number: Decimal(small: cell.bits, scale: cell.small)
    case .bigNumber: number(Int(cell.bits))
    default: nil
    }
  }

  /// Returns the value of a cell. A fact of the store is missing here: only the store resolves it (``FactStore/value(of:)``).
  ///
  /// - Complexity: O(1), except for lists and records.
  package func value(of cell: Cell) -> Value {
    switch cell.kind {
    case .missing: return .missing(cell.cause)
    case .boolean: return .boolean(cell.bits == 1)
    case .number, .bigNumber:
      let number = decimal(of: cell) ?? .zero
      return cell.extra == 0 ? .number(number) : .amount(number, unit: cell.extra)
    case .text: return .text(text(Int(cell.bits)))
    case .date: return CivilDate(days: Int(cell.bits)).map { .date($0) } ?? .missing(.range)
    case .timestamp: return Timestamp(milliseconds: cell.bits).map { .timestamp($0) } ?? .missing(.range)
    case .duration: return TimeSpan(milliseconds: cell.bits).map { .duration($0) } ?? .missing(.range)
    case .period: return Period(months: Int(cell.bits)).map { .period($0) } ?? .missing(.range)
    case .time: return TimeOfDay(milliseconds: cell.bits).map { .time($0) } ?? .missing(.range)
    case .enumeration: return enumeration(cell)
    case .boxed: return unboxed(cell)
    case .fact: return .missing(.absent)
    }
  }

  /// Returns whether two present values are equal in a clause. Inside records, two left-out fields are equal.
  package func same(_ left: Cell, _ right: Cell) -> Bool {
    var compared = 0
    return same(left, right, &compared)
  }

  /// Returns whether two present values are equal in a clause, and counts the elements and fields compared.
  package func same(_ left: Cell, _ right: Cell, _ compared: inout Int) -> Bool {
    if left == right { return true }
    if left.isMissing || right.isMissing { return left.isMissing && right.isMissing }
    guard left.kind == .boxed, right.kind == .boxed, left.head == right.head, left.small != BoxShape.opaque.rawValue else {
      return false
    }
    let (ones, others) = (cells(ofBox: Int(left.bits)), cells(ofBox: Int(right.bits)))
    guard ones.count == others.count else { return false }
    for (one, other) in zip(ones, others) {
      compared += 1
      if one != other, !same(one, other, &compared) { return false }
    }
    return true
  }

  /// Returns whether a value is before another: numbers, texts (by scalar), times of every kind, ordered enums. False for all
  /// other kinds.
  package func precedes(_ left: Cell, _ right: Cell) -> Bool {
    if let isLess = left.isLess(than: right) { return isLess }
    return switch (left.kind, right.kind) {
    case (.number, .number), (.number, .bigNumber), (.bigNumber, .number), (.bigNumber, .bigNumber):
      (decimal(of: left) ?? .zero) < (decimal(of: right) ?? .zero)
    case (.text, .text): left.bits != right.bits && text(Int(left.bits)) < text(Int(right.bits))
    case (.date, .date), (.timestamp, .timestamp), (.duration, .duration), (.period, .period), (.time, .time),
      (.enumeration, .enumeration):
      left.bits < right.bits
    default: false
    }
  }

  private func enumeration(_ cell: Cell) -> Value {
    let (type, ordinal) = (Int(cell.extra), Int(cell.bits))
    guard enumNames.indices.contains(type), enumNames[type].indices.contains(ordinal) else { return .missing(.absent) }
    return .enumeration(EnumValue(type: type, ordinal: ordinal, name: enumNames[type][ordinal]))
  }

  private func unboxed(_ cell: Cell) -> Value {
    let box = Int(cell.bits)
    guard cell.small != BoxShape.opaque.rawValue else { return opaque(box) }
    let values = (0..<count(ofBox: box)).map { value(of: element($0, ofBox: box)) }
    if cell.small == BoxShape.list.rawValue { return .list(values) }
    if cell.small == BoxShape.map.rawValue { return .map([MapEntry](alternating: values)) }
    return .record(RecordValue(type: Int(cell.extra), fields: values))
  }
}

extension [MapEntry] {
  /// The name and the value of each entry, one after the other.
  var alternating: [Value] { flatMap { [.text($0.name), $0.value] } }

  /// Creates entries from a list in which each name is followed by its value.
  init(alternating values: [Value]) {
    self = stride(from: 0, to: values.count - 1, by: 2).compactMap { place in
      guard case .text(let name) = values[place] else { return nil }
      return MapEntry(name: name, value: values[place + 1])
    }
  }
}

/// A table that gives numbers to the values that do not fit a cell.
package protocol SymbolWriting {
  /// Returns the number of a text, which is added if new.
  mutating func intern(_ text: Text) -> Int
  /// Returns the number of a decimal that does not fit a cell.
  mutating func intern(_ number: Decimal) -> Int
  /// Returns the number of a list or record.
  mutating func intern(_ cells: [Cell], shape: BoxShape, type: UInt32) -> Int
  /// Returns the number of an opaque value.
  mutating func intern(opaque value: Value) -> Int
}

extension SymbolWriting {
  /// Returns the cell of a value; its parts become symbols if new.
  ///
  /// - Complexity: O(size of the value).
  package mutating func cell(of value: Value) -> Cell {
    if let cell = Cell(plain: value) { return cell }
    switch value {
    case .number(let number): return Cell(.bigNumber, bits: Int64(intern(number)))
    case .amount(let number, let unit): return cell(of: number).with(unit: unit)
    case .text(let text): return .text(intern(text))
    case .list(let elements): return box(elements, .list, type: 0)
    case .map(let entries): return box(entries.alternating, .map, type: 0)
    case .record(let record): return box(record.fields, .record, type: UInt32(truncatingIfNeeded: record.type))
    default: return Cell(.boxed, small: BoxShape.opaque.rawValue, bits: Int64(intern(opaque: value)))
    }
  }

  private mutating func box(_ values: [Value], _ shape: BoxShape, type: UInt32) -> Cell {
    var cells: [Cell] = []
    cells.reserveCapacity(values.count)
    for value in values { cells.append(cell(of: value)) }
    return box(of: cells, shape, type: type)
  }

  /// Returns the cell of a list or record, from the cells of its elements.
  package mutating func box(of cells: [Cell], _ shape: BoxShape, type: UInt32 = 0) -> Cell {
    let extra = shape == .record ? type : UInt32(clamping: cells.count)
    return Cell(.boxed, small: shape.rawValue, extra: extra, bits: Int64(intern(cells, shape: shape, type: extra)))
  }

  package mutating func cell(of number: Decimal) -> Cell {
    Cell(number) ?? Cell(.bigNumber, bits: Int64(intern(number)))
  }
}

extension Cell {
  /// Creates the cell of a decimal; `nil` for one that needs more than 64 bits or 255 decimal places.
  @inline(__always)
  package init?(_ number: Decimal) {
    guard let bits = Int64(exactly: number.coefficient), (0...255).contains(number.scale) else { return nil }
    self.init(.number, small: UInt8(number.scale), bits: bits)
  }

  /// Creates the cell of a value that needs no symbol; `nil` for any other.
  package init?(plain value: Value) {
    switch value {
    case .missing(let cause): self = .missing(cause)
    case .boolean(let truth): self = .boolean(truth)
    case .number(let number): self.init(number)
    case .amount(let number, let unit):
      guard let cell = Cell(number) else { return nil }
      self = cell.with(unit: unit)
    case .date(let date): self.init(.date, bits: Int64(date.days))
    case .timestamp(let timestamp): self.init(.timestamp, bits: timestamp.milliseconds)
    case .duration(let span): self.init(.duration, bits: span.milliseconds)
    case .period(let period): self.init(.period, bits: Int64(period.months))
    case .time(let time): self.init(.time, bits: Int64(time.milliseconds))
    case .enumeration(let value):
      self.init(.enumeration, extra: UInt32(truncatingIfNeeded: value.type), bits: Int64(value.ordinal))
    case .text, .record, .list, .map, .json, .fact: return nil
    }
  }
}

extension Decimal {
  /// Creates the decimal of a number cell, which is normalised already.
  @inline(__always)
  init(small bits: Int64, scale: UInt8) { self.init(normalized: bits, scale: Int32(scale)) }
}
