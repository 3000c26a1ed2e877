import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

/// The rules for quoting data in reasons and `values` (runs §9.5).
///
/// At most 1,024 characters of a value are quoted, so that a clause about a large text does not copy it into every ledger.
package enum Quotation {
  /// The number of scalars of a value that are quoted.
  static let limit = 1_024
  /// The largest number of scalars in a reason, and in the quoted values of one clause together.
  static let limitOfClause = 16_384
  /// The number of scalars that are quoted of a value after the quoted values of its clause have reached their limit.
  private static let least = 64

  /// Returns a printed value, shortened if too long: `abc… (100,000 characters, sha256:…)`, with the hash of its whole UTF-8.
  ///
  /// - Complexity: O(its size).
  package static func of(_ whole: String) -> String { cut(whole) ?? whole }

  /// Returns a name in quotes as JSON writes it, so that no character in it can end the quotes.
  static func inQuotes(_ name: String) -> String {
    of(String(decoding: JSONValue.text(name).compact(), as: UTF8.self))
  }

  /// Returns the shortened text; `nil` where it fits the limit.
  static func cut(_ text: String, to limit: Int = Self.limit) -> String? {
    // Each scalar has at least one byte.
    guard text.utf8.count > limit else { return nil }
    let count = text.unicodeScalars.count
    guard count > limit else { return nil }
    return "\(beginning(of: text, limit))… (\(count.grouped) characters, \(Digest(of: Array(text.utf8)).prefixed))"
  }

  /// Returns the shortest quotation of a value, for clauses over their limit; `nil` if the shortest quotation is the whole value.
  static func least(of value: QuotedValue, _ program: Program) -> String? {
    switch value {
    case .cut(let text):
      var rest = String.UnicodeScalarView()
      rest.append(contentsOf: text.unicodeScalars.dropFirst(limit))
      return beginning(of: text, least) + String(rest)
    case .whole(let value): return cut(program.display(value), to: least)
    }
  }

  private static func beginning(of whole: String, _ limit: Int) -> String {
    var cut = String.UnicodeScalarView()
    cut.append(contentsOf: whole.unicodeScalars.prefix(limit))
    return String(cut)
  }
}

/// A value as reasons and `values` quote it.
enum QuotedValue {
  case whole(Value)
  /// The shortened text of a value.
  case cut(String)

  var isMissing: Bool {
    if case .whole(let value) = self { return value.isMissing }
    return false
  }

  /// Returns the value as JSON with own names; a shortened value is a text.
  func json(_ program: Program) -> JSONValue {
    switch self {
    case .cut(let text): .text(text)
    case .whole(let value): program.json(of: value, naming: .own)
    }
  }

  func text(_ program: Program) -> String {
    switch self {
    // The value of an enum is kept as a value, but its name may be longer than the limit.
    case .whole(.enumeration(let value)): Quotation.of(program.display(.enumeration(value)))
    case .whole(let value): program.display(value)
    case .cut(let text): text
    }
  }
}

extension Evaluator {
  /// Returns a value as explanations quote it, after it leaves its expression.
  ///
  /// Many clauses quote the same long value, so it is written and hashed once, which counts as work.
  func quoted(_ cell: Cell) -> QuotedValue {
    if let known = quotations[cell] { return .cut(known) }
    let quoted = quoted(outside(value(of: cell)))
    if case .cut(let text) = quoted { quotations[cell] = text }
    return quoted
  }

  /// Returns an element of a list as explanations quote it. It does not leave an expression, so it is not rounded.
  func quoted(element cell: Cell) -> QuotedValue { quoted(value(of: cell)) }

  /// Returns the value of a key as causes quote it.
  func quoted(key cell: Cell) -> String {
    cell.kind == .text ? quoted(cell).text(program) : Quotation.of(program.display(value(of: cell)))
  }

  private func quoted(_ value: Value) -> QuotedValue {
    switch value {
    case .missing, .boolean, .number, .amount, .date, .timestamp, .duration, .period, .time, .enumeration: return .whole(value)
    case .text, .list, .map, .record, .json, .fact:
      let whole = program.display(value)
      spend(bytesMade: whole.utf8.count)
      return Quotation.cut(whole).map { .cut($0) } ?? .whole(value)
    }
  }

  /// Returns a reason, shortened if it is too long because it quotes many values.
  ///
  /// In older language versions reasons are not shortened.
  func cut(reason whole: String) -> String {
    limitsClauses ? Quotation.cut(whole, to: Quotation.limitOfClause) ?? whole : whole
  }

  /// Whether the quotations of one clause have a common limit.
  var limitsClauses: Bool { execution.code.language >= .three }

  /// Counts the work of text made for people.
  func spend(bytesMade count: Int) { work?.spend(count / WorkMeter.bytesWrittenPerStep) }

  /// Whether the work limit is exceeded, so that the result is discarded.
  package var isOverworked: Bool { work?.isExceeded == true }
}
