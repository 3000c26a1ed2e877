package import TruthsText

/// T8200: a part of a fixture has the wrong form.
package enum FixtureValue: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8200", "fixture-value", .error,
    title: "a part of a fixture has the wrong form",
    why: "A fixture whose parts are misread would test something else than its author meant.",
    mend: "Give the member the form that the message names.",
    wrong: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "proposal": {"action": "greet", "name": "Ada"},
          "expected": {"reason_contains": 3}
        }
        """)
    ],
    right: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "proposal": {"action": "greet", "name": "Ada"},
          "expected": {"reason_contains": "hold"}
        }
        """)
    ])

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
