import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsRuntime
import TruthsText

/// The names inside a proposal, and its whole envelope. Wrong types of the intent's fields are left to the run: they are a
/// decision.
extension FixtureReader {
  mutating func checkProposal(_ json: LocatedJSON, path: String) {
    guard object(json, path) != nil, !allowsUnknownProposalNames else { return }
    let proposal = ProposalReader.read(json)
    checkEnvelope(of: proposal)
    guard let action = proposal.action else {
      let body = json.proposalWithin
      // An action that is no text is a wrong type: a decision.
      if let given = body.member("action")?.value, given.form != "null" { return }
      findings.append(MissingFixtureField.missing("action", of: "the proposal", at: body.span.opening))
      return
    }
    guard let fields = vocabulary.fields(ofIntent: action) else {
      let known = vocabulary.intents.keys.sorted()
      findings.append(UnknownFixtureIntent.unknown(action, known: known, at: proposal.actionSpan))
      return
    }
    checkMembers(proposal.fields, among: fields, of: "intent `\(action)`")
    checkOverride(json)
  }

  /// What the run would find at fault around the intent's fields: a misspelt role would have a fixture see the rejection that it
  /// expects for another reason than its author meant.
  private mutating func checkEnvelope(of proposal: ReceivedProposal) {
    for fault in proposal.faults where fault.span != proposal.actionSpan {
      if fault.span == proposal.keySpan, proposal.idempotencyKey != nil {
        findings.append(T8220QueueKey.at(fault.span, fault.message))
        continue
      }
      let isName = proposal.received.hasName(at: fault.span)
      findings.append(
        isName
          ? UnknownFixtureField.inProposal(fault.message, nearest: fault.nearest, at: fault.span)
          : FixtureValue.inProposal(fault.message, nearest: fault.nearest, at: fault.span))
    }
  }

  private mutating func checkOverride(_ json: LocatedJSON) {
    guard !allowsUnknownOverride else { return }
    let override = json.member("override") ?? json.proposalWithin.member("override")
    if let id = override?.value.member("truth_id")?.value { checkTruth(id) }
  }

  /// Finds members that no field bears the name of, down through records.
  mutating func checkMembers(_ members: [LocatedJSON.Member], among fields: [Field], of owner: String, extra: [String] = []) {
    for member in members where !extra.contains(member.name.string) {
      guard let field = fields.first(where: { $0.name == member.name.string }) else {
        let known = fields.map(\.name)
        findings.append(UnknownFixtureMember.unknown(member.name.string, of: owner, known: known, at: member.nameSpan))
        continue
      }
      checkValue(member.value, as: field.type)
    }
  }

  private mutating func checkValue(_ json: LocatedJSON, as type: ValueType) {
    switch type {
    case .list(let element):
      for value in json.elements ?? [] { checkValue(value, as: element) }
    case .record(let index):
      guard vocabulary.program.records.indices.contains(index) else { return }
      let record = vocabulary.program.records[index]
      checkMembers(json.members ?? [], among: record.fields, of: "record `\(record.name)`")
    default: break
    }
  }

  /// Finds an id that nothing reports.
  mutating func checkTruth(_ json: LocatedJSON) {
    guard let id = json.stringValue, !vocabulary.isTruth(id) else { return }
    findings.append(UnknownFixtureTruth.unknown(id, known: vocabulary.truths, at: json.span))
  }
}

extension LocatedJSON {
  /// The proposal itself, within a record of the offline queue or an entry.
  fileprivate var proposalWithin: LocatedJSON {
    if member("action") == nil, let inner = member("proposal")?.value { return inner }
    if member("entry_type") != nil, let inner = member("payload")?.value { return inner }
    return self
  }

  /// Whether the name of a member, here or further within, stands at some characters.
  fileprivate func hasName(at span: Span) -> Bool {
    (members ?? []).contains { $0.nameSpan == span || $0.value.hasName(at: span) }
  }
}
