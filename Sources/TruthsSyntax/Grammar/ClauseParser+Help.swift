import TruthsDiagnostics
import TruthsText

/// Help for unexpected tokens: an example made from the written text.
extension ClauseParser {
  /// Returns an effect with the text after the present `else` as its reason; `nil` if it has a reason, or no people.
  func effectWithReason(_ effect: Effect) -> String? {
    if effect.text != nil || kind != .text { return nil }
    if case .requiresApproval(nil) = effect.kind { return nil }
    var parser = self
    guard let reason = try? parser.textLiteral().0 else { return nil }
    var meant = effect
    meant.text = reason
    return parser.diagnostics.count == diagnostics.count ? formatted(meant) : nil
  }

  /// A help text, and how certain its suggestion is.
  typealias Help = (text: String, guidance: Diagnostic.Guidance)

  /// Returns help for an unexpected token.
  ///
  /// - Parameter expected: the expected syntax in the words of the message.
  /// - Returns: `nil` if the message is enough.
  func help(expecting expected: String) -> Help? {
    let token = kind == .end ? nil : text.string(current.range)
    // What stands around an exception is whole, and no word is missing between.
    if token == "unless" || index > 0 && text.string(tokens[index - 1].range) == "unless" { return nil }
    if expected.hasPrefix("a text in double quotes") { return (textHelp(), .general) }
    if let token, let help = wordHelp(token) { return help }
    if expected == "a value" { return (valueHelp(token), .general) }
    if expected.hasPrefix("the end of") { return token.flatMap { endHelp($0, of: expected) } }
    switch expected {
    case "`then`", "`else`", "`satisfies`", "`for`", "`in`":
      return wordHelp(inserting: expected.filter { $0 != "`" }, token).map { ($0, .grammatical) }
    case "`where` or `satisfies`":
      let hasBody = ![.some, .every, .no].contains(kind) && tokens[index...].contains { $0.kind == .satisfies }
      return wordHelp(inserting: hasBody ? "where" : "satisfies", token).map { ($0, .grammatical) }
    case "`→` and the row's value":
      if let help = operatorHelp { return (help, .general) }
      let hasArrow = tokens[index...].contains { $0.kind == .arrow }
      return wordHelp(inserting: hasArrow ? "and" : "→", token).map { ($0, hasArrow ? .general : .grammatical) }
    case "`=` or the end of the type":
      guard let token, !["default", "=="].contains(token) else { return wordHelp(inserting: "=", token).map { ($0, .exact) } }
      // A word beside a number may be a unit or a range.
      if ["integer", "decimal"].contains(text.string(tokens[0].range)) {
        return ("write a unit after `in`, a range after `min` and `max`, a default after `=`: `\(before()) = …`", .general)
      }
      return ("remove `\(token)`; a default follows `=`: `\(before()) = …`", .general)
    case "`and` and the upper bound":
      return listedBounds.map { ($0, .exact) } ?? wordHelp(inserting: "and", token).map { ($0, .grammatical) }
    case "a name after the dot":
      return ("write a name after the dot, or remove the dot: `\(before(withoutLast: true))`", .general)
    case "`)`", "`,` or `]`":
      if let help = operatorHelp { return (help, .general) }
      let joined = "\(before()) and \(behind(index))"
      guard let token, isReadable(joined) else { return nil }
      return ("write \(expected) before `\(token)`, or an operator: `\(joined)`", .general)
    default: return nil
    }
  }

  /// Returns help for a copy of a record without brackets around its changed fields.
  func withHelp() -> String {
    let field = kind.isWord ? text.string(current.range) : "field"
    return "write the fields that differ in brackets: `\(before()) (\(field) = …)`"
  }

  /// Returns help for a word of another language, or a reserved word in capitals.
  private func wordHelp(_ word: String) -> Help? {
    if word == "is" { return ("write `==` to compare; `exists`, `missing` and `empty` follow what they test", .general) }
    let isInConditional = tokens[..<index].contains { $0.kind == .if }
    if word == "then", !isInConditional {
      return ("write `→` before a consequence: `\(before()) → \(behind(index + 1))`", .grammatical)
    }
    let small = word.lowercased()
    return small != word && ReservedWords.contains(small) ? ("write `\(small)`", .grammatical) : nil
  }

  // MARK: Values

