package import TruthsAnswers
package import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRendering
package import TruthsText

/// Why a decision or a fact is as it is, and what leads back from it, as it is printed (answers §3).
public struct WhyReport: Sendable {
  let tree: ProofTree
  let undo: Undo?
  let units: FieldUnits
  /// How places read, for each of the sets of truths.
  let sources: [@Sendable (Span) -> String]
  /// The lines of the ledger's entries, by sequence from 1 on.
  let lines: [Int]

  package init(tree: ProofTree, undo: Undo?, units: FieldUnits, sources: [@Sendable (Span) -> String], lines: [Int]) {
    self.tree = tree
    self.undo = undo
    self.units = units
    self.sources = sources
    self.lines = lines
  }

  /// `{"root": 1, "nodes": […], "undo": {…}}` (answers §3.3), over several lines.
  public var json: String {
    // Numbered as they are printed.
    let order = tree.depthFirst
    let numbers = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0 + 1) })
    var object: JSONObject = ["nodes": .array(order.map { .object(json(of: tree.nodes[$0], numbers[$0] ?? 0, numbers)) })]
    if let undo { object["undo"] = .object(undo.json) }
    if tree.leftOut > 0 { object["left_out"] = .number(Decimal(tree.leftOut)) }
    if !tree.remarks.isEmpty { object["remarks"] = .array(tree.remarks.map { .text($0) }) }
    return JSONValue.object(object).lines
  }

  private func json(of node: ProofNode, _ number: Int, _ numbers: [Int: Int]) -> JSONObject {
    var object: JSONObject = ["id": .number(Decimal(number)), "kind": .text(node.kind.rawValue), "name": .text(node.name)]
    func put(_ name: String, _ text: String?) { if let text { object[name] = .text(text) } }
    put("clause", node.clause)
    put("text", node.text)
    put("outcome", node.outcome?.text)
    put("approved_by", node.approvers.isEmpty ? nil : node.approvers.joined(separator: ", "))
    if node.isOverridden { object["overridden"] = .boolean(true) }
    if let key = node.key { object["key"] = .object(key) }
    if let value = node.value { object["value"] = value }
    put("unit", node.unit)
    if let count = node.count { object["count"] = .number(Decimal(count)) }
    put("truth_id", node.truthID)
    put("outside", node.outside?.rawValue)
    if let entry = node.entry {
      object["entry"] = .number(Decimal(entry))
      if let line = line(of: entry) { object["line"] = .number(Decimal(line)) }
    }
    if let actor = node.actor { object["actor"] = .object(actor) }
    put("timestamp", node.timestamp?.text)
    put("run_id", node.runID)
    put("truths", node.truths)
    put("place", place(of: node))
    if node.isCut { object["left_out"] = .boolean(true) }
    object["because"] = .array(node.because.compactMap { numbers[$0] }.map { .number(Decimal($0)) })
    return object
  }

  /// Where a node stands in the truths: `shop/shop.truths:40:7`.
  func place(of node: ProofNode) -> String? {
    // Behind the sets stand the same again, for older versions of the language.
    node.place.flatMap { sources.isEmpty ? nil : sources[$0.truths % sources.count]($0.span) }
  }

  /// The line of the ledger's file in which an entry stands.
  func line(of sequence: Int) -> Int? { lines.indices.contains(sequence - 1) ? lines[sequence - 1] : nil }

  /// For Graphviz: each node once, with edges to what leads to it.
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

/// Why nothing can be told: no such entry, or no ledger.
public struct WhyFault: Error, Sendable {
  /// What is wrong, for people.
  public let message: String
  /// Whether nothing is there under such a name, and not something at fault.
  public let isMissing: Bool

  package init(message: String, isMissing: Bool) {
    self.message = message
    self.isMissing = isMissing
  }
}

extension WhyReport {
  package static let shape = JSONShape.members([
    .required("nodes", .list(.members(node)), "The question first, then what leads to it."),
    .optional("undo", .members(Undo.members), "What leads back, where truths are at hand."),
    .optional("left_out", .count, "How many decisions and facts are not told."),
    .optional("remarks", .list(.text), "Decisions that are told from the record alone, and why."),
  ])

  private static let node: [JSONMember] = [
    .required("id", .count(from: 1), "Its number."),
    .required("kind", .words(ProofNode.Kind.allCases.map(\.rawValue)), "What it is."),
    .required("name", .text, "What it is called."), .optional("clause", .text, "Of a clause: `requires[0]`."),
    .optional("text", .text, "The clause, row or reason as it is written."),
    .optional("outcome", .text, "How a decision or a clause came out."),
    .optional("approved_by", .text, "Who agreed to a clause."),
    .optional("overridden", .boolean, "That an override passed a clause."),
    .optional("key", .map(), "What is looked up."), .optional("value", .anything, "The value; of a fact its payload."),
    .optional("unit", .text, "The unit of the value."), .optional("count", .count, "How many there are."),
    .optional("truth_id", .text, "The truth that made it."),
    .optional("outside", .text, "How a fact came in that no decision left."),
    .optional("entry", .count(from: 1), "The sequence of its entry."),
    .optional("line", .count(from: 1), "The line of that entry in the ledger."),
    .optional("actor", .map(), "Who the entry says."), .optional("timestamp", .text, "When."),
    .optional("run_id", .text, "The run of the entry."), .optional("truths", .text, "The hash of the truths that tell it."),
    .optional("place", .text, "The file, line and column in the truths."),
    .optional("left_out", .boolean, "That the nodes that lead to it are left out."),
    .required("because", .list(.count(from: 1)), "The nodes that lead to it."),
  ]
}
