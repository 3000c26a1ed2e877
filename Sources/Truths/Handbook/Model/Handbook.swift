/// What a truth set says, for people to read: a document that ``markdown(pictures:)`` and ``html(pictures:)`` write down.
///
/// Pure and deterministic: the same packs and fixtures give the same bytes. Every link in it has its anchor.
public struct Handbook: Sendable {
  var title: String
  var chapters: [Section]
  var diagrams: [Diagram]

  /// A section under a heading that can be linked to.
  struct Section: Hashable, Sendable {
    var anchor: String?
    var title: Phrase
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

    /// Which row can be linked to, and its cells.
    struct Row: Hashable, Sendable {
      var anchor: String?
      var cells: [Phrase]

      init(_ cells: [Phrase], anchor: String? = nil) {
        self.cells = cells
        self.anchor = anchor
      }
    }
  }

  /// A fixture, to be opened by whoever wants to see it.
  struct Example: Hashable, Sendable {
    var anchor: String?
    var title: Phrase
    var blocks: [Block]
  }

  /// A picture as Graphviz takes it.
  struct Diagram: Hashable, Sendable {
    var title: String
    var dot: String
  }

  /// How diagrams stand in what is written.
  public enum Pictures: Sendable {
    /// They are left out.
    case none
    /// As their text in the language of Graphviz.
    case text
    /// As SVG, one for each of ``Handbook/dotTexts``; in Markdown, which cannot hold them, as text.
    case vector([String])
  }

  /// The diagrams, in the language of Graphviz.
  public var dotTexts: [String] { diagrams.map(\.dot) }
}
