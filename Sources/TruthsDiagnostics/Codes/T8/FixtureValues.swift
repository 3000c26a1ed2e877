package import TruthsText

/// T8200: a part of a fixture with the wrong form.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader+Steps.swift`, `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum FixtureValue: DiagnosticKind {
  package static let id = DiagnosticID("T8200", .error)

  /// A value of the wrong form.
  ///
  /// - Parameters:
  ///   - name: the place, `expected.reason_contains`.
  ///   - wanted: the expected form, `a text`.
  ///   - found: the actual form, `a number`.
  package static func wrongForm(_ name: String, wanted: String, found: String, at span: Span) -> Diagnostic {
    make("`\(name)` wants \(wanted), not \(found)", at: span, label: "\(found) here")
  }

  /// A `context` that is a list.
  package static func contextIsList(at span: Span) -> Diagnostic {
    make(
      "`context` must be an object, not a list", at: span, label: "a list here",
      help: "put the list under `facts`: `\"context\": {\"facts\": […]}`")
  }

  /// An `advance` of another form.
  package static func notAnAdvance(_ name: String, found: String, at span: Span) -> Diagnostic {
    make(
      "`\(name)` wants seconds or a length of time, not \(found)", at: span, label: "\(found) here",
      help: "write `{\"seconds\": 60}`, or days and hours such as `\"P30D\"` and `\"PT36H\"`")
  }

  /// A fixture whose background has errors.
  package static func faultyBackground(_ name: String, at span: Span) -> Diagnostic {
    make("the background `\(name)` has errors", at: span, help: "fix the background first")
  }

  /// A value outside the limits of its place.
  ///
  /// - Parameter limits: the allowed values, `a number of seconds from 0 to 60`.
  package static func beyond(_ name: String, limits: String, at span: Span) -> Diagnostic {
    make("`\(name)` is not \(limits)", at: span)
  }

  /// A file, or an element of its list, that is not an object.
  package static func notAFixture(found: String, at span: Span) -> Diagnostic {
    make(
      "a fixture is an object, not \(found)", at: span, help: "a file holds one fixture, `{…}`, or a list of them, `[{…}, {…}]`")
  }

  /// A text that is not a timestamp.
  package static func notATimestamp(_ text: String, at span: Span) -> Diagnostic {
    make("`\(text)` is not a timestamp", at: span, help: "a timestamp is written `2026-01-31T09:00:00Z`")
  }

  /// A part of a proposal's envelope for which the run would reject the proposal.
  ///
  /// - Parameter message: the message of the run.
  package static func inProposal(_ message: String, nearest: String?, at span: Span) -> Diagnostic {
    misnamed(message, NearestHelp(nearest: nearest), at: span, otherwise: wellFormedHelp)
  }

  /// A proposal whose actor is a name, without a background that has the actor.
  ///
  /// - Parameter message: the message of the run.
  package static func actor(_ name: String, _ message: String, at span: Span) -> Diagnostic {
    make(
      message, at: span,
      help: "write the actor, such as `{\"user_id\": \"\(short(name))\"}`, or name a `background` whose `actors` has it")
  }

  /// A text for the actor of a proposal in a step.
  package static func actorOfStep(_ name: String, at span: Span) -> Diagnostic {
    make(
      "a step proposes as its client, and `\(short(name))` is not an actor", at: span,
      help: "leave `actor` out, and name the client beside `propose`: `\"as\": \"\(short(name))\"`")
  }

  /// A value of an expected or forbidden fact that its field cannot hold.
  ///
  /// - Parameter isForbidden: whether the fact must not come.
  package static func inFact(_ message: String, nearest: String?, isForbidden: Bool, at span: Span) -> Diagnostic {
    let consequence = isForbidden ? "expecting its absence would assert nothing" : "it can never be found"
    return make(
      message, at: span, help: nearest.map { "did you mean `\($0)`?" } ?? "no fact holds this, so that \(consequence)")
  }

  /// A missing file that a fixture names as a document.
  package static func noDocument(_ path: String, at span: Span) -> Diagnostic {
    make(
      "there is no file `\(path)` in this project", at: span,
      help: "write a path from the folder of the fixture to a file of the project, such as `order.json`; no other is read")
  }

  /// Packs of a fixture that have errors when they are loaded without the others.
  package static func packsDoNotStand(_ names: [String], at span: Span) -> Diagnostic {
    make("the packs \(names.map { "`\($0)`" }.joined(separator: ", ")) have errors when loaded by themselves", at: span)
  }
}

