package import TruthsDiagnostics
package import TruthsText

/// A parser for I-JSON (RFC 7493) with exact numbers. It gives every value a source span.
///
/// It is stricter than other parsers. A duplicate name, invalid UTF-8, a lone surrogate, a noncharacter, a number outside the
/// limits of data, and anything after the value are errors. It stops at the first error.
package enum JSONReader {
  /// Parses a document.
  ///
  /// - Parameters:
  ///   - file: the file to parse, to which the spans refer.
  ///   - range: the bytes of the file that are the document; `nil` for all bytes. Bounds outside the file are moved into it.
  /// - Returns: the value, or a T80 diagnostic at the first wrong characters.
  /// - Complexity: O(n) in the number of bytes; recursion is bounded by `limits.depth`.
  package static func read(
    _ file: SourceFile, in range: Range<Int>? = nil, limits: JSONLimits = .document
  ) -> Result<LocatedJSON, Diagnostic> {
    file.bytes.withUnsafeBufferPointer { bytes in
      let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
      return read(bytes, of: file.id, in: range, unit: .document, limits: limits)
    }
  }

  /// Parses a document in data that may be a memory-mapped file.
  ///
  /// - Parameter file: the file to which the spans refer.
  package static func read(
    _ data: DataBytes, of file: FileID, limits: JSONLimits = .document
  ) -> Result<LocatedJSON, Diagnostic> {
    data.withBytes { read($0, of: file, in: 0..<$0.count, unit: .document, limits: limits) }
  }

  /// Parses a line of a ledger that was read before.
  ///
  /// - Parameter start: the offset in bytes at which the line begins.
  package static func read(lineAt start: Int, of data: DataBytes) -> Result<LocatedJSON, Diagnostic> {
    data.withBytes { bytes in
      let start = min(max(0, start), bytes.count)
      let range = start..<endOfLine(bytes, from: start)
      return read(bytes, of: FileID(0), in: range, unit: .line(isLast: false), limits: .ledger)
    }
  }

  /// Parses a text that is one JSON number and nothing else; `nil` for any other text, and for a number outside the limits of
  /// data.
  package static func number(in text: Text) -> Decimal? {
    var text = text.string
    return text.withUTF8 { bytes in
      guard let first = bytes.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else { return nil }
      var scanner = JSONScanner(bytes, of: FileID(0), range: 0..<bytes.count, unit: .document, limits: .document)
      guard let number = try? scanner.number(), scanner.index == bytes.count else { return nil }
      return number
    }
  }

  /// Whether data may contain a text. It must not contain a noncharacter of Unicode.
  package static func takes(_ text: String) -> Bool { !text.unicodeScalars.contains { ScalarForm.isNoncharacter($0.value) } }

  /// Parses a document or a line.
  ///
  /// - Parameter shift: the difference between an offset in the file and the same offset in the bytes.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, of file: FileID, in range: Range<Int>, unit: JSONUnit, limits: JSONLimits, shift: Int = 0
  ) -> Result<LocatedJSON, Diagnostic> {
    let whole = Span(file: file, start: shift + range.lowerBound, end: shift + range.upperBound)
    guard range.count <= limits.bytes else {
      return .failure(DataTooLarge.bytes(range.count, limit: limits.bytes, at: whole.atStart))
    }
    do throws(Diagnostic) {
      var scanner = JSONScanner(bytes, of: file, range: range, unit: unit, limits: limits, shift: shift)
      return .success(try scanner.document())
    } catch {
      return .failure(error)
    }
  }
}

/// The unit from which a value is parsed. Error messages depend on it.
enum JSONUnit {
  case document
  /// A line of JSON Lines. If it is the last line and has no line break, it may be cut off.
  case line(isLast: Bool)
}

