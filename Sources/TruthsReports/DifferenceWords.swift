import TruthsAnswers
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsRendering
import TruthsRuntime
import TruthsText

/// Formats cases that two truth sets answer differently.
struct DifferenceWords {
  let display: FieldDisplay

  /// The greatest number of a proposal's members that are shown, and the greatest number of facts.
  private static let (fields, facts) = (8, 3)

  /// Returns a case as a sentence: "`amount` 1,200 eur, `customer_id` c1: was accepted; now halted: Amount is above the limit".
  func words(of witness: DifferenceWitness) -> String {
    let proposal = ProposalRecord(witness.scenario.proposal)
    let members = proposal.fieldHolder.members.filter { !["action", "payload"].contains($0.name.string) }
    var texts = members.prefix(Self.fields).map { member in
      let type = display.type(of: member.name.string, ofProposal: proposal)
      return "`\(visible(member.name.string))` \(ExplanationText.value(member.value, as: type))"
    }
    if members.count > Self.fields { texts.append("…") }
    let known = witness.scenario.known.count
    let given = texts.isEmpty ? "an empty proposal" : texts.joined(separator: ", ")
    let place = given + (known == 0 ? "" : ", on \(counted(known, "fact"))")
    return "\(place): was \(side(witness.old, witness.new, witness.shift)); now \(side(witness.new, witness.old, witness.shift))"
  }

  private func side(_ result: ProbeResult, _ opposite: ProbeResult, _ shift: DecisionShift) -> String {
    let word = result.ending.rawValue
    if shift != .effects || result.ending != opposite.ending {
      // Two waiting runs can only differ in what they wait for.
      if result.ending == .waiting, opposite.ending == .waiting {
        return "\(word) for \(ExplanationText.joined(result.waitingFor.map { visible($0.words) }))"
      }
      return result.ending == .accepted ? word : "\(word): \(ReasonText(result.outcome.deciding).text(visible(result.reason)))"
    }
    let known = Set(opposite.warnings.map(\.reason))
    let warnings = result.warnings.filter { !known.contains($0.reason) }
    let own = result.facts.filter { !opposite.facts.contains($0) }
    let facts = own.prefix(Self.facts).map { fact($0) } + (own.count > Self.facts ? ["…"] : [])
    let told = facts + warnings.map { "the warning: \(ReasonText($0).text(visible($0.reason)))" }
    return told.isEmpty ? "\(word) without" : "\(word) with \(told.joined(separator: ", "))"
  }

  private func fact(_ payload: JSONObject) -> String {
    "`\(visible(payload.factType ?? ""))` (\(display.members(ofFact: payload)))"
  }

  /// Returns the old and the new value of a case as a sentence: "`hours_left` 4: was high; now low".
  ///
  /// - Parameter name: the name of the table, function or view.
  func words(of witness: ValueWitness, _ name: String) -> String {
    switch witness.given {
    case .object(let inputs):
      let types = display.types(ofTable: name, inputs: inputs, values: [witness.old, witness.new])
      let parts = inputs.members.map { member in
        let name = member.name.string
        return "`\(visible(name))` \(ExplanationText.value(member.value, as: types.inputs[name]))"
      }
      let given = parts.isEmpty ? "nothing given" : parts.joined(separator: ", ")
      let old = ExplanationText.value(witness.old, as: types.values[0])
      let new = ExplanationText.value(witness.new, as: types.values[1])
      return "\(given): was \(old); now \(new)"
    default:
      let known = witness.given.arrayValue?.compactMap(\.objectValue) ?? []
      let facts = known.prefix(Self.facts).map { fact($0) } + (known.count > Self.facts ? ["…"] : [])
      let place = facts.isEmpty ? "without a fact" : "on \(facts.joined(separator: ", "))"
      return "\(place): was \(outcomeText(witness.old)); now \(outcomeText(witness.new))"
    }
  }

  private func outcomeText(_ value: JSONValue) -> String {
    guard let facts = value.arrayValue?.compactMap(\.objectValue) else { return "stopped" }
    if facts.isEmpty { return "nothing more" }
    return (facts.prefix(Self.facts).map { fact($0) } + (facts.count > Self.facts ? ["…"] : [])).joined(separator: ", ")
  }
}
