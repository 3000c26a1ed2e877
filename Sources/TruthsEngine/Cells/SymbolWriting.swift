package import TruthsCheck
package import TruthsText

/// Gives numbers to what cells cannot hold themselves.
package protocol SymbolWriting {
  /// The number of a text, added where it is new.
  mutating func intern(_ text: Text) -> Int
  /// The number of a decimal that does not fit a cell.
  mutating func intern(_ number: Decimal) -> Int
  /// The number of a list or record.
  mutating func intern(_ cells: [Cell], shape: BoxShape, type: UInt32) -> Int
  /// The number of a value that is kept as it is.
  mutating func intern(opaque value: Value) -> Int
}

extension SymbolWriting {
  /// The cell of a value, whose parts become symbols where they are new.
  ///
  /// - Complexity: O(size of the value).
  package mutating func cell(of value: Value) -> Cell {
    if let cell = Cell(plain: value) { return cell }
    switch value {
    case .number(let number): return Cell(.bigNumber, bits: Int64(intern(number)))
    case .text(let text): return .text(intern(text))
    case .list(let elements): return box(elements, .list, type: 0)
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

  /// A list or record of cells that are known already.
  package mutating func box(of cells: [Cell], _ shape: BoxShape, type: UInt32 = 0) -> Cell {
    let extra = shape == .list ? UInt32(clamping: cells.count) : type
    return Cell(.boxed, small: shape.rawValue, extra: extra, bits: Int64(intern(cells, shape: shape, type: extra)))
  }

  /// The cell of a decimal.
  package mutating func cell(of number: Decimal) -> Cell {
    Cell(number) ?? Cell(.bigNumber, bits: Int64(intern(number)))
  }
}

extension Cell {
  /// The cell of a decimal; `nil` for one that needs more than 64 bits or 255 places.
  @inline(__always)
  package init?(_ number: Decimal) {
    guard let bits = Int64(exactly: number.coefficient), number.scale <= 255 else { return nil }
    self.init(.number, small: UInt8(number.scale), bits: bits)
  }

  /// The cell of a value that needs no symbol; `nil` for any other.
  package init?(plain value: Value) {
    switch value {
    case .missing(let cause): self = .missing(cause)
    case .boolean(let truth): self = .boolean(truth)
    case .number(let number): self.init(number)
    case .date(let date): self.init(.date, bits: Int64(date.days))
    case .timestamp(let timestamp): self.init(.timestamp, bits: timestamp.milliseconds)
    case .duration(let span): self.init(.duration, bits: span.milliseconds)
    case .enumeration(let value):
      self.init(.enumeration, extra: UInt32(truncatingIfNeeded: value.type), bits: Int64(value.ordinal))
    case .text, .record, .list, .json, .fact: return nil
    }
  }
}

extension Decimal {
  /// The decimal of a number cell, which is normalised already.
  @inline(__always)
  init(small bits: Int64, scale: UInt8) { self.init(normalized: bits, scale: Int32(scale)) }
}
