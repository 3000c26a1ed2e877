import TruthsRendering
public import TruthsText

/// The HTML form of a handbook.
extension Handbook {
  /// Returns the handbook as one self-contained page of HTML, with its style and the script of its search.
  ///
  /// - Parameter pictures: the form of the diagrams. SVG is inserted unescaped, so it must come from a trusted source.
  public func html(pictures: Pictures = .text) -> String {
    var writer = HTMLHandbook(diagrams: diagrams, pictures: pictures)
    return writer.page(of: self, chapters, contents: chapters)
  }

  /// Returns the handbook as self-contained pages of HTML, one for each chapter, thus one for each pack: `index.html` first.
  ///
  /// Each page has the contents of the whole. Its search finds what is on it.
  ///
  /// - Parameter pictures: as of ``html(pictures:)``.
  public func htmlFiles(pictures: Pictures = .text) -> [SourceText] {
    let pages = HandbookPages(chapters)
    return chapters.indices.map { chapterIndex in
      var writer = HTMLHandbook(diagrams: diagrams, pictures: pictures, pages: pages, chapterIndex: chapterIndex)
      let contents = chapters.enumerated().map { index, chapter in
        var shown = chapter
        if index != chapterIndex { shown.sections = [] }
        return shown
      }
      let text = writer.page(of: self, [chapters[chapterIndex]], contents: contents)
      return SourceText(path: "\(pages.names[chapterIndex]).html", bytes: Array(text.utf8))
    }
  }
}

/// Writes a handbook as HTML that is also well-formed XML except for its first line. Text from packs and fixtures is escaped.
struct HTMLHandbook {
  var diagrams: [Handbook.Diagram] = []
  var pictures = Handbook.Pictures.none
  /// The pages of a split handbook, and the place of the one that is written; `nil` for all on one page.
  var pages: HandbookPages?
  var chapterIndex = 0
  var text = ""

