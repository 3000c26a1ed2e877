import TruthsDiagnostics
import TruthsText

/// One pass over the bytes of a document. The grammar of values stands here, texts, numbers and faults in files of their own.
struct JSONScanner {
  let file: FileID
  let bytes: UnsafeBufferPointer<UInt8>
  let start: Int
  let end: Int
  let unit: JSONUnit
  let limits: JSONLimits
  /// The next byte to look at.
  var index: Int
  /// Objects and lists that are open, outermost first.
  var open: [(what: String, start: Int)] = []
  var nodes = 0

  /// - Parameter range: lies within the bytes, which stay where they are as long as the scanner is used.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of file: FileID, range: Range<Int>, unit: JSONUnit, limits: JSONLimits) {
    self.file = file
    self.bytes = bytes
    start = range.lowerBound
    end = range.upperBound
    index = start
    self.unit = unit
    self.limits = limits
  }

  /// The value and nothing behind it.
  mutating func document() throws(Diagnostic) -> LocatedJSON {
    if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw MalformedJSON.byteOrderMark(at: span(0, min(3, end))) }
    skipSpace()
    let value = try value()
    skipSpace()
    guard index == end else { throw trailing() }
    return value
  }

  mutating func value() throws(Diagnostic) -> LocatedJSON {
    nodes += 1
    guard nodes <= limits.nodes else { throw DataTooLarge.nodes(limit: limits.nodes, at: span(index, index)) }
    guard index < end else { throw truncated() }
    let first = index
    switch bytes[index] {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try list()
    case UInt8(ascii: "\""):
      let text = try text()
      return LocatedJSON(.string(text), at: span(first, index))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let number = try number()
      return LocatedJSON(.number(number), at: span(first, index))
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw unexpected(wanted: "a value")
    }
  }

  mutating func skipSpace() {
    while index < end {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  func span(_ start: Int, _ end: Int) -> Span { Span(file: file, start: start, end: end) }

  private mutating func object() throws(Diagnostic) -> LocatedJSON {
    let first = try enter("object")
    var members: [LocatedJSON.Member] = []
    members.reserveCapacity(8)
    var names = MemberNames()
    skipSpace()
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        members.append(try member())
        if let earlier = names.insert(members) {
          let again = members[members.count - 1]
          throw DuplicateMember.found(again.name.string, at: again.nameSpan, first: members[earlier].nameSpan)
        }
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw unexpected(wanted: "`,` or `}`") }
    }
    open.removeLast()
    return LocatedJSON(.object(members), at: span(first, index))
  }

  private mutating func member() throws(Diagnostic) -> LocatedJSON.Member {
    let first = index
    guard index < end, bytes[index] == UInt8(ascii: "\"") else { throw unexpected(wanted: "a name in double quotes") }
    let name = try text()
    let nameSpan = span(first, index)
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw unexpected(wanted: "`:`") }
    skipSpace()
    return LocatedJSON.Member(name: name, nameSpan: nameSpan, value: try value())
  }

  private mutating func list() throws(Diagnostic) -> LocatedJSON {
    let first = try enter("list")
    var elements: [LocatedJSON] = []
    skipSpace()
    if !take(UInt8(ascii: "]")) {
      repeat {
        skipSpace()
        elements.append(try value())
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw unexpected(wanted: "`,` or `]`") }
    }
    open.removeLast()
    return LocatedJSON(.array(elements), at: span(first, index))
  }

  /// Steps into an object or list and tells where it begins.
  private mutating func enter(_ what: String) throws(Diagnostic) -> Int {
    guard open.count < limits.depth else { throw DataTooLarge.depth(limit: limits.depth, at: span(index, index + 1)) }
    open.append((what, index))
    index += 1
    return index - 1
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < end, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func word(_ word: StaticString, _ kind: LocatedJSON.Kind) throws(Diagnostic) -> LocatedJSON {
    let first = index
    for offset in 0..<word.utf8CodeUnitCount {
      guard index < end else { throw truncated() }
      guard bytes[index] == word.utf8Start[offset] else {
        index = first
        throw unexpected(wanted: "a value")
      }
      index += 1
    }
    return LocatedJSON(kind, at: span(first, index))
  }
}
