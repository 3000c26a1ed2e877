import TruthsText

/// Dates, times and durations that FEEL writes as texts.
enum FeelTemporal {
  /// Returns the value of `@"…"`; `nil` if the text is not a date, time or duration of the language.
  static func any(_ text: String) -> Code? { date(text) ?? timestamp(text) ?? time(text) ?? duration(text) }

  static func date(_ text: String) -> Code? { CivilDate(text: text) == nil ? nil : code("date", text, .date) }

  /// Returns a date and time; without an offset, it counts as UTC. `nil` for any other text.
  static func timestamp(_ text: String) -> Code? {
    guard let moment = moment(text) else { return nil }
    var code = code("timestamp", moment, .timestamp)
    code.isInUTC = moment.hasSuffix("Z") || moment.hasSuffix("+00:00") || moment.hasSuffix("-00:00")
    return code
  }

  /// Returns the date and the time of a literal date and time as it is written, at its own offset; `nil` for other expressions
  /// and for a literal in UTC.
  static func writtenParts(of value: Code) -> (text: String, date: Code, time: Code)? {
    guard value.type == .timestamp, !value.isInUTC, let moment = value.literal?.dropFirst().dropLast() else { return nil }
    let parts = moment.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, let date = date(String(parts[0])),
      let time = time(String(parts[1].prefix { $0 != "+" && $0 != "-" }))
    else { return nil }
    return (String(moment), date, time)
  }

  /// Returns a date and time with its offset, or with `Z` if it has no offset; `nil` for any other text.
  static func moment(_ text: String) -> String? {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, CivilDate(text: String(parts[0])) != nil else { return nil }
    let clock = parts[1].prefix { $0 != "Z" && $0 != "+" && $0 != "-" && $0 != "@" }
    let offset = parts[1].dropFirst(clock.count)
    guard time(String(clock)) != nil else { return nil }
    if offset.isEmpty { return text + "Z" }
    let digits = offset.dropFirst().split(separator: ":")
    let isOffset =
      digits.count == 2 && digits.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
    return offset == "Z" || isOffset && offset.first != "@" ? text : nil
  }

  /// Whether a date and time has an offset from UTC.
  static func hasOffset(_ moment: String) -> Bool { self.moment(moment) == moment }

  /// Returns a time of day; `nil` for any other text. A time with an offset is `nil` as well, because the language has no such
  /// times.
  static func time(_ text: String) -> Code? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60 else { return nil }
    let seconds = parts[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let areDigits = (parts[0...1] + seconds).allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
    guard areDigits, parts[0].count == 2, parts[1].count == 2, seconds[0].count == 2, Int(seconds[0]).map({ $0 < 60 }) == true
    else { return nil }
    return code("time", text, .time)
  }

  /// Returns a duration of days and time, or a period of years and months; `nil` for any other text.
  static func duration(_ text: String) -> Code? {
    var rest = Substring(text)
    if rest.hasPrefix("-") { rest = rest.dropFirst() }
    guard rest.hasPrefix("P"), rest.count > 1, rest.count < 60, !rest.hasSuffix("T") else { return nil }
    let isClock = rest.contains("T")
    var (units, digits) = ("", 0)
    for character in rest.dropFirst() {
      if character == "T" { units += "T" }
      guard character != "T" else { continue }
      if character.isASCII, character.isNumber || character == "." {
        digits += 1
        continue
      }
      guard digits > 0, "YMDHS".contains(character) else { return nil }
      units.append(character)
      digits = 0
    }
    guard digits == 0, !units.isEmpty else { return nil }
    if units == "Y" || units == "M" || units == "YM" { return code("period", text, .period) }
    let isDuration = !units.contains("Y") && (isClock || units == "D") && units.filter { $0 != "T" }.count <= 4
    return isDuration ? code("duration", text, .duration) : nil
  }

  /// Whether a duration literal is a whole number of days. Only the simple forms `P2D` and `PT48H` are recognised.
  static func isWholeDays(_ literal: String) -> Bool {
    guard literal.contains("T") else { return true }
    let hours = literal.split(separator: "T").last?.dropLast() ?? ""
    return hours.hasSuffix("H") && Int(hours.dropLast()).map { $0 % 24 == 0 } == true
  }

  private static func code(_ function: String, _ text: String, _ type: FeelType) -> Code {
    let quoted = TableDraft.quoted(text)
    return Code(text: "\(function)(\(quoted))", type: type, literal: quoted, constant: nil)
  }
}

/// Conversion of numbers to the forms that the language accepts.
enum PlainNumber {
  /// Returns a plain decimal number without superfluous zeros; `nil` if it exceeds the limits of the language.
  static func exact(_ text: String) -> String? {
    guard let number = try? Decimal(literal: text) else { return nil }
    let written = number.canonicalText
    return written.contains("e") ? nil : written
  }

  /// Returns a number that may have an exponent. It is rounded half-even to 12 decimal places or 15 digits, whichever is
  /// coarser. `nil` for other text, and for numbers that are too large.
  static func rounded(_ text: String) -> Decimal? {
    let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    guard let mantissa = parts.first, parts.count <= 2, mantissa.utf8.count <= 400 else { return nil }
    let exponent = parts.count == 2 ? Int(parts[1].hasPrefix("+") ? parts[1].dropFirst() : parts[1]) : 0
    guard let exponent, abs(exponent) <= 400 else { return nil }
    let isNegative = mantissa.hasPrefix("-")
    let sides = mantissa.drop { $0 == "-" || $0 == "+" }.split(separator: ".", omittingEmptySubsequences: false)
    guard sides.count <= 2, sides.contains(where: { !$0.isEmpty }) else { return nil }
    guard sides.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }) else { return nil }
    var digits = sides.joined().utf8.map { Int($0) - 0x30 }
    /// The power of ten of the number's last digit.
    var power = exponent - (sides.count == 2 ? sides[1].utf8.count : 0)
    digits = Array(digits.drop { $0 == 0 })
    let excess = max(digits.count - 15, -12 - power)
    if excess > 0 {
      let leading = Array(digits.dropLast(excess))
      let cut = excess > digits.count ? [] : Array(digits.suffix(excess))
      let half = cut.first.map { first in first > 5 || first == 5 && cut.dropFirst().contains { $0 > 0 } } ?? false
      let isTie = cut.first == 5 && !half
      digits = leading
      power += excess
      if half || isTie && (leading.last ?? 0) % 2 == 1 { digits = incremented(digits) }
    }
    guard digits.contains(where: { $0 != 0 }) else { return .zero }
    let allDigits = digits.map(String.init).joined()
    let text: String
    if power >= 0 {
      text = allDigits + String(repeating: "0", count: power)
    } else {
      let padded = String(repeating: "0", count: max(0, -power - allDigits.count + 1)) + allDigits
      text = "\(padded.dropLast(-power)).\(padded.suffix(-power))"
    }
    return try? Decimal(literal: isNegative ? "-\(text)" : text)
  }

  private static func incremented(_ digits: [Int]) -> [Int] {
    var digits = digits
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return digits
      }
      digits[index] = 0
    }
    return [1] + digits
  }
}
