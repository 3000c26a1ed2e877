import Truths
import TruthsJSON
import TruthsText

/// Reading of texts, times and decimals from columns.
extension ColumnVector {
  /// Returns the bytes of a text, after checking that they are UTF-8.
  func text(_ row: Int) throws(ColumnFault) -> UnsafeBufferPointer<UInt8> {
    let bytes = try bytes(row)
    guard bytes.isASCII || String(validating: bytes, as: UTF8.self) != nil else {
      throw fault("has bytes that are not UTF-8", at: row, "give text in UTF-8")
    }
    return bytes
  }

  /// Returns the value of a row, which may have any temporal type.
  func time(_ row: Int) -> ColumnTime {
    let count = count(row)
    switch type {
    case .date(isDays: true): return CivilDate(days: Int(count)).map { .date($0) } ?? .none("\(count) days since 1970-01-01")
    case .date:
      // The format defines these as whole days.
      let day = count / 86_400_000 - (count % 86_400_000 < 0 ? 1 : 0)
      return CivilDate(days: Int(day)).map { .date($0) } ?? .none("\(day) days since 1970-01-01")
    case .months: return Period(months: Int(count)).map { .period($0) } ?? .none("\(count) months")
    case .time(let unit, _):
      let milliseconds = unit.milliseconds(ofMoment: count)
      return Int64(exactly: milliseconds).flatMap { TimeOfDay(milliseconds: $0) }.map { .time($0) }
        ?? .none("\(milliseconds) milliseconds of a day")
    case .timestamp(let unit):
      let milliseconds = unit.milliseconds(ofMoment: count)
      return Int64(exactly: milliseconds).flatMap { Timestamp(milliseconds: $0) }.map { .timestamp($0) }
        ?? .none("\(milliseconds) milliseconds since 1970-01-01T00:00:00Z")
    case .duration(let unit):
      let milliseconds = unit.milliseconds(ofSpan: count)
      return Int64(exactly: milliseconds).flatMap { TimeSpan(milliseconds: $0) }.map { .duration($0) }
        ?? .none("\(milliseconds) milliseconds")
    default: return .none("")
    }
  }

  /// Returns the digits of a decimal as a whole number, without the scale.
  ///
  /// - Parameter bytes: the size of the decimal.
  func decimal(_ row: Int, bytes: Int) -> ColumnDecimal {
    let index = row + offset
    switch bytes {
    case 4: return ColumnDecimal(Int128(load(index, as: Int32.self)))
    case 8: return ColumnDecimal(Int128(load(index, as: Int64.self)))
    case 16: return ColumnDecimal(load(index, as: Int128.self))
    default: return ColumnDecimal(load(index, as: SIMD4<UInt64>.self))
    }
  }
}

/// A value of any temporal type. A number outside the range of the language becomes `none` with a text, which no temporal field
/// accepts.
enum ColumnTime {
  case date(CivilDate)
  case time(TimeOfDay)
  case timestamp(Timestamp)
  case duration(TimeSpan)
  case period(Period)
  case none(String)

  /// Appends the value as a JSON text.
  func write(to buffer: inout ByteBuffer) { buffer.write(text) }

  /// The value in the form in which the language writes it (dates §1).
  var text: String {
    switch self {
    case .date(let date): date.text
    case .time(let time): time.text
    case .timestamp(let timestamp): timestamp.text
    case .duration(let span): span.text
    case .period(let period): period.text
    case .none(let text): text
    }
  }
}

/// A whole number of at most 256 bits.
struct ColumnDecimal {
  let isNegative: Bool
  /// The words of the magnitude, the lowest word first.
  private let words: SIMD4<UInt64>

  init(_ number: Int128) {
    isNegative = number < 0
    let size = number.magnitude
    words = [UInt64(truncatingIfNeeded: size), UInt64(truncatingIfNeeded: size >> 64), 0, 0]
  }

  /// Creates a number from words in two's complement, the lowest word first.
  init(_ bits: SIMD4<UInt64>) {
    isNegative = Int64(bitPattern: bits[3]) < 0
    var (words, carry) = (bits, isNegative)
    if isNegative {
      for place in 0..<4 {
        let (sum, overflow) = (~words[place]).addingReportingOverflow(carry ? 1 : 0)
        (words[place], carry) = (sum, overflow)
      }
    }
    self.words = words
  }

  /// The number as an `Int128`; `nil` if 127 bits are not enough for its size.
  var small: Int128? {
    guard words[2] == 0, words[3] == 0, words[1] < 1 << 63 else { return nil }
    let size = Int128(words[1]) << 64 | Int128(words[0])
    return isNegative ? -size : size
  }

  /// Appends the number with the given number of decimal places, with all digits and no exponent.
  func write(places scale: Int, to buffer: inout ByteBuffer) {
    var digits = digits
    if scale < 0 { digits += [UInt8](repeating: UInt8(ascii: "0"), count: -scale) }
    if digits.count <= scale { digits = [UInt8](repeating: UInt8(ascii: "0"), count: scale + 1 - digits.count) + digits }
    // Leading zeros are not allowed in JSON numbers.
    if scale <= 0 { digits = Array(digits.drop { $0 == UInt8(ascii: "0") }) }
    if isNegative, !digits.isEmpty { buffer.append(UInt8(ascii: "-")) }
    guard scale > 0 else { return buffer.append(digits.isEmpty ? [UInt8(ascii: "0")] : digits) }
    buffer.append(Array(digits.dropLast(scale)))
    buffer.append(UInt8(ascii: "."))
    buffer.append(Array(digits.suffix(scale)))
  }

  private var digits: [UInt8] {
    var digits: [UInt8] = []
    var rest = words
    repeat {
      var remainder: UInt64 = 0
      for place in (0..<4).reversed() { (rest[place], remainder) = UInt64(10).dividingFullWidth((remainder, rest[place])) }
      digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remainder))
    } while rest != .zero
    return digits.reversed()
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are ASCII. Eight bytes are checked at a time.
  var isASCII: Bool {
    let bytes = UnsafeRawBufferPointer(self)
    var (offset, seen) = (0, UInt64(0))
    while offset + 8 <= bytes.count {
      seen |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    while offset < bytes.count {
      seen |= UInt64(bytes[offset])
      offset += 1
    }
    return seen & 0x8080_8080_8080_8080 == 0
  }
}
