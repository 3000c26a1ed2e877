import Truths

/// The buffers of an array. The size of each buffer is checked against what the array claims, before the buffer is read.
struct ColumnBuffers {
  /// The path of the column in messages.
  let path: String
  private let buffers: [ColumnArray.Buffer]
  private let isEmpty: Bool

  static let mend = "give an array in Arrow's columnar format"

  /// A valid address for buffers that are never read.
  nonisolated(unsafe) private static let nothing = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16))

  init(_ array: ColumnArray, at path: String) {
    self.path = path
    // Without values nothing is read, and the buffers may be missing.
    let isEmpty = array.length == 0 && array.offset == 0
    buffers = isEmpty ? [ColumnArray.Buffer](repeating: ColumnArray.Buffer(uncounted: nil), count: 3) : array.buffers
    self.isEmpty = isEmpty
  }

  func fault(_ message: String, _ help: String = Self.mend) -> ColumnFault {
    ColumnFault(message: "column `\(path)` \(message)", help: help)
  }

  /// Checks the number of buffers of a type. Text views have any number of data buffers, followed by a buffer with the sizes of
  /// the data buffers.
  func expect(_ type: ColumnType) throws(ColumnFault) {
    if isEmpty { return }
    let wanted: Int
    switch type {
    case .null: return
    case .structure, .fixedList: wanted = 1
    case .text, .list(.view), .list(.largeView): wanted = 3
    default: wanted = 2
    }
    guard type == .text(.view) ? buffers.count >= wanted : buffers.count == wanted else {
      throw fault("has \(buffers.count) buffers, and one of \(type.words) has \(wanted)")
    }
  }

  func validity(_ type: ColumnType, _ places: Range<Int>) throws(ColumnFault) -> UnsafeRawPointer? {
    guard type != .null, buffers[0].start != nil else { return nil }
    return try buffer(0, (places.upperBound + 7) / 8)
  }

  /// Returns the buffer of values, offsets or views.
  ///
  /// - Parameter rows: the indices of the values in the buffers.
  func values(_ type: ColumnType, _ rows: Range<Int>) throws(ColumnFault) -> UnsafeRawPointer {
    switch type {
    case .null, .structure, .fixedList: return Self.nothing
    case .boolean: return try buffer(1, (rows.upperBound + 7) / 8)
    default:
      // There is one more offset than values. Without values there may be no offsets.
      let count = type.hasOffsets && !rows.isEmpty ? rows.upperBound + 1 : rows.upperBound
      return try buffer(1, count * type.width)
    }
  }

  /// Returns the buffers besides the values. `second` has the bytes of texts or the sizes of lists, and `pages` the data of
  /// text views.
  func bytes(
    _ type: ColumnType, _ rows: Range<Int>, _ values: UnsafeRawPointer
  ) throws(ColumnFault) -> (second: UnsafeRawPointer, pages: [UnsafeRawBufferPointer]) {
    switch type {
    case .text(.view): return (Self.nothing, try pages())
    case .text: return (try buffer(2, try end(ofOffsets: type, rows, values)), [])
    case .list(.view), .list(.largeView): return (try buffer(2, rows.upperBound * type.width), [])
    default: return (Self.nothing, [])
    }
  }

  /// Returns the data buffers of text views. The last buffer of the array has the sizes of the data buffers.
  private func pages() throws(ColumnFault) -> [UnsafeRawBufferPointer] {
    let count = buffers.count - 3
    guard count > 0 else { return [] }
    let sizes = try buffer(buffers.count - 1, count * 8)
    var pages: [UnsafeRawBufferPointer] = []
    for page in 0..<count {
      let size = sizes.loadUnaligned(fromByteOffset: page * 8, as: Int64.self)
      guard size >= 0, size <= 1 << 48 else { throw fault("has a buffer of \(size) bytes") }
      pages.append(UnsafeRawBufferPointer(start: try buffer(page + 2, Int(size)), count: Int(size)))
    }
    return pages
  }

  /// Returns the last offset of texts, lists or maps, after checking that offsets never decrease.
  func end(ofOffsets type: ColumnType, _ places: Range<Int>, _ values: UnsafeRawPointer) throws(ColumnFault) -> Int {
    guard !places.isEmpty else { return 0 }
    var last = type.offset(places.lowerBound, of: values)
    guard last >= 0 else { throw fault("has an offset of \(last)") }
    for place in places {
      let next = type.offset(place + 1, of: values)
      guard next >= last else { throw fault("has the offset \(next) after the greater offset \(last)") }
      last = next
    }
    guard last <= 1 << 48 else { throw fault("has an offset of \(last)") }
    return last
  }

  /// Returns the greatest end of a list, as an index of the child array, if the lists are views.
  func end(
    ofViews type: ColumnType, _ places: Range<Int>, _ values: UnsafeRawPointer, _ sizes: UnsafeRawPointer
  ) throws(ColumnFault) -> Int {
    var last = 0
    for place in places {
      let (start, size) = (type.offset(place, of: values), type.offset(place, of: sizes))
      guard (0...1 << 48).contains(start), (0...1 << 48).contains(size) else {
        throw fault("has a list of \(size) elements from \(start) on")
      }
      last = max(last, start + size)
    }
    return last
  }

  /// Returns the end of the last list, as an index of the child array, if all lists have one size.
  func end(ofLists size: Int, _ places: Range<Int>) throws(ColumnFault) -> Int {
    let (end, overflow) = places.upperBound.multipliedReportingOverflow(by: size)
    guard !overflow, end <= 1 << 48 else { throw fault("has \(places.upperBound) lists of \(size) elements") }
    return end
  }

  private func buffer(_ place: Int, _ bytes: Int) throws(ColumnFault) -> UnsafeRawPointer {
    guard bytes <= buffers[place].count, bytes == 0 || buffers[place].start != nil else {
      throw fault("has a buffer of fewer than the \(bytes) bytes that it needs")
    }
    return buffers[place].start ?? Self.nothing
  }
}

extension ColumnType {
  /// Whether the type has a buffer of offsets, which mark the beginning of each value and the end of the last one.
  fileprivate var hasOffsets: Bool {
    switch self {
    case .text(.small), .text(.large), .list(.small), .list(.large), .map: true
    default: false
    }
  }

  /// Returns an offset or a size of a text, list or map from the memory of a buffer.
  func offset(_ place: Int, of memory: UnsafeRawPointer) -> Int {
    width == 4
      ? Int(memory.loadUnaligned(fromByteOffset: place * 4, as: Int32.self))
      : Int(memory.loadUnaligned(fromByteOffset: place * 8, as: Int64.self))
  }
}
