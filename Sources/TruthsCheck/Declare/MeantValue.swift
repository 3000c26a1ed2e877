package import TruthsProgram
import TruthsSyntax
import TruthsText

/// Reads values that are written as people write them, for help: `2024-1-1`, `1.2.2024`, `17.30`, `24h`, `hours(24)`, `yes`.
package enum MeantValue {
  /// Returns the text of the value of a type of time that a text means; `nil` if no value is certain.
  static func text(of written: String, as type: ValueType, in program: Program) -> String? {
    let texts = candidates(written, type)
    return texts.first { $0 != written && program.value(written: Text($0), as: type) != nil }
  }

  /// Returns the literal that an expression means where a literal of a type is wanted; `nil` if none is certain.
  package static func literal(of written: String, as type: ValueType, in program: Program) -> String? {
    let small = written.lowercased()
    switch type {
    case .boolean: return yes.contains(small) ? "true" : no.contains(small) ? "false" : nil
    case .integer, .decimal: return numbers.firstIndex(of: small).map { "\($0)" }
    case .text:
      let isPlain = written.utf8.first.map { $0 != 0x20 } ?? false && !written.contains { "\"\\{}()[],'\n".contains($0) }
      return isPlain && !written.contains(": ") && !written.contains(" #") ? "\"\(written)\"" : nil
    default: return text(of: written, as: type, in: program).map { "\"\($0)\"" }
    }
  }

  /// Returns the day that a holiday means: `2026-04-03` or `12-25`.
  static func holiday(_ written: String) -> String? {
    if let date = date(written), CivilDate(text: date) != nil { return date }
    let parts = digits(written.hasSuffix(".") ? String(written.dropLast()) : written).map(padded)
    guard parts.count == 2 else { return nil }
    if written.contains("/") {
      // Which of both is the month is certain only where the other cannot be one.
      let days = ["\(parts[0])-\(parts[1])", "\(parts[1])-\(parts[0])"].filter { MonthDay(text: $0) != nil }
      return days.count == 1 ? days[0] : nil
    }
    // After points the month comes last.
    let day = written.contains(".") ? "\(parts[1])-\(parts[0])" : "\(parts[0])-\(parts[1])"
    return MonthDay(text: day) == nil ? nil : day
  }

  private static let yes: Set<String> = ["yes", "on", "y", "ja", "oui", "si", "wahr"]
  private static let no: Set<String> = ["no", "off", "n", "nein", "non", "falsch"]
  private static let numbers = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]

  /// Letters of a duration or period, with the words for each, and the factor to the letter's unit.
  private static let units: [(letters: String, factor: Int, words: Set<String>)] = [
    ("S", 1, ["s", "sec", "secs", "second", "seconds"]), ("M", 1, ["min", "mins", "minute", "minutes"]),
    ("H", 1, ["h", "hr", "hrs", "hour", "hours"]), ("D", 1, ["d", "day", "days"]), ("D", 7, ["w", "week", "weeks"]),
  ]
  private static let longUnits: [(letters: String, words: Set<String>)] = [
    ("M", ["m", "month", "months"]), ("Y", ["y", "yr", "yrs", "year", "years"]),
  ]

  private static func candidates(_ written: String, _ type: ValueType) -> [String] {
    switch type {
    case .date: return [date(written)].compactMap(\.self)
    case .timestamp: return [moment(written)].compactMap(\.self)
    case .time: return [time(written)].compactMap(\.self)
    case .duration:
      guard let (number, unit) = quantity(written), let found = units.first(where: { $0.words.contains(unit) }) else {
        return ["PT\(written.uppercased())", "P\(written.uppercased())"]
      }
      return ["\(found.letters == "D" ? "P" : "PT")\(number * found.factor)\(found.letters)"]
    case .period:
      guard let (number, unit) = quantity(written), let found = longUnits.first(where: { $0.words.contains(unit) }) else {
        return ["P\(written.uppercased())"]
      }
      return ["P\(number)\(found.letters)"]
    default: return []
    }
  }

  /// Returns a date in the order year, month, day. The text has the year first, or last if its parts are separated by points.
  private static func date(_ written: String) -> String? {
    let parts = digits(written)
    guard parts.count == 3 else { return nil }
    if parts[0].utf8.count == 4 { return "\(parts[0])-\(padded(parts[1]))-\(padded(parts[2]))" }
    guard parts[2].utf8.count == 4, written.contains(".") else { return nil }
    return "\(parts[2])-\(padded(parts[1]))-\(padded(parts[0]))"
  }

  private static func moment(_ written: String) -> String? {
    let parts = written.split { $0 == " " || $0 == "T" }.map(String.init)
    guard let first = parts.first, let day = date(first) else { return nil }
    switch parts.count {
    case 1: return "\(day)T00:00:00Z"
    case 2:
      let clock = parts[1].hasSuffix("Z") ? String(parts[1].dropLast()) : parts[1]
      return time(clock).map { "\(day)T\($0.utf8.count == 5 ? "\($0):00" : $0)Z" }
    default: return nil
    }
  }

  /// Returns a time of day: `17.30`, `9h`, `5pm`, `5:30 pm`.
  private static func time(_ written: String) -> String? {
    let small = written.lowercased()
    for (half, first) in [("am", 0), ("pm", 12)] where small.hasSuffix(half) {
      let clock = small.dropLast(2).split(whereSeparator: { ":. ".contains($0) }).map(String.init)
      guard (1...2).contains(clock.count), let hour = Int(clock[0]), (1...12).contains(hour) else { return nil }
      return time(([String(hour % 12 + first)] + clock.dropFirst()).joined(separator: ":"))
    }
    let parts = written.split(whereSeparator: { ":.h ".contains($0) }).map(String.init)
    guard (1...3).contains(parts.count), parts.allSatisfy({ isNumber($0) && $0.utf8.count <= 2 }) else { return nil }
    return (parts.map(padded) + (parts.count == 1 ? ["00"] : [])).joined(separator: ":")
  }

  /// Returns number and unit of `24h`, `24 hours` and `hours(24)`.
  private static func quantity(_ written: String) -> (number: Int, unit: String)? {
    let bare = written.lowercased().filter { $0 != " " && $0 != "(" && $0 != ")" }
    let (letters, numbers) = (bare.filter { $0 >= "a" && $0 <= "z" }, bare.filter { $0 >= "0" && $0 <= "9" })
    let isWhole = bare == "\(numbers)\(letters)" || bare == "\(letters)\(numbers)"
    guard isWhole, numbers.utf8.count <= 6, let number = Int(numbers) else { return nil }
    return (number, letters)
  }

  /// Returns the parts of digits between single signs; none if anything else is between.
  private static func digits(_ written: String) -> [String] {
    let parts = written.split(omittingEmptySubsequences: false) { "-/.".contains($0) }.map(String.init)
    return parts.allSatisfy { isNumber($0) && $0.utf8.count <= 4 } ? parts : []
  }

  private static func isNumber(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } }

  private static func padded(_ number: String) -> String { number.utf8.count == 1 ? "0\(number)" : number }
}
