import TruthsDiagnostics

/// A directed graph in the language of Graphviz. Nodes have classes instead of colours, so that a page can style them for
/// light and dark.
package struct DotGraph: Hashable, Sendable {
  /// The maximum number of nodes of a drawn diagram; a larger one would be unreadable and slow to draw.
  static let largest = 150

  /// A node with its class, and the anchor that it links to.
  package struct Node: Hashable, Sendable {
    package let label: String
    let shape: String
    package let kind: String
    package let anchor: String?
  }

  /// An edge between two nodes, by their places in ``DotGraph/nodes``.
  package struct Edge: Hashable, Sendable {
    package let source: Int
    package let target: Int
    package let label: String
    package let isDashed: Bool
  }

  package private(set) var nodes: [Node] = []
  package private(set) var edges: [Edge] = []
  private var numbers: [String: Int] = [:]
  private var seenEdges = Set<Edge>()
  private let direction: String

  /// - Parameter direction: the direction of the layout: `LR` or `TB`.
  package init(direction: String = "LR") { self.direction = direction }

  package var isTooLarge: Bool { nodes.count > Self.largest }
  package var isEmpty: Bool { edges.isEmpty }

  /// Adds a node, once for each key.
  package mutating func node(_ key: String, label: String, shape: String, kind: String, anchor: String? = nil) {
    guard numbers[key] == nil else { return }
    numbers[key] = nodes.count
    nodes.append(Node(label: label, shape: shape, kind: kind, anchor: anchor))
  }

  /// Adds an edge between existing nodes, once.
  package mutating func edge(_ from: String, _ to: String, label: String = "", isDashed: Bool = false) {
    guard let source = numbers[from], let target = numbers[to] else { return }
    let edge = Edge(source: source, target: target, label: label, isDashed: isDashed)
    if seenEdges.insert(edge).inserted { edges.append(edge) }
  }

  package var text: String {
    """
    digraph {
      graph [rankdir=\(direction), bgcolor=transparent, ranksep=0.5, nodesep=0.2];
      node [fontname="Helvetica,Arial,sans-serif", fontsize=11, height=0.35, margin="0.12,0.05"];
      edge [fontname="Helvetica,Arial,sans-serif", fontsize=10, arrowsize=0.7];

    """ + nodes.enumerated().map { line($0.element, $0.offset) }.joined() + edges.map(line).joined() + "}\n"
  }

  private func line(_ node: Node, _ place: Int) -> String {
    let link = node.anchor.map { ", URL=\(Self.quoted("#" + $0)), tooltip=\(Self.quoted(node.label))" } ?? ""
    return "  n\(place) [label=\(Self.quoted(node.label)), shape=\(node.shape), class=\(Self.quoted(node.kind))\(link)];\n"
  }

  private func line(_ edge: Edge) -> String {
    let style = edge.isDashed ? ", style=dashed, class=\"reads\"" : ""
    return "  n\(edge.source) -> n\(edge.target) [label=\(Self.quoted(edge.label))\(style)];\n"
  }

  /// Returns a text as a quoted string, in which `\` begins an escape and `&` an entity. Characters that change the writing
  /// direction are escaped.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\n": result += "\\n"
      case _ where scalar.turnsWriting: result += "\\" + scalar.visible
      default:
        if scalar.properties.generalCategory == .control { result += " " } else { result.unicodeScalars.append(scalar) }
      }
    }
    return result + "\""
  }
}
