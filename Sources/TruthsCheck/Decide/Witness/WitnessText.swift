import TruthsText

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
    return "a `\(type.name)` {\(given.joined(separator: ", "))}"
  }

  func text(of value: Value) -> String {
    switch value {
    case .missing: "missing"
    case .boolean(let truth): "\(truth)"
    case .number(let number): number.canonicalText
    case .text(let text): "\"\(text.string)\""
    case .date(let date): date.text
    case .timestamp(let moment): moment.text
    case .duration(let span): span.text
    case .enumeration(let value): value.name.string
    case .list(let elements): "[\(elements.map { text(of: $0) }.joined(separator: ", "))]"
    case .record(let record):
      "{"
        + zip(program.records[record.type].fields, record.fields).filter { !$1.isMissing }
        .map { "\($0.name): \(text(of: $1))" }.joined(separator: ", ") + "}"
    case .json: "…"
    case .fact: "a fact"
    }
  }
}
