import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// How values read in a story.
enum StoryText {
  /// Columns that a value takes at most; a longer one is cut, and `…` stands for the rest.
  static let widest = 72

  /// A value as reasons print it: text as it is, numbers as JSON writes them, other things as their JSON, `null` as `missing`.
  static func value(_ value: JSONValue) -> String {
    switch value {
    case .null: "missing"
    case .string(let text): cut(visible(text.string))
    default: cut(visible(String(decoding: value.canonical(), as: UTF8.self)))
    }
  }

  /// `user_id` and, where it tells something, what sort of actor: `@anna`, `@billing (agent)`.
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
