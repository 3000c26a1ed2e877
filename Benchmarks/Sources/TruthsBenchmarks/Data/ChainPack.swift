import Truths

/// A chain of edges, and the paths that two truths on facts make of it: n edges give n (n + 1) / 2 paths.
enum ChainPack {
  static var files: [SourceText] { [SourceText(path: "truths/graph/graph.truths", bytes: Array(text.utf8))] }

  /// Returns a number of edges, as JSON Lines.
  static func context(_ count: Int) -> SourceText {
    let lines = (0..<count).map { #"{"type":"edge.known","x":\#($0),"y":\#($0 + 1)}"# + "\n" }
    return SourceText(path: "context.jsonl", bytes: Array(lines.joined().utf8))
  }

  /// A proposal that is decided on all paths.
  static var proposal: SourceText { SourceText(path: "proposal.json", bytes: Array(#"{"action":"look","x":1}"#.utf8)) }

  private static let text = """
    pack graph:
      version: 1.0.0

    fact edge.known:
      key: [x, y]
      external: true
      fields:
        x: integer
        y: integer

    fact path.known:
      key: [x, y]
      fields:
        x: integer
        y: integer

    truth step:
      when:
        - fact: edge.known
      produces:
        - fact.path.known
        - trace.graph.step

    truth walk:
      when:
        - fact: path.known as p
        - fact: edge.known as e
        - if: p.y == e.x
      produces:
        - fact.path.known:
            x: p.x
            y: e.y
        - trace.graph.walk

    intent look:
      fields:
        x: integer

    truth looking:
      when:
        - intent: look
      requires:
        - x exists
      produces:
        - trace.graph.look

    """
}
