import Truths

/// The type of a column's values.
enum ColumnType: Hashable {
  case null, boolean
  case integer(bytes: Int, isSigned: Bool)
  /// A number in two's complement, with the given number of decimal places.
  case decimal(bytes: Int, places: Int)
  case text(ColumnLayout)
  /// A date, as days since 1970 or as milliseconds of whole days since 1970.
  case date(isDays: Bool)
  case time(ColumnUnit, bytes: Int)
  /// A moment in UTC, as time since 1970.
  case timestamp(ColumnUnit)
  case duration(ColumnUnit)
  case months
  case list(ColumnLayout)
  case fixedList(Int)
  case structure, map

  /// Parses a type of the C data interface; `nil` for an unsupported type (``refusal(of:)``).
  init?(format: String) {
    switch format {
    case "n": self = .null
    case "b": self = .boolean
    case "c", "C": self = .integer(bytes: 1, isSigned: format == "c")
    case "s", "S": self = .integer(bytes: 2, isSigned: format == "s")
    case "i", "I": self = .integer(bytes: 4, isSigned: format == "i")
    case "l", "L": self = .integer(bytes: 8, isSigned: format == "l")
    case "u": self = .text(.small)
    case "U": self = .text(.large)
    case "vu": self = .text(.view)
    case "tdD", "tdm": self = .date(isDays: format == "tdD")
    case "tiM": self = .months
    case "+l": self = .list(.small)
    case "+L": self = .list(.large)
    case "+vl": self = .list(.view)
    case "+vL": self = .list(.largeView)
    case "+s": self = .structure
    case "+m": self = .map
    default:
      guard let type = Self.parameterized(format) ?? Self.timed(format) else { return nil }
      self = type
    }
  }

  /// Parses `d:precision,scale`, also with a bit width, and `+w:count`; `nil` for any other format.
  private static func parameterized(_ format: String) -> ColumnType? {
    let sides = format.split(separator: ":", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    let numbers = sides[1].split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    if sides[0] == "+w", numbers.count == 1, let count = numbers[0], (0...Int(Int32.max)).contains(count) {
      return .fixedList(count)
    }
    guard sides[0] == "d", (2...3).contains(numbers.count), numbers[0] != nil, let scale = numbers[1],
      (-1_000...1_000).contains(scale)
    else {
      return nil
    }
    let bits = numbers.count == 3 ? numbers[2] : 128
    guard let bits, [32, 64, 128, 256].contains(bits) else { return nil }
    return .decimal(bytes: bits / 8, places: scale)
  }

  /// Parses times of day, durations, and timestamps with a zone; `nil` for any other format. Timestamps are in UTC, whatever
  /// the name of the zone is.
  private static func timed(_ format: String) -> ColumnType? {
    let bytes = Array(format.utf8)
    guard bytes.count >= 3, bytes[0] == UInt8(ascii: "t"), let unit = ColumnUnit(letter: bytes[2]) else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "t") where bytes.count == 3: return .time(unit, bytes: unit.isCoarse ? 4 : 8)
    case UInt8(ascii: "D") where bytes.count == 3: return .duration(unit)
    case UInt8(ascii: "s") where bytes.count > 4 && bytes[3] == UInt8(ascii: ":"): return .timestamp(unit)
    default: return nil
    }
  }

  /// Returns the words for the values of an unsupported format, and advice on how to convert them.
  static func refusal(of format: String) -> (what: String, mend: String) {
    switch format {
    case "e", "f", "g":
      ("binary floating point, which holds no decimal exactly", "cast it to a decimal, such as decimal128(18, 2)")
    case "z", "Z", "vz": ("bytes", "cast it to text")
    case "tiD", "tin": ("intervals that mix days with other units", "cast it to a duration")
    case "+r": ("runs of values", "decode it: cast it to the type of its values")
    case _ where format.hasPrefix("w:"): ("bytes", "cast it to text")
    case _ where format.hasPrefix("+u"): ("values of several types", "give a column for each type")
    case "tss:", "tsm:", "tsu:", "tsn:": ("moments without a zone", "cast it to a timestamp with the zone UTC")
    default: ("of a type that is not read", "cast it to text, a number, a date or a time")
    }
  }

  /// The size in bytes of a value, of an offset of texts or lists, or of a view; 0 if the type has no such thing.
  var width: Int {
    switch self {
    case .null, .boolean, .structure, .fixedList: 0
    case .integer(let bytes, _), .decimal(let bytes, _), .time(_, let bytes): bytes
    case .text(let layout): layout == .view ? 16 : layout.width
    case .list(let layout): layout.width
    case .date(let isDays): isDays ? 4 : 8
    case .months, .map: 4
    case .timestamp, .duration: 8
    }
  }

  /// The words for the values of the type, in messages.
  var words: String {
    switch self {
    case .null: "nothing"
    case .boolean: "true or false"
    case .integer: "whole numbers"
    case .decimal: "decimals"
    case .text: "texts"
    case .date: "dates"
    case .time: "times of day"
    case .timestamp: "moments"
    case .duration: "spans of time"
    case .months: "months"
    case .list, .fixedList: "lists"
    case .structure: "structs"
    case .map: "maps"
    }
  }
}

/// The layout of texts and lists: offsets of 32 or 64 bits, or views.
enum ColumnLayout: Hashable {
  case small, large, view, largeView

  /// The size of an offset in bytes.
  var width: Int { self == .small || self == .view ? 4 : 8 }
}

/// The unit in which a time is counted.
enum ColumnUnit: Hashable {
  case seconds, milliseconds, microseconds, nanoseconds

  init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "s"): self = .seconds
    case UInt8(ascii: "m"): self = .milliseconds
    case UInt8(ascii: "u"): self = .microseconds
    case UInt8(ascii: "n"): self = .nanoseconds
    default: return nil
    }
  }

  /// Whether the unit is a millisecond or longer. A time of day then has 32 bits.
  var isCoarse: Bool { self == .seconds || self == .milliseconds }

  /// Converts a timestamp or a time of day to milliseconds. The number is rounded down, because the language drops the rest
  /// (dates §1).
  @inline(__always)
  func milliseconds(ofMoment count: Int64) -> Int128 {
    let whole = milliseconds(ofSpan: count)
    return count < 0 && !isCoarse && count % divisor != 0 ? whole - 1 : whole
  }

  /// Converts a duration, which may be negative, to milliseconds. The number is rounded toward zero.
  @inline(__always)
  func milliseconds(ofSpan count: Int64) -> Int128 {
    switch self {
    case .seconds: Int128(count) * 1000
    case .milliseconds: Int128(count)
    case .microseconds, .nanoseconds: Int128(count / divisor)
    }
  }

  private var divisor: Int64 { self == .microseconds ? 1000 : 1_000_000 }
}
