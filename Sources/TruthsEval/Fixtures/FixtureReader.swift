import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// A strict reader of fixtures: anything unknown is a finding and is never ignored.
struct FixtureReader {
  let vocabulary: FixtureVocabulary
  let loadedPacks: [String]
  /// The findings about the current fixture.
  var findings: [Diagnostic] = []
  /// Whether proposals may have unknown names, because the fixture tests their rejection (fixtures §2).
  var allowsUnknownProposalNames = false
  /// Whether an override may name any truth, because the fixture tests its refusal.
  var allowsUnknownOverride = false
  /// The clients connected so far in the scenario, in order.
  var clients: [String] = []
  /// The clients named by faults of the scenario.
  var faultClients: [LocatedJSON] = []

  /// The files that the fixture's file names as documents, keyed by the name as written.
  var files: [Text: SourceFile]
  /// The documents for every fixture that does not give them itself.
  let givenDocuments: [Document]

  init(
    _ vocabulary: FixtureVocabulary, loadedPacks: [String], files: [Text: SourceFile] = [:], givenDocuments: [Document] = []
  ) {
    self.files = files
    self.givenDocuments = givenDocuments
    self.vocabulary = vocabulary
    self.loadedPacks = loadedPacks
  }

  /// Reads a fixture; `nil` if a necessary part is invalid. The reasons are then in ``findings``.
  mutating func fixture(_ json: LocatedJSON) -> Fixture? {
    guard json.members != nil else {
      findings.append(FixtureValue.notAFixture(found: json.form, at: json.span))
      return nil
    }
    checkFields(of: json, known: FixtureShape.members.names, place: "a fixture")
    let id = required("id", of: json, "the fixture").flatMap { text($0, "id") == nil ? nil : $0 }
    allowsUnknownProposalNames = json.expectedTruth == "converge.proposal.wellformed"
    allowsUnknownOverride = json.expectedTruth == "converge.override.invalid"
    let description = optionalText("description", of: json)
    let tags = texts("tags", of: json)
    let now = now(of: json)
    checkPacks(of: json)
    let context = context(of: json)
    guard let body = body(of: json), let id, let context else { return nil }
    return Fixture(
      id: id.stringValue ?? "", span: id.span, description: description, tags: tags, now: now, procedure: vocabulary.procedure,
      context: context, body: body,
      origin: Fixture.Origin(json: json, files: files, givenDocuments: givenDocuments))
  }

  private mutating func body(of json: LocatedJSON) -> Fixture.Body? {
    let proposal = json.member("proposal")
    let scenario = json.member("scenario")
    let expected = json.member("expected").flatMap { expectation($0.value, .decision, path: "expected") }
    switch (proposal, scenario) {
    case (let proposal?, let scenario?):
      findings.append(ProposalOrScenario.both(scenario: scenario.nameSpan, proposal: proposal.nameSpan))
    case (nil, nil): findings.append(ProposalOrScenario.neither(at: json.span.opening))
    case (let proposal?, nil):
      checkProposal(proposal.value, path: "proposal")
      _ = required("expected", of: json, "the fixture")
      if let expected { return .decision(proposal: proposal.value, expected: expected) }
    case (nil, let scenario?):
      guard let steps = steps(scenario.value) else { return nil }
      if json.member("expected") == nil, !steps.contains(where: \.isExpectation) {
        findings.append(EmptyExpectation.scenario(at: scenario.nameSpan))
      }
      return .scenario(steps, expected: expected)
    }
    return nil
  }

}

extension FixtureReader {
  private mutating func checkPacks(of json: LocatedJSON) {
    guard let member = json.member("packs"), let elements = list(member.value, "packs") else { return }
    for (index, element) in elements.enumerated() {
      guard let name = text(element, "packs[\(index)]"), !loadedPacks.contains(name) else { continue }
      findings.append(UnknownFixturePack.unknown(name, known: loadedPacks, at: element.span))
    }
    if !vocabulary.isChecked {
      findings.append(FixtureValue.packsDoNotStand(elements.compactMap(\.stringValue), at: member.value.span))
    }
  }

