package import TruthsDiagnostics
package import TruthsText

/// Reads I-JSON (RFC 7493) with exact numbers, every value with its place.
///
/// What other readers let through is a fault here: a name that stands twice, invalid UTF-8, half a surrogate pair, a
/// noncharacter, a number past the limits of data, anything behind the value. The first fault ends the reading.
package enum JSONReader {
  /// Reads the one value of a document.
  ///
  /// - Parameters:
  ///   - file: The file; spans are places in it.
  ///   - range: The bytes of the file that are the document; all of them when `nil`. Bounds outside the file are moved into it.
  /// - Returns: The value, or a T80 diagnostic at the first characters that are wrong.
  /// - Complexity: O(n) in the number of bytes; recursion is bounded by `limits.depth`.
  package static func read(
    _ file: SourceFile, in range: Range<Int>? = nil, limits: JSONLimits = .document
  ) -> Result<LocatedJSON, Diagnostic> {
    file.bytes.withUnsafeBufferPointer { bytes in
      let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
      return read(bytes, of: file.id, in: range, unit: .document, limits: limits)
    }
  }

  /// Reads the one value of a document that is data.
  ///
  /// - Parameter file: whose bytes they are; spans are places in it.
  package static func read(
    _ data: DataBytes, of file: FileID, limits: JSONLimits = .document
  ) -> Result<LocatedJSON, Diagnostic> {
    data.withBytes { read($0, of: file, in: 0..<$0.count, unit: .document, limits: limits) }
  }

  /// Reads the one value of a line of a ledger that was read before.
  ///
  /// - Parameter start: where the line begins.
  package static func read(lineAt start: Int, of data: DataBytes) -> Result<LocatedJSON, Diagnostic> {
    data.withBytes { bytes in
      let start = min(max(0, start), bytes.count)
      let range = start..<endOfLine(bytes, from: start)
      return read(bytes, of: FileID(0), in: range, unit: .line(isLast: false), limits: .ledger)
    }
  }

  /// The number that a text is by JSON's grammar, without anything around it; `nil` where it is none, and where it passes the
  /// limits for data.
  package static func number(in text: Text) -> Decimal? {
    var text = text.string
    return text.withUTF8 { bytes in
      guard let first = bytes.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else { return nil }
      var scanner = JSONScanner(bytes, of: FileID(0), range: 0..<bytes.count, unit: .document, limits: .document)
      guard let number = try? scanner.number(), scanner.index == bytes.count else { return nil }
      return number
    }
  }

  /// Whether a text may stand in data: no scalar of it is one that Unicode keeps from ever being a character.
  package static func takes(_ text: String) -> Bool { !text.unicodeScalars.contains { ScalarForm.isNoncharacter($0.value) } }

  /// Reads the one value of a document or line.
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

/// What a value is the whole of; it decides how its faults are told.
enum JSONUnit {
  case document
  /// A line of JSON Lines; the last one without a line break may have been cut off.
  case line(isLast: Bool)
}

/// What a reader takes before it stops with T8006; files §2.5 and runs §1 ask that every limit is a finding.
package struct JSONLimits: Hashable, Sendable {
  /// How deep objects and lists may be nested.
  package var depth: Int
  /// Bytes of one document, or of one line of JSON Lines.
  package var bytes: Int
  /// Values of one document or line: objects, lists and what stands in them.
  package var nodes: Int
  /// Whether noncharacters are taken: a truth file may hold them, so what is made of it may; data from outside may not.
  var takesNoncharacters = false

  package init(depth: Int, bytes: Int, nodes: Int) {
    self.depth = depth
    self.bytes = bytes
    self.nodes = nodes
  }

  /// For a proposal, a fixture file, a document: depth 64, 16 MiB, 2,000,000 values.
  package static let document = JSONLimits(depth: 64, bytes: 16 << 20, nodes: 2_000_000)

  /// For what is written here: a ledger, a line of it, what a run printed, a bundle. Around what a proposal says an entry has
  /// more, and may say it several times: depth 80, 1 GiB, 100,000,000 values.
  package static let ledger = JSONLimits(depth: 80, bytes: 1 << 30, nodes: 100_000_000)

  /// For what this process has written a moment ago: none but of depth, far beyond what is ever written.
  static let own = {
    var limits = JSONLimits(depth: 512, bytes: .max, nodes: .max)
    limits.takesNoncharacters = true
    return limits
  }()
}

/// How deep JSON is nested, told from its text alone.
package enum JSONNesting {
  /// The most objects and lists that are open at once.
  ///
  /// - Parameter json: values without a fault, one or several behind one another.
  /// - Complexity: O(n) in the number of bytes.
  package static func depth(of json: some Sequence<UInt8>) -> Int {
    var (open, deepest) = (0, 0)
    var (isText, isEscaped) = (false, false)
    for byte in json {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open += 1
        deepest = max(deepest, open)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
      default: break
      }
    }
    return deepest
  }
}

/// The names seen in one object, to find one that stands twice. Few are compared one by one; many are kept in a table.
struct SeenMemberNames {
  private var table: [Text: Int] = [:]

  /// Takes the name of the last member.
  ///
  /// - Returns: The place of an earlier member with the same name.
  mutating func insert(_ members: [LocatedJSON.Member]) -> Int? {
    guard let last = members.last?.name else { return nil }
    let place = members.count - 1
    if place < Self.linearLimit {
      for earlier in 0..<place where members[earlier].name == last { return earlier }
      return nil
    }
    if table.isEmpty {
      for (place, member) in members.dropLast().enumerated() { table[member.name] = place }
    }
    return table.updateValue(place, forKey: last)
  }

  private static let linearLimit = 12
}

/// How the bytes of a scalar beyond ASCII go on, by the first of them (Unicode standard, table 3-7).
struct ScalarForm {
  /// Bytes of the whole scalar.
  let length: Int
  /// What the second byte may be, which rules out overlong forms and surrogates.
  private let second: ClosedRange<UInt8>
  /// What the first byte says of the scalar's value.
  let high: UInt32

  /// - Returns: `nil` where no scalar begins with this byte.
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

  /// Whether a byte may stand at a place of the scalar, from 1.
  func allows(_ byte: UInt8, at place: Int) -> Bool { (place == 1 ? second : 0x80...0xBF).contains(byte) }

  /// Whether Unicode keeps a code point from ever being a character, so that RFC 7493 §2.1 forbids it.
  static func isNoncharacter(_ value: UInt32) -> Bool { (0xFDD0...0xFDEF).contains(value) || value & 0xFFFE == 0xFFFE }
}

extension JSONObject {
  /// The object that something writes; the empty one where it writes none. So what is written in one place alone can be looked at
  /// like what was read.
  ///
  /// - Complexity: O(bytes written).
  package init(written write: (inout ByteBuffer) -> Void) {
    var buffer = ByteBuffer()
    write(&buffer)
    let read = JSONReader.read(DataBytes(buffer.bytes), of: FileID(0), limits: .own)
    self = (try? read.get().value.objectValue) ?? [:]
  }
}
