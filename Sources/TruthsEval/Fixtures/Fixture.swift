package import TruthsDiagnostics
package import TruthsJSON
package import TruthsRuntime
package import TruthsText

/// A test as data (fixtures §2): a context, a proposal or steps, and the expected result.
package struct Fixture: Sendable {
  /// Unique among the fixtures of one evaluation.
  package var id: String
  /// The characters of the id.
  package var span: Span
  package var description: String?
  package var tags: [String]
  /// Written into the proposal's timestamp; a scenario's clock begins there.
  package var now: Timestamp?
  /// The procedure over the packs that it names, or over all.
  package var procedure: RunProcedure
  /// What it begins with: `context.facts`, then a `policy.set` for each of its `policies`.
  package var context: Context
  package var body: Body
  /// What it was read from.
  var origin: Origin

  /// The text of a fixture, from which it can be read again against another truth set.
  struct Origin: Sendable {
    var json: LocatedJSON
    /// The files that its file names as documents, as it names them.
    var files: [Text: SourceFile]
    /// Documents that it does not give itself.
    var givenDocuments: [Document]
  }

  /// What a fixture does.
  package enum Body: Sendable {
    /// One proposal, and what its decision must be.
    case decision(proposal: LocatedJSON, expected: Expectation)
    /// A sequence of steps; `expected` is about the last decision.
    case scenario([ScenarioStep], expected: Expectation?)
  }

  /// The characters of all of it.
  package var whole: Span { origin.json.span }

  /// The packs that it names; `nil` where it runs against all.
  var packs: [String]? { origin.json.member("packs")?.value.elements?.compactMap(\.stringValue) }

  /// Why the fixture is to be skipped: a tag `skip` or `skip: <why>`, the only means there is.
  package var skipReason: String? {
    for tag in tags where tag == "skip" || tag.hasPrefix("skip:") {
      let why = tag.dropFirst("skip:".count)
      return why.isEmpty ? "tagged skip" : String(why.drop { $0 == " " })
    }
    return nil
  }
}

/// The expected result: the members of `expected`, or of a scenario's `expect`. It asserts only what it names, at least one
/// thing.
package struct Expectation: Sendable {
  /// The whole object.
  package var span: Span
  /// In the order written. Each name is valid at its place.
  package var members: [LocatedJSON.Member]

  package init(members: [LocatedJSON.Member], at span: Span) {
    self.members = members
    self.span = span
  }

  /// The value of a member.
  package func value(_ name: String) -> LocatedJSON? {
    let wanted = Text(name)
    return members.first { $0.name == wanted }?.value
  }

  /// The ids of truths that must have fired or blocked for this expectation to hold: those of `truth_id`, `violations` and
  /// `traces`.
  package var namedTruths: [String] {
    let lists = ["violations", "traces"].flatMap { value($0)?.elements ?? [] }
    let ids = [value("truth_id")] + lists.map { $0.member("truth_id")?.value }
    return ids.compactMap { $0?.stringValue }
  }
}

/// A step of a scenario (fixtures §5.2).
package struct ScenarioStep: Sendable {
  /// The client that acts; `nil` means the one that connected first.
  package var client: String?
  /// The step's name, where findings about it stand.
  package var span: Span
  package var action: Action

  package init(client: String?, action: Action, at span: Span) {
    self.client = client
    self.action = action
    self.span = span
  }

  /// What a step does.
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

  /// The names of the steps, as they are written.
  package enum Name: String, CaseIterable, Sendable {
    case connect, disconnect, reconnect, propose
    case injectFact = "inject_fact"
    case approve, reject, consent, pause, resume, cancel
    case updateBudget = "update_budget"
    case advance, fault, handshake, replay, expect
  }
}

/// The outcome of a fixture. The five are never merged (fixtures §4).
package enum FixtureOutcome: String, Hashable, Sendable, CaseIterable {
  case passed
  /// The result differs from the expected one.
  case failed
  /// It, or its file, is faulty, so nothing ran.
  case didNotLoad = "did not load"
  /// It is tagged `skip`.
  case skipped
  /// A truth that it names neither fired nor blocked.
  case neverFired = "never fired"

  /// Whether the evaluation fails because of it.
  package var isFailure: Bool { self == .failed || self == .didNotLoad || self == .neverFired }
}

/// The result of one fixture, or of a file from which none could be read.
package struct FixtureResult: Hashable, Sendable {
  /// The fixture's id; `nil` where it could not be read.
  package var id: String?
  /// The characters of the id, otherwise the beginning of the text that could not be read.
  package var span: Span
  package var outcome: FixtureOutcome
  /// The differences; only for fixtures that ran.
  package var mismatches: [Mismatch]
  /// The faults; only for fixtures that did not load.
  package var diagnostics: [Diagnostic]
  /// The edits after which it passes, if there are any; only for fixtures that failed.
  package var edits: [FixtureEdit]
  /// Why it was skipped, or which truths never fired.
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
