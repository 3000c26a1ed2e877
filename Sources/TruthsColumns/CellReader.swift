import Truths
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// A reader of one column into cells. The cells equal those of proposals that have the same values as JSON.
final class CellReader {
  private let member: ColumnMember
  private let method: Method
  private let type: ValueType
  /// The numbers that the field may hold; rows with other numbers are read as JSON, which reports their fault.
  private let range: NumberRange?
  private let rows: ReadyRows
  private let program: Program
  private let limits: CellLimits
  /// The cells of the dictionary's values, with the same indices; `nil` for a value whose rows must be read as JSON.
  private var cachedCells: [Cell?] = []
  /// The cells of texts that write enum values and times, keyed by text; `nil` for a text whose rows must be read as JSON.
  private var written: [Text: Cell?] = [:]
  private var json = ByteBuffer(capacity: 256)
  private var work = ColumnWork()

  private static let mostWritten = 4096

  init(
    _ member: ColumnMember, as type: ValueType, within range: NumberRange?, _ rows: ReadyRows, _ program: Program,
    _ limits: CellLimits
  ) {
    self.member = member
    method = Method(member, as: type)
    self.type = type
    self.range = range
    self.rows = rows
    self.program = program
    self.limits = limits
  }

  /// Reads the values of a dictionary, unless most of them would not be used.
  func readDictionary(rows count: Int) throws(ColumnFault) {
    guard let dictionary = member.dictionary, dictionary.vector.length <= max(64, 2 * count) else { return }
    for place in 0..<dictionary.vector.length {
      cachedCells.append(try dictionary.isNull(place) ? Cell.absent : try cell(dictionary, place))
    }
  }

  /// Reads the cells of rows. If a row has no value, its cell is not changed.
  ///
  /// - Parameters:
  ///   - range: the indices of the rows.
  ///   - cells: the cell of the first row.
  ///   - stride: the number of cells from a row to the next.
  ///   - isOdd: set to true for each row that must be read as JSON, from the first row of `range`.
  func read(
    _ range: Range<Int>, into cells: UnsafeMutablePointer<Cell>, stride: Int, _ isOdd: UnsafeMutablePointer<Bool>
  ) throws(ColumnFault) {
    let vector = member.vector
    var target = cells
    for row in range {
      if !vector.isNull(row) {
        if let cell = try value(row) {
          if !cell.isMissing { target.pointee = cell }
        } else {
          isOdd[row - range.lowerBound] = true
        }
      }
      target += stride
    }
  }

  /// Reads rows only to check them. Marks each row that must be read as JSON in `isOdd`.
  func check(_ range: Range<Int>, _ isOdd: UnsafeMutablePointer<Bool>) throws(ColumnFault) {
    for row in range where !member.vector.isNull(row) {
      if try value(row) == nil { isOdd[row - range.lowerBound] = true }
    }
  }

  /// Marks the rows that have a value in `isOdd`, so that they are read as JSON.
  func findWhole(_ range: Range<Int>, _ isOdd: UnsafeMutablePointer<Bool>) throws(ColumnFault) {
    for row in range where try !member.isNull(row) { isOdd[row - range.lowerBound] = true }
  }

  /// Returns the value of a row as a cell; `nil` if the row must be read as JSON. A null in a dictionary gives `Cell.absent`.
  @inline(__always)
  private func value(_ row: Int) throws(ColumnFault) -> Cell? {
    guard let dictionary = member.dictionary else { return try cell(member, row) }
    let place = try member.vector.indexInDictionary(row, in: dictionary.vector)
    if place < cachedCells.count { return cachedCells[place] }
    return try dictionary.isNull(place) ? Cell.absent : try cell(dictionary, place)
  }

  /// The method by which the values of a column are read.
  private enum Method {
    case text, whole, boolean, written, time, nested
    /// A decimal of the given size in bytes, with the given number of decimal places.
    case decimal(bytes: Int, places: Int)

    /// - Parameter member: the column. If it has a dictionary, the type of the dictionary's values decides.
    init(_ member: ColumnMember, as type: ValueType) {
      // A dictionary of dictionary-encoded values is rare, and is read as JSON.
      if let dictionary = member.dictionary, dictionary.dictionary != nil {
        self = .nested
        return
      }
      switch ((member.dictionary ?? member).vector.type, type) {
      case (.text, .text): self = .text
      case (.integer, .integer), (.integer, .decimal): self = .whole
      case (.decimal(let bytes, let places), .decimal): self = .decimal(bytes: bytes, places: places)
      case (.boolean, .boolean): self = .boolean
      case (.text, .date), (.text, .time), (.text, .timestamp), (.text, .duration), (.text, .period), (.text, .enumeration):
        self = .written
      case (.date, .date), (.time, .time), (.timestamp, .timestamp), (.duration, .duration), (.months, .period): self = .time
      default: self = .nested
      }
    }
  }