  /// Returns help for a missing operand: after an operator, between two of them, or at the beginning.
  private func valueHelp(_ token: String?) -> String {
    guard index > 0 else {
      return token.map { "write a value or condition before `\($0)`: `… \(behind(index))`" } ?? "write a value"
    }
    let last = text.string(tokens[index - 1].range)
    guard let token else { return "write a value after `\(last)`: `\(before()) …`" }
    let without = [before(withoutLast: true), behind(index)].filter { !$0.isEmpty }.joined(separator: " ")
    let help = "write a value between `\(last)` and `\(token)`"
    // The same sign twice is an operator of another language, such as `//`.
    let isOneSign = last == token && tokens[index - 1].end == current.start
    return !isOneSign && isReadable(without) ? "\(help), or remove `\(last)`: `\(without)`" : help
  }

  /// Help for two adjacent operands that are not conditions: a comparison was most likely intended.
  private var operatorHelp: String? {
    let ends: [TokenKind] = [.end, .and, .or, .arrow, .else, .then, .rightBracket, .comma]
    let begins: [TokenKind] = [.and, .or, .arrow, .where, .satisfies, .if, .then, .else, .leftBracket, .comma]
    guard index > 0, [.word, .number, .text, .true, .false].contains(kind),
      !Self.effects.contains(text.string(tokens[index - 1].range)),
      AggregateFunction(rawValue: text.string(tokens[index - 1].range)) == nil
    else { return nil }
    var start = index - 1
    while start > 0, [.word, .dot].contains(tokens[start].kind), !begins.contains(tokens[start - 1].kind) { start -= 1 }
    guard tokens[start].kind == .word, start == 0 || begins.contains(tokens[start - 1].kind) else { return nil }
    var stop = index + 1
    while stop + 1 < tokens.count, tokens[stop].kind == .dot, tokens[stop + 1].kind == .word { stop += 2 }
    guard stop < tokens.count, ends.contains(tokens[stop].kind) else { return nil }
    if let help = testHelp(before: stop) { return help }
    let isBetween = kind == .number && tokens[stop].kind == .and && stop + 1 < tokens.count && tokens[stop + 1].kind == .number
    let sign = isBetween ? "between" : "=="
    let joined = "\(before()) \(sign) \(behind(index))"
    return isReadable(joined) ? "write an operator between them, such as `\(sign)`: `\(joined)`" : nil
  }

  /// Help for a misspelt word that tests the operand before it, as in `order_id exist`.
  private func testHelp(before stop: Int) -> String? {
    let word = text.string(current.range)
    guard kind == .word, stop == index + 1, let test = nearestName(to: word, among: ["exists", "missing", "empty"]) else {
      return nil
    }
    let rest = tokens[stop].kind == .end ? "" : " \(behind(stop))"
    let tested = "\(before()) \(test)\(rest)"
    return isReadable(tested) ? "did you mean `\(tested)`?" : nil
  }

  // MARK: Text after a whole expression

  /// Returns help for a token after a whole expression; `nil` where it is not known what was meant.
  private func endHelp(_ token: String, of expected: String) -> Help? {
    if let help = quantityHelp(token) { return help }
    if kind == .rightBracket || kind == .rightSquare {
      return ("remove `\(token)`, which closes nothing, or write its other bracket", .general)
    }
    if let help = operatorHelp { return (help, .general) }
    let isClause = ["the end of the clause", "the end of the expression"].contains(expected)
    let beginsOperand = [.word, .number, .text, .leftBracket, .not, .some, .every, .no, .true, .false].contains(kind)
    if isClause, index > 0, beginsOperand || kind == .comma {
      let place = kind == .comma ? index + 1 : index
      guard isCondition(0..<index), isCondition(place..<tokens.count) else { return nil }
      return ("join two conditions with `and`: `\(before()) and \(behind(place))`", .general)
    }
    return ("remove `\(token)`, or join it to the expression before it with an operator", .general)
  }

