import CFiles

/// An index of the table of time zones, `Sources/CFiles/files/zones.txt`, keyed by name.
///
/// The first line of the table is the release of the database. A record is `names|offsets|places|seconds|rule;`. Names are
/// separated by spaces. Offsets are seconds ahead of UTC, separated by commas; the first is that of 1970. For each transition,
/// `places` has a base-36 digit that selects its offset. For each transition, `seconds` has the time since the previous
/// transition, in base 36, separated by commas. Line feeds are ignored.
struct ZoneIndex: Sendable {
  /// The shared index, created in one pass over the table when a zone is first requested.
  static let shared = ZoneIndex(table)

  /// The release of the database, such as `2026a`. It is read without creating the index, because every command needs it.
  static var release: String { String(decoding: table.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }

  private static var table: UnsafeBufferPointer<UInt8> {
    let file = zone_table()
    return UnsafeBufferPointer(start: file.bytes, count: file.size)
  }

  private let bytes: [UInt8]
  /// The names in rising order. `start` is the offset of a name's record, after the names that the record begins with.
  private let entries: [(name: String, start: Int)]

  init(_ table: UnsafeBufferPointer<UInt8>) {
    let bytes = table.drop { $0 != UInt8(ascii: "\n") }.filter { $0 != UInt8(ascii: "\n") }
    var entries: [(name: String, start: Int)] = []
    for record in bytes.split(separator: UInt8(ascii: ";")) {
      guard let end = record.firstIndex(of: UInt8(ascii: "|")) else { continue }
      for name in record[..<end].split(separator: UInt8(ascii: " ")) {
        entries.append((String(decoding: name, as: UTF8.self), end + 1))
      }
    }
    self.bytes = bytes
    self.entries = entries.sorted { $0.name < $1.name }
  }

  var names: [String] { entries.map(\.name) }

  /// Returns the record of the zone with a name, without the names that the record begins with; `nil` if no zone has the name.
  func record(of name: String) -> ArraySlice<UInt8>? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].name < name { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].name == name else { return nil }
    return bytes[entries[low].start...].prefix { $0 != UInt8(ascii: ";") }
  }
}

/// The decoded record of a zone; see `ZoneIndex`.
struct ZoneRecord {
  private(set) var first = 0
  private(set) var seconds: [Int64] = []
  private(set) var offsets: [Int32] = []
  private(set) var rule: PosixRule?

  /// Decodes a record without its names; `nil` if the bytes are not a record.
  init?(_ record: some Sequence<UInt8>) {
    let fields = Array(record).split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    guard fields.count == 4 else { return nil }
    let zoneOffsets = Self.list(fields[0]).compactMap { Int32($0) }.filter { $0.magnitude < 26 * 3600 }
    let spans = Self.list(fields[2]).compactMap { Int64($0, radix: 36) }
    guard let first = zoneOffsets.first, zoneOffsets.count == Self.list(fields[0]).count,
      spans.count == Self.list(fields[2]).count,
      spans.count == fields[1].count
    else { return nil }
    self.first = Int(first)
    var second: Int64 = 0
    for (place, span) in zip(fields[1], spans) {
      guard let index = Int(String(Unicode.Scalar(place)), radix: 36), zoneOffsets.indices.contains(index), span > 0,
        span <= Self.longestSpan
      else { return nil }
      second += span
      seconds.append(second)
      offsets.append(zoneOffsets[index])
    }
    guard !fields[3].isEmpty else { return }
    guard let rule = PosixRule(text: String(decoding: fields[3], as: UTF8.self)) else { return nil }
    self.rule = rule
  }

  /// The longest time in seconds that a zone may have no transition, which is some thousand years.
  private static let longestSpan: Int64 = 36_000_000_000

  private static func list(_ field: ArraySlice<UInt8>) -> [String] {
    field.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
  }
}