  @inline(__always)
  private func cell(_ member: ColumnMember, _ row: Int) throws(ColumnFault) -> Cell? {
    let cell = try unbounded(member, row)
    guard let range, let cell else { return cell }
    return range.fault(of: rows.symbols.value(of: cell)) == nil ? cell : nil
  }

  @inline(__always)
  private func unbounded(_ member: ColumnMember, _ row: Int) throws(ColumnFault) -> Cell? {
    switch method {
    case .text: try text(member.vector, row)
    case .whole: Self.wholeCell(member.vector.integer(row))
    case .decimal(let bytes, let places): Self.number(member.vector.decimal(row, bytes: bytes), places)
    case .boolean: .boolean(member.vector.boolean(row))
    case .written: try written(member.vector, row)
    case .time: member.vector.time(row).cell
    case .nested: try nested(member, row)
    }
  }

  private func text(_ vector: ColumnVector, _ row: Int) throws(ColumnFault) -> Cell? {
    guard try vector.bytes(row).count <= limits.text else { return nil }
    let bytes = try vector.text(row)
    guard bytes.isASCII || JSONReader.takes(String(decoding: bytes, as: UTF8.self)) else { return nil }
    return .text(rows.symbols.intern(utf8: UnsafeRawBufferPointer(bytes)))
  }

  /// Returns the cell of a text that writes an enum value or a time; `nil` if the row must be read as JSON.
  private func written(_ vector: ColumnVector, _ row: Int) throws(ColumnFault) -> Cell? {
    guard try vector.bytes(row).count <= limits.text else { return nil }
    let bytes = try vector.text(row)
    let text = Text(String(decoding: bytes, as: UTF8.self))
    if let known = written[text] { return known }
    let cell = program.value(received: text, as: type).flatMap { Cell(plain: $0) }
    if written.count < Self.mostWritten { written[text] = .some(cell) }
    return cell
  }

  /// Returns the cell of a whole number; `nil` from 10^15 on, which is outside the limits of data (types §3.1).
  @inline(__always)
  private static func wholeCell(_ number: Int128) -> Cell? {
    number.magnitude < 1_000_000_000_000_000 ? Cell(.number, bits: Int64(number)) : nil
  }

  private static func number(_ number: ColumnDecimal, _ scale: Int) -> Cell? {
    guard scale >= 0, let wide = number.small, let narrow = Int64(exactly: wide) else { return nil }
    var (number, scale) = (narrow, scale)
    while scale > 0, number % 10 == 0 {
      if number == 0 { return Cell(.number) }
      (number, scale) = (number / 10, scale - 1)
    }
    guard scale <= 12, number.magnitude < 1_000_000_000_000_000 else { return nil }
    return Cell(.number, small: UInt8(scale), bits: number)
  }

  /// Reads a value of any other type through JSON: the value is written as JSON, and the JSON is read. Returns `nil` if the row
  /// must be read as JSON.
  private func nested(_ member: ColumnMember, _ row: Int) throws(ColumnFault) -> Cell? {
    json.truncate()
    try member.write(row, to: &json)
    try work.note(json.count)
    guard json.count <= limits.text,
      case .success(let read) = JSONReader.read(DataBytes(json.bytes), of: FileID(0), limits: limits.nested)
    else { return nil }
    var decoder = ValueDecoder(program: program)
    let value = decoder.value(read, as: type, path: "")
    return decoder.faults.isEmpty ? rows.symbols.cell(of: value) : nil
  }
}

extension ColumnTime {
  /// The cell of the time; `nil` if the language has no such time.
  fileprivate var cell: Cell? {
    switch self {
    case .date(let date): Cell(plain: .date(date))
    case .time(let time): Cell(plain: .time(time))
    case .timestamp(let timestamp): Cell(plain: .timestamp(timestamp))
    case .duration(let span): Cell(plain: .duration(span))
    case .period(let period): Cell(plain: .period(period))
    case .none: nil
    }
  }
}
