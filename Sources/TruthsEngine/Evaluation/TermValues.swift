import TruthsCheck
import TruthsJSON
import TruthsText

/// The terms of a clause with their values, in order of occurrence (runtime.md §3, "Reasons").
struct TermValues {
  private var rows: [Row] = []

  private struct Row {
    var label: Text
    var value: Value
    /// For a presence test or look-up with missing keys: `period_id is missing`, one text per key.
    var missingKeys: [String] = []
  }

  /// No terms.
  init() {}

  init(_ words: ClauseWords, _ evaluator: Evaluator) {
    rows.reserveCapacity(words.terms.count)
    for term in words.terms {
      if term.isElement {
        guard evaluator.toldCell(term.value, of: words.unit).isFalse, let slot = term.failing else { continue }
        rows.append(Row(label: term.label, value: evaluator.value(of: evaluator.cell(in: slot))))
      } else {
        var row = Row(label: term.label, value: evaluator.outside(evaluator.told(term.value, of: words.unit)))
        if row.value.isMissing { row.missingKeys = Self.missing(term.keys, words.unit, evaluator) }
        rows.append(row)
      }
    }
  }

  /// `{"amount": 5000}`; missing is `null`.
  func json(_ program: Program) -> JSONObject {
    JSONObject(rows.map { JSONObject.Member(name: $0.label, value: Self.json($0.value, program)) })
  }

  /// A value as it is; one that is quoted in part is a text.
  private static func json(_ value: Value, _ program: Program) -> JSONValue {
    switch value {
    case .missing, .boolean, .number, .date, .timestamp, .duration, .enumeration: return program.json(of: value)
    case .text, .list, .record, .json, .fact:
      return Quotation.cut(program.display(value)).map { .text($0) } ?? program.json(of: value)
    }
  }

  /// `amount is 5000, approval_threshold is 1000`
  ///
  /// - Parameter answer: what the test came to. Where that is missing although no term is, the text ends with its cause:
  ///   `total is 12, parts is 0; division by zero`.
  func text(_ program: Program, of answer: Value) -> String {
    let text = joined(rows, program)
    guard let cause = cause(of: answer) else { return text }
    return text.isEmpty ? cause : "\(text); \(cause)"
  }

  /// What makes a test unknown: `period_id is missing`.
  ///
  /// - Parameter answer: what the test came to; its cause stands for terms of which none is missing.
  func missingText(_ program: Program, of answer: Value) -> String {
    let text = joined(rows.filter(\.value.isMissing), program)
    return text.isEmpty ? cause(of: answer) ?? "something that it reads is missing" : text
  }

  /// Why an answer is missing, where no term tells: a value between was past its limits, or divided by zero.
  private func cause(of answer: Value) -> String? {
    guard case .missing(let cause) = answer, !rows.contains(where: \.value.isMissing) else { return nil }
    return cause.words
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
      let value = evaluator.told(key.value, of: unit)
      if value.isMissing { texts.append("\(key.label) is \(shown(value, evaluator.program))") }
    }
    return texts
  }

  private static func shown(_ value: Value, _ program: Program) -> String {
    if case .missing(let cause) = value, let words = cause.words { return "missing (\(words))" }
    return Quotation.of(program.display(value))
  }
}