  private static let tests: Set<TokenKind> = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .exists, .missing, .empty, .in, .contains, .like,
    .satisfies,
  ]

  /// Whether tokens may be a condition: they hold a test or the name of a fact, and do not begin with two operands.
  private func isCondition(_ range: Range<Int>) -> Bool {
    let isTest = tokens[range].contains { $0.kind == .dot || Self.tests.contains($0.kind) }
    guard let first = range.first, isTest else { return false }
    guard tokens[first].kind == .word, range.contains(first + 1) else { return true }
    return ![.word, .number, .text].contains(tokens[first + 1].kind)
  }

  /// Returns help for a number followed by a unit, such as `3 days`, `2 months` or `100 eur`.
  private func quantityHelp(_ word: String) -> Help? {
    guard index > 0, tokens[index - 1].kind == .number, kind == .word else { return nil }
    let number = text.string(tokens[index - 1].range)
    let lower = word.lowercased()
    if let unit = WrittenValues.units.first(where: { ForeignForms.sets[$0]?.contains(lower) ?? false }) {
      return ("write `\(unit)(\(number))`", .grammatical)
    }
    // Of any other word, such as `thousand` or `exclusive`, it is not known what it means.
    guard WrittenValues.isCommonUnit(word) else { return nil }
    switch kind(ahead: 1) {
    case .end, .rightBracket, .and, .or, .arrow, .else, .comma:
      return ("write `\(number)`: a number takes the unit of the value beside it", .general)
    default: return nil
    }
  }

  // MARK: Words

  /// Everyday words that authors write instead of a word of the language.
  private static let inPlaceOf: [String: [String]] = [
    "in": ["of", "from", ":"], "and": [",", "to", ".."], "satisfies": ["has", "have", "are", "is", "→", "then"],
    "then": ["→", ","], "else": ["otherwise", "→", ","], "→": ["then", "=>", ":"], "=": ["default", "==", ":"], "for": [","],
  ]

  /// Returns help for a missing word of the language: it replaces the written word, or precedes it; `nil` if neither is enough.
  private func wordHelp(inserting word: String, _ token: String?) -> String? {
    let replaces = token.map { Self.inPlaceOf[word]?.contains($0) ?? false } ?? false
    let rest = token == nil ? word == "else" ? "missing" : "…" : behind(replaces ? index + 1 : index)
    let result = "\(before()) \(word) \(rest)"
    guard token == nil || isReadable(result) else { return nil }
    let relation = token.map { replaces ? "instead of `\($0)`" : "before `\($0)`" } ?? "after it"
    return "write `\(word)` \(relation): `\(result)`"
  }

  /// Help for `between [1, 5]`, where the bounds are in a list.
  private var listedBounds: String? {
    let open = index - 5
    guard open > 0, tokens[index - 1].kind == .rightSquare, tokens[open].kind == .leftSquare, tokens[open + 2].kind == .comma
    else { return nil }
    let (low, high) = (text.string(tokens[open + 1].range), text.string(tokens[open + 3].range))
    let whole = oneLine(Int(tokens[0].start)..<Int(tokens[open - 1].end))
    return "write both bounds with `and` between them: `\(whole) \(low) and \(high)`"
  }

  /// Returns help for a text without quotes, up to the bracket that ends it.
  private func textHelp() -> String {
    var last = index
    while last + 1 < tokens.count, ![.end, .fault, .rightBracket].contains(tokens[last + 1].kind) { last += 1 }
    guard kind != .end, kind != .rightBracket else {
      return index > 1 ? "write a text, as in `\(text.string(tokens[index - 2].range))(\"…\")`" : "write a text: `\"…\"`"
    }
    let words = oneLine(Int(current.start)..<Int(tokens[last].end))
    return words.contains("\"") ? "write a text in double quotes" : "write `\"\(words)\"`"
  }

  /// Longest text that is tried, in bytes.
  private static let trialLimit = 600

  /// Whether a proposal can be read in some place, with any name for `…`. What does not help is not proposed.
  private func isReadable(_ proposal: String) -> Bool {
    let bytes = Array(proposal.replacing("…", with: "x").utf8)
    guard bytes.count <= Self.trialLimit else { return false }
    var trial = ClauseText(file: text.file, bytes: bytes, range: bytes.indices, style: .bare)
    trial.isTrial = true
    let forms: [Diagnostic.UnreadText.Form] = [.clause, .row, .output, .field, .move, .fact]
    return forms.contains { Grammar.reads(trial, as: $0) }
  }

  // MARK: The written text

  /// Returns the text before the current token, on one line.
  private func before(withoutLast: Bool = false) -> String {
    let count = withoutLast ? index - 1 : index
    guard count > 0 else { return "" }
    return oneLine(Int(tokens[0].start)..<Int(tokens[count - 1].end))
  }

  /// Returns the text from a token to the end, as one line; `…` if no token is at the index.
  private func behind(_ place: Int) -> String {
    guard tokens.indices.contains(place), tokens[place].kind != .end else { return "…" }
    return oneLine(Int(tokens[place].start)..<text.trimmed.upperBound)
  }

  private func oneLine(_ range: Range<Int>) -> String {
    text.string(range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
