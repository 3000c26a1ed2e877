package import TruthsProgram
import TruthsSyntax
import TruthsText

/// Reads values that are written as people write them, for help: `2024-1-1`, `1.2.2024`, `17.30`, `24h`, `-1.5 hours`,
/// `hours(24)`, `yes`, `a, b`.
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
      let isPlain = written.utf8.first.map { $0 != 0x20 } ?? false && !written.contains { "\"\\{}()[]'\n".contains($0) }
      return isPlain && !written.contains(": ") && !written.contains(" #") ? "\"\(written)\"" : nil
    case .list(let element): return list(written, of: element, in: program)
    default: return text(of: written, as: type, in: program).map { "\"\($0)\"" }
    }
  }

  /// Whether an expression is a literal of a type.
  package static func isLiteral(_ written: String, of type: ValueType, in program: Program) -> Bool {
    let inner = written.count > 1 && written.first == "\"" && written.last == "\"" ? written.dropFirst().dropLast() : nil
    switch type {
    case .boolean: return written == "true" || written == "false"
    case .integer, .decimal:
      let digits = written.hasPrefix("-") ? written.dropFirst() : written[...]
      let parts = digits.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let most = if case .integer = type { 1 } else { 2 }
      return parts.count <= most && parts.allSatisfy(isNumber) && (parts[0] == "0" || !parts[0].hasPrefix("0"))
    case .text: return inner.map { !$0.contains("\"") } ?? false
    case .enumeration(let index): return program.enums[index].values.contains(Text(written))
    case .list(let element):
      guard let elements = elements(of: written), written.hasPrefix("[") else { return false }
      return elements.allSatisfy { isLiteral($0, of: element, in: program) }
    default: return inner.map { program.value(written: Text(String($0)), as: type) != nil } ?? false
    }
  }

  /// Returns the list that values with commas between them mean, with or without brackets.
  private static func list(_ written: String, of type: ValueType, in program: Program) -> String? {
    // One text with commas in it, `"a, b"`, was meant as a list of texts.
    let isOneText = written.utf8.count > 1 && written.first == "\"" && written.last == "\"" && written.count { $0 == "\"" } == 2
    guard let elements = elements(of: isOneText ? String(written.dropFirst().dropLast()) : written) else { return nil }
    let meant = elements.map { isLiteral($0, of: type, in: program) ? $0 : literal(of: $0, as: type, in: program) }
    return meant.contains(nil) ? nil : "[\(meant.compactMap(\.self).joined(separator: ", "))]"
  }

  /// Returns the values between the commas of a list; `nil` if one of them is empty, or a list or call itself.
  private static func elements(of written: String) -> [String]? {
    let isBracketed = written.hasPrefix("[") && written.hasSuffix("]") && written.utf8.count > 1
    let inner = isBracketed ? String(written.dropFirst().dropLast()) : written
    if inner.contains(where: { "[](){}\\".contains($0) }) { return nil }
    if isBracketed, inner.allSatisfy({ $0 == " " }) { return [] }
    var parts = [""]
    var isText = false
    for character in inner {
      if character == "\"" { isText.toggle() }
      if character == ",", !isText { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    let elements = parts.map { part in String(part.trimming { $0 == " " }) }
    return elements.contains("") || isText ? nil : elements
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

  /// A unit of durations or periods: its letter in texts such as `PT1H`, its size in the smallest unit, and its names.
  private struct Unit {
    let letter: String
    /// The number of units with the same letter that make one: a week is seven days.
    var factor = 1
    /// Milliseconds, or months.
    let size: Int
    let words: Set<String>
  }

  private static let units = [
    Unit(letter: "S", size: 1000, words: ["s", "sec", "secs", "second", "seconds"]),
    Unit(letter: "M", size: 60_000, words: ["m", "min", "mins", "minute", "minutes"]),
    Unit(letter: "H", size: 3_600_000, words: ["h", "hr", "hrs", "hour", "hours"]),
    Unit(letter: "D", size: 86_400_000, words: ["d", "day", "days"]),
    Unit(letter: "D", factor: 7, size: 604_800_000, words: ["w", "week", "weeks"]),
  ]
  private static let longUnits = [
    Unit(letter: "M", size: 1, words: ["m", "month", "months"]),
    Unit(letter: "Y", size: 12, words: ["y", "yr", "yrs", "year", "years"]),
  ]

  private static func candidates(_ written: String, _ type: ValueType) -> [String] {
    switch type {
    case .date: return [date(written)].compactMap(\.self)
    case .timestamp: return [moment(written)].compactMap(\.self)
    case .time: return [time(written)].compactMap(\.self)
    case .duration:
      guard let quantity = Quantity(written, units) else {
        return ["PT\(written.uppercased())", "P\(written.uppercased())"]
      }
      if let (number, unit) = quantity.wholeNumber {
        return ["\(unit.letter == "D" ? "P" : "PT")\(number * unit.factor)\(unit.letter)"]
      }
      return [quantity.total.flatMap { TimeSpan(milliseconds: Int64($0)) }?.text].compactMap(\.self)
    case .period:
      guard let quantity = Quantity(written, longUnits) else { return ["P\(written.uppercased())"] }
      if let (number, unit) = quantity.wholeNumber { return ["P\(number)\(unit.letter)"] }
      return [quantity.total.flatMap(Period.init(months:))?.text].compactMap(\.self)
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

  /// A length of time in words: `24h`, `-1.5 hours`, `1h 30m`, `hours(24)`.
  private struct Quantity {
    private var isNegative = false
    /// The digits before and after the point, with their unit.
    private var parts: [(digits: String, places: String, unit: Unit)] = []

    /// - Returns: `nil` for a text of another form, or with a word that is not a unit.
    init?(_ written: String, _ units: [Unit]) {
      var rest = written.lowercased().filter { $0 != " " }[...]
      if rest.first == "-" {
        isNegative = true
        rest = rest.dropFirst()
      }
      if rest.hasSuffix(")"), let open = rest.firstIndex(of: "(") {
        rest = (rest[open...].dropFirst().dropLast() + rest[..<open])[...]
      }
      while !rest.isEmpty {
        let digits = rest.prefix { $0 >= "0" && $0 <= "9" }
        rest = rest.dropFirst(digits.count)
        let places = rest.first == "." ? rest.dropFirst().prefix { $0 >= "0" && $0 <= "9" } : ""
        rest = rest.dropFirst(places.isEmpty ? 0 : places.count + 1)
        let word = rest.prefix { $0 >= "a" && $0 <= "z" }
        rest = rest.dropFirst(word.count)
        guard (1...6).contains(digits.utf8.count), places.utf8.count <= 3,
          let unit = units.first(where: { $0.words.contains(String(word)) })
        else { return nil }
        parts.append((String(digits), String(places), unit))
      }
      if parts.isEmpty || parts.count > 4 { return nil }
    }

    /// The number and the unit, if the value consists of one whole number with a unit.
    var wholeNumber: (number: Int, unit: Unit)? {
      guard parts.count == 1, !isNegative, parts[0].places.isEmpty, let number = Int(parts[0].digits) else { return nil }
      return (number, parts[0].unit)
    }

    /// The sum in milliseconds or months; `nil` if the sum is not a whole number.
    var total: Int? {
      var thousandths = 0
      for part in parts {
        let places = part.places + String(repeating: "0", count: 3 - part.places.utf8.count)
        guard let number = Int(part.digits + places) else { return nil }
        thousandths += number * part.unit.size
      }
      guard thousandths % 1000 == 0 else { return nil }
      return (isNegative ? -1 : 1) * thousandths / 1000
    }
  }

  /// Returns the parts of digits between single signs; none if anything else is between.
  private static func digits(_ written: String) -> [String] {
    let parts = written.split(omittingEmptySubsequences: false) { "-/.".contains($0) }.map(String.init)
    return parts.allSatisfy { isNumber($0) && $0.utf8.count <= 4 } ? parts : []
  }

  private static func isNumber(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } }

  private static func padded(_ number: String) -> String { number.utf8.count == 1 ? "0\(number)" : number }
}
