import TruthsDiagnostics

/// A directed graph in the language of Graphviz. Nodes have classes instead of colours, so that a page can style them for
/// light and dark.
package struct DotGraph {
  /// The most nodes of a drawn diagram; a larger one would be unreadable and slow to draw.
  static let largest = 150

  private var numbers: [String: Int] = [:]
  private var nodeLines: [String] = []
  private var edgeLines: [String] = []
  private var edges = Set<String>()
  private let direction: String

  /// - Parameter direction: the direction of the layout: `LR` or `TB`.
  package init(direction: String = "LR") { self.direction = direction }

  package var isTooLarge: Bool { nodeLines.count > Self.largest }
  package var isEmpty: Bool { edgeLines.isEmpty }

  /// Adds a node, once for each key.
  package mutating func node(_ key: String, label: String, shape: String, kind: String, anchor: String? = nil) {
    guard numbers[key] == nil else { return }
    numbers[key] = nodeLines.count
    let link = anchor.map { ", URL=\(Self.quoted("#" + $0)), tooltip=\(Self.quoted(label))" } ?? ""
    nodeLines.append(
      "  n\(nodeLines.count) [label=\(Self.quoted(label)), shape=\(shape), class=\(Self.quoted(kind))\(link)];\n")
  }

  /// Adds an edge between existing nodes, once.
  package mutating func edge(_ from: String, _ to: String, label: String = "", isDashed: Bool = false) {
    guard let source = numbers[from], let target = numbers[to] else { return }
    let line =
      "  n\(source) -> n\(target) [label=\(Self.quoted(label))\(isDashed ? ", style=dashed, class=\"reads\"" : "")];\n"
    if edges.insert(line).inserted { edgeLines.append(line) }
  }

  package var text: String {
    """
    digraph {
      graph [rankdir=\(direction), bgcolor=transparent, ranksep=0.5, nodesep=0.2];
      node [fontname="Helvetica,Arial,sans-serif", fontsize=11, height=0.35, margin="0.12,0.05"];
      edge [fontname="Helvetica,Arial,sans-serif", fontsize=10, arrowsize=0.7];

    """ + nodeLines.joined() + edgeLines.joined() + "}\n"
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
