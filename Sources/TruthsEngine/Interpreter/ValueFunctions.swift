import TruthsLedger
import TruthsProgram
import TruthsText

/// Functions of texts, numbers and spans, and conversions, over values that are not missing (functions §1, §2; types §6).
enum ValueFunctions {
  /// Returns the value of a call; missing with its cause if none exists.
  static func call(_ function: Function, _ arguments: [Value], _ program: Program) -> Value {
    switch (function, arguments[0]) {
    case (.round, .number(let number)), (.floor, .number(let number)), (.ceil, .number(let number)),
      (.trunc, .number(let number)):
      return rounded(function, number, arguments)
    case (.power, .number(let number)): return power(number, arguments[1])
    case (.sqrt, .number(let number)): return number.squareRoot.map { .number($0) } ?? .missing(.range)
    case (.number, .number(let number)): return .number(number)
    case (.text, let value): return written(value, arguments, program)
    case (.enumOfText, .text(let text)):
      guard let index = arguments[1].wholeNumber else { return .missing(.absent) }
      return program.value(written: text, as: .enumeration(index)) ?? .missing(.range)
    case (.range, .number(let first)): return range(from: first, arguments[1])
    case (.abs, .duration(let span)): return .duration(span.abs)
    case (.abs, .period(let period)): return .period(period.abs)
    case (_, .number(let number)): return numeric(function, number)
    case (_, .text(let text)): return textual(function, text, arguments)
    default: return .missing(.absent)
    }
  }

  private static func numeric(_ function: Function, _ number: Decimal) -> Value {
    switch function {
    case .abs: .number(number.abs)
    case .weeks: Operations.span(TimeSpan.weeks(number))
    case .days: Operations.span(TimeSpan.days(number))
    case .hours: Operations.span(TimeSpan.hours(number))
    case .minutes: Operations.span(TimeSpan.minutes(number))
    case .seconds: Operations.span(TimeSpan.seconds(number))
    default: .missing(.absent)
    }
  }

  // MARK: Numbers

  /// The decimal places to which a number may be rounded (functions §2), from 14 digits before the point to 12 after it.
  private static let places = -14...12

  private static func rounded(_ function: Function, _ number: Decimal, _ arguments: [Value]) -> Value {
    var places = 0
    if arguments.count > 1 {
      guard let wanted = arguments[1].wholeNumber, Self.places.contains(wanted) else { return .missing(.range) }
      places = wanted
    }
    return Operations.number(number.rounded(places: places, mode(function, arguments)))
  }

  private static func power(_ number: Decimal, _ exponent: Value) -> Value {
    guard let exponent = exponent.wholeNumber, exponent.magnitude <= Decimal.exponentLimit else { return .missing(.range) }
    return Operations.number(number.power(exponent))
  }

  private static func mode(_ function: Function, _ arguments: [Value]) -> RoundingMode {
    switch function {
    case .floor: return .floor
    case .ceil: return .ceiling
    case .trunc: return .down
    default:
      guard arguments.count > 2, case .text(let name) = arguments[2] else { return .halfEven }
      return RoundingMode(rawValue: name.string) ?? .halfEven
    }
  }

  /// Computes `text(x)` as a reason prints it, and `text(x, n)` with exactly n decimal places.
  private static func written(_ value: Value, _ arguments: [Value], _ program: Program) -> Value {
    guard arguments.count > 1 else { return .text(Text(program.display(value))) }
    guard case .number(let number) = value, let places = arguments[1].wholeNumber, (0...12).contains(places),
      let text = number.text(places: places)
    else { return .missing(.range) }
    return .text(Text(text))
  }

  /// Computes `range`, including both ends; empty where the second is less than the first.
  private static func range(from first: Decimal, _ last: Value) -> Value {
    guard let first = first.intValue, let last = last.wholeNumber else { return .missing(.range) }
    guard first <= last else { return .list([]) }
    let (length, overflow) = last.subtractingReportingOverflow(first)
    guard !overflow, length < AllocationLimits.ofValue else { return .missing(.range) }
    return .list((first...last).map { .number(Decimal($0)) })
  }

  // MARK: Texts

  private static func textual(_ function: Function, _ text: Text, _ arguments: [Value]) -> Value {
    switch function {
    case .length: .number(Decimal(text.string.unicodeScalars.count))
    case .lower: .text(text.lowercasedASCII)
    case .upper: .text(text.uppercasedASCII)
    case .trim: .text(text.trimmed)
    case .isEmail: .boolean(text.isEmail)
    case .isLegible: .boolean(text.isLegible)
    case .substring: substring(text, arguments)
    default: searched(function, text, arguments)
    }
  }

  private static func searched(_ function: Function, _ text: Text, _ arguments: [Value]) -> Value {
    guard case .text(let second)? = arguments.dropFirst().first ?? nil else { return padded(function, text, arguments) }
    switch function {
    case .startsWith: return .boolean(text.begins(with: second))
    case .endsWith: return .boolean(text.ends(with: second))
    case .before: return text.parts(around: second).map { .text($0.before) } ?? .missing(.absent)
    case .after: return text.parts(around: second).map { .text($0.after) } ?? .missing(.absent)
    case .index:
      return text.parts(around: second).map { .number(Decimal($0.before.string.unicodeScalars.count + 1)) } ?? .missing(.absent)
    case .split: return split(text, second)
    case .replace:
      guard case .text(let other) = arguments[2] else { return .missing(.absent) }
      return replaced(text, second, by: other)
    default: return .missing(.absent)
    }
  }

