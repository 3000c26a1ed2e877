import TruthsDiagnostics
package import TruthsJSON
import TruthsText

/// The texts of values in an explanation.
package enum ExplanationText {
  /// The most columns of a value; a longer one is cut and ends with `…`.
  static let widest = 72

  /// A value as a person writes it: a text without quotes, `null` as `missing`, a number with separators and its unit, a moment
  /// and a time span in words, the elements of a list and the members of an object in a row.
  package static func value(_ value: JSONValue, unit: String? = nil) -> String {
    switch value {
    case .number(let number): PlainValue.amount(number.canonicalText, in: unit.map { visible($0) })
    case .array(let elements) where elements.isEmpty: "empty"
    case .array(let elements): cut(row(elements))
    case .object(let object): cut(row(object))
    default: cut(words(value))
    }
  }

  /// One that stands among others: brackets hold it together where it is a list or an object itself.
  private static func words(_ value: JSONValue) -> String {
    switch value {
    case .null: "missing"
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .string(let text): PlainValue.text(visible(text.string))
    case .number(let number): PlainValue.number(number.canonicalText)
    case .array(let elements): "(\(row(elements)))"
    case .object(let object): "(\(row(object)))"
    }
  }

  /// `a, b`; of objects `sku audit-day, quantity 4; sku travel, quantity 1`. What is not shown of a long one is not worked out.
  private static func row(_ elements: [JSONValue]) -> String {
    let shown = elements.prefix(widest)
    guard shown.contains(where: { $0.objectValue != nil }) else { return shown.map(words).joined(separator: ", ") }
    return shown.map { $0.objectValue.map(row) ?? words($0) }.joined(separator: "; ")
  }

  /// `sku audit-day, quantity 4`
  private static func row(_ object: JSONObject) -> String {
    object.members.prefix(widest).map { "\(visible($0.name.string)) \(words($0.value))" }.joined(separator: ", ")
  }

  /// A reason with its moments and time spans in words.
  package static func sentence(_ reason: String) -> String {
    reason.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let core = word.prefix { !",;:)".contains($0) }
      let rest = word.dropFirst(core.count)
      return rest.allSatisfy { ",;:)".contains($0) } ? PlainValue.text(String(core)) + rest : String(word)
    }.joined(separator: " ")
  }

  /// `user_id` and, except for users, the type of the actor: `@anna`, `@billing (agent)`.
  package static func actor(_ actor: JSONValue?) -> String {
    let name = "@" + visible(actor?["user_id"]?.stringValue ?? "unknown")
    guard let type = actor?["type"]?.stringValue, type != "user" else { return name }
    return "\(name) (\(visible(type)))"
  }

  /// Names and values in two columns.
  package static func table(_ rows: [(name: String, value: String)], indent: Int) -> [String] {
    alignedLines(rows.map { [$0.name, $0.value] }, indent: indent)
  }

  /// `a`, `a and b`, `a, b and c`.
  package static func joined(_ parts: [String]) -> String { parts.joinedInWords }

  private static func cut(_ text: String) -> String {
    guard displayWidth(of: text) > widest else { return text }
    var kept = ""
    for character in text {
      if displayWidth(of: kept) + displayWidth(of: String(character)) >= widest { break }
      kept.append(character)
    }
    return kept + "…"
  }
}
