import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Reads fixtures strictly: anything unknown is a finding and never ignored.
struct FixtureReader {
  let vocabulary: FixtureVocabulary
  let loadedPacks: [String]
  /// Findings about the present fixture.
  var findings: [Diagnostic] = []
  /// Whether unknown names in proposals are allowed, because their rejection is tested (fixtures §2).
  var allowsUnknownProposalNames = false
  /// Whether an override may name any truth, because its refusal is tested.
  var allowsUnknownOverride = false
  /// Clients connected so far in the scenario, in order.
  var clients: [String] = []
  /// Clients named by the scenario's faults.
  var faultClients: [LocatedJSON] = []

  /// Files that the fixture's file names as documents, by those names.
  let files: [Text: SourceFile]
  /// Documents for every fixture that does not give them itself.
  let givenDocuments: [Document]

  init(
    _ vocabulary: FixtureVocabulary, loadedPacks: [String], files: [Text: SourceFile] = [:], givenDocuments: [Document] = []
  ) {
    self.files = files
    self.givenDocuments = givenDocuments
    self.vocabulary = vocabulary
    self.loadedPacks = loadedPacks
  }

  /// Reads a fixture; `nil` if a necessary part is invalid, with the reasons in ``findings``.
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
    if !vocabulary.stands {
      findings.append(FixtureValue.packsDoNotStand(elements.compactMap(\.stringValue), at: member.value.span))
    }
  }

  /// Reads the initial context; `nil` if it is invalid.
  private mutating func context(of json: LocatedJSON) -> Context? {
    let facts = facts(of: json)
    let policies = policies(of: json)
    let documents = documents(of: json)
    let reading = LedgerReader.read(facts)
    findings += reading.diagnostics
    guard reading.diagnostics.isEmpty else { return nil }
    do {
      var loader = ContextLoader(vocabulary.procedure)
      for entry in reading.entries { loader.append(entry) }
      let given = try loader.whole()
      findings += loader.warnings
      return try vocabulary.procedure.take(documents, policies: policies, on: given)
    } catch {
      findings += error.diagnostics
      return nil
    }
  }

  private mutating func now(of json: LocatedJSON) -> Timestamp? {
    guard let member = json.member("now"), let text = text(member.value, "now") else { return nil }
    let timestamp = Timestamp(text: text)
    if timestamp == nil { findings.append(FixtureValue.notATimestamp(text, at: member.value.span)) }
    return timestamp
  }

  private mutating func policies(of json: LocatedJSON) -> [(name: String, span: Span, value: LocatedJSON)] {
    guard let member = json.member("policies"), let members = object(member.value, "policies") else { return [] }
    return members.map { ($0.name.string, $0.nameSpan, $0.value) }
  }

  /// Reads `context.facts`: payloads and whole entries of every type, in ledger order.
  private mutating func facts(of json: LocatedJSON) -> [LocatedJSON] {
    guard let context = json.member("context")?.value, object(context, "context") != nil else { return [] }
    checkFields(of: context, known: FixtureShape.context.names, place: "`context`")
    return context.member("facts").flatMap { list($0.value, "context.facts") } ?? []
  }
}

extension LocatedJSON {
  fileprivate var expectedTruth: String? { member("expected")?.value.member("truth_id")?.value.stringValue }
}

extension Span {
  /// Location of the opening bracket of an object, for findings about missing members.
  var opening: Span { Span(file: file, start: Int(start), end: min(Int(start) + 1, Int(end))) }
}

/// Checks of a proposal's names and envelope. Wrong types of the intent's fields are left to the run, because they lead to a
/// decision.
extension FixtureReader {
  mutating func checkProposal(_ json: LocatedJSON, path: String) {
    guard object(json, path) != nil, !allowsUnknownProposalNames else { return }
    let proposal = ProposalReader.read(json)
    checkEnvelope(of: proposal, json)
    guard let action = proposal.action else {
      let body = json.proposalWithin
      // An action of another type is left to the run too.
      if let given = body.member("action")?.value, given.form != "null" { return }
      findings.append(MissingFixtureField.missing("action", of: "the proposal", at: body.span.opening))
      return
    }
    guard let fields = vocabulary.fields(ofIntent: action) else {
      let known = vocabulary.intents.keys.sorted()
      findings.append(UnknownFixtureIntent.unknown(action, known: known, at: proposal.actionSpan))
      return
    }
    checkMembers(
      proposal.fields, among: fields, of: "intent `\(action)`", isOpen: proposal.hasPayload && vocabulary.isOpen(intent: action))
    checkOverride(json)
  }

