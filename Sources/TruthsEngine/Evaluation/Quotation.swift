import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

/// How reasons and `values` quote what somebody wrote (runs §9.5): at most 1,024 characters of one value, so that a clause
/// about a large text does not write that text into every ledger.
package enum Quotation {
  /// Scalars of a value that are quoted.
  static let limit = 1_024
  /// Scalars of a whole reason, and of the values of one clause together.
  static let limitOfClause = 16_384
  /// Scalars of a value that are quoted once the values of its clause have come to their limit.
  private static let least = 64

  /// A printed value, cut where it is longer: `abc… (100,000 characters, sha256:…)`, the hash of the whole in UTF-8.
  ///
  /// - Complexity: O(its size).
  package static func of(_ whole: String) -> String { cut(whole) ?? whole }

  /// A name in quotes, as JSON writes it: whoever sends it cannot end the quotes.
  static func inQuotes(_ name: String) -> String {
    of(String(decoding: JSONValue.text(name).compact(), as: UTF8.self))
  }

  /// The same where it is cut; `nil` where it stands as it is.
  static func cut(_ whole: String, to limit: Int = Self.limit) -> String? {
    // No scalar has less than a byte.
    guard whole.utf8.count > limit else { return nil }
    let count = whole.unicodeScalars.count
    guard count > limit else { return nil }
    return "\(beginning(of: whole, limit))… (\(count.grouped) characters, \(Digest(of: Array(whole.utf8)).prefixed))"
  }

  /// What is quoted of a value once the values of its clause have come to their limit; `nil` where that is all of it.
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
  /// The text that stands for a value that is quoted in part.
  case cut(String)

  var isMissing: Bool {
    if case .whole(let value) = self { return value.isMissing }
    return false
  }

  /// A value as it is; one that is quoted in part is a text.
  func json(_ program: Program) -> JSONValue {
    switch self {
    case .cut(let text): return .text(text)
    case .whole(let value):
      switch value {
      case .missing, .boolean, .number, .amount, .date, .timestamp, .duration, .period, .time, .enumeration:
        return program.json(of: value)
      case .text, .list, .map, .record, .json, .fact: return program.json(of: value, naming: .own)
      }
    }
  }

  func text(_ program: Program) -> String {
    switch self {
    // The value of an enum is written in full, and its name may be longer than what is quoted.
    case .whole(.enumeration(let value)): Quotation.of(program.display(.enumeration(value)))
    case .whole(let value): program.display(value)
    case .cut(let text): text
    }
  }
}

extension Evaluator {
  /// A value as it leaves its expression, as explanations quote it. Many clauses quote the same long value: it is written and
  /// hashed once, and that counts as work.
  func quoted(_ cell: Cell) -> QuotedValue {
    if let known = quotations[cell] { return .cut(known) }
    let quoted = quoted(outside(value(of: cell)))
    if case .cut(let text) = quoted { quotations[cell] = text }
    return quoted
  }

  /// An element of a list, which leaves no expression.
  func quoted(element cell: Cell) -> QuotedValue { quoted(value(of: cell)) }

  /// A value of a key, as causes quote it.
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

  /// A reason, cut like a value where it is longer than a reason may be: one that quotes many values, or a clause of many terms.
  /// Reasons of older versions of the language are whole.
  func cut(reason whole: String) -> String {
    limitsClauses ? Quotation.cut(whole, to: Quotation.limitOfClause) ?? whole : whole
  }

  /// Whether what one clause quotes has a limit, beside that of each value.
  var limitsClauses: Bool { execution.code.language >= .three }

  /// Counts words that are made for people.
  func spend(bytesMade count: Int) { work?.spend(count / WorkMeter.bytesWrittenPerStep) }

  /// Whether what it comes to is thrown away, because it took more work than it may.
  package var isOverworked: Bool { work?.isExceeded == true }
}
