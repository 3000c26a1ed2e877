import TruthsText

/// Values in the forms that people write, where data has those of ISO 8601 and JSON.
package enum PlainValue {
  /// A number with separators from five digits on: `20,000`, `1,234,567.5`.
  package static func number(_ text: String) -> String { grouped(text, from: 5) }

  /// A number with its unit, with separators from four digits on: `1,000 eur`. Without one it may be a year.
  package static func amount(_ text: String, in unit: String?) -> String {
    unit.map { "\(grouped(text, from: 4)) \($0)" } ?? number(text)
  }

  private static func grouped(_ text: String, from least: Int) -> String {
    let digits = text.drop { $0 == "-" }.prefix { $0.isNumber }
    guard digits.count >= least, text.allSatisfy({ $0.isNumber || $0 == "-" || $0 == "." }) else { return text }
    var grouped = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { grouped += "," }
      grouped.append(digit)
    }
    let sign = text.hasPrefix("-") ? "-" : ""
    return sign + grouped + text.dropFirst(sign.count + digits.count)
  }

  /// A moment as `2025-01-31 12:00 UTC`, a time span as `6 days 23 h 59 min`; any other text as it is.
  ///
  /// - Parameter isSpan: whether it is known to be a moment or a time span: then `P5D` is `5 days`, and `PT2H` is `2 hours`.
  package static func text(_ text: String, isSpan: Bool = false) -> String { moment(text) ?? span(text, isKnown: isSpan) ?? text }

  private static func moment(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"), bytes.last == UInt8(ascii: "Z"), let moment = Timestamp(text: text),
      moment.text == text
    else { return nil }
    let time = text.dropFirst(11).dropLast()
    return "\(text.prefix(10)) \(time.hasSuffix(":00") ? time.dropLast(3) : time) UTC"
  }

  private static let units: [Character: [(one: String, more: String)]] = [
    "Y": [("year", "years")], "W": [("week", "weeks")], "D": [("day", "days")], "H": [("h", "h")],
    // Before `T` months, behind it minutes.
    "M": [("month", "months"), ("min", "min")], "S": [("s", "s")],
  ]

  private static let longUnits: [Character: (one: String, more: String)] = [
    "H": ("hour", "hours"), "M": ("minute", "minutes"), "S": ("second", "seconds"),
  ]

  /// Of hours, minutes or seconds alone where it is not known to be one: `P5D` may as well be the number of an article.
  private static func span(_ text: String, isKnown: Bool) -> String? {
    guard isKnown || text.contains("T") else { return nil }
    guard let start = text.firstIndex(of: "P"), text[..<start].allSatisfy({ $0 == "-" }),
      start <= text.index(after: text.startIndex)
    else { return nil }
    var (parts, number, isTime): ([String], String, Bool) = ([], "", false)
    for character in text[text.index(after: start)...] {
      switch character {
      case "T" where number.isEmpty && !isTime: isTime = true
      case "0"..."9", ".": number.append(character)
      default:
        guard !number.isEmpty, let names = units[character], isTime == "HMS".contains(character) || character == "M" else {
          return nil
        }
        let short = isTime ? names[names.count - 1] : names[0]
        let name = isKnown && isTime ? longUnits[character] ?? short : short
        while number.contains("."), number.hasSuffix("0") || number.hasSuffix(".") { number.removeLast() }
        parts.append("\(number) \(number == "1" ? name.one : name.more)")
        number = ""
      }
    }
    guard number.isEmpty, !parts.isEmpty else { return nil }
    return (text.hasPrefix("-") ? "minus " : "") + parts.joined(separator: " ")
  }
}
