import TruthsText

/// Where each `entry_id` of a ledger stands. Ids as they are made, of which a ledger may hold a million, are known by their
/// digits.
struct EntryPlaces {
  private var made: [UInt64: Span] = [:]
  private var others: [Text: Span] = [:]

  /// Takes an id.
  ///
  /// - Returns: where it stood before; the first place counts.
  mutating func insert(_ id: Text, at span: Span) -> Span? {
    guard let digits = Self.digits(of: id) else {
      if let first = others[id] { return first }
      others[id] = span
      return nil
    }
    if let first = made[digits] { return first }
    made[digits] = span
    return nil
  }

  /// The 16 digits of an id that begins with `ctx_`; `nil` for an id of another form.
  private static func digits(of id: Text) -> UInt64? {
    let bytes = id.string.utf8.span
    guard bytes.count == 20, id.string.hasPrefix("ctx_") else { return nil }
    var digits: UInt64 = 0
    for place in 4..<20 {
      switch bytes[place] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits = digits << 4 | UInt64(bytes[place] - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digits = digits << 4 | UInt64(bytes[place] - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return digits
  }
}
