package import TruthsCheck
package import TruthsText

/// Reads what stands behind cells.
package protocol SymbolReading {
  /// The names of each enum's values, by index in ``Program/enums``.
  var enumNames: [[Text]] { get }
  /// A text by its number; the empty one where there is none.
  func text(_ symbol: Int) -> Text
  /// A number past 64 bits by its number; 0 where there is none.
  func number(_ symbol: Int) -> Decimal
  /// How many cells a list or record has.
  func count(ofBox box: Int) -> Int
  /// One cell of a list or record; `absent` where there is none.
  func element(_ index: Int, ofBox box: Int) -> Cell
  /// The value of an opaque box.
  func opaque(_ box: Int) -> Value
}

extension SymbolReading {
  /// The decimal that a number cell stands for; `nil` where it is none.
  package func decimal(of cell: Cell) -> Decimal? {
    switch cell.kind {
    case .number: Decimal(small: cell.bits, scale: cell.small)
    case .bigNumber: number(Int(cell.bits))
    default: nil
    }
  }

  /// The value that a cell stands for. A fact of the store is missing here: the store alone knows it (``FactStore/value(of:)``).
  ///
  /// - Complexity: O(1) but for lists and records.
  package func value(of cell: Cell) -> Value {
    switch cell.kind {
    case .missing: return .missing(cell.cause)
    case .boolean: return .boolean(cell.bits == 1)
    case .number, .bigNumber: return .number(decimal(of: cell) ?? .zero)
    case .text: return .text(text(Int(cell.bits)))
    case .date: return CivilDate(days: Int(cell.bits)).map { .date($0) } ?? .missing(.range)
    case .timestamp: return Timestamp(milliseconds: cell.bits).map { .timestamp($0) } ?? .missing(.range)
    case .duration: return .duration(TimeSpan(milliseconds: cell.bits))
    case .enumeration: return enumeration(cell)
    case .boxed: return unboxed(cell)
    case .fact: return .missing(.absent)
    }
  }

  /// Whether two values that are there are the same for a clause; inside records two left-out fields are the same.
  package func same(_ left: Cell, _ right: Cell) -> Bool {
    if left == right { return true }
    if left.isMissing || right.isMissing { return left.isMissing && right.isMissing }
    guard left.kind == .boxed, right.kind == .boxed, left.head == right.head, left.small != BoxShape.opaque.rawValue else {
      return false
    }
    let (one, other) = (Int(left.bits), Int(right.bits))
    let count = count(ofBox: one)
    return count == self.count(ofBox: other)
      && (0..<count).allSatisfy { same(element($0, ofBox: one), element($0, ofBox: other)) }
  }

  /// The order of numbers, texts (by scalar), dates, timestamps, durations and ordered enums; false for all else.
  package func precedes(_ left: Cell, _ right: Cell) -> Bool {
    switch (left.kind, right.kind) {
    case (.number, .number) where left.small == right.small: left.bits < right.bits
    case (.number, .number), (.number, .bigNumber), (.bigNumber, .number), (.bigNumber, .bigNumber):
      (decimal(of: left) ?? .zero) < (decimal(of: right) ?? .zero)
    case (.text, .text): left.bits != right.bits && text(Int(left.bits)) < text(Int(right.bits))
    case (.date, .date), (.timestamp, .timestamp), (.duration, .duration), (.enumeration, .enumeration): left.bits < right.bits
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
    return .record(RecordValue(type: Int(cell.extra), fields: values))
  }
}
