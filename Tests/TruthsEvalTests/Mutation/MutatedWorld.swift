import Testing
import TruthsCheck
import TruthsEval
import TruthsProgram
import TruthsText

/// A truth set of a test, with the changes that its fixtures notice.
struct MutatedWorld {
  var results: MutationResults
  let sources: SourceMap

  /// - Parameters:
  ///   - fixtures: fixtures as JSON objects; all must pass.
  ///   - others: files of other packs, by path.
  init(_ truths: String, _ fixtures: [String], jobs: Int = 1, others: [(path: String, text: String)] = []) {
    var world = World([("truths/demo/demo.truths", truths)] + others, isQuiet: false)
    let suite = world.suite(["[" + fixtures.joined(separator: ",\n") + "]"])
    #expect(suite.faulty.flatMap(\.diagnostics) == [], "the test's own fixtures are at fault")
    let subject = EvalSubject(world.set)
    let failed = suite.fixtures.map { FixtureRunner(subject).run($0) }.filter { $0.outcome != .passed }
    #expect(failed == [], "the test's own fixtures fail")
    let mutated = MutationSuite(world.set, subject, suite)
    results = mutated.run(mutated.mutations, jobs: jobs)
    sources = world.sources
  }

  /// The mutants of one sort in one part: `requires[1]`.
  func mutants(_ operation: MutationOperator, in part: String) -> [Mutant] {
    results.mutants.filter { $0.mutation.operation == operation && $0.mutation.part == part }
  }

  /// Returns the change of the text by each mutant of a part: `amount > 0 → amount >= 0`.
  func changes(in part: String) -> [String] {
    results.mutants.filter { $0.mutation.part == part }.map { mutant in
      let old = sources.file(mutant.mutation.span.file)?.text(mutant.mutation.span) ?? ""
      return "\(mutant.mutation.operation.rawValue) \(old) → \(mutant.mutation.replacement ?? "nothing")"
    }
  }

  /// Returns a world that packs boxes, with given parts of its only truth.
  static func boxes(
    condition: String? = nil, lets: [String] = [], requires: [String] = [], invariants: [String] = [], moves: [String] = [],
    produces: [String] = ["fact.box.packed"], ensures: [String] = [], consent: String = "implicit", isExternal: Bool = false
  ) -> String {
    func list(_ name: String, _ entries: [String]) -> String {
      entries.isEmpty ? "" : "  \(name):\n" + entries.map { "    - \($0)\n" }.joined()
    }
    return vocabulary(consent, isExternal) + """
      truth packing:
        when:
          - intent: pack_box

      """ + (condition.map { "    - if: \($0)\n" } ?? "")
      + (lets.isEmpty ? "" : "  let:\n" + lets.map { "    \($0)\n" }.joined())
      + list("requires", ["box_id exists"] + requires) + list("invariants", invariants) + list("moves", moves)
      + list("produces", produces + ["trace.demo.packing"]) + list("ensures", ensures)
  }

  private static func vocabulary(_ consent: String, _ isExternal: Bool) -> String {
    """
    pack demo:
      version: 1.0.0

    enum size: [small, large]

    table size_of:
      inputs:
        weight: decimal
      output: size
      rows:
        - weight < 10 → small
        - otherwise → large

    table grade_of:
      inputs:
        weight: decimal
      output: size
      grid: |
        weight    → output
        < 10      → small
        otherwise → large

    lifecycle box:
      key: [box_id]
      initial: packed
      transitions:
        - packed → sent
        - packed → lost
        - sent → lost
      terminal: [lost]
      external: \(isExternal)

    fact box.packed:
      key: [box_id]
      fields:
        box_id: text
        weight: decimal?
        size: size?

    fact hall.shut:
      key: [hall]
      external: true
      fields:
        hall: text

    intent pack_box:
      consent: \(consent)
      fields:
        box_id: text
        weight: decimal
        limit: decimal = 100
        kind: text
        parts: list of decimal = []
        time: duration = "PT0S"
        sealed: boolean = true


    """
  }

  /// Returns a fixture that proposes to pack box `b`.
  ///
  /// - Parameters:
  ///   - payload: further members of the proposal: `"weight": 3`.
  ///   - expected: the members of the expectation.
  static func fixture(_ payload: String = "", _ expected: String = #""decision": "accepted""#, facts: String = "") -> String {
    let id = "demo.\(payload)\(expected)\(facts)".filter { $0.isLetter || $0.isNumber || $0 == "." }
    return """
      {"id": "\(id)", "context": {"facts": [\(facts)]},
       "proposal": {"action": "pack_box", "box_id": "b"\(payload.isEmpty ? "" : ", ")\(payload)}, "expected": {\(expected)}}
      """
  }

  static func rejected(_ payload: String) -> String { fixture(payload, #""decision": "rejected""#) }

  static func halted(_ payload: String) -> String { fixture(payload, #""decision": "halted""#) }
}
