package import TruthsText

/// T8201: a fixture has a field that no fixture has.
package enum UnknownFixtureField: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8201", "unknown-fixture-field", .error,
    title: "a fixture has a field that no fixture has",
    why: "A misspelt field would assert nothing, and the fixture would pass while it checks nothing.",
    mend: "Use one of the fields of runtime.md §6; put free words into `description`.",
    wrong: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "proposal": {"action": "greet", "name": "Ada"},
          "expected": {"desicion": "accepted"}
        }
        """)
    ],
    right: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "proposal": {"action": "greet", "name": "Ada"},
          "expected": {"decision": "accepted"}
        }
        """)
    ])

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
