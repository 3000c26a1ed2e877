package import TruthsDiagnostics
package import TruthsJSON
package import TruthsRuntime
package import TruthsText

/// A test given as data (fixtures §2): a context, a proposal or steps, and the expected result.
package struct Fixture: Sendable {
  /// The id, which is unique among the fixtures of one evaluation.
  package var id: String
  /// The location of the id.
  package var span: Span
  package var description: String?
  package var tags: [String]
  /// The time of the proposal; for a scenario, the initial time of the clock. `nil` if the fixture gives none.
  package var now: Timestamp?
  /// The procedure that decides, over the packs that the fixture names or over all packs.
  package var procedure: RunProcedure
  /// The initial context: the entries of `context.facts`, then a `policy.set` for each of the fixture's `policies`.
  package var context: Context
  package var body: Body
  /// The text from which the fixture was read.
  var origin: Origin

  /// The text of a fixture, with its background in it. From the text, the fixture can be read again against a different truth
  /// set.
  struct Origin: Sendable {
    var json: LocatedJSON
    /// The files that the fixture's file names as documents, keyed by the name as written.
    var files: [Text: SourceFile]
    /// The documents for fixtures that do not give them themselves.
    var givenDocuments: [Document]
  }

  /// The part of a fixture that runs: a proposal or a scenario.
  package enum Body: Sendable {
    /// One proposal and its expected decision.
    case decision(proposal: LocatedJSON, expected: Expectation)
    /// A sequence of steps. `expected` is about the last decision; `nil` if the fixture expects none.
    case scenario([ScenarioStep], expected: Expectation?)
  }

  /// The fixture as JSON, with its background in it.
  package var json: JSONValue { origin.json.value }

  /// The span of the fixture, from its first byte to its last.
  package var fullSpan: Span { origin.json.span }

  /// The packs that the fixture names; `nil` if it runs against all packs.
  var packs: [String]? { origin.json.member("packs")?.value.elements?.compactMap(\.stringValue) }

  /// The reason why the fixture is skipped, from a tag `skip` or `skip: <why>`; `nil` if it is not skipped.
  package var skipReason: String? {
    for tag in tags where tag == "skip" || tag.hasPrefix("skip:") {
      let why = tag.dropFirst("skip:".count)
      return why.isEmpty ? "tagged skip" : String(why.drop { $0 == " " })
    }
    return nil
  }
}

/// The expected result, which is the members of `expected`, or of `expect` in a scenario. It asserts only the members named, at
/// least one.
package struct Expectation: Sendable {
  /// The location of the whole object.
  package var span: Span
  /// The members in the order written; all names are valid.
  package var members: [LocatedJSON.Member]

  package init(members: [LocatedJSON.Member], at span: Span) {
    self.members = members
    self.span = span
  }

  package func value(_ name: String) -> LocatedJSON? {
    let wanted = Text(name)
    return members.first { $0.name == wanted }?.value
  }

  /// The ids of truths that must have fired or blocked if the expectation holds, from `truth_id`, `violations` and `traces`.
  package var namedTruths: [String] {
    let lists = ["violations", "traces"].flatMap { value($0)?.elements ?? [] }
    let ids = [value("truth_id")] + lists.map { $0.member("truth_id")?.value }
    return ids.compactMap { $0?.stringValue }
  }
}

/// A step of a scenario (fixtures §5.2).
package struct ScenarioStep: Sendable {
  /// The client that acts; `nil` means the client that connected first.
  package var client: String?
  /// The location of the step's name, for findings.
  package var span: Span
  package var action: Action

  package init(client: String?, action: Action, at span: Span) {
    self.client = client
    self.action = action
    self.span = span
  }

  /// The action of a step.
  package enum Action: Sendable {
    case connect(actor: LocatedJSON?, transport: String?)
    case disconnect
    case reconnect
    case propose(LocatedJSON)
    case injectFact(LocatedJSON)
    case approve(proposalID: String, truthID: String?)
    case reject(proposalID: String, why: String)
    case consent(proposalID: String)
    case pause
    case resume
    case cancel
    case updateBudget(LocatedJSON)
    case advance(TimeSpan)
    case fault(LocatedJSON)
    case handshake(LocatedJSON)
    case replay
    case expect(Expectation)
  }

  /// The names of the steps as fixtures write them.
  package enum Name: String, CaseIterable, Sendable {
    case connect, disconnect, reconnect, propose
    case injectFact = "inject_fact"
    case approve, reject, consent, pause, resume, cancel
    case updateBudget = "update_budget"
    case advance, fault, handshake, replay, expect
  }
}

/// The outcome of a fixture. Reports keep the five outcomes separate (fixtures §4).
package enum FixtureOutcome: String, Hashable, Sendable, CaseIterable {
  case passed
  /// The result differs from the expected one.
  case failed
  /// The fixture or its file is faulty, so nothing ran.
  case didNotLoad = "did not load"
  /// The fixture is tagged `skip`.
  case skipped
  /// A truth that the fixture names neither fired nor blocked.
  case neverFired = "never fired"

  /// Whether the outcome makes the evaluation fail.
  package var isFailure: Bool { self == .failed || self == .didNotLoad || self == .neverFired }
}

/// The result of one fixture, or of a file without a readable fixture.
package struct FixtureResult: Hashable, Sendable {
  /// The id of the fixture; `nil` if it could not be read.
  package var id: String?
  /// The location of the id; if the id could not be read, the beginning of the text.
  package var span: Span
  package var outcome: FixtureOutcome
  /// The differences from the expected result; only for fixtures that ran.
  package var mismatches: [Mismatch]
  /// The faults; only for fixtures that did not load.
  package var diagnostics: [Diagnostic]
  /// The edits of the fixture's file after which the fixture passes; empty if there are none. Only for failed fixtures.
  package var edits: [FixtureEdit]
  /// The reason why the fixture is skipped, or the truths that never fired; `nil` for other outcomes.
  package var note: String?

  package init(
    id: String?, span: Span, outcome: FixtureOutcome, mismatches: [Mismatch] = [], diagnostics: [Diagnostic] = [],
    edits: [FixtureEdit] = [], note: String? = nil
  ) {
    self.id = id
    self.span = span
    self.outcome = outcome
    self.mismatches = mismatches
    self.diagnostics = diagnostics
    self.edits = edits
    self.note = note
  }
}
