package import TruthsProgram
import TruthsText

/// A value in two words without a reference, copied and compared as bits.
///
/// Cells of one ``Symbols`` (or of one ``SymbolOverlay`` over it) are equal exactly when their values are equal, so tables hash
/// and compare bits. The only exception is the comparison of records in clauses: see ``SymbolReading/same(_:_:)``.
package struct Cell: Hashable, Sendable, BitwiseCopyable {
  /// Everything except ``bits``: the kind in the lowest byte, ``small`` in the next byte, ``extra`` in the upper half.
  package let head: UInt64
  /// The payload, whose meaning depends on the kind. It is `0` or `1` for a boolean, the coefficient of a number, or the number
  /// of a text, big number or box in its ``Symbols``. Other kinds hold days, months, milliseconds, an enum value's ordinal, or
  /// the place of a fact.
  package let bits: Int64

  /// The kind of the value in a cell.
  package enum Kind: UInt8, Hashable, Sendable, BitwiseCopyable {
    case missing, boolean
    /// A decimal with a coefficient of 64 bits and at most 255 decimal places.
    case number
    /// Any other decimal.
    case bigNumber
    case text, date, timestamp, duration, enumeration, period, time
    /// A list, a record, JSON, or a fact of another store, kept in the symbols.
    case boxed
    /// A fact, by its type and its place in the table of that type.
    case fact
  }

  @inlinable
  package init(_ kind: Kind, small: UInt8 = 0, extra: UInt32 = 0, bits: Int64 = 0) {
    head = UInt64(kind.rawValue) | UInt64(small) << 8 | UInt64(extra) << 32
    self.bits = bits
  }

  @inlinable
  package static func == (left: Cell, right: Cell) -> Bool { left.bits == right.bits && left.head == right.head }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(head)
    hasher.combine(bits)
  }

  /// Creates a cell from an existing head.
  @inlinable
  package init(head: UInt64, bits: Int64) {
    self.head = head
    self.bits = bits
  }

  @inlinable package var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: head)) ?? .missing }

  /// The scale of a number, the cause of a missing value, or the ``BoxShape`` of a boxed value.
  @inlinable package var small: UInt8 { UInt8(truncatingIfNeeded: head >> 8) }

  /// The index of the enum, fact type or record type; the length of a list; or the unit of a number where the unit is data
  /// (``Currencies``).
  @inlinable package var extra: UInt32 { UInt32(truncatingIfNeeded: head >> 32) }
}

extension Cell {
  /// Returns whether a number is less than another, units ignored.
  ///
  /// - Returns: `nil` where a cell is no number of 64 bits, or the scales differ by more than 18, so that 128 bits do not
  ///   suffice.
  @inline(__always)
  func isLess(than other: Cell) -> Bool? {
    guard isA(.number), other.isA(.number) else { return nil }
    let places = Int(other.small) - Int(small)
    // A coefficient of 64 bits times 10^18 is below 2^127.
    guard places.magnitude <= 18 else { return nil }
    var power: Int64 = 1
    for _ in 0..<places.magnitude { power &*= 10 }
    if places < 0 { return Int128(bits) < Int128(other.bits) &* Int128(power) }
    return Int128(bits) &* Int128(power) < Int128(other.bits)
  }

  /// The missing value for data that was not given.
  package static let absent = Cell(.missing)

  /// Returns a missing value with its cause.
  package static func missing(_ cause: MissingCause) -> Cell {
    if case .units(let one, let other) = cause { return Cell(.missing, small: code(of: cause), extra: one, bits: Int64(other)) }
    return Cell(.missing, small: code(of: cause))
  }

  package static func boolean(_ truth: Bool) -> Cell { Cell(.boolean, bits: truth ? 1 : 0) }

  /// Returns the cell of a whole number.
  package static func integer(_ number: Int) -> Cell { Cell(.number, bits: Int64(number)) }

  /// Returns the cell of a text.
  ///
  /// - Parameter symbol: the number of the text in the symbols.
  package static func text(_ symbol: Int) -> Cell { Cell(.text, bits: Int64(symbol)) }

  /// Returns the cell of a fact, by its type's index in ``Program/facts`` and its place.
  package static func fact(_ type: Int, at place: Int) -> Cell {
    Cell(.fact, extra: UInt32(truncatingIfNeeded: type), bits: Int64(place))
  }

  /// Whether the cell has a kind. It is faster than ``kind`` in hot loops.
  @inlinable package func isA(_ kind: Kind) -> Bool { UInt8(truncatingIfNeeded: head) == kind.rawValue }

