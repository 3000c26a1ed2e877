package import TruthsJSON
import TruthsRendering
import TruthsText

/// The JSON form of a handbook, for programs that show it themselves (server §11.4).
extension Handbook {
  /// Returns the index: the title, what identifies the handbook, and the chapters with the headings in them.
  package var jsonIndex: JSONObject {
    let pages = HandbookPages(chapters)
    return [
      "title": .text(title),
      "about": .array(
        about.map { .object(["name": .text($0.name), "value": .text($0.value.text)]) }),
      "chapters": .array(
        zip(chapters, pages.names).map { chapter, name in
          let entries = chapter.sections.flatMap { [$0] + $0.sections }.map(Self.entry)
          return .object(["name": .text(name), "title": .text(chapter.title.text), "entries": .array(entries)])
        }),
    ]
  }

  /// Returns the chapters by name.
  package var jsonChapters: [(name: String, chapter: JSONObject)] {
    let pages = HandbookPages(chapters)
    return chapters.indices.map { index in
      let writer = JSONHandbook(diagrams: diagrams, pages: pages, chapterIndex: index)
      var chapter = writer.section(chapters[index])
      chapter["name"] = .text(pages.names[index])
      return (pages.names[index], chapter)
    }
  }

  private static func entry(_ section: Section) -> JSONValue {
    var object: JSONObject = ["title": .text(section.title.text)]
    object["anchor"] = section.anchor.map { .text($0) }
    object["id"] = section.id.map { .text($0) }
    return .object(object)
  }
}

/// Writes a chapter of a handbook as JSON. Texts are as they are in packs and fixtures: who shows them escapes them.
private struct JSONHandbook {
  let diagrams: [Handbook.Diagram]
  let pages: HandbookPages
  /// The place of the chapter.
  let chapterIndex: Int

  func section(_ section: Handbook.Section) -> JSONObject {
    var object: JSONObject = ["title": phrase(section.title)]
    object["anchor"] = section.anchor.map { .text($0) }
    object["id"] = section.id.map { .text($0) }
    object["blocks"] = .array(section.blocks.map(block))
    object["sections"] = .array(section.sections.map { .object(self.section($0)) })
    return object
  }

  private func block(_ block: Handbook.Block) -> JSONValue {
    switch block {
    case .paragraph(let phrase): .object(["kind": .text("paragraph"), "text": self.phrase(phrase)])
    case .list(let phrases): .object(["kind": .text("list"), "items": .array(phrases.map(phrase))])
    case .steps(let phrases): .object(["kind": .text("steps"), "items": .array(phrases.map(phrase))])
    case .table(let table):
      .object(
        ["kind": .text("table"), "head": .array(table.head.map(phrase)), "rows": .array(table.rows.map { .object(row($0)) })])
    case .diagram(let index): .object(diagram(diagrams[index]))
    case .example(let example): .object(self.example(example))
    }
  }

  private func row(_ row: Handbook.Table.Row) -> JSONObject {
    var object: JSONObject = ["cells": .array(row.cells.map(phrase))]
    object["anchor"] = row.anchor.map { .text($0) }
    object["formal"] = row.formal.map { .text($0) }
    return object
  }

  private func example(_ example: Handbook.Example) -> JSONObject {
    var object: JSONObject = [
      "kind": .text("example"), "title": phrase(example.title), "blocks": .array(example.blocks.map(block)),
    ]
    object["anchor"] = example.anchor.map { .text($0) }
    object["id"] = example.id.map { .text($0) }
    return object
  }

  private func diagram(_ diagram: Handbook.Diagram) -> JSONObject {
    let nodes = diagram.graph.nodes.map { node -> JSONValue in
      var object: JSONObject = ["label": .text(node.label), "kind": .text(node.kind)]
      if let anchor = node.anchor { aim(&object, at: anchor) }
      return .object(object)
    }
    let edges = diagram.graph.edges.map { edge -> JSONValue in
      .object([
        "from": .number(Decimal(edge.source)), "to": .number(Decimal(edge.target)), "label": .text(edge.label),
        "dashed": .boolean(edge.isDashed),
      ])
    }
    return [
      "kind": .text("diagram"), "title": .text(diagram.title), "nodes": .array(nodes), "edges": .array(edges),
    ]
  }

  /// Returns a phrase as a list: plain text as a text, anything else as an object with one member for its markup.
  private func phrase(_ phrase: Phrase) -> JSONValue { .array(phrase.parts.map(piece)) }

  private func piece(_ part: Phrase.Fragment) -> JSONValue {
    switch part {
    case .plain(let text): .text(text)
    case .code(let text): .object(["code": .text(text)])
    case .term(let text): .object(["term": .text(text)])
    case .value(let text): .object(["value": .text(text)])
    case .strong(let inner): .object(["strong": phrase(inner)])
    case .link(let inner, let anchor): .object(link(inner, to: anchor))
    case .lineBreak: .object(["break": .boolean(true)])
    }
  }

  private func link(_ phrase: Phrase, to anchor: String) -> JSONObject {
    var object: JSONObject = ["link": self.phrase(phrase)]
    aim(&object, at: anchor)
    return object
  }

  /// Adds the target of a link: an anchor, with its chapter if it differs from the chapter of the link.
  private func aim(_ object: inout JSONObject, at anchor: String) {
    object["to"] = .text(anchor)
    if let chapter = pages.chapter(of: anchor), chapter != chapterIndex { object["chapter"] = .text(pages.names[chapter]) }
  }
}
