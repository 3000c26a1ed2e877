import TruthsDiagnostics
import TruthsText

/// A recursive-descent parser of one JSON document, in one pass over the bytes.
struct JSONScanner {
  let file: FileID
  let bytes: UnsafeBufferPointer<UInt8>
  let start: Int
  let end: Int
  let unit: JSONUnit
  let limits: JSONLimits
  /// The difference between an offset in the file and the same offset in the bytes.
  let shift: Int
  /// The offset of the next byte.
  var index: Int
  /// The objects and lists that are open, with the outermost first, and the offset at which each begins.
  var open: [(what: String, start: Int)] = []
  var nodes = 0

  /// - Parameter range: the range of the document in the bytes. The bytes must stay valid while the scanner is used.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, of file: FileID, range: Range<Int>, unit: JSONUnit, limits: JSONLimits, shift: Int = 0
  ) {
    self.shift = shift
    self.file = file
    self.bytes = bytes
    start = range.lowerBound
    end = range.upperBound
    index = start
    self.unit = unit
    self.limits = limits
  }

  /// Parses the document. Anything after its value is an error.
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

  private mutating func skipSpace() {
    while index < end {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  func span(_ start: Int, _ end: Int) -> Span { Span(file: file, start: shift + start, end: shift + end) }

  private mutating func object() throws(Diagnostic) -> LocatedJSON {
    let first = try enter("object")
    var members: [LocatedJSON.Member] = []
    members.reserveCapacity(8)
    var names = SeenMemberNames()
    skipSpace()
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        members.append(try member())
        if let earlier = names.insert(members) {
          let again = members[members.count - 1]
          throw DuplicateMember.finding(again.name.string, at: again.nameSpan, first: members[earlier].nameSpan)
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

  /// Begins an object or list, which increases the depth.
  ///
  /// - Returns: the offset at which it begins.
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

extension JSONScanner {
  /// Parses a text or name, beginning at its opening quote.
  mutating func text() throws(Diagnostic) -> Text {
    let first = index
    index += 1
    let content = index
    skipPlain()
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return text(from: content, to: index - 1)
      case UInt8(ascii: "\\"): return try escapedText(from: content, first: first)
      case 0x00..<0x20: throw UnescapedControl.finding(bytes[index], at: span(index, index + 1))
      case 0x80...0xFF: index += try lengthOfScalar(openedAt: first)
      default: index += 1
      }
    }
    throw truncated(inTextAt: first)
  }

  /// Returns the text of a range of bytes, which must be valid UTF-8.
  private func text(from start: Int, to end: Int) -> Text {
    Text(String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self))
  }

  /// Advances to the next byte that is not plain text: a quote, a backslash, a control character or a byte beyond ASCII.
  /// Eight bytes are tested in one step.
  private mutating func skipPlain() {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return }
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    while index + 8 <= end {
      let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let (quote, backslash) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
      let special = (word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | word
      // Only the lowest marked byte is reliable; a borrow may have marked bytes above it.
      if special & highs != 0 {
        index += (special & highs).trailingZeroBitCount / 8
        return
      }
      index += 8
    }
  }

  /// Parses the rest of a text that has escapes, beginning at the first escape.
  ///
  /// - Parameters:
  ///   - content: the offset after the opening quote.
  ///   - first: the offset of the opening quote.
  private mutating func escapedText(from content: Int, first: Int) throws(Diagnostic) -> Text {
    var read = Array(bytes[content..<index])
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return Text(String(decoding: read, as: UTF8.self))
      case UInt8(ascii: "\\"): read.append(contentsOf: try escape(openedAt: first))
      case 0x00..<0x20: throw UnescapedControl.finding(bytes[index], at: span(index, index + 1))
      case 0x80...0xFF:
        let length = try lengthOfScalar(openedAt: first)
        read.append(contentsOf: bytes[index..<index + length])
        index += length
      default:
        read.append(bytes[index])
        index += 1
      }
    }
    throw truncated(inTextAt: first)
  }

  /// Parses an escape, beginning at its backslash, and returns its UTF-8.
  ///
  /// - Parameter first: the offset of the text's opening quote.
  private mutating func escape(openedAt first: Int) throws(Diagnostic) -> [UInt8] {
    guard index + 1 < end else { throw truncated(inTextAt: first) }
    let simple: UInt8
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): simple = bytes[index + 1]
    case UInt8(ascii: "b"): simple = 0x08
    case UInt8(ascii: "f"): simple = 0x0C
    case UInt8(ascii: "n"): simple = 0x0A
    case UInt8(ascii: "r"): simple = 0x0D
    case UInt8(ascii: "t"): simple = 0x09
    case UInt8(ascii: "u"): return try unicodeEscape(openedAt: first)
    default:
      throw MalformedJSON.escape("\\" + scalarText(at: index + 1), at: span(index, index + 1 + scalarLength(at: index + 1)))
    }
    index += 2
    return [simple]
  }

  /// Parses `\uXXXX`, or two of them that form a surrogate pair, and returns the UTF-8.
  private mutating func unicodeEscape(openedAt first: Int) throws(Diagnostic) -> [UInt8] {
    let start = index
    let unit = try hexadecimalUnit(openedAt: first)
    var value = unit
    if (0xD800..<0xDC00).contains(unit) {
      guard index < end else { throw truncated(inTextAt: first) }
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 >= end || bytes[index + 1] == UInt8(ascii: "u") else {
        throw loneSurrogate(from: start)
      }
      let low = try hexadecimalUnit(openedAt: first)
      guard (0xDC00..<0xE000).contains(low) else {
        index = start + 6
        throw loneSurrogate(from: start)
      }
      value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw loneSurrogate(from: start) }
    guard !ScalarForm.isNoncharacter(value) else { throw InvalidCharacter.noncharacter(value, at: span(start, index)) }
    return Array(String(Character(scalar)).utf8)
  }

  private func loneSurrogate(from start: Int) -> Diagnostic {
    InvalidCharacter.loneSurrogate(String(decoding: bytes[start..<index], as: UTF8.self), at: span(start, index))
  }

  /// Parses `\uXXXX`, beginning at its backslash, and returns its UTF-16 code unit.
  private mutating func hexadecimalUnit(openedAt first: Int) throws(Diagnostic) -> UInt32 {
    var value: UInt32 = 0
    for position in index + 2..<index + 6 {
      guard position < end else { throw truncated(inTextAt: first) }
      guard let digit = hexadecimalDigit(bytes[position]) else {
        throw MalformedJSON.escape(
          String(decoding: bytes[index..<position], as: UTF8.self) + scalarText(at: position),
          at: span(index, position + scalarLength(at: position)))
      }
      value = value << 4 | digit
    }
    index += 6
    return value
  }

  private func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

