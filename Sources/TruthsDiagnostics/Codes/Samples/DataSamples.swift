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

/// A small bundle, and how it can be wrong.
enum BundleSamples {
  /// - Parameters:
  ///   - version: the version of the form.
  ///   - source: the version of the pack that the source says.
  ///   - more: text in front of the sources.
  static func bundle(version: Int = 1, source: String = "1.0.0", more: String = "") -> DiagnosticSample {
    let text = """
      {
        "truthpack": \(version),
        "declarations": {"pack demo": {"version": "1.0.0"}},
        "governing": {},
        "truths": "sha256:98cf40f1812c33a7a1268d47e5e30addb828b7084eeb81ecc38519df492cf423",\(more)
        "sources": {"truths/demo/demo.truths": "pack demo:\\n  version: \(source)\\n"}
      }

      """
    return DiagnosticSample(.check, files: [("demo.truthpack", text)])
  }
}

/// The pack that the samples of T81 and T82 codes run against.
let demoPack = """
  pack demo:
    version: 1.0.0

  policy limit:
    type: integer
    default: 3

  fact period.closed:
    key: [period_id]
    external: true
    fields:
      period_id: text

  fact books.closed:
    key: [period_id]
    fields:
      period_id: text

  intent close_books:
    fields:
      period_id: text
      attempts: integer

  truth closing_books:
    when:
      - intent: close_books
    requires:
      - period_id exists
      - attempts missing or attempts < limit
    invariants:
      - period.closed → reject("Period is closed")
      - books.closed → warn("The books are closed already")
    produces:
      - fact.books.closed
      - trace.books.closing

  """

/// What the samples of the fixture diagnostics (T82xx) have in common: a small truth set, and a fixture file beside it.
enum FixtureSamples {
  /// A workspace with pack demo and one fixture file.
  static func sample(_ fixture: String) -> DiagnosticSample {
    DiagnosticSample(.check, files: [("truths/demo/demo.truths", truths), ("Fixtures/demo/greeting.json", fixture)])
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
