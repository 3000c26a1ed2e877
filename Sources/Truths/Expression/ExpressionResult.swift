import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRendering
import TruthsText

/// The result of an expression: its value and type, or the reason why it has no value.
public struct ExpressionResult: Sendable {
  /// The type, with its unit: `decimal in eur`.
  public let type: String
  /// Whether there is a value. Without one it is missing, or the evaluation would halt.
  public var hasValue: Bool { cause == nil }
  /// `missing: amount is missing: not sent`, or `halted: …` where a run on the context would halt.
  private let cause: String?
  private let shown: String
  private let value: JSONValue
  private let unit: String?

  init(_ answer: ExpressionAnswer, of expression: CheckedExpression, _ engine: Engine) {
    let program = engine.program
    type = expression.typeName
    cause = answer.fault.map { "halted: \($0.reason)" } ?? answer.cause.map { "missing: \($0)" }
    value = cause == nil ? program.json(of: answer.value) : .null
    unit = answer.unit
    let type = engine.displayType(of: answer.value, unit: expression.type.innermost.unit)
    shown = ExpressionText(program: program).value(answer.value, as: type)
  }

  /// The value as a person writes it, with its unit and its type: `2024-02-29 (date)`, `1,000 eur (decimal in eur)`.
  public var text: String { "\(visible(cause ?? shown)) (\(type))\n" }

  /// Canonical JSON on one line: `{"type":"date","value":"2024-02-29"}`. It has `unit` where the unit of an amount is data, and
  /// `cause` where the expression has no value.
  public var json: String {
    String(decoding: JSONValue.object(Self.record.object(of: self)).canonical(), as: UTF8.self) + "\n"
  }
}

extension ExpressionResult {
  static let shape = record.shape

  private static let record = JSONRecord<ExpressionResult>([
    .required("value", .anything, "The value; `null` where there is none.") { $0.value },
    .required("type", .text, "Its type.") { $0.type },
    .optional("unit", .text, "The unit of an amount, where it is data.") { $0.unit },
    .optional("cause", .text, "Why there is no value.") { $0.cause },
  ])
}

/// Formats complete values as people write them.
struct ExpressionText {
  let program: Program

  /// Formats a value: text without quotes, numbers with separators and units, timestamps and time spans in words.
  func value(_ value: Value, as type: DisplayType?) -> String {
    if case .text(let text) = value { return text.string }
    return inner(value, type)
  }

  /// Formats a value inside another value, where text has quotes.
  private func inner(_ value: Value, _ type: DisplayType?) -> String {
    switch value {
    case .number, .amount: PlainValue.amount(program.display(value), in: type?.unit)
    case .timestamp(let moment): PlainValue.text(moment.text, as: .moment)
    case .duration(let span): PlainValue.text(span.text, as: .span)
    case .period(let period): PlainValue.text(period.text, as: .span)
    case .list(let elements):
      "[" + elements.enumerated().map { inner($0.element, type?.element($0.offset)) }.joined(separator: ", ") + "]"
    case .record(let record): named(program.records[record.type].name, program.records[record.type].fields, record.fields, type)
    case .fact(let fact): named(program.facts[fact.type].name, program.facts[fact.type].fields, fact.fields, type)
    case .map(let members):
      "{" + members.map { "\(quoted($0.name)): \(inner($0.value, type?.member($0.name.string)))" }.joined(separator: ", ") + "}"
    case .text(let text): quoted(text)
    case .missing, .boolean, .date, .time, .enumeration, .json: program.display(value)
    }
  }

  /// Formats a record without its missing fields: `line_item(sku = "A", quantity = 1)`.
  private func named(_ name: String, _ fields: [Field], _ values: [Value], _ type: DisplayType?) -> String {
    let parts = zip(fields, values).filter { !$0.1.isMissing }.map { "\($0.0.name) = \(inner($0.1, type?.member($0.0.name)))" }
    return "\(name)(\(parts.joined(separator: ", ")))"
  }

  private func quoted(_ text: Text) -> String { String(decoding: JSONValue.string(text).compact(), as: UTF8.self) }

  /// Joins lines into one text.
  static func lines(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}
