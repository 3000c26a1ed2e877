import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsRuntime
import TruthsText

/// The names inside a proposal. Wrong types are left to the run: they are a decision.
extension FixtureReader {
  mutating func checkProposal(_ json: LocatedJSON, path: String) {
    guard object(json, path) != nil, !allowsUnknownProposalNames else { return }
    let proposal = ProposalReader.read(json)
    guard let action = proposal.action else {
      let body = json.member("proposal")?.value ?? json
      findings.append(MissingFixtureField.missing("action", of: "the proposal", at: body.span.opening))
      return
    }
    guard let fields = vocabulary.fields(ofIntent: action) else {
      let known = vocabulary.intents.keys.sorted()
      findings.append(UnknownFixtureIntent.unknown(action, known: known, at: proposal.actionSpan))
      return
    }
    checkMembers(proposal.fields, among: fields, of: "intent `\(action)`")
    checkStrayMembers(json)
    checkOverride(json)
  }

  /// Members beside a `payload` that belong to nothing.
  private mutating func checkStrayMembers(_ json: LocatedJSON) {
    let inner = json.member("action") == nil ? json.member("proposal")?.value : nil
    let record = inner == nil ? [] : ["proposal", "replay_safe"]
    var strays = inner == nil ? [] : json.members ?? []
    let body = inner ?? json
    if body.member("payload") != nil { strays += body.members ?? [] }
    for member in strays where !(ProposalReader.envelope + record).contains(member.name.string) {
      findings.append(
        UnknownFixtureField.unknown(member.name.string, of: "a proposal", known: ProposalReader.envelope, at: member.nameSpan))
    }
  }

  private mutating func checkOverride(_ json: LocatedJSON) {
    guard !allowsUnknownOverride else { return }
    let override = json.member("override") ?? json.member("proposal")?.value.member("override")
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
