package import TruthsProgram
import TruthsText

/// One value without a box: two words, copied and compared as such.
///
/// Cells of one ``Symbols`` (or of one ``SymbolOverlay`` over it) are equal exactly when the values that they stand for are
/// equal, so tables hash and compare bits. Only what a clause asks of records is wider: see ``SymbolReading/same(_:_:)``.
package struct Cell: Hashable, Sendable, BitwiseCopyable {
  /// All but ``bits``: the kind in the lowest byte, ``small`` in the next one, ``extra`` in the upper half.
  package let head: UInt64
  /// `0` or `1`; the coefficient; the number of a text, big number or box in its ``Symbols``; days; months; milliseconds; the
  /// ordinal; the place of a fact.
  package let bits: Int64

  /// What a cell holds.
  package enum Kind: UInt8, Hashable, Sendable, BitwiseCopyable {
    case missing, boolean
    /// A decimal with a coefficient of 64 bits and at most 255 places.
    case number
    /// Any other decimal.
    case bigNumber
    case text, date, timestamp, duration, enumeration, period, time
    /// A list, a record, JSON, or a fact of another store.
    case boxed
    /// A fact by its type and its place in the table of the type.
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

  /// A cell with the head of another.
  @inlinable
  package init(head: UInt64, bits: Int64) {
    self.head = head
    self.bits = bits
  }

  @inlinable package var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: head)) ?? .missing }

  /// Scale of a number; cause of a missing value; ``BoxShape`` of a boxed one.
  @inlinable package var small: UInt8 { UInt8(truncatingIfNeeded: head >> 8) }

  /// Index of the enum, of the fact type, or of the record type; how many elements a list has; the unit of a number, where that
  /// is data (``Currencies``).
  @inlinable package var extra: UInt32 { UInt32(truncatingIfNeeded: head >> 32) }
}

extension Cell {
  /// Whether a number is less than another, without their units; `nil` where one is none or has more than 64 bits, or their
  /// places are too far apart to be told in 128 bits.
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

  /// No value because none was given.
  package static let absent = Cell(.missing)

  /// No value, and why.
  package static func missing(_ cause: MissingCause) -> Cell {
    if case .units(let one, let other) = cause { return Cell(.missing, small: code(of: cause), extra: one, bits: Int64(other)) }
    return Cell(.missing, small: code(of: cause))
  }

  package static func boolean(_ truth: Bool) -> Cell { Cell(.boolean, bits: truth ? 1 : 0) }

  /// A whole number.
  package static func integer(_ number: Int) -> Cell { Cell(.number, bits: Int64(number)) }

  /// A text by its number in the symbols.
  package static func text(_ symbol: Int) -> Cell { Cell(.text, bits: Int64(symbol)) }

  /// A fact by its type, an index in ``Program/facts``, and its place.
  package static func fact(_ type: Int, at place: Int) -> Cell {
    Cell(.fact, extra: UInt32(truncatingIfNeeded: type), bits: Int64(place))
  }

  /// Whether it is of a kind: for where ``kind`` would cost.
  @inlinable package func isA(_ kind: Kind) -> Bool { UInt8(truncatingIfNeeded: head) == kind.rawValue }

  /// Whether there is no value.
  @inlinable package var isMissing: Bool { isA(.missing) }

  @inlinable package var isTrue: Bool { isA(.boolean) && bits == 1 }

  /// The head of a number without places and unit.
  @inlinable package static var wholeHead: UInt64 { UInt64(Kind.number.rawValue) }

  /// The unit that is data of a number; 0 where it has none.
  package var unit: UInt32 { isA(.number) || isA(.bigNumber) ? extra : 0 }

  /// A number in a unit that is data, or in none; of any other value the same.
  package func with(unit: UInt32) -> Cell {
    isA(.number) || isA(.bigNumber) ? Cell(kind, small: small, extra: unit, bits: bits) : self
  }

  /// The same, only where a condition holds.
  func with(unit: UInt32, if isWanted: Bool) -> Cell { isWanted ? with(unit: unit) : self }

  @inlinable package var isFalse: Bool { isA(.boolean) && bits == 0 }

  /// Why there is no value; `absent` for a cell that has one.
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

/// Cells that stay where they are and never change: constants, policies, what an environment says.
///
/// Sendable although it holds a pointer: nothing is written behind it once it is made.
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

/// A row of plain values that only grows. Unlike an array it may be read through a pointer that is kept, which is good until the
/// next append.
struct CellBuffer<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
  // Nobody else knows this memory, so that it may go from thread to thread with the buffer.
  private(set) var elements: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  /// One for no elements has no memory of its own.
  init(capacity: Int = 0) {
    self.capacity = capacity
    elements = capacity > 0 ? .allocate(capacity: capacity) : Self.nothing
  }

  /// The elements of two buffers one behind the other.
  init(_ first: borrowing CellBuffer, _ second: borrowing CellBuffer) {
    self.init(capacity: first.count + second.count)
    append(first.elements, count: first.count)
    append(second.elements, count: second.count)
  }

  deinit { if capacity > 0 { elements.deallocate() } }

  /// What is never read.
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
    // Rows are short: a loop costs less than a call that copies memory.
    let end = elements + count
    var place = 0
    while place < added {
      (end + place).initialize(to: others[place])
      place &+= 1
    }
    count &+= added
  }

  /// Sees to it that so many more elements need no other memory.
  @inline(__always)
  mutating func reserve(_ added: Int) {
    if count &+ added > capacity { grow(to: count + added) }
  }

  /// Takes in so many elements that were written behind the last one; there must be room for them.
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
