import TruthsJSON

extension JSONValue {
  /// For files and terminals: members in their order over several lines, a line break at the end.
  var lines: String { String(decoding: pretty(), as: UTF8.self) + "\n" }

  /// A line of JSON Lines: members in their order, a line break at the end.
  var line: String { String(decoding: compact(), as: UTF8.self) + "\n" }
}
