import TruthsCheck
import TruthsJSON
import TruthsLedger
import TruthsText

/// The terms of a clause with their values, in order of occurrence (clauses §14.2).
struct TermValues {
  private var rows: [Row] = []

  private struct Row {
    var label: Text
    var value: Value
    var unit: NumberUnit?
    /// For a presence test or look-up with missing keys: `period_id is missing`, one text per key.
    var missingKeys: [String] = []
  }

  /// No terms.
  init() {}

  /// - Parameter failsNowhere: whether every quantifier of the clause is known to hold, so that none has an element to show.
  init(_ words: ClauseWords, _ evaluator: Evaluator, failsNowhere: Bool = false) {
    rows.reserveCapacity(words.terms.count)
    for term in words.terms {
      if term.isElement {
        if failsNowhere { continue }
        guard evaluator.explainedCell(term.value, of: words.unit).isFalse, let slot = term.failing else { continue }
        rows.append(Row(label: term.label, value: evaluator.value(of: evaluator.cell(in: slot))))
      } else {
        var row = Row(
          label: term.label, value: evaluator.outside(evaluator.explainedValue(term.value, of: words.unit)), unit: term.unit)
        if row.value.isMissing { row.missingKeys = Self.missing(term.keys, words.unit, evaluator) }
        rows.append(row)
      }
    }
  }

  /// `{"amount": 5000}`; missing is `null`.
  func json(_ program: Program) -> JSONObject {
    JSONObject(rows.map { JSONObject.Member(name: $0.label, value: Self.json($0.value, program)) })
  }

  /// The unit of each number among the values, by label: the one of its type, or the currency that it carries.
  func units(_ code: CompiledProgram) -> [String: String] {
    var units: [String: String] = [:]
    for row in rows {
      switch (row.value, row.unit) {
      case (.number, .named(let unit)): units[row.label.string] = unit
      case (.amount(_, let unit), _): units[row.label.string] = code.currencies.name(of: unit)
      default: break
      }
    }
    return units
  }

  /// A value as it is; one that is quoted in part is a text.
  private static func json(_ value: Value, _ program: Program) -> JSONValue {
    switch value {
    case .missing, .boolean, .number, .amount, .date, .timestamp, .duration, .period, .time, .enumeration:
      return program.json(of: value)
    case .text, .list, .map, .record, .json, .fact:
      return Quotation.cut(program.display(value)).map { .text($0) } ?? program.json(of: value, naming: .own)
    }
  }

  /// `amount is 5000, approval_threshold is 1000`
  func text(_ program: Program) -> String { joined(rows, program) }

  /// What makes a test unknown for which no chain of names tells it: `sum(x.amount for x in lines) is missing`.
  ///
  /// - Parameter answer: what the test came to; its cause stands for terms of which none is missing.
  func missingText(_ code: CompiledProgram, of answer: Value) -> String {
    let missing = rows.filter(\.value.isMissing)
    if missing.count == 1, case .missing(let cause) = missing[0].value, let words = cause.words(code.currencies) {
      return "\(missing[0].label) is missing: \(words)"
    }
    if !missing.isEmpty { return joined(missing, code.program) }
    guard case .missing(let cause) = answer, let words = cause.words(code.currencies) else { return "a value is missing" }
    return words
  }

  private func joined(_ rows: [Row], _ program: Program) -> String {
    var parts: [String] = []
    for row in rows {
      let texts = row.missingKeys.isEmpty ? ["\(row.label) is \(Self.shown(row.value, program))"] : row.missingKeys
      for text in texts where !parts.contains(text) { parts.append(text) }
    }
    return parts.joined(separator: ", ")
  }

  private static func missing(_ keys: [TermCode.Key], _ unit: CompiledUnit, _ evaluator: Evaluator) -> [String] {
    var texts: [String] = []
    for key in keys {
      let value = evaluator.explainedValue(key.value, of: unit)
      if value.isMissing { texts.append("\(key.label) is \(shown(value, evaluator.program))") }
    }
    return texts
  }

  private static func shown(_ value: Value, _ program: Program) -> String {
    if case .missing(let cause) = value, let words = cause.words { return "missing (\(words))" }
    return Quotation.of(program.display(value))
  }
}

/// How reasons and `values` quote what somebody wrote (runs §9.5): at most 1,024 characters of one value, so that a clause
/// about a large text does not write that text into every ledger.
package enum Quotation {
  /// Scalars of a value that are quoted.
  static let limit = 1_024

  /// A printed value, cut where it is longer: `abc… (100,000 characters, sha256:…)`, the hash of the whole in UTF-8.
  ///
  /// - Complexity: O(its size).
  package static func of(_ whole: String) -> String { cut(whole) ?? whole }

  /// A name in quotes, as JSON writes it: whoever sends it cannot end the quotes.
  static func inQuotes(_ name: String) -> String {
    of(String(decoding: JSONValue.text(name).compact(), as: UTF8.self))
  }

  /// The same where it is cut; `nil` where it stands as it is.
  static func cut(_ whole: String) -> String? {
    // No scalar has less than a byte.
    guard whole.utf8.count > limit else { return nil }
    let count = whole.unicodeScalars.count
    guard count > limit else { return nil }
    var cut = String.UnicodeScalarView()
    cut.append(contentsOf: whole.unicodeScalars.prefix(limit))
    return "\(String(cut))… (\(count.grouped) characters, \(Digest(of: Array(whole.utf8)).prefixed))"
  }
}
