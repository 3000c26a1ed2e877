import Truths
import TruthsText

/// An array that was checked against the columnar format. If the sizes of its buffers are known, every read of a row below
/// ``length`` is within the buffers.
///
/// Rows count from the beginning of the array. The offset of the array is added when a row is read.
final class ColumnVector {
  let type: ColumnType
  let name: String
  /// The path of the column in messages.
  let path: String
  let length: Int
  let offset: Int
  /// The elements of a list, the members of a struct, or the entries of a map; empty for other types.
  let children: [ColumnVector]
  /// The values of a dictionary-encoded array; `nil` for any other array. The array's own values are indices in the dictionary.
  let dictionary: ColumnVector?
  /// The validity bitmap; `nil` if no value is null.
  let validity: UnsafeRawPointer?
  /// The buffer of values, offsets or views.
  let values: UnsafeRawPointer
  /// The buffer with the bytes of texts, or with the sizes of list views.
  let second: UnsafeRawPointer
  /// The data buffers of text views; empty for other types.
  let pages: [UnsafeRawBufferPointer]

  /// The greatest number of columns of a batch, including nested columns.
  static let mostColumns = 10_000

  /// - Parameters:
  ///   - needed: the number of values that the array must have at least.
  ///   - columnsLeft: the number of further columns that are allowed. It is reduced by the columns of this array.
  init(_ array: ColumnArray, at path: String, needed: Int, depth: Int = 0, columnsLeft: inout Int) throws(ColumnFault) {
    let buffers = ColumnBuffers(array, at: path)
    // Long names count as additional columns, because each is repeated in the paths of all nested columns.
    columnsLeft -= 1 + path.utf8.count / 256
    guard depth <= Self.deepest, columnsLeft >= 0 else {
      throw buffers.fault("is nested too deeply, or too much is within it", "give at most 10,000 columns, 64 deep")
    }
    guard array.length >= 0, array.offset >= 0, array.length <= Self.mostPlaces, array.offset <= Self.mostPlaces else {
      throw buffers.fault("has \(array.length) values from place \(array.offset) on")
    }
    guard array.length >= needed else { throw buffers.fault("has \(array.length) values, and \(needed) are wanted") }
    guard let type = ColumnType(format: array.format) else {
      let (what, mend) = ColumnType.refusal(of: array.format)
      throw buffers.fault("holds \(what) (format `\(array.format.prefix(64))`)", mend)
    }
    self.type = type
    self.path = path
    (name, length, offset) = (array.name, array.length, array.offset)
    let rows = array.offset..<array.offset + array.length
    try buffers.expect(type)
    validity = try buffers.validity(type, rows)
    values = try buffers.values(type, rows)
    (second, pages) = try buffers.bytes(type, rows, values)
    children = try Self.children(of: array, type, rows, buffers, (values, second), depth: depth, columnsLeft: &columnsLeft)
    guard let dictionary = array.dictionary else {
      self.dictionary = nil
      return
    }
    guard case .integer = type else { throw buffers.fault("has a dictionary, and \(type.words) for places in it") }
    self.dictionary = try ColumnVector(dictionary, at: path, needed: 0, depth: depth + 1, columnsLeft: &columnsLeft)
  }

  /// The deepest nesting of lists and structs, which is the same as in a proposal (limits §2).
  private static let deepest = 64
  /// The greatest number of values of an array, so that no number of bytes overflows.
  private static let mostPlaces = 1 << 48

  private static func children(
    of array: ColumnArray, _ type: ColumnType, _ rows: Range<Int>, _ buffers: ColumnBuffers,
    _ memory: (values: UnsafeRawPointer, sizes: UnsafeRawPointer), depth: Int, columnsLeft: inout Int
  ) throws(ColumnFault) -> [ColumnVector] {
    let needed: Int
    switch type {
    case .structure: needed = rows.upperBound
    case .fixedList(let count): needed = try buffers.end(ofLists: count, rows)
    case .list(.view), .list(.largeView): needed = try buffers.end(ofViews: type, rows, memory.values, memory.sizes)
    case .list, .map: needed = try buffers.end(ofOffsets: type, rows, memory.values)
    default: needed = 0
    }
    let isOne = type != .structure
    guard type.isNested ? !isOne || array.children.count == 1 : array.children.isEmpty else {
      throw buffers.fault("has \(array.children.count) columns within, and is one of \(type.words)")
    }
    var children: [ColumnVector] = []
    for child in array.children {
      let path = type == .structure ? "\(buffers.path).\(child.name)" : "\(buffers.path)[]"
      children.append(try ColumnVector(child, at: path, needed: needed, depth: depth + 1, columnsLeft: &columnsLeft))
    }
    if type == .map, children[0].type != .structure || children[0].children.count != 2 || !children[0].children[0].isOfText {
      throw buffers.fault("is a map whose entries have no text for a key", "give it text for its keys")
    }
    return children
  }

