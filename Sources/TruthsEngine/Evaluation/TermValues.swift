import TruthsJSON
import TruthsProgram
import TruthsText

/// The terms of a clause with their values, in order of occurrence (clauses §14.2).
struct TermValues {
  private var rows: [Row] = []

  private struct Row {
    var label: Text
    var value: QuotedValue
    var unit: NumberUnit?
    /// A text for each missing key of a presence test or look-up: `period_id is missing`.
    var missingKeys: [String] = []
  }

  init() {}

  /// Computes the values of a clause's terms.
  ///
  /// - Parameter failsNowhere: whether every quantifier of the clause is known to hold, so that none has an element to show.
  init(_ words: ExplanationCode, _ evaluator: Evaluator, failsNowhere: Bool = false) {
    rows.reserveCapacity(words.terms.count)
    for term in words.terms {
      if term.isElement {
        if failsNowhere { continue }
        guard evaluator.explainedCell(term.value, of: words.unit).isFalse, let slot = term.failing else { continue }
        rows.append(Row(label: term.label, value: evaluator.quoted(element: evaluator.cell(in: slot))))
      } else {
        var row = Row(
          label: term.label, value: evaluator.quoted(evaluator.explainedCell(term.value, of: words.unit)), unit: term.unit)
        if row.value.isMissing { row.missingKeys = Self.missing(term.keys, words.unit, evaluator) }
        rows.append(row)
      }
    }
    holdToLimit(evaluator)
  }

  /// Shortens the quotations once they reach the limit of one clause.
  private mutating func holdToLimit(_ evaluator: Evaluator) {
    // With few terms the limit cannot be reached.
    guard evaluator.limitsClauses, rows.count > Quotation.limitOfClause / Quotation.limit else { return }
    var budget = Quotation.limitOfClause
    for place in rows.indices {
      if budget <= 0, let least = Quotation.least(of: rows[place].value, evaluator.program) { rows[place].value = .cut(least) }
      let text = rows[place].value.text(evaluator.program)
      evaluator.spend(bytesMade: text.utf8.count)
      budget -= text.unicodeScalars.count
    }
  }

  /// Returns the values as JSON, `{"amount": 5000}`; a missing value is `null`.
  func json(_ program: Program) -> JSONObject {
    JSONObject(rows.map { JSONObject.Member(name: $0.label, value: $0.value.json(program)) })
  }

  /// Returns how the values are displayed to people, by label. A shortened value is a text and has no entry.
  func displayTypes(_ code: CompiledProgram) -> [String: DisplayType] {
    var types: [String: DisplayType] = [:]
    for row in rows {
      guard case .whole(let value) = row.value else { continue }
      types[row.label.string] = code.displayType(of: value, unit: row.unit)
    }
    return types
  }

  /// Returns the values as text: `amount is 5000, approval_threshold is 1000`.
  func text(_ program: Program) -> String { joined(rows, program) }

  /// Returns why a test is unknown where no chain of names explains it: `sum(x.amount for x in lines) is missing`.
  ///
  /// - Parameter answer: the value of the test; its cause is used where no term is missing.
  func missingText(_ code: CompiledProgram, of answer: Value) -> String {
    let missing = rows.filter(\.value.isMissing)
    if missing.count == 1, case .whole(.missing(let cause)) = missing[0].value, let words = cause.words(code.currencies) {
      return "\(missing[0].label) is missing: \(words)"
    }
    if !missing.isEmpty { return joined(missing, code.program) }
    guard case .missing(let cause) = answer, let words = cause.words(code.currencies) else { return "a value is missing" }
    return words
  }

  private func joined(_ rows: [Row], _ program: Program) -> String {
    var parts: [String] = []
    var seen = Set<String>()
    for row in rows {
      let texts = row.missingKeys.isEmpty ? ["\(row.label) is \(Self.shown(row.value, program))"] : row.missingKeys
      for text in texts where seen.insert(text).inserted { parts.append(text) }
    }
    return parts.joined(separator: ", ")
  }

  private static func missing(_ keys: [TermCode.Key], _ unit: CompiledUnit, _ evaluator: Evaluator) -> [String] {
    var texts: [String] = []
    for key in keys {
      let cell = evaluator.explainedCell(key.value, of: unit)
      if cell.isMissing { texts.append("\(key.label) is \(shown(evaluator.quoted(cell), evaluator.program))") }
    }
    return texts
  }

  private static func shown(_ value: QuotedValue, _ program: Program) -> String {
    if case .whole(.missing(let cause)) = value, let words = cause.words { return "missing (\(words))" }
    return value.text(program)
  }
}
