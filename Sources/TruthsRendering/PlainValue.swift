package import TruthsText

/// Formats values for readers, where data has the forms of ISO 8601 and JSON.
package enum PlainValue {
  /// Returns a number with separators if it has at least five digits: `20,000`, `1,234,567.5`.
  package static func number(_ text: String) -> String { grouped(text, from: 5) }

  /// Returns a number with its unit, with separators from four digits on: `1,000 eur`. Without a unit four digits may be a
  /// year.
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

  /// Returns a moment as `2025-01-31 12:00 UTC`, a time span as `6 days 23 hours 59 minutes`, and any other text unchanged.
  ///
  /// - Parameter type: the type of the text, if known. Otherwise only the normal form is read as a moment, and only a text
  ///   with `T` as a time span, because `P5D` may be an article number.
  package static func text(_ text: String, as type: DisplayType? = nil) -> String {
    switch type {
    case .moment?: return Timestamp(text: text).map { moment($0) } ?? text
    case .span?: return span(text) ?? text
    case .amount?, .elements?, .members?, nil: break
    }
    if text.hasSuffix("Z"), let moment = Timestamp(text: text), moment.text == text { return self.moment(moment) }
    return (text.utf8.contains(UInt8(ascii: "T")) ? span(text) : nil) ?? text
  }

  private static func moment(_ moment: Timestamp) -> String {
    let text = moment.text
    let time = text.dropFirst(11).dropLast()
    return "\(text.prefix(10)) \(time.hasSuffix(":00") ? time.dropLast(3) : time) UTC"
  }

  private static let units: [Character: String] = ["Y": "year", "M": "month", "D": "day"]
  /// The units after the `T`.
  private static let unitsOfTime: [Character: String] = ["H": "hour", "M": "minute", "S": "second"]

  /// Returns a time span in words; equal spans give equal words, however they are written.
  private static func span(_ text: String) -> String? {
    guard let normal = TimeSpan(text: text)?.text ?? Period(text: text)?.text else { return nil }
    var (unitTexts, number, isTime): ([String], String, Bool) = ([], "", false)
    for character in normal.drop(while: { $0 == "-" }).dropFirst() {
      switch character {
      case "T": isTime = true
      case "0"..."9", ".": number.append(character)
      default:
        guard let unit = (isTime ? unitsOfTime : units)[character] else { return nil }
        while number.contains("."), number.hasSuffix("0") || number.hasSuffix(".") { number.removeLast() }
        unitTexts.append("\(self.number(number)) \(unit)\(number == "1" ? "" : "s")")
        number = ""
      }
    }
    return (normal.hasPrefix("-") ? "minus " : "") + unitTexts.joined(separator: " ")
  }
}
