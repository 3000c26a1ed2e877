package import TruthsText

/// A JSON document whose parts are written as RFC 8785 writes them, taken apart without being copied: of every value it is known
/// where it stands. To read it allocates nothing once the tape is long enough.
///
/// It takes what programs write by themselves: texts without escapes, names in ASCII, numbers in their shortest form, no name
/// twice.
/// Anything else is not refused but left to ``JSONReader``, which also says what is wrong with it.
package struct JSONTape: ~Copyable {
  /// One value, or the name of a member; those within a list or object stand right behind it.
  package struct Node: BitwiseCopyable {
    package var kind: Kind
    /// The bytes: of a text without its quotes.
    package var start: Int32
    package var end: Int32
    /// The place of the node behind this one and all in it.
    package var next: Int32 = 0
    /// Members or elements.
    package var count: Int32 = 0
  }

  /// What a node is; `no` and `yes` are `false` and `true`.
  package enum Kind: UInt8, BitwiseCopyable {
    case null, no, yes, number, string, array, object
  }

  /// In the order in which they stand; the first is the document.
  package internal(set) var nodes: [Node] = []
  var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var index = 0
  /// Whether no white space stands in it, so that every value is written as it was read.
  package internal(set) var isDense = true

  /// An empty tape.
  package init() { nodes.reserveCapacity(64) }

  // MARK: Asking

  /// The bytes of a node.
  @inline(__always)
  package func bytes(of place: Int) -> UnsafeBufferPointer<UInt8> {
    let node = nodes[place]
    return UnsafeBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.end)])
  }

  /// The bytes of a value as they stand in the document; a text with its quotes.
  @inline(__always)
  package func source(of place: Int) -> UnsafeBufferPointer<UInt8> {
    let node = nodes[place]
    let quote = node.kind == .string ? 1 : 0
    return UnsafeBufferPointer(rebasing: bytes[(Int(node.start) - quote)..<(Int(node.end) + quote)])
  }

  /// How many bytes a text has.
  @inline(__always)
  package func length(at place: Int) -> Int { Int(nodes[place].end - nodes[place].start) }

  /// Whether a text is this one.
  @inline(__always)
  package func text(at place: Int, is text: StaticString) -> Bool {
    let node = nodes[place]
    guard Int(node.end - node.start) == text.utf8CodeUnitCount else { return false }
    return Self.same(bytes.baseAddress, Int(node.start), text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Whether a text has these bytes.
  package func text(at place: Int, is text: [UInt8]) -> Bool {
    let node = nodes[place]
    guard Int(node.end - node.start) == text.count else { return false }
    return text.withUnsafeBufferPointer { other in
      other.baseAddress.map { Self.same(bytes.baseAddress, Int(node.start), $0, other.count) } ?? true
    }
  }

  /// Whether a text has the bytes that stand elsewhere.
  @inline(__always)
  package func text(at place: Int, is text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard length(at: place) == text.count, let other = text.baseAddress else { return false }
    return Self.same(bytes.baseAddress, Int(nodes[place].start), other, text.count)
  }

  /// Whether a text is this one.
  package func text(at place: Int, is text: String) -> Bool {
    let node = nodes[place]
    guard Int(node.end - node.start) == text.utf8.count else { return false }
    return text.utf8.span.withUnsafeBufferPointer { other in
      other.baseAddress.map { Self.same(bytes.baseAddress, Int(node.start), $0, other.count) } ?? true
    }
  }

  /// A text.
  package func text(at place: Int) -> Text { Text(String(decoding: bytes(of: place), as: UTF8.self)) }

  /// A number: its digits without a point, and how many of them stand behind it.
  package func number(at place: Int) -> (coefficient: Int64, scale: UInt8) {
    var (value, scale): (Int64, UInt8) = (0, 0)
    var (isNegative, isFraction) = (false, false)
    for byte in bytes(of: place) {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      default:
        value = value &* 10 &+ Int64(byte &- 0x30)
        if isFraction { scale &+= 1 }
      }
    }
    return (isNegative ? -value : value, scale)
  }

  /// Whether the name at a place sorts before another one (RFC 8785 §3.2.3; of ASCII, which names are, the order of the bytes).
  @inline(__always)
  package func name(at place: Int, precedes other: Int) -> Bool {
    let (mine, theirs) = (bytes(of: place), bytes(of: other))
    for index in 0..<min(mine.count, theirs.count) where mine[index] != theirs[index] { return mine[index] < theirs[index] }
    return mine.count < theirs.count
  }

  @inline(__always)
  static func same(_ base: UnsafePointer<UInt8>?, _ start: Int, _ other: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard let base else { return count == 0 }
    let (mine, theirs) = (UnsafeRawPointer(base) + start, UnsafeRawPointer(other))
    guard count >= 8 else {
      for place in 0..<count where base[start &+ place] != other[place] { return false }
      return true
    }
    // Words of eight, the last of which may overlap the one before.
    var place = 0
    while true {
      let word = mine.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if word != theirs.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
      if place >= count - 8 { return true }
      place = min(place + 8, count - 8)
    }
  }
}