/// T8201: an unknown field in a fixture.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader+Steps.swift`, `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixtureField: DiagnosticKind {
  package static let id = DiagnosticID("T8201", .error)

  /// An unknown field of an object.
  ///
  /// - Parameters:
  ///   - name: the field as it is written.
  ///   - place: the object: `a fixture`, `expected`.
  ///   - known: the fields of that object.
  package static func unknown(_ name: String, of place: String, known: [String], at span: Span) -> Diagnostic {
    misnamed(
      "`\(name)` is not a field of \(place)", NearestHelp(to: name, among: known), at: span, label: "unknown field",
      otherwise: "it has \(known.map { "`\($0)`" }.joined(separator: ", "))")
  }

  /// An unknown member of a proposal.
  ///
  /// - Parameter message: the message of the run.
  package static func inProposal(_ message: String, nearest: String?, at span: Span) -> Diagnostic {
    misnamed(message, NearestHelp(nearest: nearest), at: span, label: "unknown field", otherwise: wellFormedHelp)
  }
}

/// The advice for a fixture that tests the rejection of a malformed proposal.
let wellFormedHelp = "to test its rejection, expect `truth_id` `converge.proposal.wellformed`"

/// T8202: a fixture without a required field.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader+Steps.swift`, `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum MissingFixtureField: DiagnosticKind {
  package static let id = DiagnosticID("T8202", .error)

  /// A required field that is missing.
  ///
  /// - Parameter place: the object without it: `the fixture`, `step approve`.
  package static func missing(_ name: String, of place: String, at span: Span) -> Diagnostic {
    make("\(place) has no `\(name)`", at: span, help: "write `\"\(name)\": …`")
  }
}

/// T8203: two fixtures with the same id.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureSuite.swift`.
package enum DuplicateFixtureID: DiagnosticKind {
  package static let id = DiagnosticID("T8203", .error)

  /// An id that another fixture already has.
  ///
  /// - Parameter first: the place of the first fixture's id.
  package static func duplicate(_ id: String, at span: Span, first: Span) -> Diagnostic {
    make(
      "the id `\(id)` is written twice", at: span, label: "again here", help: "give this fixture an id of its own",
      notes: [Diagnostic.Note("first used here", at: first)])
  }

  /// A name that another background of the folder already has.
  package static func background(_ name: String, at span: Span, first: Span) -> Diagnostic {
    make(
      "the background `\(name)` is written twice in this folder", at: span, label: "again here",
      help: "give this background a name of its own", notes: [Diagnostic.Note("first used here", at: first)])
  }
}

/// T8204: a fixture without expectations.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum EmptyExpectation: DiagnosticKind {
  package static let id = DiagnosticID("T8204", .error)

  /// An `expected` or `expect` without members.
  package static func empty(_ name: String, at span: Span) -> Diagnostic {
    let sample = name.hasSuffix("expect") ? #""run_status": "converged""# : #""decision": "accepted""#
    return make("`\(name)` asserts nothing", at: span, help: "name what is expected, such as `\(sample)`")
  }

  /// A `null` in `no_facts` for a field that every fact of its type has.
  ///
  /// - Parameter owner: the fact type; `nil` if `no_facts` names none.
  package static func neverMissing(_ field: String, of owner: String?, at span: Span) -> Diagnostic {
    let all = owner.map { "every `\($0)` has" } ?? "every fact with this field has"
    return make(
      "`null` is for a field that is missing, and \(all) its `\(field)`, so this asserts nothing", at: span,
      help: "leave `\(field)` out, or write the value that must not come")
  }

  /// A `no_facts` of `decision.made`, which is an entry of its own kind and no fact.
  package static func decision(_ type: String, at span: Span) -> Diagnostic {
    make(
      "no `\(type)` is among the facts of a run, so this asserts nothing", at: span,
      help: "expect the decision itself: `decision`, `truth_id` and `reason`; or a trace: `no_traces`")
  }

  /// A `no_facts` of a type that runs never produce.
  package static func derived(_ type: String, at span: Span) -> Diagnostic {
    make(
      "no run produces `\(type)`, which is derived, so this asserts nothing", at: span,
      help: "name a fact that it is derived from, or a clause that reads it")
  }

  /// A scenario without an `expect` step.
  package static func scenario(at span: Span) -> Diagnostic {
    make("the scenario asserts nothing", at: span, help: "add a step `{\"expect\": {…}}`")
  }
}

/// T8205: a fixture with both a proposal and a scenario, or with neither.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum ProposalOrScenario: DiagnosticKind {
  package static let id = DiagnosticID("T8205", .error)

  /// A fixture with neither a proposal nor a scenario.
  package static func neither(at span: Span) -> Diagnostic {
    make(
      "the fixture has neither `proposal` nor `scenario`", at: span,
      help: "write what is proposed, `\"proposal\": {\"action\": …}`, or the steps of a `scenario`")
  }

  /// A fixture with both a proposal and a scenario.
  package static func both(scenario: Span, proposal: Span) -> Diagnostic {
    make(
      "the fixture has both `proposal` and `scenario`", at: scenario, help: "make two fixtures of it",
      notes: [Diagnostic.Note("the proposal is here", at: proposal)])
  }
}
