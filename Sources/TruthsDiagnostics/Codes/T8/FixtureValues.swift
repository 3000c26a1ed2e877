package import TruthsText

/// T8200: a part of a fixture has the wrong form.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader+Steps.swift`, `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum FixtureValue: DiagnosticKind {
  package static let id = DiagnosticID("T8200", .error)

  /// A value that has another form than its place wants.
  ///
  /// - Parameters:
  ///   - name: The place, `expected.reason_contains`.
  ///   - wanted: What it wants, `a text`.
  ///   - found: What stands there, `a number`.
  package static func wrongForm(_ name: String, wanted: String, found: String, at span: Span) -> Diagnostic {
    make("`\(name)` wants \(wanted), not \(found)", at: span, label: "\(found) here")
  }

  /// A value that is none of those that its place takes.
  ///
  /// - Parameter limits: What it takes, `a number of seconds from 0 to 60`.
  package static func beyond(_ name: String, limits: String, at span: Span) -> Diagnostic {
    make("`\(name)` is not \(limits)", at: span)
  }

  /// A whole file or element of its list that is no object.
  package static func notAFixture(found: String, at span: Span) -> Diagnostic {
    make(
      "a fixture is an object, not \(found)", at: span, help: "a file holds one fixture, `{…}`, or a list of them, `[{…}, {…}]`")
  }

  /// A text that is not a moment in time.
  package static func notATimestamp(_ text: String, at span: Span) -> Diagnostic {
    make("`\(text)` is not a timestamp", at: span, help: "a timestamp is written `2026-01-31T09:00:00Z`")
  }

  /// A part of a proposal's envelope that the run would reject it for.
  ///
  /// - Parameter message: What the run would say of it.
  package static func inProposal(_ message: String, nearest: String?, at span: Span) -> Diagnostic {
    make(message, at: span, help: nearest.map { "did you mean `\($0)`?" } ?? wellFormedHelp)
  }

  /// A file that is named as a document and is not there.
  package static func noDocument(_ path: String, at span: Span) -> Diagnostic {
    make(
      "there is no file `\(path)` in this project", at: span,
      help: "write a path from the folder of the fixture to a file of the project, such as `order.json`; no other is read")
  }

  /// A truth set that cannot be made of the packs that a fixture names.
  package static func packsDoNotStand(_ names: [String], at span: Span) -> Diagnostic {
    make("the packs \(names.map { "`\($0)`" }.joined(separator: ", ")) have errors when loaded by themselves", at: span)
  }
}

/// T8201: a fixture has a field that no fixture has.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader+Steps.swift`, `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixtureField: DiagnosticKind {
  package static let id = DiagnosticID("T8201", .error)

  /// A field that its object does not have.
  ///
  /// - Parameters:
  ///   - name: The field as written.
  ///   - place: What has no such field: `a fixture`, `expected`.
  ///   - known: The fields that it has.
  package static func unknown(_ name: String, of place: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "`\(name)` is not a field of \(place)", at: span, label: "unknown field",
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
        ?? "it has \(known.map { "`\($0)`" }.joined(separator: ", "))")
  }

  /// A member of a proposal that belongs to nothing.
  ///
  /// - Parameter message: What the run would say of it.
  package static func inProposal(_ message: String, nearest: String?, at span: Span) -> Diagnostic {
    make(message, at: span, label: "unknown field", help: nearest.map { "did you mean `\($0)`?" } ?? wellFormedHelp)
  }
}

/// How a fixture says that the rejection of a malformed proposal is what it tests.
let wellFormedHelp = "to test its rejection, expect `truth_id` `converge.proposal.wellformed`"

/// T8202: a fixture lacks a field that it must have.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader+Steps.swift`, `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum MissingFixtureField: DiagnosticKind {
  package static let id = DiagnosticID("T8202", .error)

  /// A field that must be there.
  ///
  /// - Parameter place: What lacks it: `the fixture`, `step approve`.
  package static func missing(_ name: String, of place: String, at span: Span) -> Diagnostic {
    make("\(place) has no `\(name)`", at: span, help: "write `\"\(name)\": …`")
  }
}

/// T8203: two fixtures have one id.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureSuite.swift`.
package enum DuplicateFixtureID: DiagnosticKind {
  package static let id = DiagnosticID("T8203", .error)

  /// An id that another fixture has.
  ///
  /// - Parameter first: Where the id stands for the first time.
  package static func duplicate(_ id: String, at span: Span, first: Span) -> Diagnostic {
    make(
      "the id `\(id)` stands twice", at: span, label: "again here", help: "give this fixture an id of its own",
      notes: [Diagnostic.Note("first used here", at: first)])
  }
}

/// T8204: a fixture expects nothing.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum EmptyExpectation: DiagnosticKind {
  package static let id = DiagnosticID("T8204", .error)

  /// An `expected` or `expect` without a member.
  package static func empty(_ name: String, at span: Span) -> Diagnostic {
    let sample = name.hasSuffix("expect") ? #""run_status": "converged""# : #""decision": "accepted""#
    return make("`\(name)` asserts nothing", at: span, help: "name what must come, such as `\(sample)`")
  }

  /// A `no_facts` of a type that is never among the facts of a run.
  package static func derived(_ type: String, at span: Span) -> Diagnostic {
    make(
      "no run produces `\(type)`, which is derived, so this asserts nothing", at: span,
      help: "name a fact that it is derived from, or a clause that reads it")
  }

  /// A scenario that never expects anything.
  package static func scenario(at span: Span) -> Diagnostic {
    make("the scenario asserts nothing", at: span, help: "add a step `{\"expect\": {…}}`")
  }
}

/// T8205: a fixture has both a proposal and a scenario, or neither.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum ProposalOrScenario: DiagnosticKind {
  package static let id = DiagnosticID("T8205", .error)

  /// Neither stands in the fixture.
  package static func neither(at span: Span) -> Diagnostic {
    make(
      "the fixture has neither `proposal` nor `scenario`", at: span,
      help: "write what is proposed, `\"proposal\": {\"action\": …}`, or the steps of a `scenario`")
  }

  /// Both stand in the fixture.
  package static func both(scenario: Span, proposal: Span) -> Diagnostic {
    make(
      "the fixture has both `proposal` and `scenario`", at: scenario, help: "make two fixtures of it",
      notes: [Diagnostic.Note("the proposal stands here", at: proposal)])
  }
}
