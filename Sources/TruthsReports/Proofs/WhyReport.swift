package import TruthsAnswers
package import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRendering
package import TruthsText

/// A printed report on the reasons of a decision or a fact, and on how to undo it (answers §3).
public struct WhyReport: Sendable {
  let tree: ProofTree
  let undo: Undo?
  let display: FieldDisplay
  /// For each truth set of the proof, a function that formats a location in its files.
  let sources: [@Sendable (Span) -> String]
  /// The line in the ledger's file at which each entry begins, from 1. The index is the entry's sequence minus 1.
  let lines: [Int]

  package init(tree: ProofTree, undo: Undo?, display: FieldDisplay, sources: [@Sendable (Span) -> String], lines: [Int]) {
    self.tree = tree
    self.undo = undo
    self.display = display
    self.sources = sources
    self.lines = lines
  }

  /// The report as JSON over several lines: `{"root": 1, "nodes": […], "undo": {…}}` (answers §3.3).
  public var json: String { JSONValue.object(object).lines }

  package var object: JSONObject { Self.record.object(of: self) }

  /// Returns the location of a node in the truth files, such as `shop/shop.truths:40:7`; `nil` if the node or the truth set has
  /// none.
  func location(of node: ProofNode) -> String? {
    // The list of truth sets is repeated for each older version of the language.
    node.place.flatMap { sources.isEmpty ? nil : sources[$0.truths % sources.count]($0.span) }
  }

  /// Returns the line of an entry in the ledger's file, from 1; `nil` if the line is not known.
  func line(of sequence: Int) -> Int? { lines.indices.contains(sequence - 1) ? lines[sequence - 1] : nil }

  /// The proof tree in the Graphviz language. Each node occurs once, with edges to its reasons.
  public var dot: String {
    var graph = DotGraph(direction: "TB")
    let order = tree.depthFirst
    for id in order {
      let node = tree.nodes[id]
      let (shape, kind): (String, String) =
        switch node.kind {
        case .decision, .clause: ("box", "truth")
        case .fact, .view, .result, .absent: ("ellipse", "fact")
        case .proposal, .approval, .consent: ("box", "intent")
        default: ("ellipse", "other")
        }
      graph.node("\(id)", label: words(of: node).plain, shape: shape, kind: kind)
    }
    for id in order { for other in tree.nodes[id].because { graph.edge("\(other)", "\(id)") } }
    return graph.text
  }
}

/// The error of a question that has no answer, such as a missing entry or a file that is not a ledger.
public struct WhyFault: Error, Sendable {
  /// The error message.
  public let message: String
  /// Whether nothing with the given name exists. False means that the input is malformed.
  public let isMissing: Bool

  package init(message: String, isMissing: Bool) {
    self.message = message
    self.isMissing = isMissing
  }
}

extension WhyReport {
  package static let shape = record.shape

  private static let record = JSONRecord<WhyReport>([
    .required("nodes", listOf: node, "The question first, then the nodes that explain it.") { $0.numbered },
    .optional("undo", of: Undo.record, "The ways to undo the facts, if truths are given.") { $0.undo },
    .optional("left_out", .count, "The number of decisions and facts that are not shown.") {
      $0.tree.leftOut > 0 ? $0.tree.leftOut : nil
    },
    .optional("remarks", .list(.text), "Decisions that are shown from the record alone, and why.") { $0.tree.remarks.nonEmpty },
  ])

  private typealias Numbered = (id: Int, node: ProofNode, because: [Int], report: WhyReport)

  /// The nodes in depth-first order, each with its printed number and the numbers of its reasons. Numbers begin with 1.
  private var numbered: [Numbered] {
    let order = tree.depthFirst
    let numbers = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0 + 1) })
    return order.enumerated().map { place, id in
      (place + 1, tree.nodes[id], tree.nodes[id].because.compactMap { numbers[$0] }, self)
    }
  }

  private static let node = JSONRecord<Numbered>([
    .required("id", .count(from: 1), "The number of the node.") { $0.id },
    .required("kind", .words(ProofNode.Kind.allCases.map(\.rawValue)), "The kind.") { $0.node.kind.rawValue },
    .required("name", .text, "The name.") { $0.node.name },
    .optional("clause", .text, "The place of a clause, such as `requires[0]`.") { $0.node.clause },
    .optional("text", .text, "The clause, row or reason as it is written.") { $0.node.text },
    .optional("outcome", .text, "The result of a decision or a clause.") { $0.node.outcome?.text },
    .optional("approved_by", .text, "The people who agreed to a clause.") {
      $0.node.approvers.isEmpty ? nil : $0.node.approvers.joined(separator: ", ")
    },
    .optional("overridden", .boolean, "`true` if an override passed the clause.") { $0.node.isOverridden ? true : nil },
    .optional("key", .map(), "The key of a look-up.") { $0.node.key },
    .optional("value", .anything, "The value. For a fact, it is the payload.") { $0.node.value },
    .optional("unit", .text, "The unit of the value.") { $0.node.displayType?.unit },
    .optional("count", .count, "How many there are.") { $0.node.count },
    .optional("truth_id", .text, "The truth that made it.") { $0.node.truthID },
    .optional("outside", .text, "The way in which a fact arrived that no decision left.") { $0.node.outside?.rawValue },
    .optional("entry", .count(from: 1), "The sequence of the entry.") { $0.node.entry },
    .optional("line", .count(from: 1), "The line of that entry in the ledger.") { $0.node.entry.flatMap($0.report.line) },
    .optional("actor", .map(), "The actor whom the entry names.") { $0.node.actor },
    .optional("timestamp", .text, "The time.") { $0.node.timestamp?.text },
    .optional("run_id", .text, "The run of the entry.") { $0.node.runID },
    .optional("truths", .text, "The hash of the truths that the explanation uses.") { $0.node.truths },
    .optional("place", .text, "The file, line and column in the truths.") { $0.report.location(of: $0.node) },
    .optional("left_out", .boolean, "`true` if the nodes that explain this one are left out.") { $0.node.isCut ? true : nil },
    .required("because", .list(.count(from: 1)), "The numbers of the nodes that explain this one.") { $0.because },
  ])
}
