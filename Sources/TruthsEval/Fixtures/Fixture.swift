package import TruthsDiagnostics
package import TruthsJSON
package import TruthsRuntime
package import TruthsText

/// A test as data (fixtures §2): a context, a proposal or steps, and the expected result.
package struct Fixture: Sendable {
  /// Id, unique among the fixtures of one evaluation.
  package var id: String
  /// Location of the id.
  package var span: Span
  package var description: String?
  package var tags: [String]
  /// Timestamp of the proposal; for a scenario, the initial moment of its clock.
  package var now: Timestamp?
  /// Procedure over the packs that the fixture names, or over all.
  package var procedure: RunProcedure
  /// Initial context: `context.facts`, then a `policy.set` for each of its `policies`.
  package var context: Context
  package var body: Body
  /// Text from which it was read.
  var origin: Origin

  /// The text of a fixture, from which it can be read again against another truth set.
  struct Origin: Sendable {
    var json: LocatedJSON
    /// Files that the fixture's file names as documents, by those names.
    var files: [Text: SourceFile]
    /// Documents for fixtures that do not give them themselves.
    var givenDocuments: [Document]
  }

  /// The action of a fixture.
  package enum Body: Sendable {
    /// One proposal and its expected decision.
    case decision(proposal: LocatedJSON, expected: Expectation)
    /// A sequence of steps. `expected` is about the last decision.
    case scenario([ScenarioStep], expected: Expectation?)
  }

  /// The span of the whole fixture.
  package var whole: Span { origin.json.span }

  /// Packs that the fixture names; `nil` if it runs against all.
  var packs: [String]? { origin.json.member("packs")?.value.elements?.compactMap(\.stringValue) }

  /// Reason why the fixture is skipped, from a tag `skip` or `skip: <why>`; `nil` if it is not skipped.
  package var skipReason: String? {
    for tag in tags where tag == "skip" || tag.hasPrefix("skip:") {
      let why = tag.dropFirst("skip:".count)
      return why.isEmpty ? "tagged skip" : String(why.drop { $0 == " " })
    }
    return nil
  }
}

/// The expected result: the members of `expected`, or of a scenario's `expect`. It asserts only the members named, at least one.
package struct Expectation: Sendable {
  /// Location of the whole object.
  package var span: Span
  /// Members in the order written; all names are valid.
  package var members: [LocatedJSON.Member]

  package init(members: [LocatedJSON.Member], at span: Span) {
    self.members = members
    self.span = span
  }

  package func value(_ name: String) -> LocatedJSON? {
    let wanted = Text(name)
    return members.first { $0.name == wanted }?.value
  }

  /// Ids of truths that must have fired or blocked for this expectation to hold, from `truth_id`, `violations` and `traces`.
  package var namedTruths: [String] {
    let lists = ["violations", "traces"].flatMap { value($0)?.elements ?? [] }
    let ids = [value("truth_id")] + lists.map { $0.member("truth_id")?.value }
    return ids.compactMap { $0?.stringValue }
  }
}

/// A step of a scenario (fixtures §5.2).
package struct ScenarioStep: Sendable {
  /// Client that acts; `nil` means the one that connected first.
  package var client: String?
  /// Location of the step's name, for findings.
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
    case advance(seconds: Decimal)
    case fault(LocatedJSON)
    case handshake(LocatedJSON)
    case replay
    case expect(Expectation)
  }

  /// The names of the steps, as written.
  package enum Name: String, CaseIterable, Sendable {
    case connect, disconnect, reconnect, propose
    case injectFact = "inject_fact"
    case approve, reject, consent, pause, resume, cancel
    case updateBudget = "update_budget"
    case advance, fault, handshake, replay, expect
  }
}

/// The outcome of a fixture. The five outcomes are never merged (fixtures §4).
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

  /// Whether the evaluation fails because of it.
  package var isFailure: Bool { self == .failed || self == .didNotLoad || self == .neverFired }
}

/// The result of one fixture, or of a file without a readable fixture.
package struct FixtureResult: Hashable, Sendable {
  /// Id of the fixture; `nil` if it could not be read.
  package var id: String?
  /// Location of the id, or the beginning of the unreadable text.
  package var span: Span
  package var outcome: FixtureOutcome
  /// Differences; only for fixtures that ran.
  package var mismatches: [Mismatch]
  /// Faults; only for fixtures that did not load.
  package var diagnostics: [Diagnostic]
  /// Edits after which the fixture passes, if there are any; only for failed fixtures.
  package var edits: [FixtureEdit]
  /// Reason of skipping, or the truths that never fired.
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
