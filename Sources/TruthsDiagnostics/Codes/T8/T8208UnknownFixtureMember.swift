package import TruthsText

/// T8208: a fixture names a field that its intent, fact or record does not have.
package enum UnknownFixtureMember: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8208", "unknown-fixture-member", .error,
    title: "a fixture names a field that its intent, fact or record does not have",
    why: "A misspelt field in a proposal changes what is tested, and in an expectation it never matches.",
    mend: "Name a declared field. To test the rejection of an unknown field, expect `truth_id` `converge.proposal.wellformed`.",
    wrong: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "proposal": {"action": "greet", "nmae": "Ada"},
          "expected": {"decision": "accepted"}
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

  /// A field that its intent, fact type or record does not have.
  ///
  /// - Parameter owner: What has no such field: ``intent `greet` ``.
  package static func unknown(_ name: String, of owner: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "\(owner) has no field `\(name)`", at: span, label: "unknown field",
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" })
  }

  /// A name that no clause of a truth shows a value of.
  ///
  /// - Parameters:
  ///   - id: The truth or clause that a violation names.
  ///   - known: The names that there are.
  package static func term(_ name: String, of id: String, known: [String], at span: Span) -> Diagnostic {
    let others = known.isEmpty ? "no clause of it names any" : "they name \(known.map { "`\($0)`" }.joined(separator: ", "))"
    return make(
      "no clause of `\(id)` names `\(name)`", at: span, label: "unknown name",
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" } ?? others)
  }
}
