import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// The texts of values in an explanation.
enum ExplanationText {
  /// The most columns of a value; a longer one is cut and ends with `…`.
  static let widest = 72

  /// A value as a person writes it: a text without quotes, `null` as `missing`, a number with separators, a moment and a time
  /// span in words; anything else as JSON.
  static func value(_ value: JSONValue) -> String {
    switch value {
    case .null: "missing"
    case .string(let text): cut(PlainValue.text(visible(text.string)))
    case .number(let number): PlainValue.number(number.canonicalText)
    default: cut(visible(String(decoding: value.canonical(), as: UTF8.self)))
    }
  }

  /// A reason with its moments and time spans in words.
  static func sentence(_ reason: String) -> String {
    reason.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let core = word.prefix { !",;:)".contains($0) }
      let rest = word.dropFirst(core.count)
      return rest.allSatisfy { ",;:)".contains($0) } ? PlainValue.text(String(core)) + rest : String(word)
    }.joined(separator: " ")
  }

  /// `user_id` and, except for users, the type of the actor: `@anna`, `@billing (agent)`.
  static func actor(_ actor: JSONValue?) -> String {
    let name = "@" + visible(actor?["user_id"]?.stringValue ?? "unknown")
    guard let type = actor?["type"]?.stringValue, type != "user" else { return name }
    return "\(name) (\(visible(type)))"
  }

  /// Names and values in two columns.
  static func table(_ rows: [(name: String, value: String)], indent: Int) -> [String] {
    let width = rows.map { displayWidth(of: $0.name) }.max() ?? 0
    return rows.map { row in
      String(repeating: " ", count: indent) + row.name
        + String(repeating: " ", count: width - displayWidth(of: row.name) + 2) + row.value
    }
  }

  /// `a`, `a and b`, `a, b and c`.
  static func joined(_ parts: [String]) -> String {
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }

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