/// The limits of a parser, which stops with T8006 if one is exceeded. Files §2.5 and runs §1 require a finding for every limit.
package struct JSONLimits: Hashable, Sendable {
  /// The deepest nesting of objects and lists.
  package var depth: Int
  /// The greatest number of bytes of a document, or of one line of JSON Lines.
  package var bytes: Int
  /// The greatest number of values in a document or line, including nested values.
  package var nodes: Int
  /// Whether noncharacters are allowed. Truth files may contain them, so JSON made from truth files may as well. Data from
  /// outside may not.
  var takesNoncharacters = false
  /// Whether numbers outside the limits of data are read as the nearest whole number towards zero that data may have.
  var clampsNumbers = false

  package init(depth: Int, bytes: Int, nodes: Int) {
    self.depth = depth
    self.bytes = bytes
    self.nodes = nodes
  }

  /// The limits for proposals, fixture files and documents: depth 64, 16 MiB, 2,000,000 values.
  package static let document = JSONLimits(depth: 64, bytes: 16 << 20, nodes: 2_000_000)

  /// The limits for files that this program writes: ledgers, run output and bundles. An entry contains its proposal, perhaps
  /// several times, so the limits are higher: depth 80, 1 GiB, 100,000,000 values.
  package static let ledger = JSONLimits(depth: 80, bytes: 1 << 30, nodes: 100_000_000)

  /// Returns the limits for a message of a protocol. Its texts may contain any scalar, because a document may. Its numbers are
  /// positions and counts of a client, so any number is read: a message that is not read has no answer.
  package static func message(depth: Int, bytes: Int, nodes: Int) -> JSONLimits {
    var limits = JSONLimits(depth: depth, bytes: bytes, nodes: nodes)
    limits.takesNoncharacters = true
    limits.clampsNumbers = true
    return limits
  }

  /// The limits for JSON that this process has just written. Only the depth is limited, far beyond the depth of any JSON that
  /// is written.
  static let own = {
    var limits = JSONLimits(depth: 512, bytes: .max, nodes: .max)
    limits.takesNoncharacters = true
    return limits
  }()
}

/// A measure of the nesting of JSON text, without parsing it.
package enum JSONNesting {
  /// Returns the greatest number of objects and lists that are open at once.
  ///
  /// - Parameter json: valid JSON, one value or several.
  /// - Complexity: O(n) in the number of bytes.
  package static func depth(of json: [UInt8]) -> Int {
    json.withUnsafeBufferPointer { bytes in
      var (open, deepest, offset) = (0, 0, 0)
      while offset < bytes.count {
        switch bytes[offset] {
        case UInt8(ascii: "\""): offset = endOfText(bytes, from: offset + 1)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          open += 1
          deepest = max(deepest, open)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
        default: break
        }
        offset += 1
      }
      return deepest
    }
  }

  /// Returns the offset of the quotation mark that ends a text; the number of bytes if none does.
  ///
  /// - Parameter start: the offset after the quotation mark that begins the text.
  private static func endOfText(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(offset, bytes.count)
  }
}

/// The names of the members of one object, for finding duplicates. It uses a linear scan for few members, and a table for many.
struct SeenMemberNames {
  private var table: [Text: Int] = [:]

  /// Adds the name of the last member.
  ///
  /// - Returns: the index of an earlier member with the same name; `nil` if the name is new.
  mutating func insert(_ members: [LocatedJSON.Member]) -> Int? {
    guard let last = members.last?.name else { return nil }
    let lastIndex = members.count - 1
    if lastIndex < Self.linearLimit {
      for earlier in 0..<lastIndex where members[earlier].name == last { return earlier }
      return nil
    }
    if table.isEmpty {
      for (index, member) in members.dropLast().enumerated() { table[member.name] = index }
    }
    return table.updateValue(lastIndex, forKey: last)
  }

  private static let linearLimit = 12
}

/// The form of a UTF-8 sequence that is not ASCII. The first byte determines it (Unicode standard, table 3-7).
struct ScalarForm {
  /// The number of bytes of the sequence.
  let length: Int
  /// The allowed values of the second byte. They exclude overlong forms and surrogates.
  private let second: ClosedRange<UInt8>
  /// The bits of the scalar's value that the first byte contains.
  let high: UInt32

  /// - Returns: `nil` if a sequence cannot begin with the byte.
  init?(lead: UInt8) {
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    high = UInt32(lead) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
  }

  /// Whether a byte is allowed at an index of the sequence. The first byte has the index 0, and is not tested here.
  func allows(_ byte: UInt8, at place: Int) -> Bool { (place == 1 ? second : 0x80...0xBF).contains(byte) }

  /// Whether a code point is a noncharacter of Unicode, which RFC 7493 §2.1 forbids.
  static func isNoncharacter(_ value: UInt32) -> Bool { (0xFDD0...0xFDEF).contains(value) || value & 0xFFFE == 0xFFFE }
}

extension JSONObject {
  /// Creates an object by parsing what a function writes; the empty object if that is not a JSON object. So output that exists
  /// only as written bytes can be examined like parsed data.
  ///
  /// - Complexity: O(bytes written).
  package init(written write: (inout ByteBuffer) -> Void) {
    var buffer = ByteBuffer()
    write(&buffer)
    let read = JSONReader.read(DataBytes(buffer.bytes), of: FileID(0), limits: .own)
    self = (try? read.get().value.objectValue) ?? [:]
  }
}
