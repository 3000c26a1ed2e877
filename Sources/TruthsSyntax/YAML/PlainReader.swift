import TruthsText

/// Reads the YAML that declarations are nearly always written in: block mappings and lists of plain scalars, each on one line. It
/// gives the tree that libyaml's events give, at a fraction of the cost, or it gives up: a chunk with anything else in it, or in
/// which anything could be at fault, is libyaml's.
struct PlainReader {
  /// The bytes of the chunk alone.
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where the chunk begins in the file.
  private let base: Int
  /// Mappings and lists whose end has not come yet, innermost last.
  private var open: [Open] = []
  /// Where the line that is read begins.
  private var lineStart = 0

  private struct Open {
    let column: Int
    let isMapping: Bool
    /// Whether a key stands alone on the line before, so that its value comes below it.
    var awaitsValue = false
  }

  /// The longest key that is read here; libyaml has a limit of its own.
  private static let keyLimit = 512

  /// Reads a chunk whose bytes are those of its file.
  ///
  /// - Returns: whether it was read; else the builder is of no use any more.
  static func read(_ builder: inout TreeBuilder) -> Bool {
    let (chunk, base) = (builder.chunk.bytes, builder.chunk.range.lowerBound)
    return chunk.withUnsafeBufferPointer { bytes in
      var reader = PlainReader(bytes: bytes, base: base)
      return reader.run(&builder)
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, base: Int) {
    self.bytes = bytes
    self.base = base
  }

  private mutating func run(_ builder: inout TreeBuilder) -> Bool {
    while lineStart < bytes.count {
      var start = lineStart
      while start < bytes.count, bytes[start] == 0x20 { start += 1 }
      guard let next = lineEnd(start) else { return false }
      var end = next
      while end > start, bytes[end - 1] == 0x20 { end -= 1 }
      if start < end, bytes[start] != 0x23, !line(start, end, &builder) { return false }
      lineStart = next + 1
    }
    return open.last?.awaitsValue == false
  }

  /// The end of the line; `nil` where it holds a tab, a carriage return or what may be a byte order mark.
  private func lineEnd(_ start: Int) -> Int? {
    var end = start
    while end < bytes.count, bytes[end] != 0x0A {
      if bytes[end] == 0x09 || bytes[end] == 0x0D || bytes[end] == 0xEF { return nil }
      end += 1
    }
    return end
  }

  /// Reads a line that holds something.
  private mutating func line(_ start: Int, _ end: Int, _ builder: inout TreeBuilder) -> Bool {
    let column = start - lineStart
    let isEntry = isDash(start, end)
    guard let isNew = settle(column, isEntry, &builder) else { return false }
    if isNew, !begin(isMapping: !isEntry, start, &builder) { return false }
    guard isEntry else { return pair(start, end, &builder) }
    var content = start + 1
    while content < end, bytes[content] == 0x20 { content += 1 }
    guard content < end, !isDash(content, end) else { return false }
    guard let colon = colon(content, end) else { return false }
    if colon == end { return plain(content, end, &builder) }
    return begin(isMapping: true, content, &builder) && pair(content, end, &builder)
  }

  /// Closes what does not reach a column.
  ///
  /// - Returns: whether a list or mapping begins there; `nil` where the line does not fit what is open.
  private mutating func settle(_ column: Int, _ isEntry: Bool, _ builder: inout TreeBuilder) -> Bool? {
    guard let last = open.last else { return column == 0 && !isEntry ? true : nil }
    if last.awaitsValue {
      guard column > last.column else { return nil }
      open[open.count - 1].awaitsValue = false
      return true
    }
    while let last = open.last, last.column > column {
      open.removeLast()
      builder.closeBlock()
    }
    guard let last = open.last, last.column == column, last.isMapping != isEntry else { return nil }
    return false
  }

  private mutating func begin(isMapping: Bool, _ start: Int, _ builder: inout TreeBuilder) -> Bool {
    open.append(Open(column: start - lineStart, isMapping: isMapping))
    return builder.beginBlock(isMapping: isMapping, at: base + start)
  }

  /// `key: value`, or `key:` with its value below.
  private mutating func pair(_ start: Int, _ end: Int, _ builder: inout TreeBuilder) -> Bool {
    guard let colon = colon(start, end), colon < end else { return false }
    var keyEnd = colon
    while keyEnd > start, bytes[keyEnd - 1] == 0x20 { keyEnd -= 1 }
    guard keyEnd > start, keyEnd - start <= Self.keyLimit, plain(start, keyEnd, &builder) else { return false }
    var value = colon + 1
    while value < end, bytes[value] == 0x20 { value += 1 }
    if value == end {
      open[open.count - 1].awaitsValue = true
      return true
    }
    guard self.colon(value, end) == end else { return false }
    return plain(value, end, &builder)
  }

  private func plain(_ start: Int, _ end: Int, _ builder: inout TreeBuilder) -> Bool {
    guard Self.mayBegin(bytes[start]) else { return false }
    return builder.plain(UnsafeBufferPointer(rebasing: bytes[start..<end]), base + start, base + end)
  }

  /// Whether a byte begins a plain scalar whatever follows it.
  private static func mayBegin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x22, 0x23, 0x25, 0x26, 0x27, 0x2A, 0x2C, 0x2D, 0x3A, 0x3E, 0x3F, 0x40, 0x5B, 0x5D, 0x60, 0x7B, 0x7C, 0x7D: false
    default: true
    }
  }

  /// Where the colon stands that ends a key; the end where there is none, `nil` where a comment begins.
  private func colon(_ start: Int, _ end: Int) -> Int? {
    for place in start..<end {
      if bytes[place] == 0x3A, place + 1 == end || bytes[place + 1] == 0x20 { return place }
      if bytes[place] == 0x23, place > start, bytes[place - 1] == 0x20 { return nil }
    }
    return end
  }

  /// Whether a `-` with nothing or a space behind it stands at a place.
  private func isDash(_ place: Int, _ end: Int) -> Bool {
    bytes[place] == 0x2D && (place + 1 == end || bytes[place + 1] == 0x20)
  }
}
