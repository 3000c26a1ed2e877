import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Suggests changes after which a violated clause may hold. They are computed from the clause (answers §1.1).
///
/// A suggestion is the value that the other side of a comparison has, or the fact that a look-up needs. For a table, it leads
/// to a row with the wanted value.
struct SuggestedChanges {
  /// The maximum number of changes for one clause, and of evaluations for it.
  private static let (most, values) = (16, 300)

  private let proposal: JSONObject
  private let repair: ClauseRepair

  /// - Parameter work: a meter that counts the work of the repairs.
  /// - Returns: `nil` if the proposal is malformed, or is for a different intent.
  init?(_ trial: ScenarioTrial, intent: Int, on basis: ScenarioBasis, work: WorkMeter) {
    guard let readable = trial.scenario.readable(by: basis.procedure), readable.intent == intent else { return nil }
    proposal = trial.scenario.proposal
    let program = basis.program
    var scenario = Scenario(
      intent: intent, fields: program.intents[intent].fields.map { readable.value(of: $0.name, in: program) })
    scenario.now = trial.scenario.moment
    let reads = ClauseReads(of: trial.outcome, intent: intent, program).facts
    repair = ClauseRepair(
      scenario, as: trial, intent: intent, readable.environment, on: basis,
      views: reads.filter { program.facts[$0].isDerived }, samples: SampleValues(program: program, moment: scenario.now),
      effort: RepairEffort(Self.values), work: work)
  }

  /// Returns changes that may repair a violation, the most promising first, each once.
  func changes(mending violation: Violation) -> [Change] {
    Array(repair.drafts(for: violation).prefix(4 * Self.most).compactMap { change(to: $0) }.uniqued().prefix(Self.most))
  }

  /// Returns the single change that leads to a draft. `nil` if several changes are needed, or one that a proposer cannot make.
  private func change(to draft: Scenario) -> Change? {
    var rest = draft
    (rest.fields, rest.facts, rest.envelope) = (repair.scenario.fields, repair.scenario.facts, repair.scenario.envelope)
    guard rest == repair.scenario else { return nil }
    let fields = draft.fields.indices.filter { draft.fields[$0] != repair.scenario.fields[$0] }
    let changed = fields.compactMap { field(at: $0, of: draft) } + draft.facts.compactMap { fact($0) }
    return changed.count == 1 && fields.count + draft.facts.count + draft.envelope.count == 1 ? changed[0] : nil
  }

  private func field(at index: Int, of draft: Scenario) -> Change? {
    let program = repair.program
    let place = ProposalPlace(field: program.intents[repair.intent].fields[index].jsonName)
    let value = draft.fields[index]
    return Self.change(
      place, from: place.value(in: proposal), to: value.isMissing ? nil : program.json(of: value))
  }

  /// Returns a change at the innermost position that differs; `nil` if nothing differs.
  private static func change(_ position: ProposalPlace, from: JSONValue?, to: JSONValue?) -> Change? {
    if from == to { return nil }
    switch (from, to) {
    case (.object(let old)?, .object(let new)?):
      let names = Set((old.members + new.members).map(\.name.string)).filter { old[$0] != new[$0] }
      if names.count == 1, let name = names.first { return change(position.member(name), from: old[name], to: new[name]) }
    case (.array(let old)?, .array(let new)?):
      if old.count == new.count {
        let others = old.indices.filter { old[$0] != new[$0] }
        if others.count == 1 { return change(position.element(others[0]), from: old[others[0]], to: new[others[0]]) }
      } else if old.count == new.count + 1 {
        let taken = old.indices.first { $0 == new.count || old[$0] != new[$0] } ?? 0
        if old.enumerated().filter({ $0.offset != taken }).map(\.element) == new {
          return .field(position.element(taken), from: old[taken], to: nil)
        }
      }
    default: break
    }
    return .field(position, from: from, to: to)
  }

  private func fact(_ fact: Scenario.Fact) -> Change? {
    let (program, type) = (repair.program, repair.program.facts[fact.type])
    guard type.isExternal, !type.isBuiltIn else { return nil }
    return .fact(program.payload(type: fact.type, fields: fact.fields))
  }
}
