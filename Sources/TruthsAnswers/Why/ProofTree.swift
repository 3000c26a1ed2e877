package import TruthsEngine
package import TruthsJSON
package import TruthsRuntime
package import TruthsText

/// The proof of a decision or fact: a graph of nodes from the subject down to what came from outside (answers §3).
///
/// A node leads to entries before it, or to inner parts of the same decision, so there are no cycles. Each node exists once, even
/// if several nodes lead to it.
package struct ProofTree: Sendable {
  /// Nodes of the proof; the root is first.
  package internal(set) var nodes: [ProofNode] = []
  /// Number of entries whose reasons were left out at a limit.
  package internal(set) var leftOut = 0
  /// Reasons why decisions are shown by their records only, each once.
  package internal(set) var remarks: [String] = []

  /// Nodes reachable from the root, each once, depth first.
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
    /// A missing thing, a fact that the decision itself leaves, and a recorded value. They have no sources.
    case absent, result, recorded
  }

  package var kind: Kind
  /// Name, such as `total`, `period.opened` or `shop.ordering`.
  package var name: String
  /// Text of the clause, row or reason, as written.
  package var text: String?
  package var value: JSONValue?
  /// Display form of the value.
  package var displayType: DisplayType?
  /// Result of a decision or clause.
  package var outcome: Outcome?
  /// Name of a clause, such as `requires[0]`.
  package var clause: String?
  /// Key of a look-up.
  package var key: JSONObject?
  /// Display form of the key's values.
  package var keyTypes: DisplayType?
  /// Whether a look-up's value says that the fact, or its field, exists.
  package var isPresence = false
  /// Number of clauses that hold, for a decision whose reason says nothing more.
  package var held: HeldClauses?
  /// Sequence of the node's entry.
  package var entry: Int?
  /// Actor of the entry.
  package var actor: JSONObject?
  /// Moment of the entry.
  package var timestamp: Timestamp?
  /// Truth that made the entry.
  package var truthID: String?
  package var runID: String?
  /// Arrival of a fact that no decision left.
  package var outside: Arrival?
  /// People who approved a clause.
  package var approvers: [String] = []
  /// Whether an override passed the clause.
  package var isOverridden = false
  /// Number of facts or elements that a loop visits.
  package var count: Int?
  /// Source location in the truths.
  package var place: Place?
  /// Hash of the truths by which a decision's clauses are shown; `nil` if they come from the record.
  package var truths: String?
  /// Nodes that lead to this one, as indices in ``ProofTree/nodes``.
  package var because: [Int] = []
  /// Whether nodes that lead to this one were left out.
  package var isCut = false

  package init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// The result of a decision or clause.
  package enum Outcome: Hashable, Sendable {
    case decision(RunEnding)
    case clause(EvaluatedClause.Result)

    /// Text, such as `accepted` or `not applicable`.
    package var text: String {
      switch self {
      case .decision(let ending): ending.rawValue
      case .clause(let result): result.rawValue
      }
    }
  }

  /// A source location in one of the available truth sets.
  package struct Place: Hashable, Sendable {
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

  /// Whether the node needs no sources: it came from outside, or is written in the truths.
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
