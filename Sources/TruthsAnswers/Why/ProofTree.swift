package import TruthsEngine
package import TruthsJSON
package import TruthsRuntime
package import TruthsText

/// Why something is so: what was asked, and behind it what led to it, down to what came from outside (answers §3).
///
/// Nodes lead to nodes that stand before them in the ledger, or within the same decision further in: there are no cycles. Each
/// stands once, whoever leads to it: that of an entry, and what two expressions read alike.
package struct ProofTree: Sendable {
  /// The root first.
  package internal(set) var nodes: [ProofNode] = []
  /// Nodes of entries whose reasons were left out at a limit.
  package internal(set) var leftOut = 0
  /// Decisions that were told from the record alone, and why, each reason once.
  package internal(set) var remarks: [String] = []

  /// The root, with all that it leads to, none of it twice, depth first.
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

/// A step of a proof.
package struct ProofNode: Hashable, Sendable {
  /// What it is.
  package enum Kind: String, Sendable, CaseIterable {
    // Of an entry.
    case decision, fact, proposal, approval, consent
    // Of a decision.
    case clause
    // Values.
    case field, envelope, moment, policy, constant, named = "let", table, function, row, lookUp = "look-up", state, view, range,
      attribute, kept
    /// What is not there, a fact that the decision itself leaves, and a value as it is recorded: nothing is behind them.
    case absent, result, recorded
  }

  package var kind: Kind
  /// What it is called: `total`, `period.opened`, `shop.ordering`.
  package var name: String
  /// The clause, row or reason, as it is written.
  package var text: String?
  package var value: JSONValue?
  /// How people write the value.
  package var displayType: DisplayType?
  /// Of a decision or a clause: how it came out.
  package var outcome: Outcome?
  /// Of a clause, `requires[0]`.
  package var clause: String?
  /// Of what is looked up: the key, and how people write its values.
  package var key: JSONObject?
  package var keyTypes: DisplayType?
  /// Of a look-up: whether its value says that the fact, or the field of it, is there.
  package var isPresence = false
  /// Of a decision: how many clauses hold, where its reason tells no more.
  package var held: HeldClauses?
  /// The sequence of its entry.
  package var entry: Int?
  /// Of an entry: who and when.
  package var actor: JSONObject?
  package var timestamp: Timestamp?
  /// The truth that made it.
  package var truthID: String?
  package var runID: String?
  /// Of a fact that no decision left: how it came in.
  package var outside: Arrival?
  /// Of a clause that somebody agreed to: who.
  package var approvers: [String] = []
  /// Of a clause that an override passed.
  package var isOverridden = false
  /// Of what goes through facts or elements: how many there are.
  package var count: Int?
  /// Where it stands in the truths.
  package var place: Place?
  /// Of a decision: whose truths tell its clauses; `nil` where they come from the record alone.
  package var truths: String?
  /// What leads to it, by place in ``ProofTree/nodes``.
  package var because: [Int] = []
  /// Whether what leads to it was left out.
  package var isCut = false

  package init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// How a decision or a clause came out.
  package enum Outcome: Hashable, Sendable {
    case decision(RunEnding)
    case clause(EvaluatedClause.Result)

    /// `accepted`, `not applicable`
    package var text: String {
      switch self {
      case .decision(let ending): ending.rawValue
      case .clause(let result): result.rawValue
      }
    }
  }

  /// A place in one of the sets of truths at hand.
  package struct Place: Hashable, Sendable {
    package var truths: Int
    package var span: Span

    init(_ truths: Int, _ span: Span) {
      self.truths = truths
      self.span = span
    }
  }

  /// How a fact came in that no decision left.
  package enum Arrival: String, Sendable {
    case external, document, setting, history
    case shortForm = "short form"
  }

  /// Whether nothing has to be behind it: it came from outside, or stands in the truths.
  package var isGround: Bool {
    switch kind {
    case .proposal, .approval, .consent, .constant, .moment, .absent, .result, .recorded: true
    case .fact: outside != nil
    // The default, or a `let`, table or function that reads nothing.
    case .policy, .named, .table, .function, .row: because.isEmpty
    // Nothing was entered, or there is nothing to go through.
    case .state, .range: because.isEmpty
    // A clause that reads nothing.
    case .clause: because.isEmpty
    case .decision, .field, .envelope, .lookUp, .view, .attribute, .kept: false
    }
  }
}
