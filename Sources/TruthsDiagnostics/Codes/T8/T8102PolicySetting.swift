package import TruthsText

/// T8102: a policy is set that nobody declares, or to a value that is not of its type.
package enum T8102PolicySetting: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8102", "policy-setting", .error,
    title: "a policy is set that nobody declares, or to a value of another type",
    why: "A policy that is set under a wrong name keeps its old value, and every rule that reads it goes on as before.",
    mend: "Set the policy by its qualified name, `<pack>.<policy>`, to a value of its declared type.",
    wrong: [sample(policy: "demo.limitt")], right: [sample(policy: "demo.limit")])

  /// - Parameter nearest: the nearest known name, where a name is unknown.
  package static func at(_ span: Span, _ message: String, nearest: String?) -> Diagnostic {
    make(message, at: span, help: nearest.map { "did you mean `\($0)`?" })
  }

  private static func sample(policy: String) -> DiagnosticSample {
    DiagnosticSample(
      .run,
      files: [
        ("truths/demo/demo.truths", demoPack),
        ("context.jsonl", "{\"type\": \"policy.set\", \"policy\": \"\(policy)\", \"value\": 5}\n"),
        ("proposal.json", "{\"action\": \"close_books\", \"period_id\": \"2024-Q2\"}\n"),
      ])
  }
}
