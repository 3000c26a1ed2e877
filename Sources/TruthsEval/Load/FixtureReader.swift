import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Reads fixtures strictly: what it does not know is a finding, never ignored.
struct FixtureReader {
  let vocabulary: FixtureVocabulary
  /// Names of all packs that are loaded.
  let loadedPacks: [String]
  /// What was wrong with the fixture that is being read.
  var findings: [Diagnostic] = []
  /// Whether names inside proposals are let through, since their rejection is what is tested (runtime.md §6).
  var allowsUnknownProposalNames = false
  /// Whether an override may name any truth, since the refusal of it is what is tested.
  var allowsUnknownOverride = false
  /// Clients that a scenario connected so far, in order.
  var clients: [String] = []
  /// Clients that faults of the scenario name.
  var faultClients: [LocatedJSON] = []

  /// The files that the fixture's file names as documents, as it names them.
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

  /// A fixture, or `nil` where its parts do not stand; `findings` say why.
  mutating func fixture(_ json: LocatedJSON) -> Fixture? {
    guard json.members != nil else {
      findings.append(FixtureValue.notAFixture(found: json.form, at: json.span))
      return nil
    }
    checkFields(of: json, known: Self.fixtureFields, place: "a fixture")
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

  static let fixtureFields = [
    "id", "description", "tags", "packs", "now", "policies", "context", "proposal", "scenario", "expected",
  ]
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

  /// The context that it begins with; `nil` where something is wrong with it.
  private mutating func context(of json: LocatedJSON) -> Context? {
    let facts = facts(of: json)
    let policies = policies(of: json)
    let documents = documents(of: json)
    let reading = LedgerReader.read(facts)
    findings += reading.diagnostics
    guard reading.diagnostics.isEmpty else { return nil }
    do {
      let given = try vocabulary.procedure.context(from: reading.entries)
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

  /// `context.facts`: payloads and whole entries of every type, in ledger order.
  private mutating func facts(of json: LocatedJSON) -> [LocatedJSON] {
    guard let context = json.member("context")?.value, object(context, "context") != nil else { return [] }
    checkFields(of: context, known: ["facts", "documents"], place: "`context`")
    return context.member("facts").flatMap { list($0.value, "context.facts") } ?? []
  }
}

extension LocatedJSON {
  /// The `truth_id` that a fixture expects.
  fileprivate var expectedTruth: String? { member("expected")?.value.member("truth_id")?.value.stringValue }
}

extension Span {
  /// The bracket with which an object begins: a finding about something absent does not underline the whole object.
  var opening: Span { Span(file: file, start: Int(start), end: min(Int(start) + 1, Int(end))) }
}
