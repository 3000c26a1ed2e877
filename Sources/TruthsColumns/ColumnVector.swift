import Truths
import TruthsText

/// An array that was checked against the columnar format: all reads of rows below ``length`` are within its buffers, if their
/// sizes are known.
///
/// Rows count from the beginning of the array; its offset is added here.
final class ColumnVector {
  let type: ColumnType
  let name: String
  /// The column's path in messages.
  let path: String
  let length: Int
  let offset: Int
  /// The elements of a list, the members of a struct, the entries of a map.
  let children: [ColumnVector]
  /// The dictionary, where the array holds indices into it.
  let dictionary: ColumnVector?
  /// The validity bitmap; `nil` where all values are present.
  let validity: UnsafeRawPointer?
  /// Values, offsets or views.
  let values: UnsafeRawPointer
  /// The bytes of texts, or the sizes of list views.
  let second: UnsafeRawPointer
  /// The data buffers of text views.
  let pages: [UnsafeRawBufferPointer]

  /// Maximum number of columns of a batch, including nested ones.
  static let mostColumns = 10_000

  /// - Parameters:
  ///   - needed: minimum number of values.
  ///   - left: number of further columns that are allowed.
  init(_ array: ColumnArray, at path: String, needed: Int, depth: Int = 0, left: inout Int) throws(ColumnFault) {
    let buffers = ColumnBuffers(array, at: path)
    // Long names count as additional columns, because each is repeated in the paths of all nested columns.
    left -= 1 + path.utf8.count / 256
    guard depth <= Self.deepest, left >= 0 else {
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
    let places = array.offset..<array.offset + array.length
    try buffers.expect(type)
    validity = try buffers.validity(type, places)
    values = try buffers.values(type, places)
    (second, pages) = try buffers.bytes(type, places, values)
    children = try Self.children(of: array, type, places, buffers, (values, second), depth: depth, left: &left)
    guard let dictionary = array.dictionary else {
      self.dictionary = nil
      return
    }
    guard case .integer = type else { throw buffers.fault("has a dictionary, and \(type.words) for places in it") }
    self.dictionary = try ColumnVector(dictionary, at: path, needed: 0, depth: depth + 1, left: &left)
  }

  /// Maximum nesting of lists and structs, the same as in a proposal (limits §2).
  private static let deepest = 64
  /// Maximum number of values of an array, so that no number of bytes overflows.
  private static let mostPlaces = 1 << 48

  private static func children(
    of array: ColumnArray, _ type: ColumnType, _ places: Range<Int>, _ buffers: ColumnBuffers,
    _ memory: (values: UnsafeRawPointer, sizes: UnsafeRawPointer), depth: Int, left: inout Int
  ) throws(ColumnFault) -> [ColumnVector] {
    let needed: Int
    switch type {
    case .structure: needed = places.upperBound
    case .fixedList(let count): needed = try buffers.end(ofLists: count, places)
    case .list(.view), .list(.largeView): needed = try buffers.end(ofViews: type, places, memory.values, memory.sizes)
    case .list, .map: needed = try buffers.end(ofOffsets: type, places, memory.values)
    default: needed = 0
    }
    let isOne = type != .structure
    guard type.isNested ? !isOne || array.children.count == 1 : array.children.isEmpty else {
      throw buffers.fault("has \(array.children.count) columns within, and is one of \(type.words)")
    }
    var children: [ColumnVector] = []
    for child in array.children {
      let path = type == .structure ? "\(buffers.path).\(child.name)" : "\(buffers.path)[]"
      children.append(try ColumnVector(child, at: path, needed: needed, depth: depth + 1, left: &left))
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
  /// Returns whether a row has no value.
  @inline(__always)
  func isNull(_ row: Int) -> Bool {
    if type == .null { return true }
    guard let validity else { return false }
    return !Self.bit(row + offset, of: validity)
  }

  /// Returns the whole number in a row.
  @inline(__always)
  func integer(_ row: Int) -> Int128 {
    guard case .integer(let bytes, let isSigned) = type else { return 0 }
    let place = row + offset
    switch (bytes, isSigned) {
    case (1, true): return Int128(load(place, as: Int8.self))
    case (1, false): return Int128(load(place, as: UInt8.self))
    case (2, true): return Int128(load(place, as: Int16.self))
    case (2, false): return Int128(load(place, as: UInt16.self))
    case (4, true): return Int128(load(place, as: Int32.self))
    case (4, false): return Int128(load(place, as: UInt32.self))
    case (_, true): return Int128(load(place, as: Int64.self))
    case (_, false): return Int128(load(place, as: UInt64.self))
    }
  }

  @inline(__always)
  func boolean(_ row: Int) -> Bool { Self.bit(row + offset, of: values) }

  /// Returns the 32-bit or 64-bit number of a temporal value: days, months or units of time.
  @inline(__always)
  func count(_ row: Int) -> Int64 {
    type.width == 4 ? Int64(load(row + offset, as: Int32.self)) : load(row + offset, as: Int64.self)
  }

  /// Returns the positions of a row's elements in the child array.
  func elements(_ row: Int) -> Range<Int> {
    let place = row + offset
    switch type {
    case .fixedList(let count): return place * count..<(place + 1) * count
    case .list(.view), .list(.largeView):
      let start = type.offset(place, of: values)
      return start..<start + type.offset(place, of: second)
    default: return type.offset(place, of: values)..<type.offset(place + 1, of: values)
    }
  }

  /// Returns the bytes of a text, without checking them.
  @inline(__always)
  func bytes(_ row: Int) throws(ColumnFault) -> UnsafeBufferPointer<UInt8> {
    let place = row + offset
    guard case .text(let layout) = type else { return UnsafeBufferPointer(start: nil, count: 0) }
    switch layout {
    case .small:
      let start = Int(load(place, as: Int32.self))
      return Self.bytes(second + start, Int(load(place + 1, as: Int32.self)) - start)
    case .large:
      let start = Int(load(place, as: Int64.self))
      return Self.bytes(second + start, Int(load(place + 1, as: Int64.self)) - start)
    case .view, .largeView: return try view(values + place * 16, row)
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
  func place(_ row: Int, in dictionary: ColumnVector) throws(ColumnFault) -> Int {
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
