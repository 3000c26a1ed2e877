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

extension HTMLHandbook {
  /// How the page looks: quiet, in light and dark, on paper too.
  static let style = """
    :root { color-scheme: light dark; --ink: #1d2329; --soft: #5b6670; --page: #fff; --card: #f5f6f7; --line: #d8dce0;
      --link: #0b5cad; --truth: #e8f0fa; --fact: #eef6ea; --intent: #fdf3e1; }
    @media (prefers-color-scheme: dark) { :root { --ink: #dfe4e8; --soft: #9aa5af; --page: #15191d; --card: #1e242a;
      --line: #363f47; --link: #7db7f2; --truth: #1c3148; --fact: #1f3323; --intent: #3d311a; } }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; }
    body { margin: 0; color: var(--ink); background: var(--page);
      font: 16px/1.55 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
    nav { position: fixed; inset: 0 auto 0 0; width: 19rem; overflow: auto; padding: 1.25rem 1rem 3rem; background: var(--card);
      border-right: 1px solid var(--line); font-size: .85rem; }
    nav ul { list-style: none; margin: 0; padding-left: .8rem; }
    nav > ul { padding-left: 0; }
    nav > ul > li { margin-top: .6rem; font-weight: 600; }
    nav > ul > li > ul { font-weight: 400; }
    nav a { color: inherit; display: block; padding: .08rem 0; overflow-wrap: anywhere; }
    nav .title { font-weight: 700; font-size: 1.1rem; margin: 0; }
    main { margin-left: 19rem; padding: 2rem 2.5rem 6rem; max-width: 76rem; }
    h1, h2, h3, h4 { line-height: 1.25; margin: 2.2rem 0 .7rem; overflow-wrap: anywhere; }
    h1 { margin-top: 0; }
    h2 { border-bottom: 2px solid var(--line); padding-bottom: .3rem; margin-top: 3.5rem; }
    h4 { margin-top: 2.4rem; border-top: 1px solid var(--line); padding-top: 1.2rem; }
    a { color: var(--link); text-decoration: none; }
    a:hover { text-decoration: underline; }
    code, pre { font: .88em/1.45 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    code { overflow-wrap: break-word; }
    pre { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .8rem;
      overflow: auto; max-height: 24rem; }
    .scroll { overflow-x: auto; margin: .9rem 0; }
    table { border-collapse: collapse; width: 100%; font-size: .93rem; }
    th { text-align: left; color: var(--soft); font-weight: 600; font-size: .82rem; }
    th, td { padding: .45rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top; }
    td { min-width: 5.5rem; }
    section > .scroll > table.columns2 td:last-child { width: 42%; }
    tr:target, details:target { outline: 2px solid var(--link); outline-offset: -1px; }
    details { margin: .4rem 0; border: 1px solid var(--line); border-radius: 6px; padding: .35rem .8rem;
      background: var(--card); }
    summary { cursor: pointer; font-size: .9rem; }
    details td:first-child { width: 8rem; color: var(--soft); }
    details tr:last-child td { border-bottom: 0; }
    figure { margin: 1.2rem 0; }
    figcaption { color: var(--soft); font-size: .82rem; margin-top: .3rem; }
    .diagram { overflow: auto; border: 1px solid var(--line); border-radius: 6px; padding: 1rem; }
    .diagram svg { display: block; max-width: none; height: auto; }
    .diagram text { fill: var(--ink); stroke: none; }
    .node polygon, .node ellipse, .node path { fill: var(--card); stroke: var(--soft); }
    .node.truth polygon { fill: var(--truth); }
    .node.fact ellipse, .node.state ellipse { fill: var(--fact); }
    .node.other ellipse { fill: none; stroke-dasharray: 4 2; }
    .node.intent polygon { fill: var(--intent); }
    .node.terminal ellipse { stroke-width: 2.5; }
    .node.start ellipse { fill: var(--ink); }
    .edge path { stroke: var(--soft); fill: none; }
    .edge polygon { fill: var(--soft); stroke: var(--soft); }
    @media (max-width: 60rem) { nav { position: static; width: auto; border-right: 0; } main { margin: 0; padding: 1rem; } }
    @media print { nav { position: static; width: auto; border: 0; background: none; }
      main { margin: 0; padding: 0; max-width: none; }
      body { font-size: 10pt; } h2 { break-before: page; } tr, .diagram { break-inside: avoid; } .diagram svg { max-width: 100%; }
      details::details-content { content-visibility: visible; display: block; } }

    """
}
