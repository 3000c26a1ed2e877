import TruthsJSON
import TruthsText

/// A `Range` of the protocol.
struct ProtocolRange: Hashable {
  var start: LinePosition
  var end: LinePosition

  init(_ start: LinePosition, _ end: LinePosition) {
    self.start = start
    self.end = end
  }

  init?(_ json: JSONValue) {
    guard let start = json["start"].flatMap({ LinePosition($0) }), let end = json["end"].flatMap({ LinePosition($0) }) else {
      return nil
    }
    self.init(start, end)
  }

  var json: JSONValue { .object(["start": start.json, "end": end.json]) }
}

extension LinePosition {
  init?(_ json: JSONValue) {
    guard let line = json["line"]?.intValue, let character = json["character"]?.intValue else { return nil }
    self.init(line: line, character: character)
  }

  var json: JSONValue { .object(["line": .int(line), "character": .int(character)]) }
}

extension JSONValue {
  static func int(_ value: Int) -> JSONValue { .number(Decimal(value)) }

  /// Returns a list of texts as JSON.
  static func texts(_ list: some Sequence<String>) -> JSONValue { .array(list.map { .text($0) }) }

  var intValue: Int? {
    if case .number(let number) = self { return number.intValue }
    return nil
  }

  var boolValue: Bool? {
    if case .boolean(let boolean) = self { return boolean }
    return nil
  }

  /// Returns the value at a path of members; `nil` where a member is missing.
  func at(_ path: String...) -> JSONValue? {
    var value = self
    for name in path {
      guard let next = value[name] else { return nil }
      value = next
    }
    return value
  }
}

extension JSONObject {
  /// Returns a copy with a member set; unchanged where the value is `nil`.
  func with(_ name: String, _ value: JSONValue?) -> JSONObject {
    var object = self
    if let value { object[name] = value }
    return object
  }
}

/// The formats of text that a client may show.
enum TextFormat {
  case markdown, plain

  /// Returns a text as JSON in this format.
  ///
  /// - Parameter markdown: the text as Markdown.
  func json(_ markdown: String) -> JSONValue {
    switch self {
    case .markdown: .object(["kind": .text("markdown"), "value": .text(markdown)])
    case .plain: .object(["kind": .text("plaintext"), "value": .text(Self.plain(markdown))])
    }
  }

  /// Returns the text without the marks of code, emphasis and rules.
  private static func plain(_ markdown: String) -> String {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("```") && $0 != "---" }
    return lines.joined(separator: "\n").filter { $0 != "`" }.split(separator: "**", omittingEmptySubsequences: false).joined()
  }
}