extension JSONScanner {
  /// Returns the length in bytes of the non-ASCII scalar that comes next.
  ///
  /// - Throws: T8003 for invalid UTF-8 or a noncharacter; T8001 if the end of the data cuts off the sequence.
  private func lengthOfScalar(openedAt first: Int) throws(Diagnostic) -> Int {
    let lead = bytes[index]
    guard let form = ScalarForm(lead: lead) else { throw InvalidCharacter.invalidUTF8(lead, at: span(index, index + 1)) }
    var value = form.high
    for position in index + 1..<index + form.length {
      guard position < end else { throw truncated(inTextAt: first) }
      guard form.allows(bytes[position], at: position - index) else {
        throw InvalidCharacter.invalidUTF8(lead, at: span(index, index + 1))
      }
      value = value << 6 | UInt32(bytes[position] & 0x3F)
    }
    guard limits.takesNoncharacters || !ScalarForm.isNoncharacter(value) else {
      throw InvalidCharacter.noncharacter(value, at: span(index, index + form.length))
    }
    return form.length
  }

  /// Returns the number of bytes of the scalar at an offset, for spans of findings. It is 1 if the byte is not UTF-8, and 0 at
  /// the end.
  func scalarLength(at place: Int) -> Int {
    guard place < end else { return 0 }
    var length = 1
    while length < 4, place + length < end, bytes[place] >= 0xC0, bytes[place + length] & 0xC0 == 0x80 { length += 1 }
    return length
  }

  /// Returns the scalar at an offset, for a message.
  private func scalarText(at place: Int) -> String {
    String(decoding: bytes[min(place, end)..<min(place, end) + scalarLength(at: place)], as: UTF8.self)
  }
}

