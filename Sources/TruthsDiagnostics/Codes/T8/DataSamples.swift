/// What the samples of the diagnostics of JSON and ledgers (T80xx) have in common: a small truth set, a proposal, and a context.
enum DataSamples {
  /// A run of one proposal on a context of one or more lines.
  static func context(_ lines: String) -> DiagnosticSample {
    sample(context: lines, proposal: #"{"action": "greet", "name": "Grace"}"#)
  }

  /// A run of a proposal on an empty context.
  static func proposal(_ text: String) -> DiagnosticSample { sample(context: "", proposal: text) }

  /// An entry of the context, whole, with some of its members changed.
  static func entry(
    id: String = #""ctx_0000000000000001""#, type: String = #""entry_type": "fact""#,
    timestamp: String = #""2026-01-31T09:00:00Z""#, truth: String = #""truth_id": null, "#, sequence: String = "1",
    name: String = "Ada"
  ) -> String {
    #"{"entry_id": \#(id), \#(type), "timestamp": \#(timestamp), "correlation_id": "cor_1", "run_id": "run_1", "#
      + #""actor": {"type": "user", "user_id": "ada", "device_id": "d", "org_id": "o", "roles": []}, "#
      + #"\#(truth)"payload": {"type": "person.greeted", "name": "\#(name)"}, "sequence": \#(sequence)}"#
  }

  private static func sample(context: String, proposal: String) -> DiagnosticSample {
    DiagnosticSample(
      .run,
      files: [("truths/demo/demo.truths", truths), ("context.jsonl", context + "\n"), ("proposal.json", proposal + "\n")])
  }

  private static let truths = """
    pack demo:
      version: 1.0.0

    intent greet:
      fields:
        name: text

    fact person.greeted:
      key: [name]
      fields:
        name: text

    truth greeting:
      when:
        - intent: greet
      requires:
        - name exists
      produces:
        - fact.person.greeted
        - trace.greeting

    """
}