  var isOfText: Bool {
    if let dictionary { return dictionary.isOfText }
    if case .text = type { return true }
    return false
  }
}

extension ColumnType {
  fileprivate var isNested: Bool {
    switch self {
    case .list, .fixedList, .structure, .map: true
    default: false
    }
  }
}

// MARK: Reading

extension ColumnVector {
  /// Whether a row has no value.
  @inline(__always)
  func isNull(_ row: Int) -> Bool {
    if type == .null { return true }
    guard let validity else { return false }
    return !Self.bit(row + offset, of: validity)
  }

  /// Returns the whole number in a row; 0 if the column has a different type.
  @inline(__always)
  func integer(_ row: Int) -> Int128 {
    guard case .integer(let bytes, let isSigned) = type else { return 0 }
    let index = row + offset
    switch (bytes, isSigned) {
    case (1, true): return Int128(load(index, as: Int8.self))
    case (1, false): return Int128(load(index, as: UInt8.self))
    case (2, true): return Int128(load(index, as: Int16.self))
    case (2, false): return Int128(load(index, as: UInt16.self))
    case (4, true): return Int128(load(index, as: Int32.self))
    case (4, false): return Int128(load(index, as: UInt32.self))
    case (_, true): return Int128(load(index, as: Int64.self))
    case (_, false): return Int128(load(index, as: UInt64.self))
    }
  }

  @inline(__always)
  func boolean(_ row: Int) -> Bool { Self.bit(row + offset, of: values) }

  /// Returns the number that a temporal value is stored as, with 32 or 64 bits. It counts days, months or units of time.
  @inline(__always)
  func count(_ row: Int) -> Int64 {
    type.width == 4 ? Int64(load(row + offset, as: Int32.self)) : load(row + offset, as: Int64.self)
  }

  /// Returns the indices of a row's elements in the child array.
  func elements(_ row: Int) -> Range<Int> {
    let index = row + offset
    switch type {
    case .fixedList(let count): return index * count..<(index + 1) * count
    case .list(.view), .list(.largeView):
      let start = type.offset(index, of: values)
      return start..<start + type.offset(index, of: second)
    default: return type.offset(index, of: values)..<type.offset(index + 1, of: values)
    }
  }

  /// Returns the bytes of a text; whether they are UTF-8 is not checked.
  @inline(__always)
  func bytes(_ row: Int) throws(ColumnFault) -> UnsafeBufferPointer<UInt8> {
    let index = row + offset
    guard case .text(let layout) = type else { return UnsafeBufferPointer(start: nil, count: 0) }
    switch layout {
    case .small:
      let start = Int(load(index, as: Int32.self))
      return Self.bytes(second + start, Int(load(index + 1, as: Int32.self)) - start)
    case .large:
      let start = Int(load(index, as: Int64.self))
      return Self.bytes(second + start, Int(load(index + 1, as: Int64.self)) - start)
    case .view, .largeView: return try view(values + index * 16, row)
    }
  }

  private func view(_ view: UnsafeRawPointer, _ row: Int) throws(ColumnFault) -> UnsafeBufferPointer<UInt8> {
    let length = Int(view.loadUnaligned(as: Int32.self))
    if (0...12).contains(length) { return Self.bytes(view + 4, length) }
    let page = Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    let start = Int(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
    guard length >= 0, start >= 0, pages.indices.contains(page), start + length <= pages[page].count,
      let first = pages[page].baseAddress
    else { throw fault("has a view of a text that is not there", at: row) }
    return Self.bytes(first + start, length)
  }

  /// Returns the index of a row's value in the dictionary.
  @inline(__always)
  func indexInDictionary(_ row: Int, in dictionary: ColumnVector) throws(ColumnFault) -> Int {
    let place = integer(row)
    guard place >= 0, place < dictionary.length else {
      throw fault("has place \(place) of a dictionary of \(dictionary.length) values", at: row)
    }
    return Int(place)
  }

  func fault(_ message: String, at row: Int, _ help: String = ColumnBuffers.mend) -> ColumnFault {
    ColumnFault(message: "column `\(path)` \(message), at its value \(row)", help: help)
  }

  @inline(__always)
  func load<Number: BitwiseCopyable>(_ place: Int, as type: Number.Type) -> Number {
    values.loadUnaligned(fromByteOffset: place * MemoryLayout<Number>.size, as: type)
  }

  @inline(__always)
  private static func bit(_ place: Int, of bits: UnsafeRawPointer) -> Bool {
    bits.load(fromByteOffset: place >> 3, as: UInt8.self) >> UInt8(place & 7) & 1 == 1
  }

  @inline(__always)
  private static func bytes(_ start: UnsafeRawPointer, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
  }
}
