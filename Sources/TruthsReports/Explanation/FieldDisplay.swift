import TruthsDiagnostics
import TruthsJSON
package import TruthsProgram
import TruthsRendering
import TruthsRuntime
import TruthsText

/// The display types of members of facts and proposals, as their declarations define them. A display type is the unit of a
/// number, for example.
package struct FieldDisplay {
  private let program: Program?

  /// - Parameter program: the truth set that declares the facts; `nil` if it is not known. Then members have no display types.
  package init(_ program: Program?) { self.program = program }

  func type(of member: String, ofFact fact: JSONObject) -> DisplayType? {
    let types = program?.facts.filter { $0.name == fact.factType }
    return type(of: member, in: fact, types?.map(\.fields))
  }

  /// Returns the display type of a member of a proposal's fields; `nil` if it has none.
  ///
  /// - Parameters:
  ///   - proposal: the proposal, which may name its intent with or without the pack.
  ///   - value: the value to use for the member; `nil` for the member's value in the proposal.
  func type(of member: String, ofProposal proposal: ProposalRecord, value: JSONValue? = nil) -> DisplayType? {
    let types = proposal.action.flatMap { action in program?.intents.filter { $0.isProposed(by: action) } }
    return type(of: member, in: proposal.fieldHolder, types?.map(\.fields), value)
  }

  /// Returns the display types of a table or function. The types of the inputs are keyed by input name. The types of the values
  /// are in the order of `values`, with `nil` for a value without a display type.
  func types(
    ofTable name: String, inputs: JSONObject, values: [JSONValue]
  ) -> (inputs: [String: DisplayType], values: [DisplayType?]) {
    guard let program, let table = program.tables.first(where: { $0.qualifiedName == name || $0.name == name }) else {
      return ([:], values.map { _ in nil })
    }
    var types: [String: DisplayType] = [:]
    for member in inputs.members {
      types[member.name.string] = program.displayType(of: member.name.string, in: inputs, with: table.inputs)
    }
    return (types, values.map { program.displayType(of: $0, as: table.output) })
  }

  /// Returns the display types of the terms in a recorded violation, keyed by label. Empty if the truth set no longer has the
  /// clause.
  func types(of violation: RecordedViolation) -> [String: DisplayType] {
    let truths = program?.truths.map { (id: $0.id, clauses: $0.clauses) } ?? []
    let invariants = program?.invariants.map { (id: $0.id, clauses: [$0.clause]) } ?? []
    let clause = (truths + invariants).lazy.flatMap { owner in owner.clauses.map { (owner.id, $0) } }
      .first { $0.1.name == violation.clause && (violation.truthID == $0.0 || violation.truthID == $0.1.id) }
    var types: [String: DisplayType] = [:]
    for term in clause?.1.terms ?? [] {
      if case .named(let unit)? = term.unit { types[term.label] = .amount(unit: unit) }
    }
    return types
  }

  /// Returns the display type on which all declarations of a name agree, since two packs may declare the same name; `nil` if
  /// they differ.
  private func type(
    of member: String, in object: JSONObject, _ declared: [[Field]]?, _ value: JSONValue? = nil
  ) -> DisplayType? {
    let types = (declared ?? []).map { program?.displayType(of: member, in: object, with: $0, value: value) }
    guard let first = types.first, types.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  /// Returns the members of a fact as text: `order_id o1, total 12,000 eur`.
  ///
  /// - Parameter most: the greatest number of members shown; `…` stands for the omitted members.
  func members(ofFact fact: JSONObject, most: Int = .max) -> String {
    let members = fact.members.filter { $0.name.string != "type" }
    let told = members.prefix(most).map { member in
      let name = member.name.string
      return "\(visible(name)) \(ExplanationText.value(member.value, as: type(of: name, ofFact: fact)))"
    }
    return told.joined(separator: ", ") + (members.count > most ? ", …" : "")
  }
}
