extension Handbook {
  /// The same with each anchor standing once, at its first place, and without links to what has no place of its own.
  func settled() -> Handbook {
    var settling = Settling()
    var result = self
    result.chapters = chapters.map { settling.anchored($0) }
    result.chapters = result.chapters.map(settling.linked)
    return result
  }
}

/// Keeps links whole: anchors are counted first, then links are held to them.
private struct Settling {
  private var known = Set<String>()

  private mutating func claim(_ anchor: String?) -> String? {
    guard let anchor, known.insert(anchor).inserted else { return nil }
    return anchor
  }

  mutating func anchored(_ section: Handbook.Section) -> Handbook.Section {
    var result = section
    result.anchor = claim(section.anchor)
    result.blocks = section.blocks.map { anchored($0) }
    result.sections = section.sections.map { anchored($0) }
    return result
  }

  private mutating func anchored(_ block: Handbook.Block) -> Handbook.Block {
    switch block {
    case .table(var table):
      table.rows = table.rows.map { Handbook.Table.Row($0.cells, anchor: claim($0.anchor)) }
      return .table(table)
    case .example(var example):
      example.anchor = claim(example.anchor)
      example.blocks = example.blocks.map { anchored($0) }
      return .example(example)
    case .paragraph, .list, .steps, .diagram: return block
    }
  }

  func linked(_ section: Handbook.Section) -> Handbook.Section {
    var result = section
    result.title = linked(section.title)
    result.blocks = section.blocks.map(linked)
    result.sections = section.sections.map(linked)
    return result
  }

  private func linked(_ block: Handbook.Block) -> Handbook.Block {
    switch block {
    case .paragraph(let phrase): return .paragraph(linked(phrase))
    case .list(let phrases): return .list(phrases.map(linked))
    case .steps(let phrases): return .steps(phrases.map(linked))
    case .table(var table):
      table.rows = table.rows.map { Handbook.Table.Row($0.cells.map(linked), anchor: $0.anchor) }
      return .table(table)
    case .example(var example):
      example.title = linked(example.title)
      example.blocks = example.blocks.map(linked)
      return .example(example)
    case .diagram: return block
    }
  }

  private func linked(_ phrase: Phrase) -> Phrase {
    Phrase(
      phrase.parts.flatMap { part -> [Phrase.Part] in
        switch part {
        case .link(let inner, let anchor) where !known.contains(anchor): linked(inner).parts
        case .link(let inner, let anchor): [.link(linked(inner), anchor: anchor)]
        case .strong(let inner): [.strong(linked(inner))]
        case .plain, .code, .lineBreak: [part]
        }
      })
  }
}