  /// Returns a page with chapters, and with the contents of the whole handbook.
  mutating func page(of handbook: Handbook, _ chapters: [Handbook.Section], contents: [Handbook.Section]) -> String {
    let about = handbook.about.map { line in
      "<div><dt>\(HTMLPage.escaped(line.name))</dt><dd>\(inline(line.value))</dd></div>\n"
    }
    let isFirst = pages == nil || chapterIndex == 0
    let title = (isFirst ? [] : chapters.map(\.title.text)) + [handbook.title]
    text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta http-equiv="Content-Security-Policy" content="\(HTMLPage.policy(for: HTMLPage.handbookScript))"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <title>\(HTMLPage.escaped(title.joined(separator: " – ")))</title>
      <style>
      \(HTMLPage.style)</style>
      </head>
      <body>
      <a class="skip" href="#page:main">Skip to the text</a>
      <nav aria-label="Contents and search">
      <form role="search" class="search" hidden="">
      <label for="page:field">Search</label>
      <input id="page:field" type="search" autocomplete="off" spellcheck="false" aria-describedby="page:keys"/>
      <p id="page:keys" class="hint">Press / to begin, arrow keys to choose.</p>
      <p id="page:note" class="hint" role="status"></p>
      </form>
      <ul id="page:found" class="found" aria-label="Found" hidden=""></ul>
      <details id="page:menu" open="">
      <summary>Contents</summary>
      \(self.contents(contents))</details>
      </nav>
      <main id="page:main" tabindex="-1">
      <h1>\(HTMLPage.escaped(handbook.title))</h1>
      <dl class="about">
      \(about.joined())</dl>
      <p class="tools" hidden=""><button type="button" id="page:unfold" aria-pressed="false">Unfold all examples</button></p>

      """
    for chapter in chapters { write(chapter, level: 2) }
    return text + "</main>\n<script>\(HTMLPage.handbookScript)</script>\n</body>\n</html>\n"
  }

  /// Returns the table of contents: chapters, their sections, and in packs each truth. Chapters are folded.
  func contents(_ sections: [Handbook.Section], depth: Int = 0) -> String {
    if sections.isEmpty || depth > 2 { return "" }
    let entries = sections.map { section -> String in
      let title = inline(section.title.withoutLinks)
      let link = section.anchor.map { "<a href=\"\(address(of: $0))\">\(title)</a>" } ?? title
      let inner = contents(section.sections, depth: depth + 1)
      if inner.isEmpty || depth > 1 { return "<li>\(link)</li>\n" }
      let label = "Sections of “\(HTMLPage.escaped(section.title.text))”"
      return "<li>\(link)<details><summary aria-label=\"\(label)\"></summary>\n\(inner)</details></li>\n"
    }
    return "<ul>\n\(entries.joined())</ul>\n"
  }

  mutating func write(_ section: Handbook.Section, level: Int) {
    let heading = "h\(min(level, 6))"
    let id = section.id.map { " <code class=\"id\">\(HTMLPage.escaped($0))</code>" } ?? ""
    text += "<section\(Self.id(section.anchor))>\n<\(heading)>\(inline(section.title))\(id)</\(heading)>\n"
    for block in section.blocks { write(block) }
    for inner in section.sections { write(inner, level: level + 1) }
    text += "</section>\n"
  }

  private mutating func write(_ block: Handbook.Block) {
    switch block {
    case .paragraph(let phrase): text += "<p>\(inline(phrase))</p>\n"
    case .list(let phrases): text += list("ul", phrases)
    case .steps(let phrases): text += list("ol", phrases)
    case .table(let table): write(table)
    case .diagram(let index): write(diagramAt: index)
    case .example(let example):
      let id = example.id.map { " <code class=\"id\">\(HTMLPage.escaped($0))</code>" } ?? ""
      let kind = example.anchor == nil ? "group" : "example"
      text += "<details\(Self.id(example.anchor)) class=\"\(kind)\">\n<summary>\(inline(example.title))\(id)</summary>\n"
      for inner in example.blocks { write(inner) }
      text += "</details>\n"
    }
  }

  private func list(_ tag: String, _ phrases: [Phrase]) -> String {
    "<\(tag)>\n" + phrases.map { "<li>\(inline($0))</li>\n" }.joined() + "</\(tag)>\n"
  }

  private mutating func write(diagramAt index: Int) {
    let title = HTMLPage.escaped(diagrams[index].title)
    switch pictures {
    case .none: break
    case .vector(let drawn) where drawn.indices.contains(index):
      let width = Self.width(of: drawn[index]).map { " style=\"--width: \($0)pt\"" } ?? ""
      text += "<figure>\n<div class=\"diagram\"\(width) role=\"region\" aria-label=\"\(title)\" tabindex=\"0\">\n"
      text += "\(linked(drawn[index]))\n</div>\n<figcaption>\(title)</figcaption>\n</figure>\n"
    case .vector, .text:
      text += "<figure>\n<details class=\"source\">\n<summary>\(title), as text for Graphviz</summary>\n"
      text += "<pre>\(HTMLPage.escaped(diagrams[index].dot, keepingLines: true))</pre>\n</details>\n</figure>\n"
    }
  }

  /// Returns the width of an SVG picture in points, as Graphviz states it.
  private static func width(of picture: String) -> Int? {
    guard let start = picture.firstRange(of: " width=\"") else { return nil }
    return Int(picture[start.upperBound...].prefix(6).prefix { $0.isASCII && $0.isNumber })
  }

  private mutating func write(_ table: Handbook.Table) {
    let isHeaded = table.head.contains { !$0.isEmpty }
    let isList = table.head.count == 1 && table.rows.count > 1
    let kind = isHeaded ? isList ? "rules" : "columns\(table.head.count)" : "pairs"
    text += "<div class=\"scroll\"><table class=\"\(kind)\">\n"
    if isHeaded {
      text += "<thead><tr>" + table.head.map { "<th scope=\"col\">\(inline($0))</th>" }.joined() + "</tr></thead>\n"
    }
    text += "<tbody>\n"
    for row in table.rows {
      let cells = row.cells.enumerated().map { place, cell -> String in
        if place == 0 && !isHeaded { return "<th scope=\"row\">\(inline(cell))</th>" }
        // On a narrow screen cells are stacked, each with its heading.
        let head = place > 0 && table.head.count > 2 ? " data-head=\"\(HTMLPage.escaped(table.head[place].text))\"" : ""
        return "<td\(head)>\(inline(cell))</td>"
      }
      text += "<tr\(Self.id(row.anchor))>\(cells.joined())</tr>\n"
    }
    text += "</tbody>\n</table></div>\n"
    let formal = table.rows.map { $0.formal ?? "" }
    guard formal.contains(where: { !$0.isEmpty }) else { return }
    text += "<details class=\"formal\">\n<summary>As written</summary>\n<ol>\n"
    text += formal.map { "<li><code>\(HTMLPage.escaped($0))</code></li>\n" }.joined() + "</ol>\n</details>\n"
  }

  private static func id(_ anchor: String?) -> String { anchor.map { " id=\"\($0)\"" } ?? "" }

  /// Returns the address of an anchor: on this page, or on another one of a split handbook.
  private func address(of anchor: String) -> String {
    guard let pages, let chapter = pages.chapter(of: anchor), chapter != chapterIndex else { return "#\(anchor)" }
    return "\(pages.names[chapter]).html#\(anchor)"
  }

  /// Returns a picture whose links lead to the right page.
  private func linked(_ picture: String) -> String {
    guard pages != nil else { return picture }
    var (result, rest) = ("", picture[...])
    while let start = rest.firstRange(of: " href=\"#"), let end = rest[start.upperBound...].firstIndex(of: "\"") {
      result += rest[..<start.lowerBound]
      result += " href=\"\(address(of: String(rest[start.upperBound..<end])))"
      rest = rest[end...]
    }
    return result + rest
  }

  func inline(_ phrase: Phrase) -> String {
    phrase.parts.map { part in
      switch part {
      case .plain(let text): keepingBlanks(text)
      case .code(let text): "<code>\(HTMLPage.escaped(text))</code>"
      case .term(let text): "<i>\(HTMLPage.escaped(text))</i>"
      case .value(let text): "<b>\(HTMLPage.escaped(text))</b>"
      case .strong(let inner): "<strong>\(inline(inner))</strong>"
      case .link(let inner, let anchor): "<a href=\"\(address(of: anchor))\">\(inline(inner))</a>"
      case .lineBreak: "<br/>"
      }
    }.joined()
  }

  /// Returns an escaped text, marked where a browser would show several blanks as one.
  private func keepingBlanks(_ text: String) -> String {
    let escaped = HTMLPage.escaped(text)
    return text.contains("  ") ? "<span class=\"blanks\">\(escaped)</span>" : escaped
  }
}
