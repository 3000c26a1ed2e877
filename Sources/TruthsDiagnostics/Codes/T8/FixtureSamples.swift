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
