import TruthsRendering

/// A handbook: a truth set explained for people, written by ``markdown(pictures:)``, ``html(pictures:)`` or
/// ``htmlFiles(pictures:)``.
///
/// It is deterministic: the same packs and fixtures give the same bytes. Every link in it has its anchor.
public struct Handbook: Sendable {
  var title: String
  /// Identification below the title: version, date, hash.
  var about: [About]
  var chapters: [Section]
  var diagrams: [Diagram]

  /// A line below the title.
  struct About: Hashable, Sendable {
    var name: String
    var value: Phrase
  }

  /// A section with a heading that can be linked to.
  struct Section: Hashable, Sendable {
    var anchor: String?
    var title: Phrase
    /// Name in the packs, if the title is in words; shown in small print.
    var id: String?
    var blocks: [Block]
    var sections: [Section] = []
  }

  enum Block: Hashable, Sendable {
    case paragraph(Phrase)
    case list([Phrase])
    case steps([Phrase])
    case table(Table)
    /// An index in ``Handbook/diagrams``.
    case diagram(Int)
    case example(Example)
  }

  struct Table: Hashable, Sendable {
    var head: [Phrase]
    var rows: [Row]
    /// A row: its anchor, if it can be linked to, and its cells.
    struct Row: Hashable, Sendable {
      var anchor: String?
      var cells: [Phrase]
      /// The row in the language itself, if its cells are in words.
      var formal: String?

      init(_ cells: [Phrase], anchor: String? = nil, formal: String? = nil) {
        self.cells = cells
        self.anchor = anchor
        self.formal = formal
      }
    }
  }

  /// A fixture, folded until the reader opens it.
  struct Example: Hashable, Sendable {
    var anchor: String?
    var title: Phrase
    var id: String?
    var blocks: [Block]
  }

  /// A graph with its title.
  struct Diagram: Hashable, Sendable {
    var title: String
    var graph: DotGraph

    /// The diagram in the language of Graphviz.
    var dot: String { graph.text }
  }

  /// The form of diagrams in a written handbook.
  public enum Pictures: Sendable {
    /// No diagrams.
    case none
    /// Text in the language of Graphviz.
    case text
    /// SVG, one picture for each of ``Handbook/dotTexts``. Markdown cannot contain SVG, so there it is the text.
    case vector([String])
  }

  /// The diagrams, in the language of Graphviz.
  public var dotTexts: [String] { diagrams.map(\.dot) }
}

extension Handbook {
  /// Returns the handbook with only the first of equal anchors, and without links to missing anchors.
  func settled() -> Handbook {
    var settling = Settling()
    var result = self
    // Chapters come first: each may be a page, which is called by its anchor.
    let anchors = chapters.map { settling.claim($0.anchor) }
    result.chapters = zip(chapters, anchors).map { settling.anchored($0, as: $1) }
    result.chapters = result.chapters.map(settling.linked)
    return result
  }
}

/// Makes links consistent: it first collects the anchors, then removes the links without one.
private struct Settling {
  /// Anchors so far. Names that the page itself needs contain a `:`, which no anchor does.
  private var anchors = Set<String>()

  mutating func claim(_ anchor: String?) -> String? {
    guard let anchor, anchors.insert(anchor).inserted else { return nil }
    return anchor
  }

  mutating func anchored(_ section: Handbook.Section, as anchor: String?) -> Handbook.Section {
    var result = section
    result.anchor = anchor
    result.blocks = section.blocks.map { anchored($0) }
    result.sections = section.sections.map { anchored($0, as: claim($0.anchor)) }
    return result
  }

  private mutating func anchored(_ block: Handbook.Block) -> Handbook.Block {
    switch block {
    case .table(var table):
      table.rows = table.rows.map { Handbook.Table.Row($0.cells, anchor: claim($0.anchor), formal: $0.formal) }
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
      table.rows = table.rows.map { Handbook.Table.Row($0.cells.map(linked), anchor: $0.anchor, formal: $0.formal) }
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
      phrase.parts.flatMap { piece -> [Phrase.Fragment] in
        switch piece {
        case .link(let inner, let anchor) where !anchors.contains(anchor): linked(inner).parts
        case .link(let inner, let anchor): [.link(linked(inner), anchor: anchor)]
        case .strong(let inner): [.strong(linked(inner))]
        case .plain, .code, .term, .value, .lineBreak: [piece]
        }
      })
  }
}

/// Makes the anchors of a handbook. They contain only letters, digits, `_`, `.` and `-`, whatever the packs' names contain.
enum HeadingAnchor {
  /// Returns the anchor of a truth, invariant or clause with an id.
  static func id(_ id: String) -> String { slug(id) }

  /// Returns the anchor of a clause without an id of its own.
  static func clause(of id: String, _ name: String) -> String { slug(id + "." + name.filter { $0 != "[" && $0 != "]" }) }

  /// Returns the anchor of a declaration without an id, from its kind, pack and name.
  static func declaration(_ kind: String, _ name: String) -> String { slug("\(kind)-\(name)") }

  private static func slug(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"):
        result.unicodeScalars.append(UnicodeScalar(byte))
      default: result += "-x\(String(byte, radix: 16))-"
      }
    }
    return result
  }
}