  @inlinable package var isMissing: Bool { isA(.missing) }

  @inlinable package var isTrue: Bool { isA(.boolean) && bits == 1 }

  /// The head of a number with scale 0 and no unit.
  @inlinable package static var wholeHead: UInt64 { UInt64(Kind.number.rawValue) }

  /// The unit of a number where the unit is data; 0 where the number has none.
  package var unit: UInt32 { isA(.number) || isA(.bigNumber) ? extra : 0 }

  /// Returns the number with a unit that is data, or 0 for none. Other values are returned unchanged.
  package func with(unit: UInt32) -> Cell {
    isA(.number) || isA(.bigNumber) ? Cell(kind, small: small, extra: unit, bits: bits) : self
  }

  /// Returns the number with a unit if `isWanted`, and otherwise the cell unchanged.
  func with(unit: UInt32, if isWanted: Bool) -> Cell { isWanted ? with(unit: unit) : self }

  @inlinable package var isFalse: Bool { isA(.boolean) && bits == 0 }

  /// The cause of a missing value; `absent` for a cell that has a value.
  package var cause: MissingCause {
    switch small {
    case 1: .overflow
    case 2: .limits
    case 3: .divisionByZero
    case 4: .range
    case 5: .size
    case 6: .total
    case 7: .before1970
    case 8: .units(extra, UInt32(truncatingIfNeeded: bits))
    default: .absent
    }
  }

  private static func code(of cause: MissingCause) -> UInt8 {
    switch cause {
    case .absent: 0
    case .overflow: 1
    case .limits: 2
    case .divisionByZero: 3
    case .range: 4
    case .size: 5
    case .total: 6
    case .before1970: 7
    case .units: 8
    }
  }
}

/// Immutable cells at a fixed address: constants, policies, the values of an environment.
///
/// `@unchecked Sendable`: the memory is not written after `init`.
final class CellRow: @unchecked Sendable {
  let cells: UnsafePointer<Cell>
  let count: Int

  init(_ cells: [Cell]) {
    let copy = UnsafeMutablePointer<Cell>.allocate(capacity: max(1, cells.count))
    for (place, cell) in cells.enumerated() { (copy + place).initialize(to: cell) }
    self.cells = UnsafePointer(copy)
    count = cells.count
  }

  deinit { cells.deallocate() }

  subscript(place: Int) -> Cell { place < count ? cells[place] : .absent }
}

/// A growing buffer of plain values. Unlike an array, it may be read through a stored pointer, valid until the next append.
struct CellBuffer<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: this memory has one owner, so it may move between threads with the buffer.
  private(set) var elements: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  /// Creates an empty buffer; with capacity 0 it allocates no memory.
  init(capacity: Int = 0) {
    self.capacity = capacity
    elements = capacity > 0 ? .allocate(capacity: capacity) : Self.nothing
  }

  /// Creates a buffer with the elements of two buffers, one after the other.
  init(_ first: borrowing CellBuffer, _ second: borrowing CellBuffer) {
    self.init(capacity: first.count + second.count)
    append(first.elements, count: first.count)
    append(second.elements, count: second.count)
  }

  deinit { if capacity > 0 { elements.deallocate() } }

  /// The address of a buffer without memory; it is never read.
  private static var nothing: UnsafeMutablePointer<Element> {
    UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment) ?? .allocate(capacity: 1)
  }

  /// - Precondition: the place is below `count`.
  @inline(__always)
  subscript(place: Int) -> Element {
    get { elements[place] }
    nonmutating set { elements[place] = newValue }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    (elements + count).initialize(to: element)
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ others: UnsafePointer<Element>, count added: Int) {
    if count &+ added > capacity { grow(to: count + added) }
    // A loop costs less than a call that copies memory, because rows are short.
    let end = elements + count
    var place = 0
    while place < added {
      (end + place).initialize(to: others[place])
      place &+= 1
    }
    count &+= added
  }

  /// Makes room for `added` more elements.
  @inline(__always)
  mutating func reserve(_ added: Int) {
    if count &+ added > capacity { grow(to: count + added) }
  }

  /// Adds `added` elements to the count, which were written after the last one; there must be room for them.
  @inline(__always)
  mutating func advance(by added: Int) { count &+= added }

  @inline(never)
  private mutating func grow(to wanted: Int) {
    let grown = max(wanted, capacity * 2, 4)
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: grown)
    fresh.initialize(from: elements, count: count)
    if capacity > 0 { elements.deallocate() }
    (elements, capacity) = (fresh, grown)
  }
}
