/// A parser of regular expressions by the grammar of RFC 9485 §3. ASCII is parsed byte by byte.
package struct PatternReader {
  private let bytes: [UInt8]
  private var position = 0
  private var nesting = 0

  /// The deepest nesting of parentheses.
  private static let depth = 100

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Parses a whole pattern. `\"` is a quote, as in texts of the language.
  ///
  /// - Complexity: O(n).
  package static func read(_ bytes: some Collection<UInt8>) throws(PatternFault) -> Pattern {
    var reader = PatternReader(Array(bytes))
    let pattern = try reader.alternatives()
    guard reader.position == reader.bytes.count else { throw reader.fault(.misplaced(")"), 1) }
    guard pattern.stateCount <= Pattern.limit else {
      throw PatternFault(kind: .tooManyStates, range: 0..<reader.bytes.count)
    }
    return pattern
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private func fault(_ kind: PatternFault.Kind, _ length: Int) -> PatternFault {
    PatternFault(kind: kind, range: position..<min(bytes.count, position + length))
  }

  private mutating func alternatives() throws(PatternFault) -> Pattern {
    var branches = [try branch()]
    while accept("|") { branches.append(try branch()) }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func branch() throws(PatternFault) -> Pattern {
    var parts: [Pattern] = []
    while let byte, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") { parts.append(try piece()) }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func piece() throws(PatternFault) -> Pattern {
    let start = position
    let atom = try atom()
    let piece: Pattern
    switch byte {
    case UInt8(ascii: "*"): piece = .repeated(atom, 0, nil)
    case UInt8(ascii: "+"): piece = .repeated(atom, 1, nil)
    case UInt8(ascii: "?"): piece = .repeated(atom, 0, 1)
    case UInt8(ascii: "{"): return try counted(atom, from: start)
    default: return atom
    }
    position += 1
    return try once(piece, from: start)
  }

  /// Checks that a piece has only one repetition and does not have too many states.
  private func once(_ piece: Pattern, from start: Int) throws(PatternFault) -> Pattern {
    if let byte, [UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{")].contains(byte) {
      throw fault(.misplaced(String(UnicodeScalar(byte))), 1)
    }
    if piece.stateCount > Pattern.limit { throw PatternFault(kind: .tooManyStates, range: start..<position) }
    return piece
  }

  /// Parses `{n}`, `{n,}` and `{n,m}`.
  private mutating func counted(_ atom: Pattern, from start: Int) throws(PatternFault) -> Pattern {
    let opening = position
    position += 1
    guard let least = try number() else { throw PatternFault(kind: .misplaced("{"), range: opening..<opening + 1) }
    var most: Int? = least
    if accept(",") { most = try number() }
    guard accept("}") else { throw PatternFault(kind: .unclosed("{"), range: opening..<opening + 1) }
    if let most, most < least {
      throw PatternFault(
        kind: .falling(String(decoding: bytes[opening..<position], as: UTF8.self)), range: opening..<position)
    }
    return try once(.repeated(atom, least, most), from: start)
  }

  private mutating func number() throws(PatternFault) -> Int? {
    let start = position
    var value = 0
    while let digit = byte, digit >= 0x30, digit <= 0x39 {
      value = min(Pattern.repetitions + 1, value * 10 + Int(digit - 0x30))
      position += 1
    }
    if value > Pattern.repetitions { throw PatternFault(kind: .tooManyRepetitions, range: start..<position) }
    return position > start ? value : nil
  }

  private mutating func atom() throws(PatternFault) -> Pattern {
    guard let byte else { throw fault(.misplaced(""), 0) }
    switch byte {
    case UInt8(ascii: "("): return try group()
    case UInt8(ascii: "["): return .set(try scalarClass())
    case UInt8(ascii: "."):
      position += 1
      return .set(.dot)
    case UInt8(ascii: "\\"):
      let scalar = try escape()
      return .set(ScalarSet([scalar...scalar]))
    case UInt8(ascii: "^"), UInt8(ascii: "$"): throw fault(.anchor(String(UnicodeScalar(byte))), 1)
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "]"):
      throw fault(.misplaced(String(UnicodeScalar(byte))), 1)
    default:
      let scalar = scalar()
      return .set(ScalarSet([scalar...scalar]))
    }
  }

  private mutating func group() throws(PatternFault) -> Pattern {
    let opening = position
    position += 1
    nesting += 1
    defer { nesting -= 1 }
    if nesting > Self.depth { throw PatternFault(kind: .tooDeep, range: opening..<opening + 1) }
    let inner = try alternatives()
    guard accept(")") else { throw PatternFault(kind: .unclosed("("), range: opening..<opening + 1) }
    return inner
  }

  /// Reads the next scalar; the bytes are UTF-8.
  private mutating func scalar() -> UInt32 {
    let lead = bytes[position]
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    let end = min(bytes.count, position + length)
    defer { position = end }
    return String(decoding: bytes[position..<end], as: UTF8.self).unicodeScalars.first?.value ?? 0
  }

  /// Reads `\n`, `\r`, `\t`, or an escaped character that would have a special meaning without its backslash.
  private mutating func escape() throws(PatternFault) -> UInt32 {
    let start = position
    position += 1
    guard let byte else { throw PatternFault(kind: .escape("\\"), range: start..<position) }
    switch byte {
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
      return byte == UInt8(ascii: "n") ? 0x0A : byte == UInt8(ascii: "r") ? 0x0D : 0x09
    case 0x28...0x2B, 0x2D, 0x2E, 0x3F, 0x5B...0x5E, 0x7B...0x7D, UInt8(ascii: "\""):
      position += 1
      return UInt32(byte)
    default:
      let escaped = String(UnicodeScalar(scalar()) ?? " ")
      throw PatternFault(kind: .escape("\\\(escaped)"), range: start..<position)
    }
  }

  /// Reads a character class: `[a-z_]`, `[^,]`.
  private mutating func scalarClass() throws(PatternFault) -> ScalarSet {
    let opening = position
    position += 1
    var set = ScalarSet([])
    set.isNegated = accept("^")
    if accept("-") { set.ranges.append(0x2D...0x2D) }
    while let byte, byte != UInt8(ascii: "]") {
      let start = position
      if byte == UInt8(ascii: "-") {
        // At the end of a class, `-` stands for itself.
        guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "]") else { throw fault(.misplaced("-"), 1) }
        position += 1
        set.ranges.append(0x2D...0x2D)
        break
      }
      let first = try classScalar()
      var last = first
      if self.byte == UInt8(ascii: "-"), position + 1 < bytes.count, bytes[position + 1] != UInt8(ascii: "]") {
        position += 1
        last = try classScalar()
      }
      guard first <= last else {
        throw PatternFault(kind: .falling(String(decoding: bytes[start..<position], as: UTF8.self)), range: start..<position)
      }
      set.ranges.append(first...last)
    }
    guard accept("]") else { throw PatternFault(kind: .unclosed("["), range: opening..<opening + 1) }
    guard !set.ranges.isEmpty else { throw PatternFault(kind: .misplaced("]"), range: position - 1..<position) }
    return set.merged
  }

  private mutating func classScalar() throws(PatternFault) -> UInt32 {
    switch byte {
    case UInt8(ascii: "\\"): return try escape()
    case UInt8(ascii: "["), UInt8(ascii: "-"): throw fault(.misplaced(String(UnicodeScalar(byte ?? 0))), 1)
    default: return scalar()
    }
  }
}
