import TruthsJSON

/// The texts of starting points; the formatter lays them out.
enum BeginningText {
  static func pack(_ name: String, summary: String?) -> String {
    lines(["pack \(name):", "  version: 0.1.0", member("summary", summary)])
  }

  /// A truth with an intent and a fact of its own.
  static func truth(_ id: LegalID, fact: String, intent: String, summary: String?) -> String {
    let key = "\(id.name)_id"
    return lines([
      "fact \(fact).recorded:", "  key: [\(key)]", "  fields:", "    \(key): text", "",
      "intent \(intent):", "  fields:", "    \(key): text", "",
    ]) + truth(id, intent: intent, requires: key, fact: fact, summary: summary)
  }

  /// A truth of an intent that is there already.
  ///
  /// - Parameters:
  ///   - requires: a field that must be there.
  ///   - fact: the first segment of the fact that comes of it, and of its trace.
  static func truth(_ id: LegalID, intent: String, requires: String?, fact: String?, summary: String?) -> String {
    lines(["truth \(id.name):", member("summary", summary), "  when:", "    - intent: \(intent)"])
      + (requires.map { lines(["  requires:", "    - \($0) exists"]) } ?? "")
      + lines(["  produces:", fact.map { "    - fact.\($0).recorded" }, "    - trace.\(id.name).recorded"])
  }

  static func job(_ name: String, verb: String, object: String, outcome: String?, triggers: [String]) -> String {
    lines(["jtbd \(name):", member("verb", verb), member("object", object), member("outcome", outcome)])
      + (triggers.isEmpty ? "" : lines(["  triggers:"] + triggers.map { "    - \($0)" }))
  }

  private static func lines(_ lines: [String?]) -> String { lines.compactMap { $0 }.map { $0 + "\n" }.joined() }

  /// A member that holds a text; `nil` without one.
  private static func member(_ name: String, _ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : "  \(name): \(scalar($0))" }
  }

  /// A text as it stands where it can only mean itself, else in double quotes.
  private static func scalar(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let isPlain =
      bytes.first.map(isLetterOrDigit) == true && bytes.last.map(isLetterOrDigit) == true
      && bytes.allSatisfy { isLetterOrDigit($0) || " ,.;'()/-".utf8.contains($0) }
    return isPlain ? text : String(decoding: JSONValue.text(text).compact(), as: UTF8.self)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
