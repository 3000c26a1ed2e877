package import TruthsEngine
package import TruthsJSON
package import TruthsRuntime
package import TruthsText

/// The proof of a decision or fact. It is a graph of nodes, from the subject down to data that came from outside (answers §3).
///
/// The reasons of a node are earlier entries, or inner parts of the same decision, so the graph has no cycles. Each node exists
/// once, even if it is a reason of several nodes.
package struct ProofTree: Sendable {
  /// The nodes of the proof; the node of the subject is first.
  package internal(set) var nodes: [ProofNode] = []
  /// The number of entries that are not explained, because a limit was reached.
  package internal(set) var leftOut = 0
  /// The reasons why some decisions are shown only as they are recorded. Each reason is listed once.
  package internal(set) var remarks: [String] = []

  /// The nodes that can be reached from the first node, as indices in `nodes`. Each occurs once, depth first.
  package var depthFirst: [Int] {
    var (order, seen, rest) = ([Int](), Set<Int>(), [0])
    while let node = rest.popLast() {
      guard nodes.indices.contains(node), seen.insert(node).inserted else { continue }
      order.append(node)
      rest += nodes[node].because.reversed()
    }
    return order
  }
}

/// A node of a proof: an entry, a clause, or a value with its sources.
package struct ProofNode: Hashable, Sendable {
  /// The kind of a node.
  package enum Kind: String, Sendable, CaseIterable {
    // The kinds of nodes of an entry.
    case decision, fact, proposal, approval, consent
    // A node of a decision.
    case clause
    // The kinds of nodes of values.
    case field, envelope, moment, policy, constant, named = "let", table, function, row, lookUp = "look-up", state, view, range,
      attribute, kept
    /// A missing fact or value, a fact that the decision itself leaves, and a recorded value. Nodes of these kinds have no
    /// sources.
    case absent, result, recorded
  }

  package var kind: Kind
  /// The name of the entry or value, such as `total`, `period.opened` or `shop.ordering`.
  package var name: String
  /// The text of the clause, row or reason, as written; `nil` for other nodes.
  package var text: String?
  /// Whether the text is a reason, which may show values, and not a text from the truths.
  package var isReason = false
  package var value: JSONValue?
  /// The form in which the value is displayed; `nil` for none.
  package var displayType: DisplayType?
  /// The result of a decision or clause; `nil` for other nodes.
  package var outcome: Outcome?
  /// The name of a clause, such as `requires[0]`; `nil` for other nodes.
  package var clause: String?
  /// The key of a look-up or of a state, keyed by field name; `nil` for other nodes.
  package var key: JSONObject?
  /// The form in which the key's values are displayed.
  package var keyTypes: DisplayType?
  /// Whether the value of a look-up states that the fact, or a field of it, exists.
  package var isPresence = false
  /// The numbers of clauses that hold, for a decision whose reason states only these numbers; otherwise `nil`.
  package var heldClauses: HeldClauses?
  /// The sequence of the node's entry; `nil` for a node without an entry.
  package var entry: Int?
  /// The actor of the node's entry.
  package var actor: JSONObject?
  /// The timestamp of the node's entry.
  package var timestamp: Timestamp?
  /// The id of the truth that made the node's entry; `nil` if no truth did.
  package var truthID: String?
  package var runID: String?
  /// The way in which a fact arrived that no decision left; `nil` for other nodes.
  package var outside: Arrival?
  /// The ids of the people who approved a clause.
  package var approvers: [String] = []
  /// Whether an override covers the violated clause.
  package var isOverridden = false
  /// The number of facts or elements in a loop; `nil` for other nodes.
  package var count: Int?
  /// The position of the declaration in the files of the truths; `nil` if there is no such position.
  package var place: Location?
  /// The hash of the truths with which a decision's clauses are shown; `nil` if the clauses come from the record.
  package var truths: String?
  /// The nodes that are reasons for this node, as indices in ``ProofTree/nodes``.
  package var because: [Int] = []
  /// Whether values decide which nodes lead to this one: by a condition, a `coalesce` or a `where`.
  package var isChosen = false
  /// Names of the fact types that the value reads beside the nodes that lead to it: for each element, or beyond a limit.
  package var unlisted: Set<String> = []
  /// Whether reasons for this node are omitted.
  package var isCut = false

  package init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// The result of a decision or clause.
  package enum Outcome: Hashable, Sendable {
    case decision(RunEnding)
    case clause(EvaluatedClause.Result)

    /// The result as text, such as `accepted` or `not applicable`.
    package var text: String {
      switch self {
      case .decision(let ending): ending.rawValue
      case .clause(let result): result.rawValue
      }
    }
  }

  /// A position in a file of one of the available truth sets.
  package struct Location: Hashable, Sendable {
    package var truths: Int
    package var span: Span

    init(_ truths: Int, _ span: Span) {
      self.truths = truths
      self.span = span
    }
  }

  /// The way in which a fact arrived that no decision left.
  package enum Arrival: String, Sendable {
    case external, document, setting, history
    case shortForm = "short form"
  }

  /// Whether the node needs no sources, because its data came from outside, or is written in the truths.
  package var isGround: Bool {
    switch kind {
    case .proposal, .approval, .consent, .constant, .moment, .absent, .result, .recorded: true
    case .fact: outside != nil
    // A default, or a `let`, table or function that reads nothing.
    case .policy, .named, .table, .function, .row: because.isEmpty
    // No state was entered, or the loop is empty.
    case .state, .range: because.isEmpty
    // A clause that reads nothing.
    case .clause: because.isEmpty
    case .decision, .field, .envelope, .lookUp, .view, .attribute, .kept: false
    }
  }
}
