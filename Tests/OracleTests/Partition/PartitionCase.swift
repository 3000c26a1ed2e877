import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsRuntime
import TruthsText

/// A small set, and the expected findings about a split by its field `k`.
struct PartitionCase: CustomTestStringConvertible, Sendable {
  var name: String
  var declarations: [String] = []
  /// Declarations of pack `trust`.
  var trust: [String] = []
  /// Lines of the truth on intent `make`, with their section.
  var truth: String
  /// The messages of the findings about intent `make`; none where it is pinned.
  var found: [String] = []
  /// Whether no decision differs, although the split is refused, because the checker cannot follow the rules.
  var hasNoWitness = false

  var testDescription: String { name }

  /// An intent `make` that writes `thing.made` of a key of its own and an id, and an intent `ask` with the same fields.
  var text: String {
    ([Self.head] + declarations).joined(separator: "\n") + "\ntruth making:\n  when:\n    - intent: make\n" + truth
  }

  private static let head = """
    pack demo:
      version: 1.0.0

    fact thing.made:
      key: [k, id]
      fields:
        k: text
        id: text
        n: integer

    fact world.known:
      key: [j]
      external: true
      fields:
        j: text
        k: text
        n: integer

    intent make:
      fields:
        k: text
        j: text
        id: text
        n: integer

    """

  /// Requirements that each proposal of a batch meets, and more.
  static func requiring(_ clauses: String..., produces: [String] = ["fact.thing.made"], more: String = "") -> String {
    "  requires:\n    - k exists and j exists and id exists and n exists\n" + clauses.map { "    - \($0)\n" }.joined() + more
      + "  produces:\n" + produces.map { $0.hasPrefix(" ") ? "    \($0)\n" : "    - \($0)\n" }.joined()
      + "    - trace.demo.making\n"
  }

  func procedure() throws -> RunProcedure {
    var files = [(path: "truths/demo/demo.truths", bytes: Array(text.utf8))]
    if !trust.isEmpty {
      let pack = (["pack trust:\n  version: 1.0.0\n  uses: [demo]\n"] + trust).joined(separator: "\n")
      files.append((path: "truths/trust/trust.truths", bytes: Array(pack.utf8)))
    }
    let loaded = Loader.load(files)
    let errors = loaded.diagnostics.filter { $0.severity == .error }
    try #require(errors.isEmpty, "\(errors.map { "\($0.code) \($0.message)" })\n\(text)")
    return RunProcedure(program: loaded.program)
  }

  /// Proposals with few keys, and facts that are there before.
  static func batch(_ seed: Int) -> (facts: [String], proposals: [String]) {
    var chance = Chance(seed)
    let facts = ["a", "b", "c", "d"].map { key in
      #"{"type":"world.known","j":"\#(key)","k":"\#(chance.pick(["a", "b", "c", "d"]))","n":\#(chance.below(4))}"#
    }
    let proposals = (0..<40).map { turn in
      let (k, j) = (chance.pick(["a", "b", "c", "d"]), chance.pick(["a", "b", "c", "d"]))
      return """
        {"action":"make","proposal_id":"p\(turn)","k":"\(k)","j":"\(j)","id":"\(chance.below(5))","n":\(chance.below(4)),\
        "actor":{"type":"user","user_id":"ann"}}
        """
    }
    return (facts, proposals)
  }
}
