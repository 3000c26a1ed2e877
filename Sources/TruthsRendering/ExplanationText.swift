import TruthsDiagnostics
package import TruthsJSON
package import TruthsText

/// Formats values for explanations.
package enum ExplanationText {
  /// The maximum width of a value, in columns; a longer value is cut and ends with `…`.
  static let widest = 72

  /// Returns a value in the form for readers.
  ///
  /// A text is without quotes, `null` is `missing`, a number has separators and its unit, a moment and a time span are in words,
  /// lists and objects are in a row.
  ///
  /// - Parameter type: the display type, for units and texts that are time spans, which JSON does not show.
  package static func value(_ value: JSONValue, as type: DisplayType? = nil) -> String {
    switch value {
    case .array(let elements) where elements.isEmpty: "empty"
    case .array(let elements): cut(row(elements, type))
    case .object(let object): cut(row(object, type))
    default: cut(words(value, type))
    }
  }

  /// Returns a value among others; a list or an object is put in brackets.
  private static func words(_ value: JSONValue, _ type: DisplayType?) -> String {
    switch value {
    case .null: "missing"
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .string(let text): PlainValue.text(visible(text.string), as: type)
    case .number(let number): PlainValue.amount(number.canonicalText, in: type?.unit.map { visible($0) })
    case .array(let elements): "(\(row(elements, type)))"
    case .object(let object): "(\(row(object, type)))"
    }
  }

  /// Returns a list in a row: `a, b`; a list of objects as `sku audit-day, quantity 4; sku travel, quantity 1`. Elements that
  /// cannot be shown are not formatted.
  private static func row(_ elements: [JSONValue], _ type: DisplayType?) -> String {
    let shown = elements.prefix(widest).enumerated()
    guard shown.contains(where: { $0.element.objectValue != nil }) else {
      return shown.map { words($0.element, type?.element($0.offset)) }.joined(separator: ", ")
    }
    return shown.map { place, element in
      let type = type?.element(place)
      return element.objectValue.map { row($0, type) } ?? words(element, type)
    }
    .joined(separator: "; ")
  }

  /// Returns an object in a row: `sku audit-day, quantity 4`.
  private static func row(_ object: JSONObject, _ type: DisplayType?) -> String {
    object.members.prefix(widest).map { member in
      let name = member.name.string
      return "\(visible(name)) \(words(member.value, type?.member(name)))"
    }
    .joined(separator: ", ")
  }

  /// Returns `user_id` and, except for users, the type of the actor: `@anna`, `@billing (agent)`.
  package static func actor(_ actor: JSONValue?) -> String {
    let name = "@" + visible(actor?["user_id"]?.stringValue ?? "unknown")
    guard let type = actor?["type"]?.stringValue, type != "user" else { return name }
    return "\(name) (\(visible(type)))"
  }

  /// Returns names and values in two columns.
  package static func table(_ rows: [(name: String, value: String)], indent: Int) -> [String] {
    alignedLines(rows.map { [$0.name, $0.value] }, indent: indent)
  }

  /// Joins parts: `a`, `a and b`, `a, b and c`.
  package static func joined(_ parts: [String]) -> String { parts.joinedInWords }

  private static func cut(_ text: String) -> String {
    guard displayWidth(of: text) > widest else { return text }
    var shortened = ""
    for character in text {
      if displayWidth(of: shortened) + displayWidth(of: String(character)) >= widest { break }
      shortened.append(character)
    }
    return shortened + "…"
  }
}