  /// Reads the initial context; `nil` if it is invalid.
  mutating func context(of json: LocatedJSON) -> Context? {
    let facts = facts(of: json)
    let policies = policies(of: json)
    let documents = documents(of: json)
    let reading = LedgerReader.read(facts)
    findings += reading.diagnostics
    guard reading.diagnostics.isEmpty else { return nil }
    do {
      var loader = ContextLoader(vocabulary.procedure)
      for entry in reading.entries { loader.append(entry) }
      let given = try loader.loadedContext()
      findings += loader.warnings
      return try vocabulary.procedure.take(documents, policies: policies, on: given)
    } catch {
      findings += error.diagnostics
      return nil
    }
  }

  mutating func now(of json: LocatedJSON) -> Timestamp? {
    guard let member = json.member("now"), let text = text(member.value, "now") else { return nil }
    let timestamp = Timestamp(text: text)
    if timestamp == nil { findings.append(FixtureValue.notATimestamp(text, at: member.value.span)) }
    return timestamp
  }

  private mutating func policies(of json: LocatedJSON) -> [PolicyAssignment] {
    guard let member = json.member("policies"), let members = object(member.value, "policies") else { return [] }
    return members.map { PolicyAssignment(name: $0.name.string, nameSpan: $0.nameSpan, value: $0.value) }
  }

  /// Reads `context.facts`, which may be payloads and whole entries of every type, in ledger order.
  private mutating func facts(of json: LocatedJSON) -> [LocatedJSON] {
    guard let context = json.member("context")?.value, contextMembers(context) != nil else { return [] }
    return context.member("facts").flatMap { list($0.value, "context.facts") } ?? []
  }

  /// Returns the members of `context`, and reports unknown ones. If `context` is a list, the finding says that the list belongs
  /// in `context.facts`.
  mutating func contextMembers(_ context: LocatedJSON) -> [LocatedJSON.Member]? {
    if context.elements != nil {
      findings.append(FixtureValue.contextIsList(at: context.span))
      return nil
    }
    guard let members = object(context, "context") else { return nil }
    checkFields(of: context, known: FixtureShape.context.names, place: "`context`")
    return members
  }
}

extension LocatedJSON {
  fileprivate var expectedTruth: String? { member("expected")?.value.member("truth_id")?.value.stringValue }
}

extension Span {
  /// The location of an object's opening bracket, for findings about missing members.
  var opening: Span { Span(file: file, start: Int(start), end: min(Int(start) + 1, Int(end))) }
}

/// Checks of a proposal's names and envelope. Wrong types of the intent's fields are not checked here, because a run decides
/// about them.
extension FixtureReader {
  mutating func checkProposal(_ json: LocatedJSON, path: String) {
    guard object(json, path) != nil, !allowsUnknownProposalNames else { return }
    if path == "proposal", let actor = json.member("actor")?.value, let name = actor.stringValue {
      return findings.append(UnknownFixtureWord.actorWithoutBackground(name, at: actor.span))
    }
    let proposal = ProposalReader.read(json)
    checkEnvelope(of: proposal, json, isOfStep: path != "proposal")
    guard let action = proposal.action else {
      let body = json.proposalWithin
      // An action of another type is left to the run too.
      if let given = body.member("action")?.value, given.form != "null" { return }
      findings.append(MissingFixtureField.missing("action", of: "the proposal", at: body.span.opening))
      return
    }
    guard let intent = vocabulary.intent(proposedBy: action) else {
      let known = Set(vocabulary.program.intents.map(\.jsonName)).sorted()
      findings.append(UnknownFixtureIntent.unknown(action, known: known, at: proposal.actionSpan))
      return
    }
    if let fault = proposal.keyFault(of: intent, in: .current) {
      findings.append(QueueKeyFault.at(fault.span, fault.message))
    }
    checkMembers(proposal.fields, among: intent.fields, of: "intent `\(action)`", isOpen: proposal.hasPayload && intent.isOpen)
    checkOverride(json)
  }

