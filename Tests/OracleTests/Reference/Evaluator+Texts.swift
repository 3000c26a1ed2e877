import TruthsSyntax
import TruthsText

/// Lists, texts and conversions by the words of functions §5 and §4: scalar by scalar, element by element.
extension Evaluator {
  /// The result types of functions of texts and lists, where there is only one.
  static var textTypes: [String: Typ] {
    [
      "substring": .text, "before": .text, "after": .text, "replace": .text, "join": .text, "pad_left": .text, "pad_right": .text,
      "text": .text, "index": .integer, "index_of": .integer, "integer": .integer, "number": .number, "trunc": .number,
      "split": .list(.text), "range": .list(.integer), "timestamp": .time, "duration": .span, "period": .period,
    ]
  }

  /// A function of lists or texts, or a conversion, of values that are there; `nil` for any other.
  func texts(_ name: String, _ values: [Val]) -> Val? {
    let counts = values.dropFirst().compactMap { $0.number?.intValue }
    switch (name, values.first) {
    case ("substring", .text(let text)): return substring(Array(text.string.unicodeScalars), counts, of: values.count)
    case ("before", .text(let text)), ("after", .text(let text)), ("index", .text(let text)):
      return found(name, Array(text.string.unicodeScalars), scalars(values[1]))
    case ("split", .text(let text)):
      return pieces(Array(text.string.unicodeScalars), scalars(values[1])).map { .list($0.map(Self.text)) } ?? .missing
    case ("replace", .text(let text)):
      guard let pieces = pieces(Array(text.string.unicodeScalars), scalars(values[1])) else { return .missing }
      return Self.text(Array(pieces.joined(separator: scalars(values[2]))))
    case ("join", .list(let pieces)): return Self.text(Array(pieces.map(scalars).joined(separator: scalars(values[1]))))
    case ("pad_left", .text(let text)), ("pad_right", .text(let text)):
      var (result, fill) = (Array(text.string.unicodeScalars), scalars(values[2]))
      guard let width = counts.first, fill.count == 1 else { return .missing }
      while result.count < width { if name == "pad_left" { result = fill + result } else { result += fill } }
      fill = []
      return Self.text(result)
    case ("text", let value?):
      return values.count == 1 ? value.printed.map { .text(Text($0)) } ?? .missing : places(value, counts.first)
    case ("number", .number(let number)), ("number", .money(let number, _)): return .number(number)
    case ("number", .text(let text)): return jsonNumber(text.string).map(Val.number) ?? .missing
    case ("integer", .text(let text)):
      return jsonNumber(text.string).flatMap { $0.isInteger ? .number($0) : nil } ?? .missing
    case ("timestamp", .text(let text)): return Timestamp(text: text.string).map(Val.time) ?? .missing
    case ("duration", .text(let text)): return TimeSpan(text: text.string).map(Val.span) ?? .missing
    case ("period", .text(let text)): return Period(text: text.string).map(Val.period) ?? .missing
    case ("date", .text(let text)): return CivilDate(text: text.string).map(Val.date) ?? .missing
    case ("time", .text(let text)): return TimeOfDay(text: text.string).map(Val.clock) ?? .missing
    default: return lists(name, values, counts)
    }
  }

