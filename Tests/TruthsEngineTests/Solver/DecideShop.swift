import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// A pack with a field of every type, into which a test writes clauses; with its findings about clauses and their witnesses.
struct DecideShop {
  var fields: [String] = []
  var lets: [String] = []
  var conditions: [String] = []
  var requires: [String] = []
  var invariants: [String] = []
  var moves: [String] = []
  var ensures: [String] = []
  /// Whole declarations.
  var declarations: [String] = []
  var files: [(path: String, text: String)] = []

  static let vocabulary = """
    pack demo:
      version: 1.0.0

    policy limit:
      type: decimal
      default: 1000

    policy is_strict:
      type: boolean
      default: false

    enum colour: [red, green, blue]

    enum size:
      ordered: [small, medium, large]

    record address:
      fields:
        city: text
        street: text?

    fact period.closed:
      key: [period_id]
      external: true
      fields:
        period_id: text
        closed_at: timestamp?

    fact stock.counted:
      key: [item]
      external: true
      fields:
        item: text
        amount: decimal
        note: text?

    lifecycle ticket:
      key: [item]
      initial: open
      transitions:
        - open → busy
        - busy → done
        - any → dropped
      terminal: [done, dropped]

    table rank:
      inputs:
        weight: decimal
      output: size
      rows:
        - weight < 1 → small
        - otherwise → large

    intent act:
      fields:
        period_id: text
        item: text
        n: integer
        m: integer
        d: decimal
        e: decimal
        given: decimal = 1
        b: boolean
        c: boolean
        name: text
        other: text
        hue: colour
        size: size
        on: date
        at: timestamp
        span: duration
        tags: list of text
        where_to: address


    """

  var text: String {
    var lines = declarations.flatMap { [$0, ""] }
    lines += ["truth acting:", "  when:", "    - intent: act"] + conditions.map { "    - if: \(Self.quoted($0))" }
    if !lets.isEmpty { lines += ["  let:"] + lets.map { "    \($0)" } }
    lines += section("requires", requires) + section("invariants", invariants)
    if !moves.isEmpty { lines += ["  moves:"] + moves.map { "    - \($0)" } }
    lines += ["  produces:", "    - trace.acting"] + section("ensures", ensures)
    return Self.vocabulary + lines.joined(separator: "\n") + "\n"
  }

  private func section(_ name: String, _ entries: [String]) -> [String] {
    entries.isEmpty ? [] : ["  \(name):"] + entries.map { "    - \(Self.quoted($0))" }
  }

  private static func quoted(_ clause: String) -> String {
    "'" + clause.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  func load() -> LoadedSet {
    let all = [("truths/demo/demo.truths", text)] + files.map { ($0.path, $0.text) }
    return Loader.load(all.map { ($0.0, Array($0.1.utf8)) })
  }

  /// The codes of family T43 and of other errors, in order of place; and the claims that witnesses do not confirm.
  var findings: (codes: [String], broken: [String]) {
    let loaded = load()
    let runner = ProofRunner(program: loaded.program)
    let codes = loaded.diagnostics.filter { $0.code.description.hasPrefix("T43") || $0.code.description.hasPrefix("T44") }
    let errors = loaded.diagnostics.filter { $0.severity == .error && !codes.contains($0) }
    let told = codes.map(\.code.description) + errors.map { "\($0.code): \($0.message)" }
    let unproven = codes.filter { finding in finding.code != "T4404" && !loaded.proofs.contains { $0.diagnostic == finding } }
    return (told, loaded.proofs.flatMap { runner.broken($0) } + unproven.map { "\($0.code) has no witness" })
  }
}
