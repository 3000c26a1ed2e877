import TruthsDiagnostics

/// The Markdown form of a handbook.
extension Handbook {
  /// Returns the handbook as Markdown in GitHub's dialect. Vector pictures become text, because Markdown cannot contain them.
  public func markdown(pictures: Pictures = .text) -> String {
    var writer = MarkdownHandbook(diagrams: diagrams, hasDiagrams: pictures.areShown)
    writer.text = "# \(MarkdownHandbook.escaped(title))\n\n"
    for line in about { writer.text += "- \(MarkdownHandbook.escaped(line.name)): \(MarkdownHandbook.inline(line.value))\n" }
    for chapter in chapters {
      writer.text += "\n- \(writer.entry(chapter))"
      for section in chapter.sections { writer.text += "\n  - \(writer.entry(section))" }
    }
    writer.text += "\n"
    for chapter in chapters { writer.write(chapter, level: 2) }
    return writer.text
  }
}

extension Handbook.Pictures {
  fileprivate var areShown: Bool {
    if case .none = self { return false }
    return true
  }
}

/// Writes a handbook as Markdown. Text from packs and fixtures is escaped.
struct MarkdownHandbook {
  let diagrams: [Handbook.Diagram]
  let hasDiagrams: Bool
  var text = ""

  init(diagrams: [Handbook.Diagram], hasDiagrams: Bool) {
    self.diagrams = diagrams
    self.hasDiagrams = hasDiagrams
  }

  func entry(_ section: Handbook.Section) -> String {
    let title = Self.inline(section.title.withoutLinks)
    return section.anchor.map { "[\(title)](#\($0))" } ?? title
  }

  mutating func write(_ section: Handbook.Section, level: Int) {
    let marks = String(repeating: "#", count: min(level, 6))
    text += "\n\(marks) \(Self.anchor(section.anchor))\(Self.inline(section.title))\n"
    if let id = section.id { text += "\n\(Self.inline(.code(id)))\n" }
    for block in section.blocks { write(block) }
    for inner in section.sections { write(inner, level: level + 1) }
  }

  private mutating func write(_ block: Handbook.Block) {
    switch block {
    case .paragraph(let phrase): text += "\n\(Self.inline(phrase))\n"
    case .list(let phrases): text += "\n" + phrases.map { "- \(Self.inline($0))\n" }.joined()
    case .steps(let phrases):
      text += "\n" + phrases.enumerated().map { "\($0.offset + 1). \(Self.inline($0.element))\n" }.joined()
    case .table(let table): write(table)
    case .diagram(let index):
      if hasDiagrams { text += "\n```dot\n\(diagrams[index].dot)```\n" }
    case .example(let example):
      let title = HTMLHandbook().inline(example.id.map { "\(example.title) (\(code: $0))" } ?? example.title)
      text += "\n<details><summary>\(Self.anchor(example.anchor))\(title)</summary>\n"
      for inner in example.blocks { write(inner) }
      text += "\n</details>\n"
    }
  }

  private mutating func write(_ table: Handbook.Table) {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    let isFormal = table.rows.contains { $0.formal != nil }
    let head = table.head + (isFormal ? ["As written"] : [])
    text += "\n" + line(head.map { Self.inline($0) }) + line(head.map { _ in "---" })
    for row in table.rows {
      var cells = (row.cells + (isFormal ? [row.formal.map { .code($0) } ?? ""] : [])).map { Self.inline($0) }
      if let first = cells.first { cells[0] = Self.anchor(row.anchor) + first }
      text += line(cells)
    }
  }

  private static func anchor(_ anchor: String?) -> String { anchor.map { "<a id=\"\($0)\"></a>" } ?? "" }

  static func inline(_ phrase: Phrase) -> String {
    phrase.parts.map { part in
      switch part {
      case .plain(let text): escaped(text)
      case .code(let text): code(text)
      case .term(let text): text.isEmpty ? "" : "*\(escaped(text))*"
      case .value(let text): escaped(text)
      case .strong(let inner): "**\(inline(inner))**"
      case .link(let inner, let anchor): "[\(inline(inner))](#\(anchor))"
      case .lineBreak: "<br>"
      }
    }.joined()
  }

  /// Returns code in backticks if no character in it ends them or the cell; otherwise as HTML with character references.
  private static func code(_ text: String) -> String {
    let shown = visible(text)
    let isPlain = !shown.isEmpty && !shown.utf8.contains { [0x60, 0x7C, 0x5C].contains($0) }
    let isTight = !shown.hasPrefix(" ") && !shown.hasSuffix(" ")
    return isPlain && isTight ? "`\(shown)`" : "<code>\(references(shown))</code>"
  }

  /// Replaces every character with a meaning in Markdown by a reference, because inside `<code>` a backslash would be shown.
  private static func references(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isMark = scalar.isASCII && !scalar.properties.isAlphabetic && scalar.properties.numericType == nil && scalar != " "
      if isMark { result += "&#\(scalar.value);" } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Escapes text so that all its characters are shown literally.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in visible(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "!":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case ":" where result.hasSuffix("http") || result.hasSuffix("https") || result.hasSuffix("ftp"): result += "&#58;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