  /// Reports the faults that the run would find in the envelope.
  ///
  /// Otherwise a misspelt role, for instance, could give the expected rejection for a reason that the author did not mean.
  private mutating func checkEnvelope(of proposal: ReceivedProposal, _ json: LocatedJSON) {
    for fault in proposal.faults.listed(at: json.span) where fault.span != proposal.actionSpan {
      if fault.span == proposal.keySpan, proposal.idempotencyKey != nil {
        findings.append(QueueKeyFault.at(fault.span, fault.message))
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

  /// Reports members that are not fields, also in records.
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

  /// Reports an id that no decision, violation or trace can report.
  private mutating func checkTruth(_ json: LocatedJSON) {
    guard let id = json.stringValue, !vocabulary.isTruth(id) else { return }
    findings.append(UnknownFixtureTruth.unknown(id, known: vocabulary.truths, at: json.span))
  }
}

extension LocatedJSON {
  /// The proposal itself, inside an offline queue's record or an entry.
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
  /// The place of an expectation, which determines its members.
  enum ExpectationKind {
    /// `expected`
    case decision
    /// A scenario's `expect`
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

  /// Reports values that do not have the form of an assertion. `null` is always valid: it asserts absence.
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
      checkFact(json, path: path)
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

  /// Checks a violation and the names in its `values`. A name that no clause of the truth has would always hold as `null`.
  private mutating func checkViolation(_ json: LocatedJSON, path: String) {
    checkMembers(json, AssertionForm.ofViolation, place: "a violation", path: path)
    guard let id = json.member("truth_id")?.value.stringValue, let terms = vocabulary.terms(of: id) else { return }
    for member in json.member("values")?.value.members ?? [] where !terms.contains(member.name.string) {
      let known = terms.sorted()
      findings.append(UnknownFixtureMember.term(member.name.string, of: id, known: known, at: member.nameSpan))
    }
  }

  /// Reports a forbidden fact of a view's type: no run produces one, so the assertion would always hold.
  private mutating func checkCanCome(_ json: LocatedJSON) {
    guard let type = json.member("type")?.value, let name = type.stringValue else { return }
    guard vocabulary.program.facts.contains(where: { $0.name == name && $0.isDerived }) else { return }
    findings.append(EmptyExpectation.derived(name, at: type.span))
  }

  /// Checks a partial fact: its type and fields must be declared. Without `type`, its fields must be those of some fact type.
  ///
  /// - Parameter marks: members besides the fields.
  private mutating func checkFact(_ json: LocatedJSON, path: String, marks: [String] = []) {
    let extra = ["type"] + marks
    guard let members = object(json, path) else { return }
    guard let type = json.member("type")?.value, case .string(let name) = type.kind else {
      let every = vocabulary.facts.values.flatMap { $0.map(\.jsonName) }
      for member in members where !extra.contains(member.name.string) && !every.contains(member.name.string) {
        let known = Set(every).sorted()
        findings.append(UnknownFixtureMember.unknown(member.name.string, of: "a fact", known: known, at: member.nameSpan))
      }
      return
    }
    guard let fields = vocabulary.facts[name.string] else {
      findings.append(UnknownFixtureFact.unknown(name.string, known: vocabulary.facts.keys.sorted(), at: type.span))
      return
    }
    checkMembers(members, among: fields, of: "fact `\(name)`", extra: extra)
  }
}

extension FixtureReader {
  /// Reads `context.documents`, and adds the evaluation's documents that the fixture does not give itself.
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