extension JSONScanner {
  /// Parses a number, beginning at its `-` or first digit.
  mutating func number() throws(Diagnostic) -> Decimal {
    let first = index
    if let number = shortWholeNumber() { return number }
    var assembly = DecimalAssembly()
    if bytes[index] == UInt8(ascii: "-") {
      assembly.isNegative = true
      index += 1
    }
    if index + 1 < end, bytes[index] == UInt8(ascii: "0"), isDigit(at: index + 1) {
      throw malformed(from: first, help: "a number does not begin with a `0` that another digit follows")
    }
    try digits(from: first) { assembly.append(digit: $0, isFraction: false) }
    if index < end, bytes[index] == UInt8(ascii: ".") {
      index += 1
      try digits(from: first) { assembly.append(digit: $0, isFraction: true) }
    }
    if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      assembly.exponent = try exponent(from: first)
    }
    do throws(DecimalLiteralFault) {
      return try assembly.decimal()
    } catch {
      if limits.clampsNumbers { return assembly.clampedWholePart }
      throw DataNumberLimits.finding(excerpt(first, index), error, at: span(first, index))
    }
  }

  /// Parses a whole number of at most 15 digits on a fast path. `nil` for any other number; the position is then unchanged.
  private mutating func shortWholeNumber() -> Decimal? {
    let isNegative = bytes[index] == UInt8(ascii: "-")
    let first = isNegative ? index + 1 : index
    var position = first
    var value = 0
    while position < end, position - first < 15, isDigit(at: position) {
      value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    guard position > first, position == first + 1 || bytes[first] != UInt8(ascii: "0") else { return nil }
    if position < end,
      isDigit(at: position) || bytes[position] == UInt8(ascii: ".") || bytes[position] | 0x20 == UInt8(ascii: "e")
    {
      return nil
    }
    index = position
    return Decimal(isNegative ? -value : value)
  }

  private mutating func exponent(from first: Int) throws(Diagnostic) -> Int {
    var isNegative = false
    if index < end, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    var value = 0
    // Clamped: no number of digits that fits into memory can compensate for a larger exponent.
    try digits(from: first) { value = min(value * 10 + Int($0), Self.largestExponent) }
    return isNegative ? -value : value
  }

  private static let largestExponent = 1 << 40

  /// Parses one digit or more, and passes each digit to a function.
  private mutating func digits(from first: Int, _ take: (UInt8) -> Void) throws(Diagnostic) {
    guard index < end else { throw truncated() }
    guard isDigit(at: index) else { throw malformed(from: first, help: "a digit is expected here") }
    while index < end, isDigit(at: index) {
      take(bytes[index] - UInt8(ascii: "0"))
      index += 1
    }
  }

  private func isDigit(at place: Int) -> Bool { bytes[place] >= UInt8(ascii: "0") && bytes[place] <= UInt8(ascii: "9") }

  /// Returns a finding for a malformed number, with a span over all characters that belong to it.
  private func malformed(from first: Int, help: String) -> Diagnostic {
    var last = index
    while last < end, isDigit(at: last) || isWordByte(bytes[last]) || bytes[last] == UInt8(ascii: ".") { last += 1 }
    return MalformedJSON.number(excerpt(first, last), at: span(first, max(last, first + 1)), help: help)
  }
}

extension JSONScanner {
  /// Returns a finding for an unexpected byte. At the end of the data, it is the finding for data that ends too early.
  func unexpected(wanted: String) -> Diagnostic {
    guard index < end else { return truncated() }
    if bytes[index] >= 0x80 {
      do throws(Diagnostic) { _ = try lengthOfScalar(openedAt: index) } catch { return error }
    }
    let length = lengthOfFound()
    return MalformedJSON.unexpected(
      excerpt(index, index + length), wanted: wanted, at: span(index, index + length), help: help(wanted: wanted))
  }

  /// Returns a finding for characters after the value.
  func trailing() -> Diagnostic {
    if bytes[index] >= 0x80 {
      do throws(Diagnostic) { _ = try lengthOfScalar(openedAt: index) } catch { return error }
    }
    let length = lengthOfFound()
    if case .line = unit {
      return MalformedJSON.trailing(excerpt(index, index + length), isLine: true, at: span(index, index + length))
    }
    return MalformedJSON.trailing(excerpt(index, index + length), isLine: false, at: span(index, index + length))
  }

  /// Returns a finding for data that ends too early.
  func truncated(inTextAt textStart: Int? = nil) -> Diagnostic {
    var opened = open.last.map { (what: $0.what, at: span($0.start, $0.start + 1)) }
    if let textStart { opened = ("text", span(textStart, textStart + 1)) }
    var last = end
    while last > start, isBlank(bytes[last - 1]) { last -= 1 }
    switch unit {
    case .document: return TruncatedJSON.document(opened: opened, end: span(last, last))
    case .line(let isLast): return TruncatedJSON.line(opened: opened, isLast: isLast, end: span(last, last))
    }
  }

  func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
      true
    default: false
    }
  }

  /// Returns the characters of a range for a message. They are cut off after 40 bytes.
  private func excerpt(_ start: Int, _ end: Int) -> String {
    let text = String(decoding: bytes[start..<min(end, start + 40)], as: UTF8.self)
    return end > start + 40 ? text + "…" : text
  }

  /// Returns the length in bytes of the word or the single character that comes next.
  private func lengthOfFound() -> Int {
    var length = 0
    while index + length < end, isWordByte(bytes[index + length]) { length += 1 }
    return length > 0 ? length : scalarLength(at: index)
  }

  /// Returns advice for the most frequent mistakes.
  private func help(wanted: String) -> String? {
    switch bytes[index] {
    case UInt8(ascii: "'"): return "write names and texts in double quotes"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): return "JSON has no comments"
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return followsComma ? "remove the comma before it" : nil
    default: break
    }
    let word = excerpt(index, index + lengthOfFound())
    switch word {
    case "True", "TRUE": return "write `true`"
    case "False", "FALSE": return "write `false`"
    case "None", "nil", "NULL", "Null", "undefined": return "write `null`, or leave the member out"
    case "NaN", "Infinity", "-Infinity", "+Infinity": return "JSON has no such number; leave the member out"
    default: return wanted == "a name in double quotes" && isWordByte(bytes[index]) ? "write `\"\(word)\"`" : nil
    }
  }

  private var followsComma: Bool {
    var place = index - 1
    while place > start, isBlank(bytes[place]) { place -= 1 }
    return place >= start && bytes[place] == UInt8(ascii: ",")
  }
}
