package import TruthsDiagnostics
package import TruthsProgram
import TruthsText

/// A concrete proposal and context that shows what a finding says.
package struct Witness: Hashable, Sendable {
  /// Index in ``Program/intents`` of what is proposed; `nil` where the finding is about a table.
  package var intent: Int?
  /// Index in ``Program/tables``, where the finding is about a table.
  package var table: Int?
  /// One per field of the intent, or per input of the table; missing where it is left out.
  package var fields: [Value]
  /// The facts of the context; of a clause that is read on the result, those of the result.
  package var facts: [Fact] = []
  /// The policies that are not as their default says.
  package var policies: [Policy] = []
  /// What the proposal's envelope and its moment are, where that matters.
  package var environment: [Builtin: Value] = [:]
  /// How it reads: "`amount` is 11, `note` is missing".
  package var text = ""

  package struct Fact: Hashable, Sendable {
    /// Index in ``Program/facts``.
    package var type: Int
    /// One per field of the type.
    package var fields: [Value]
  }

  package struct Policy: Hashable, Sendable {
    /// Index in ``Program/policies``.
    package var index: Int
    package var value: Value
  }

  init(intent: Int? = nil, table: Int? = nil, fields: [Value]) {
    self.intent = intent
    self.table = table
    self.fields = fields
  }
}

/// What a witness makes of a clause, when it is run.
package struct Claim: Hashable, Sendable {
  /// The id of the truth or invariant that declares the clause, or the qualified name of the table.
  package var owner: String
  /// `requires[0]`, `rule`, `if`, `rows[0]`, or `rows`.
  package var clause: String
  package var outcome: Outcome

  package enum Outcome: Hashable, Sendable {
    /// The clause holds, be it that its condition is false.
    case holds
    /// The clause does not hold, and that is certain.
    case violated
    /// The truth fires, or does not.
    case fires(Bool)
    /// The condition of the row is true.
    case isTrue
    /// The row is the first whose condition is true, or is not.
    case isTaken(Bool)
    /// No row of the table is true.
    case hasNoRow
  }

  package init(owner: String, clause: String, outcome: Outcome) {
    self.owner = owner
    self.clause = clause
    self.outcome = outcome
  }
}

/// A finding about clauses, with a witness that shows it: run through the evaluator, the witness does what is claimed.
package struct Proof: Hashable, Sendable {
  package var diagnostic: Diagnostic
  package var witness: Witness
  package var claims: [Claim]
  /// Whether the clauses are read on the result of a run (`ensures`, `applies_to: state`), which the witness's facts then are.
  package var isOfResult: Bool

  package init(diagnostic: Diagnostic, witness: Witness, claims: [Claim], isOfResult: Bool = false) {
    self.diagnostic = diagnostic
    self.witness = witness
    self.claims = claims
    self.isOfResult = isOfResult
  }
}

/// How a witness reads in a note.
struct WitnessText {
  let program: Program

  /// "`amount` 11, no `note`, and `period.closed` with `period_id` "period_id""
  ///
  /// - Parameter mentioned: the fields of the proposal that matter.
  func text(of witness: Witness, mentioned: [Bool]) -> String {
    var parts: [String] = []
    let fields = witness.intent.map { program.intents[$0].fields } ?? witness.table.map { program.tables[$0].inputs } ?? []
    for (index, field) in fields.enumerated() where mentioned[index] { parts.append(part(field.name, witness.fields[index])) }
    for builtin in Builtin.allCases {
      if let value = witness.environment[builtin] { parts.append(part(builtin.rawValue, value)) }
    }
    for policy in witness.policies { parts.append("policy " + part(program.policies[policy.index].name, policy.value)) }
    for fact in witness.facts { parts.append(text(of: fact)) }
    let nothing = witness.table == nil ? "an empty proposal" : "any input"
    return parts.isEmpty ? nothing : parts.joined(separator: ", ")
  }

  /// "`amount` 11", "no `amount`"
  func part(_ name: String, _ value: Value) -> String { value.isMissing ? "no `\(name)`" : "`\(name)` \(text(of: value))" }

  private func text(of fact: Witness.Fact) -> String {
    let type = program.facts[fact.type]
    let given = zip(type.fields, fact.fields).filter { !$1.isMissing }.map { "\($0.name): \(text(of: $1))" }
    return "\(type.name.quotedWithArticle) {\(given.joined(separator: ", "))}"
  }

  func text(of value: Value) -> String {
    switch value {
    case .missing: "missing"
    case .boolean(let truth): "\(truth)"
    case .number(let number), .amount(let number, _): number.canonicalText
    case .text(let text): "\"\(text.string)\""
    case .date(let date): date.text
    case .timestamp(let moment): moment.text
    case .duration(let span): span.text
    case .period(let period): period.text
    case .time(let time): time.text
    case .enumeration(let value): value.name.string
    case .list(let elements): "[\(elements.map { text(of: $0) }.joined(separator: ", "))]"
    case .record(let record):
      "{"
        + zip(program.records[record.type].fields, record.fields).filter { !$1.isMissing }
        .map { "\($0.name): \(text(of: $1))" }.joined(separator: ", ") + "}"
    case .map(let entries): "{\(entries.map { "\($0.name.string): \(text(of: $0.value))" }.joined(separator: ", "))}"
    case .json: "…"
    case .fact: "a fact"
    }
  }
}
