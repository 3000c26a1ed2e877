package import TruthsJSON
package import TruthsText

/// A clause that does not hold, or whose value is unknown (runs §3.5).
package struct Violation: Hashable, Sendable {
  /// The id that the clause reports.
  package var truthID: String
  /// The truth or invariant that declares the clause; it orders clauses that report one id.
  package var declaredBy: String
  /// The name of the clause: `place[position]`, `rule`, `if` or `built-in`.
  package var clause: String
  package var place: Place
  package var position: Int
  package var kind: Kind
  package var reason: String
  /// The terms of the clause and their values, in order of occurrence; missing is `null`.
  package var values: JSONObject
  /// The forms in which these values are displayed to people, by label; empty for a recorded violation.
  package var displayTypes: [String: DisplayType] = [:]
  /// The approval that the clause demands; `nil` if the clause names no approvers.
  package var approval: ApprovalDemand?
  /// Whether the clause asks for the consent of `consent: explicit`.
  package var wantsConsent = false
  /// The ids of the people whose approval or consent settles the violation, in byte order; empty if neither settles it.
  package var approvers: [String] = []
  /// Whether a break-glass override covers the violation.
  package var isOverridden: Bool
  /// The reason why an override that names the violation does not count; otherwise `nil`.
  package var overrideFault: String?
  /// Whether the generated reason contains the text of the clause; `false` for a reason written by an author.
  package var tellsItsText = false
  /// The place of the clause in the source; `nil` for a built-in clause.
  package var span: Span?
  /// Whether the clause is a standalone invariant, which comes after clauses of truths.
  package var isOfInvariant: Bool

  package init(
    truthID: String, declaredBy: String, clause: String, place: Place, position: Int, kind: Kind, reason: String,
    values: JSONObject = JSONObject(), span: Span? = nil, isOfInvariant: Bool = false
  ) {
    self.truthID = truthID
    self.declaredBy = declaredBy
    self.clause = clause
    self.place = place
    self.position = position
    self.kind = kind
    self.reason = reason
    self.values = values
    self.approval = nil
    self.isOverridden = false
    self.span = span
    self.isOfInvariant = isOfInvariant
  }

  /// The approvers in one text, as written and hashed; `nil` without approvers.
  package var approvedBy: String? { approvers.isEmpty ? nil : approvers.joined(separator: ", ") }

  /// Whether no approval, consent or override settles the violation.
  package var isUnsettled: Bool { approvers.isEmpty && !isOverridden }

  /// The kinds, in the order in which violations are listed.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case structural, unknown, postcondition, requirement, acceptance, advisory

    /// The position of the kind in the order in which violations are listed.
    var rank: Int {
      switch self {
      case .structural: 0
      case .unknown: 1
      case .postcondition: 2
      case .requirement: 3
      case .acceptance: 4
      case .advisory: 5
      }
    }
  }

  /// The places, in the order in which violations of one id are listed; built-in clauses and an `if` come first.
  package enum Place: Int, Hashable, Sendable {
    case builtIn, condition, requires, invariants, moves, ensures, rule
  }
}

/// The outcome of a run.
package enum DecisionOutcome: String, Hashable, Sendable, CaseIterable {
  case accepted, rejected, halted
}

/// The built-in truths of the engine. Every trace names a truth, and these stand for rules that no pack declares (runs §3).
package enum BuiltInTruth: String, Hashable, Sendable, CaseIterable {
  case wellFormed = "converge.proposal.wellformed"
  case complete = "converge.proposal.complete"
  case governed = "converge.proposal.governed"
  case consent = "converge.proposal.consent"
  case decided = "converge.proposal.decided"
  case idempotencyConflict = "converge.idempotency.conflict"
  case truthsChanged = "converge.truths.changed"
  case replayUnsafe = "converge.replay.unsafe"
  case actorMismatch = "converge.actor.mismatch"
  case overrideInvalid = "converge.override.invalid"
  case factConflict = "converge.fact.conflict"
  case factIncomplete = "converge.fact.incomplete"
  case factAbsent = "converge.fact.absent"
  case factImmutable = "converge.fact.immutable"
  case factStale = "converge.fact.stale"
  case factExternal = "converge.fact.external"
  case budget = "converge.budget"
  case cancelled = "converge.run.cancelled"
  case control = "converge.run.control"
  case sealing = "converge.ledger.sealing"
  case notAdopted = "converge.truths.not_adopted"

  /// The rule of the truth in one sentence.
  package var summary: String {
    switch self {
    case .wellFormed: "A proposal names an intent that is declared, with fields of the declared names and types."
    case .complete: "A proposal brings each field that its intent requires."
    case .governed: "At least one truth fires for every proposal: a business action that no truth governs is not taken."
    case .consent:
      "An intent with explicit consent waits for the consent of the proposing user, or else of a person who may consent."
    case .decided: "A proposal that was accepted once is never accepted again."
    case .idempotencyConflict: "An idempotency key of an actor belongs to only one proposal."
    case .truthsChanged: "A proposal that was queued under other truths is not decided by the present ones."
    case .replayUnsafe: "A queued proposal that is not safe to replay is decided only if a person forces it."
    case .actorMismatch: "A proposal must name its real proposer: no one can propose as another person."
    case .overrideInvalid: "A break-glass override names a truth that fired."
    case .factConflict: "A fact has one content, and only a correction can change it."
    case .factIncomplete: "Each required field of a fact has a value, and each of its numbers is within its range."
    case .factAbsent: "A correction corrects a fact that exists."
    case .factImmutable: "A fact of an immutable type is never corrected."
    case .factStale: "A correction corrects the newest version of its fact."
    case .factExternal:
      "A fact from outside has an external type, and comes from a sender that the type allows, never from an agent."
    case .budget: "A run ends within its budget of rounds, matches and facts."
    case .cancelled: "A cancelled run stops."
    case .control: "Control of a run by a person leaves a trace."
    case .sealing: "Entries in short form, from before the first append to a ledger, are sealed under its head."
    case .notAdopted: "After an adoption, a ledger's proposals are decided under the truths that were adopted last."
    }
  }
}

/// A truth or standalone invariant that applied to a proposal, with the results of its clauses, for an explanation.
package struct EvaluatedTruth: Hashable, Sendable {
  package var id: String
  package var clauses: [EvaluatedClause]

  package init(id: String, clauses: [EvaluatedClause]) {
    self.id = id
    self.clauses = clauses
  }
}

/// An evaluated clause, with the value of each of its terms.
package struct EvaluatedClause: Hashable, Sendable {
  /// The name of the clause: `requires[0]`.
  package var clause: String
  /// The clause as the formatter writes it.
  package var text: String
  package var result: Result
  package var values: JSONObject
  /// The forms in which the values are displayed to people, by term.
  package var displayTypes: [String: DisplayType]
  package var span: Span?

  package init(
    clause: String, text: String, result: Result, values: JSONObject, displayTypes: [String: DisplayType],
    span: Span?
  ) {
    self.clause = clause
    self.text = text
    self.result = result
    self.values = values
    self.displayTypes = displayTypes
    self.span = span
  }

  package enum Result: String, Hashable, Sendable {
    case holds, violated, unknown
    /// The clause is an implication `A → B` whose left side is false.
    case notApplicable = "not applicable"
  }
}

/// A list of distinct violations, in the order in which they were found.
struct DistinctViolations {
  private(set) var all: [Violation] = []
  private var seen: Set<Violation> = []

  mutating func add(_ violations: [Violation]) {
    for violation in violations where seen.insert(violation).inserted { all.append(violation) }
  }
}