  private func lists(_ name: String, _ values: [Val], _ counts: [Int]) -> Val? {
    switch (name, values.first) {
    case ("last", .list(let elements)):
      guard let count = counts.first else { return .missing }
      return .list(elements.enumerated().filter { $0.offset >= elements.count - count }.map(\.element))
    case ("slice", .list(let elements)):
      guard counts.count == 2 else { return .missing }
      let ends = counts.map { $0 < 0 ? elements.count + $0 + 1 : $0 }
      return .list(elements.enumerated().filter { ends[0] <= $0.offset + 1 && $0.offset + 1 <= ends[1] }.map(\.element))
    case ("flatten", .list(let lists)): return .list(lists.flatMap { $0.elements ?? [] })
    case ("reverse", .list(let elements)): return .list(elements.reduce(into: []) { $0.insert($1, at: 0) })
    case ("sort", .list(let elements)):
      if Val.currency(of: elements).isMixed { return .missing }
      return .list(
        elements.reduce(into: []) { sorted, next in
          sorted.insert(next, at: sorted.firstIndex { precedes(next, $0) == true } ?? sorted.count)
        })
    case ("index_of", .list(let elements)):
      for (place, element) in elements.enumerated() {
        guard let isSame = Val.same(element, values[1]) else { return .missing }
        if isSame { return .number(Decimal(place + 1)) }
      }
      return .missing
    case ("range", .number(let first)):
      guard let first = first.intValue, let last = counts.first, last - first < 1_000_000 else { return .missing }
      return .list(stride(from: first, through: last, by: 1).map { .number(Decimal($0)) })
    default: return nil
    }
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> Val {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return .text(Text(String(view)))
  }

  private func scalars(_ value: Val) -> [Unicode.Scalar] {
    if case .text(let text) = value { return Array(text.string.unicodeScalars) }
    return []
  }

  private func substring(_ text: [Unicode.Scalar], _ counts: [Int], of arguments: Int) -> Val {
    guard counts.count == arguments - 1, counts[0] >= 1, counts.count == 1 || counts[1] >= 0 else { return .missing }
    let last = counts.count == 1 ? text.count : counts[0] + counts[1] - 1
    return Self.text(text.enumerated().filter { $0.offset + 1 >= counts[0] && $0.offset + 1 <= last }.map(\.element))
  }

  private func place(of piece: [Unicode.Scalar], in text: [Unicode.Scalar]) -> Int? {
    guard !piece.isEmpty, piece.count <= text.count else { return nil }
    return (0...(text.count - piece.count)).first { Array(text[$0..<($0 + piece.count)]) == piece }
  }

  private func found(_ name: String, _ text: [Unicode.Scalar], _ piece: [Unicode.Scalar]) -> Val {
    guard let place = place(of: piece, in: text) else { return .missing }
    if name == "index" { return .number(Decimal(place + 1)) }
    return Self.text(Array(name == "before" ? text[..<place] : text[(place + piece.count)...]))
  }

  private func pieces(_ text: [Unicode.Scalar], _ separator: [Unicode.Scalar]) -> [[Unicode.Scalar]]? {
    if separator.isEmpty { return nil }
    guard let place = place(of: separator, in: text) else { return [text] }
    return pieces(Array(text[(place + separator.count)...]), separator).map { [Array(text[..<place])] + $0 }
  }

  /// Returns a number as text with an exact number of places.
  private func places(_ value: Val, _ places: Int?) -> Val {
    guard let number = value.number, let places, (0...12).contains(places), number.abs < Decimal(1_000_000_000_000_000),
      case .success(let rounded) = number.rounded(places: places)
    else { return .missing }
    var text = rounded.canonicalText
    if let exponent = text.firstRange(of: "e-") {
      let digits = text[..<exponent.lowerBound].filter(\.isNumber)
      let zeros = String(repeating: "0", count: (Int(text[exponent.upperBound...]) ?? 1) - 1)
      text = (text.hasPrefix("-") ? "-0." : "0.") + zeros + digits
    }
    if places > 0, !text.contains(".") { text += "." }
    while places > 0, text.split(separator: ".", omittingEmptySubsequences: false)[1].count < places { text += "0" }
    return .text(Text(text))
  }

  /// JSON's grammar, digit by digit, within the limits of data.
  private func jsonNumber(_ text: String) -> Decimal? {
    guard let match = text.wholeMatch(of: /(-?)(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) else { return nil }
    var assembly = DecimalAssembly()
    assembly.isNegative = !match.1.isEmpty
    for digit in match.2.utf8 { assembly.append(digit: digit - 0x30, isFraction: false) }
    for digit in (match.3 ?? "").dropFirst().utf8 { assembly.append(digit: digit - 0x30, isFraction: true) }
    if let exponent = match.4?.dropFirst() {
      assembly.exponent = max(-1_000, min(1_000, Int(exponent) ?? (exponent.hasPrefix("-") ? -1_000 : 1_000)))
    }
    return try? assembly.decimal()
  }
}