  /// Replaces every occurrence, from the left; a missing value if the result exceeds the size limit.
  private static func replaced(_ text: Text, _ piece: Text, by other: Text) -> Value {
    let (bytes, sought, new) = (Array(text.string.utf8), Array(piece.string.utf8), Array(other.string.utf8))
    guard !sought.isEmpty else { return .missing(.absent) }
    let (search, limit) = (ByteSearch(for: sought), AllocationLimits.ofValue * AllocationLimits.bytesPerElement)
    var (result, start) = ([UInt8](), 0)
    while let end = search.end(in: bytes, from: start) {
      result += bytes[start..<(end - sought.count)]
      result += new
      start = end
      if result.count > limit { return .missing(.size) }
    }
    result += bytes[start...]
    return result.count > limit ? .missing(.size) : .text(Text(String(decoding: result, as: UTF8.self)))
  }

  private static func substring(_ text: Text, _ arguments: [Value]) -> Value {
    guard let first = arguments[1].wholeNumber, first >= 1 else { return .missing(.range) }
    let rest = text.string.unicodeScalars.dropFirst(first - 1)
    guard arguments.count > 2 else { return .text(Text(String(rest))) }
    guard let count = arguments[2].wholeNumber, count >= 0 else { return .missing(.range) }
    return .text(Text(String(rest.prefix(count))))
  }

  private static func split(_ text: Text, _ separator: Text) -> Value {
    guard let pieces = text.pieces(between: separator, atMost: AllocationLimits.ofValue + 1) else { return .missing(.absent) }
    return pieces.count > AllocationLimits.ofValue ? .missing(.size) : .list(pieces.map { .text(Text($0)) })
  }

  /// Joins texts with a separator; a missing value if the result exceeds the size limit.
  static func joined(_ pieces: [String], _ separator: Text) -> Value {
    let between = separator.string
    let limit = AllocationLimits.ofValue * AllocationLimits.bytesPerElement
    var text = ""
    for (place, piece) in pieces.enumerated() {
      if place > 0 { text += between }
      text += piece
      if text.utf8.count > limit { return .missing(.size) }
    }
    return .text(Text(text))
  }

  private static func padded(_ function: Function, _ text: Text, _ arguments: [Value]) -> Value {
    guard arguments.count == 3, case .text(let fill) = arguments[2], let width = arguments[1].wholeNumber else {
      return .missing(.range)
    }
    guard fill.string.unicodeScalars.count == 1 else { return .missing(.range) }
    let wanted = width - min(width, text.string.unicodeScalars.count)
    guard wanted <= AllocationLimits.ofValue * AllocationLimits.bytesPerElement / 4 else { return .missing(.size) }
    let filling = String(repeating: fill.string, count: wanted)
    return .text(Text(function == .padLeft ? filling + text.string : text.string + filling))
  }
}

extension Value {
  /// The number as a position or count; `nil` where it is not whole.
  var wholeNumber: Int? {
    if case .number(let number) = self { return number.intValue }
    return nil
  }
}

extension Text {
  /// Returns the text before and the text after the first occurrence of a piece. Returns `nil` if the piece is empty or does not
  /// occur.
  ///
  /// - Complexity: O(n + m).
  fileprivate func parts(around piece: Text) -> (before: Text, after: Text)? {
    guard let pieces = pieces(between: piece, atMost: 2), pieces.count == 2 else { return nil }
    return (Text(pieces[0]), Text(pieces[1]))
  }

  /// Returns the pieces between the occurrences of a separator, from the left; `nil` for an empty separator.
  ///
  /// - Parameter limit: the largest number of pieces; the last one is the rest of the text.
  /// - Complexity: O(n + m).
  fileprivate func pieces(between separator: Text, atMost limit: Int = .max) -> [String]? {
    let piece = Array(separator.string.utf8)
    guard !piece.isEmpty else { return nil }
    let (bytes, search) = (Array(string.utf8), ByteSearch(for: piece))
    var (pieces, start) = ([String](), 0)
    while pieces.count + 1 < limit, let end = search.end(in: bytes, from: start) {
      pieces.append(String(decoding: bytes[start..<(end - piece.count)], as: UTF8.self))
      start = end
    }
    pieces.append(String(decoding: bytes[start...], as: UTF8.self))
    return pieces
  }
}

extension Interpreter {
  mutating func converted(_ cell: Cell, by function: Function) -> Cell {
    let text = symbols.pointee.text(Int(cell.bits))
    spend(WorkMeter.stepsPerCall)
    spend(bytes: text)
    return box(function.value(of: text, execution.program) ?? .missing(.range))
  }

  /// Calls a function of texts and numbers; no argument may be missing.
  mutating func valueCall(_ function: Function, _ arguments: [Value]) -> Cell {
    var arguments = arguments
    spend(WorkMeter.stepsPerCall)
    for case .text(let text) in arguments { spend(bytes: text, text) }
    if function == .power { spend(WorkMeter.stepsPerPower) }
    if function == .sqrt { spend(WorkMeter.stepsPerRoot) }
    if hasNoRoom { return .missing(.total) }
    if function == .isEmail, execution.code.language < .three, case .text(let text) = arguments[0] {
      return box(.boolean(text.isEmailOfVersion2))
    }
    if function == .text, arguments.count == 1 {
      let shown = outside(box(arguments[0]))
      if shown.isMissing { return shown }
      arguments[0] = value(of: shown)
    }
    var unit: UInt32 = 0
    if case .amount(let number, let own) = arguments[0] {
      arguments[0] = .number(number)
      if function.keepsUnit { unit = own }
    }
    let result = box(ValueFunctions.call(function, arguments, execution.program))
    return unit == 0 ? result : result.with(unit: unit)
  }
}