  /// Reports the faults that a run would find in the envelope.
  ///
  /// Without this check, a misspelt role could cause the expected rejection for a reason that the author did not mean.
  ///
  /// - Parameter isOfStep: whether it is proposed in a step of a scenario, by the actor of a client.
  private mutating func checkEnvelope(of proposal: ReceivedProposal, _ json: LocatedJSON, isOfStep: Bool) {
    for fault in proposal.faults.listed(at: json.span) where fault.span != proposal.actionSpan {
      let actor = (json.member("actor") ?? json.proposalWithin.member("actor"))?.value
      if let actor, let name = actor.stringValue, actor.span == fault.span {
        findings.append(
          isOfStep ? FixtureValue.actorOfStep(name, at: fault.span) : FixtureValue.actor(name, fault.message, at: fault.span))
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

  /// Reports members that are not fields, including members of nested records.
  ///
  /// - Parameters:
  ///   - extra: further names that are allowed.
  ///   - isOpen: whether undeclared members are ignored.
  mutating func checkMembers(
    _ members: [LocatedJSON.Member], among fields: [Field], of owner: String, extra: [String] = [], isOpen: Bool = false
  ) {
    for member in members where !extra.contains(member.name.string) {
      guard let field = fields.first(where: { $0.jsonName == member.name.string }) else {
        if isOpen { continue }
        let known = fields.map(\.jsonName)
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
    case .map(let element):
      for member in json.members ?? [] { checkValue(member.value, as: element) }
    case .record(let index):
      guard vocabulary.program.records.indices.contains(index) else { return }
      let record = vocabulary.program.records[index]
      checkMembers(json.members ?? [], among: record.fields, of: "record `\(record.name)`", isOpen: record.isOpen)
    default: break
    }
  }

  /// Reports an id that no decision, violation or trace can have.
  private mutating func checkTruth(_ json: LocatedJSON) {
    guard let id = json.stringValue, !vocabulary.isTruth(id) else { return }
    findings.append(UnknownFixtureTruth.unknown(id, known: vocabulary.truths, at: json.span))
  }
}

extension LocatedJSON {
  /// The proposal, which may be the value itself, inside a record of an offline queue, or inside an entry.
  fileprivate var proposalWithin: LocatedJSON {
    if member("action") == nil, let inner = member("proposal")?.value { return inner }
    if member("entry_type") != nil, let inner = member("payload")?.value { return inner }
    return self
  }

  /// Whether a member's name, at any depth, is at a location.
  fileprivate func hasName(at span: Span) -> Bool {
    (members ?? []).contains { $0.nameSpan == span || $0.value.hasName(at: span) }
  }
}

/// Checks of expectations.
extension FixtureReader {
  /// The place of an expectation in a fixture, which determines the members it may have.
  enum ExpectationKind {
    /// The member `expected` of a fixture
    case decision
    /// The member `expect` of a scenario's step
    case view
  }

  /// Reads `expected` or `expect`; `nil` if it asserts nothing or is not an object.
  mutating func expectation(_ json: LocatedJSON, _ kind: ExpectationKind, path: String) -> Expectation? {
    guard let members = object(json, path) else { return nil }
    let forms = kind == .decision ? AssertionForm.ofDecision : AssertionForm.ofView
    checkFields(of: json, known: forms.map(\.name), place: kind == .decision ? "`expected`" : "`expect`")
    guard members.contains(where: { asserts($0) }) else {
      findings.append(EmptyExpectation.empty(path, at: json.span))
      return nil
    }
    for member in members {
      guard let form = forms.first(where: { $0.name == member.name.string })?.form else { continue }
      check(member.value, form, path: "\(path).\(member.name.string)")
    }
    return Expectation(members: members.map { vocabulary.program.written($0) }, at: json.span)
  }

  /// Whether a member asserts anything; `no_facts: []` and `no_facts: null` do not.
  private func asserts(_ member: LocatedJSON.Member) -> Bool {
    guard member.name == "no_facts" || member.name == "no_traces" else { return true }
    if case .null = member.value.kind { return false }
    return member.value.elements?.isEmpty != true
  }

  /// Reports values that do not have the form of an assertion. `null` is always valid, because it asserts absence.
  mutating func check(_ json: LocatedJSON, _ form: AssertionForm, path: String) {
    if case .null = json.kind { return }
    switch form {
    case .text: _ = text(json, path)
    case .word(let place, let known): checkWord(json, known, place: place, path: path)
    case .truth: if text(json, path) != nil { checkTruth(json) }
    case .boolean: if case .boolean = json.kind {} else { wrongForm(json, path, wanted: "true or false") }
    case .count: checkCount(json, path: path)
    case .object: _ = object(json, path)
    case .violation: checkViolation(json, path: path)
    case .list(let element):
      for (index, value) in (list(json, path) ?? []).enumerated() { check(value, element, path: "\(path)[\(index)]") }
    case .oneOrMore(let element):
      if json.elements == nil { return check(json, element, path: path) }
      check(json, .list(element), path: path)
    case .fact: checkFact(json, path: path)
    case .absentFact:
      checkFact(json, path: path, isForbidden: true)
      checkCanCome(json)
    case .shownFact: checkFact(json, path: path, marks: ["provisional"])
    case .action: checkAction(json, path: path)
    case .members(let place, let forms): checkMembers(json, forms, place: place, path: path)
    case .either(let first, let second):
      let fits = first.fits(json)
      check(json, fits ? first : second, path: path)
    }
  }

  private mutating func checkWord(_ json: LocatedJSON, _ known: [String], place: String, path: String) {
    guard let word = text(json, path), !known.contains(word) else { return }
    findings.append(UnknownFixtureWord.unknown(word, as: place, known: known, at: json.span))
  }

  private mutating func checkAction(_ json: LocatedJSON, path: String) {
    guard let name = text(json, path), !vocabulary.actions.contains(name) else { return }
    findings.append(UnknownFixtureIntent.unknown(name, known: vocabulary.actions, at: json.span))
  }

  private mutating func checkCount(_ json: LocatedJSON, path: String) {
    if case .number(let number) = json.kind, number.scale == 0, number.coefficient >= 0 { return }
    wrongForm(json, path, wanted: "a whole number from 0")
  }

  mutating func checkMembers(
    _ json: LocatedJSON, _ forms: [AssertionForm.Member], place: String, path: String
  ) {
    guard let members = object(json, path) else { return }
    checkFields(of: json, known: forms.map(\.name), place: place)
    for member in members {
      guard let form = forms.first(where: { $0.name == member.name.string })?.form else { continue }
      check(member.value, form, path: "\(path).\(member.name.string)")
    }
  }

  /// Checks a violation and the names in its `values`. If no clause of the truth has a name, asserting `null` for it would
  /// always hold.
  private mutating func checkViolation(_ json: LocatedJSON, path: String) {
    checkMembers(json, AssertionForm.ofViolation, place: "a violation", path: path)
    guard let id = json.member("truth_id")?.value.stringValue, let terms = vocabulary.terms(of: id) else { return }
    for member in json.member("values")?.value.members ?? [] where !terms.contains(member.name.string) {
      let known = terms.sorted()
      findings.append(UnknownFixtureMember.term(member.name.string, of: id, known: known, at: member.nameSpan))
    }
  }

  /// Reports a forbidden fact that no run makes, so that the assertion would always hold: a fact of a view, a decision, or a fact
  /// without a field that every such fact has.
  private mutating func checkCanCome(_ json: LocatedJSON) {
    let type = json.member("type")?.value
    let facts = vocabulary.program.facts.filter { type?.stringValue == nil || $0.name == type?.stringValue }
    for member in json.members ?? [] {
      guard case .null = member.value.kind else { continue }
      let fields = facts.flatMap(\.fields).filter { $0.jsonName == member.name.string }
      if fields.isEmpty || fields.contains(where: \.isOptional) { continue }
      findings.append(EmptyExpectation.neverMissing(member.name.string, of: type?.stringValue, at: member.value.span))
    }
    guard let type, let name = type.stringValue else { return }
    if name == ConvergePack.decisionMade {
      findings.append(EmptyExpectation.decision(name, at: type.span))
    } else if facts.contains(where: \.isDerived) {
      findings.append(EmptyExpectation.derived(name, at: type.span))
    }
  }

  /// Checks a partial fact. The type and the fields must be declared. Without `type`, the fields must be those of some fact
  /// type.
  ///
  /// - Parameters:
  ///   - marks: members besides the fields.
  ///   - isForbidden: whether the fact must not come.
  private mutating func checkFact(_ json: LocatedJSON, path: String, marks: [String] = [], isForbidden: Bool = false) {
    let extra = ["type"] + marks
    guard let members = object(json, path) else { return }
    let values = vocabulary.program.written(fact: json).members?.filter { !extra.contains($0.name.string) } ?? []
    guard let type = json.member("type")?.value, case .string(let name) = type.kind else {
      let every = vocabulary.program.facts.flatMap(\.fields)
      for member in members where !extra.contains(member.name.string) {
        if every.contains(where: { $0.jsonName == member.name.string }) { continue }
        let known = Set(every.map(\.jsonName)).sorted()
        findings.append(UnknownFixtureMember.unknown(member.name.string, of: "a fact", known: known, at: member.nameSpan))
      }
      return checkCanBeHeld(values, by: every, isForbidden: isForbidden)
    }
    guard let fields = vocabulary.facts[name.string] else {
      findings.append(UnknownFixtureFact.unknown(name.string, known: vocabulary.facts.keys.sorted(), at: type.span))
      return
    }
    checkMembers(members, among: fields, of: "fact `\(name)`", extra: extra)
    checkCanBeHeld(values, by: fields, isForbidden: isForbidden)
  }

  /// Reports values that no field of their name can hold: no fact has them, so that the search never finds such a fact.
  private mutating func checkCanBeHeld(_ members: [LocatedJSON.Member], by fields: [Field], isForbidden: Bool) {
    for member in members {
      let found = fields.filter { $0.jsonName == member.name.string }.map { faults(in: member, of: $0) }
      guard let first = found.first, found.allSatisfy({ !$0.isEmpty }) else { continue }
      findings += first.map { FixtureValue.inFact($0.message, nearest: $0.nearest, isForbidden: isForbidden, at: $0.span) }
    }
  }

  /// Returns the faults in a member of a partial fact. A number outside of its field's range is one.
  private func faults(in member: LocatedJSON.Member, of field: Field) -> [DataFault] {
    guard field.range != nil else { return faults(in: member.value, as: field.type, member) }
    var decoder = ValueDecoder(program: vocabulary.program)
    _ = decoder.fields([member], as: [field], of: "", path: "", at: member.value.span, requiresAll: false)
    return decoder.faults.reported
  }

  /// Returns the faults in a value of a partial fact. Records in the value may lack fields.
  private func faults(in json: LocatedJSON, as type: ValueType, _ member: LocatedJSON.Member) -> [DataFault] {
    switch (type, json.kind) {
    case (_, .null), (.json, _), (.fact, _), (.unknown, _): return []
    case (.list(let element), .array(let elements)): return elements.flatMap { faults(in: $0, as: element, member) }
    case (.map(let element), .object(let members)): return members.flatMap { faults(in: $0.value, as: element, $0) }
    case (.record(let index), .object(let members)):
      return members.flatMap { member in
        let field = vocabulary.program.records[index].fields.first { $0.jsonName == member.name.string }
        return field.map { faults(in: member.value, as: $0.type, member) } ?? []
      }
    default:
      var decoder = ValueDecoder(program: vocabulary.program)
      _ = decoder.value(json, as: type, path: member.name.string)
      return decoder.faults.reported
    }
  }
}

extension FixtureReader {
  /// Reads `context.documents`, and adds the documents of the evaluation that the fixture does not give itself.
  ///
  /// A document is given by name, as an object or list, or as the path of its file from the fixture's folder.
  mutating func documents(of json: LocatedJSON) -> [Document] {
    var documents: [Document] = []
    if let member = json.member("context")?.value.member("documents"), let members = object(member.value, "context.documents") {
      for member in members {
        guard let content = content(of: member) else { continue }
        documents.append(Document(name: member.name.string, nameSpan: member.nameSpan, content: content))
      }
    }
    let own = Set(documents.map(\.name))
    let known = Set(vocabulary.program.sources.map(\.document))
    return documents + givenDocuments.filter { known.contains($0.name) && !own.contains($0.name) }
  }

  private mutating func content(of member: LocatedJSON.Member) -> Document.Content? {
    switch member.value.kind {
    case .object, .array: return .value(member.value)
    case .string(let path):
      guard let file = files[path] else {
        findings.append(FixtureValue.noDocument(path.string, at: member.value.span))
        return nil
      }
      do {
        return try Document.Content.read(file)
      } catch {
        findings += error.diagnostics
        return nil
      }
    default:
      wrongForm(member.value, "context.documents.\(member.name.string)", wanted: "a document or the path of its file")
      return nil
    }
  }
}
