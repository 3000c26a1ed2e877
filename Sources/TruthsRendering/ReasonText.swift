import TruthsDiagnostics
package import TruthsJSON
package import TruthsText

/// A reason in the form for readers. Reasons are recorded and hashed with values in the forms of data; here known values are
/// replaced by the form that is shown everywhere else.
package struct ReasonText {
  /// The quotations such as `amount is 5000`, the longest first, and their replacements.
  private var quotations: [(recorded: String, shown: String)] = []
  /// The display types of fields whose old and new value a conflict names: `price is 5000 and would be 7000`.
  private var changes: [(label: String, type: DisplayType)] = []
  /// The recorded forms of moments and time spans.
  private var times: [String: DisplayType] = [:]
  /// The units that may follow a number.
  private var units: Set<String>

  /// - Parameters:
  ///   - values: the values of the clause's terms, by their labels.
  ///   - types: their display types, and those of the fields that a conflict names.
  package init(_ values: JSONObject = [:], _ types: [String: DisplayType] = [:]) {
    units = Set(types.values.compactMap(\.unit))
    for member in values.members {
      let (label, type) = (member.name.string, types[member.name.string])
      let recorded: String
      let shown: String
      switch member.value {
      case .number(let number):
        recorded = number.canonicalText
        shown = PlainValue.amount(recorded, in: type?.unit.map { visible($0) })
      case .string(let text):
        recorded = text.string
        shown = PlainValue.text(recorded, as: type)
        if let type { times[recorded] = type }
      case .null, .boolean, .array, .object: continue
      }
      if shown != recorded { quotations.append((visible("\(label) is \(recorded)"), "\(visible(label)) is \(shown)")) }
    }
    let named = Set(values.members.map(\.name.string))
    changes = types.filter { !named.contains($0.key) }.sorted { $0.key < $1.key }.map { (visible($0.key), $0.value) }
    quotations.sort { $0.recorded.utf8.count > $1.recorded.utf8.count }
  }

  /// Returns the reason with its values in the form for readers.
  ///
  /// - Parameter reason: the reason, with all its characters visible.
  /// - Complexity: O(length × quoted values).
  package func text(_ reason: String) -> String {
    var (result, words) = ("", "")
    var rest = reason[...]
    var isInsideName = false
    while let first = rest.first {
      if !isInsideName, let quoted = quotations.first(where: { isQuotation($0.recorded, at: rest) }) {
        result += sentence(words) + quoted.shown
        words = ""
        rest = rest.dropFirst(quoted.recorded.count)
        isInsideName = true
      } else if !isInsideName, let quoted = change(at: rest) {
        result += sentence(words) + quoted.shown
        words = ""
        rest = rest.dropFirst(quoted.length)
        isInsideName = true
      } else {
        words.append(first)
        rest.removeFirst()
        isInsideName = first.isLetter || first.isNumber || first == "_" || first == "."
      }
    }
    return result + sentence(words)
  }

  /// Returns the change of a field with which a text begins, in the form for readers, and the length of its recorded form.
  private func change(at text: Substring) -> (shown: String, length: Int)? {
    guard let (label, type) = changes.first(where: { text.hasPrefix("\($0.label) is ") }) else { return nil }
    let middle = " and would be "
    let old = text.dropFirst(label.count + " is ".count).prefix { $0 != " " }
    let rest = text[old.endIndex...]
    guard rest.hasPrefix(middle) else { return nil }
    let new = rest.dropFirst(middle.count).prefix { $0 != " " && $0 != "," }
    func shown(_ value: Substring) -> String {
      switch type {
      case .amount(let unit) where value.contains(where: \.isNumber): PlainValue.amount(String(value), in: visible(unit))
      default: PlainValue.text(String(value), as: type)
      }
    }
    let length = text.distance(from: text.startIndex, to: new.endIndex)
    return ("\(label) is \(shown(old))\(middle)\(shown(new))", length)
  }

  /// Whether a text begins with a quotation that ends there.
  private func isQuotation(_ quotation: String, at text: Substring) -> Bool {
    guard text.hasPrefix(quotation) else { return false }
    let rest = text.dropFirst(quotation.count)
    return rest.isEmpty || rest.hasPrefix(", ") || rest.hasPrefix(": ") || rest.hasPrefix("; ")
  }

  /// Formats moments and time spans in words, and adds separators to numbers before a unit.
  private func sentence(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.enumerated().map { place, word in
      let rest = String(word.reversed().prefix { ",;:)".contains($0) }.reversed())
      let core = word.dropLast(rest.count)
      if rest.isEmpty, words.indices.contains(place + 1) {
        let unit = String(words[place + 1].prefix { !",;:.)".contains($0) })
        if units.contains(unit) { return String(PlainValue.amount(String(core), in: unit).dropLast(unit.count + 1)) }
      }
      return PlainValue.text(String(core), as: times[String(core)]) + rest
    }
    .joined(separator: " ")
  }
}
