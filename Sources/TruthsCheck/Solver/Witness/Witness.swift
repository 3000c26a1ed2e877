package import TruthsDiagnostics
package import TruthsProgram
import TruthsText

/// A concrete scenario that demonstrates a finding.
package struct Witness: Hashable, Sendable {
  /// Index in ``Program/tables``, if the finding is about a table.
  package var table: Int?
  package var scenario: Scenario
  /// The scenario in words, such as "`amount` 11, no `note`".
  package var text = ""

  init(table: Int? = nil, _ scenario: Scenario) {
    self.table = table
    self.scenario = scenario
  }
}

/// The result that a witness claims for a clause when the scenario is run.
package struct Claim: Hashable, Sendable {
  /// The id of the truth or invariant that declares the clause, or the qualified name of the table.
  package var owner: String
  /// `requires[0]`, `rule`, `if`, `rows[0]`, or `rows`.
  package var clause: String
  package var outcome: Outcome

  package enum Outcome: Hashable, Sendable {
    /// The clause holds; its condition may be false.
    case holds
    /// The clause certainly does not hold.
    case violated
    /// The truth fires (`true`) or does not fire (`false`).
    case fires(Bool)
    /// The condition of the row is true.
    case isTrue
    /// The row is (`true`) or is not (`false`) the first row whose condition is true.
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

/// A finding about clauses with a witness. Run through the evaluator, the witness has the claimed results.
package struct Proof: Hashable, Sendable {
  package var diagnostic: Diagnostic
  package var witness: Witness
  package var claims: [Claim]
  /// Whether the clauses are read on the result of a run (`ensures`, `applies_to: state`); the witness's facts are then that
  /// result.
  package var isOfResult: Bool

  package init(diagnostic: Diagnostic, witness: Witness, claims: [Claim], isOfResult: Bool = false) {
    self.diagnostic = diagnostic
    self.witness = witness
    self.claims = claims
    self.isOfResult = isOfResult
  }
}

/// Writes the text of a witness for a note.
struct WitnessText {
  let program: Program

  /// Returns text such as "`amount` 11, no `note`, a `period.closed` {period_id: "p"}".
  ///
  /// - Parameter mentioned: the fields of the proposal that matter.
  func text(of witness: Witness, mentioned: [Bool]) -> String {
    var parts: [String] = []
    let (scenario, environment) = (witness.scenario, witness.scenario.environment)
    let fields = scenario.intent.map { program.intents[$0].fields } ?? witness.table.map { program.tables[$0].inputs } ?? []
    for (index, field) in fields.enumerated() where mentioned[index] { parts.append(phrase(field.name, scenario.fields[index])) }
    for builtin in Builtin.allCases {
      if let value = environment[builtin] { parts.append(phrase(builtin.rawValue, value)) }
    }
    for (index, value) in scenario.policies.sorted(by: { $0.key < $1.key }) {
      parts.append("policy " + phrase(program.policies[index].name, value))
    }
    for fact in scenario.facts { parts.append(text(of: fact)) }
    // A proposal without its required fields is refused before any clause is read.
    if parts.isEmpty, let intent = scenario.intent {
      for index in program.intents[intent].present { parts.append(phrase(fields[index].name, scenario.fields[index])) }
    }
    let nothing = witness.table == nil ? "an empty proposal" : "any input"
    return parts.isEmpty ? nothing : parts.joined(separator: ", ")
  }

  /// Returns a named value, such as "`amount` 11" or "no `amount`".
  func phrase(_ name: String, _ value: Value) -> String { value.isMissing ? "no `\(name)`" : "`\(name)` \(text(of: value))" }

  private func text(of fact: Scenario.Fact) -> String {
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
