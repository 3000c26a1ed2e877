import TruthsDiagnostics

extension Handbook {
  /// The handbook as one page of HTML that needs nothing else: no script, no file beside it.
  ///
  /// - Parameter pictures: SVG is put in as it is; whoever made it answers for it.
  public func html(pictures: Pictures = .text) -> String {
    var writer = HTMLHandbook(diagrams: diagrams, pictures: pictures)
    writer.text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <title>\(HTMLHandbook.escaped(title))</title>
      <style>
      \(HTMLHandbook.style)</style>
      </head>
      <body>
      <nav>
      <p class="title">\(HTMLHandbook.escaped(title))</p>
      \(writer.contents(chapters))</nav>
      <main>
      <h1>\(HTMLHandbook.escaped(title))</h1>

      """
    for chapter in chapters { writer.write(chapter, level: 2) }
    return writer.text + "</main>\n</body>\n</html>\n"
  }
}

/// Writes HTML that is also well-formed XML but for its first line; whatever comes from packs and fixtures is escaped.
struct HTMLHandbook {
  let diagrams: [Handbook.Diagram]
  let pictures: Handbook.Pictures
  var text = ""

  init(diagrams: [Handbook.Diagram], pictures: Handbook.Pictures) {
    self.diagrams = diagrams
    self.pictures = pictures
  }

  /// The table of contents: chapters, their sections, and in packs each truth.
  func contents(_ sections: [Handbook.Section], depth: Int = 0) -> String {
    if sections.isEmpty || depth > 2 { return "" }
    let entries = sections.map { section in
      let title = Self.inline(section.title.withoutLinks)
      let entry = section.anchor.map { "<a href=\"#\($0)\">\(title)</a>" } ?? title
      return "<li>\(entry)\(contents(section.sections, depth: depth + 1))</li>\n"
    }
    return "<ul>\n\(entries.joined())</ul>\n"
  }

  mutating func write(_ section: Handbook.Section, level: Int) {
    let heading = "h\(min(level, 6))"
    text += "<section\(Self.id(section.anchor))>\n<\(heading)>\(Self.inline(section.title))</\(heading)>\n"
    for block in section.blocks { write(block) }
    for inner in section.sections { write(inner, level: level + 1) }
    text += "</section>\n"
  }

  private mutating func write(_ block: Handbook.Block) {
    switch block {
    case .paragraph(let phrase): text += "<p>\(Self.inline(phrase))</p>\n"
    case .list(let phrases): text += list("ul", phrases)
    case .steps(let phrases): text += list("ol", phrases)
    case .table(let table): write(table)
    case .diagram(let index): write(diagramAt: index)
    case .example(let example):
      text += "<details\(Self.id(example.anchor))>\n<summary>\(Self.inline(example.title))</summary>\n"
      for inner in example.blocks { write(inner) }
      text += "</details>\n"
    }
  }

  private func list(_ tag: String, _ phrases: [Phrase]) -> String {
    "<\(tag)>\n" + phrases.map { "<li>\(Self.inline($0))</li>\n" }.joined() + "</\(tag)>\n"
  }

  private mutating func write(diagramAt index: Int) {
    let caption = "<figcaption>\(Self.escaped(diagrams[index].title))</figcaption>\n"
    switch pictures {
    case .none: break
    case .vector(let drawn) where drawn.indices.contains(index):
      text += "<figure class=\"diagram\">\n\(drawn[index])\n\(caption)</figure>\n"
    case .vector, .text:
      text += "<figure>\n<pre>\(Self.escaped(diagrams[index].dot, keepingLines: true))</pre>\n\(caption)</figure>\n"
    }
  }

  private mutating func write(_ table: Handbook.Table) {
    text += "<div class=\"scroll\"><table class=\"columns\(table.head.count)\">\n"
    if table.head.contains(where: { !$0.isEmpty }) {
      text += "<thead><tr>" + table.head.map { "<th>\(Self.inline($0))</th>" }.joined() + "</tr></thead>\n"
    }
    text += "<tbody>\n"
    for row in table.rows {
      text += "<tr\(Self.id(row.anchor))>" + row.cells.map { "<td>\(Self.inline($0))</td>" }.joined() + "</tr>\n"
    }
    text += "</tbody>\n</table></div>\n"
  }

  private static func id(_ anchor: String?) -> String { anchor.map { " id=\"\($0)\"" } ?? "" }

  static func inline(_ phrase: Phrase) -> String {
    phrase.parts.map { part in
      switch part {
      case .plain(let text): escaped(text)
      case .code(let text): "<code>\(escaped(text))</code>"
      case .strong(let inner): "<strong>\(inline(inner))</strong>"
      case .link(let inner, let anchor): "<a href=\"#\(anchor)\">\(inline(inner))</a>"
      case .lineBreak: "<br/>"
      }
    }.joined()
  }

  static func escaped(_ text: String, keepingLines: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n" where keepingLines: result += "\n"
      default: result += visible(String(scalar))
      }
    }
    return result
  }
}
