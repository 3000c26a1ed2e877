import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsProgram
import TruthsRuntime

/// The rules that are pinned to a field, and those that reach beyond it, by each way of reading and writing (partitions §2).
@Suite("Partitions by each way to facts")
struct PartitionCaseTests {
  @Test("what is pinned gives the same decisions however it is split; what is not gives others", arguments: pinned + further)
  func cases(_ one: PartitionCase) throws {
    let procedure = try one.procedure()
    var batch = SplitBatch(procedure, by: "k")
    let verdict = try #require(batch.partitioning.verdicts.first { procedure.program.intents[$0.intent].name == "make" })
    #expect(verdict.diagnostics.map(\.message) == one.found, "\(one.text)")
    var differing = 0
    for seed in 0..<2 {
      let (facts, proposals) = PartitionCase.batch(seed)
      batch.begin(with: facts)
      differing += try batch.differences(proposals).count
    }
    #expect((differing == 0) == (one.found.isEmpty || one.hasNoWitness), "\(differing) of \(one.text)")
  }
}

extension PartitionCaseTests {
  private static func key(_ name: String, _ fields: [String], key: [String], isView: Bool = false) -> String {
    ClosingRules.produced(name, fields, key: key, isView: isView)
  }

  private static let all = ["k: text", "id: text", "n: integer"]
  private static let door = """
    lifecycle door:
      key: [k]
      initial: one
      transitions:
        - one → two
      terminal: [two]

    """
  /// A truth on things that makes a view.
  private static func view(_ name: String, _ lines: [String], on: String = "thing.made as t", if condition: String? = nil)
    -> String
  {
    ClosingRules.truth(
      "seeing_\(name)", on: [on], if: condition, makes: ["fact.\(name).seen:"] + lines.map { "    " + $0 }, isView: true)
  }

  private static let total = [
    key("total.seen", ["k: text", "n: integer"], key: ["k"], isView: true),
    view("total", ["k: t.k", "n: sum(o.n for o in thing.made where o.k == t.k)"]),
  ]

  private static let plain = [
    key("plain.seen", all, key: ["k", "id"], isView: true), view("plain", ["k: t.k", "id: t.id", "n: t.n"]),
  ]

  /// A view of views.
  private static func high(of value: String) -> String {
    key("high.seen", all, key: ["k", "id"], isView: true) + "\n"
      + view("high", ["k: t.k", "id: t.id", "n: \(value)"], on: "plain.seen as t", if: "t.n > 2")
  }

  /// An invariant over the state.
  private static func held(_ rule: String) -> String { "invariant held:\n  applies_to: state\n  rule: \(rule)\n" }

  /// A limit on the number of facts of a door.
  private static let manyOfIts = "count(t in thing.made where t.k == d.k) < 2"

  private static let consented =
    key("consent.seen", ["n: integer"], key: ["n"])
    + ClosingRules.truth("consenting", on: ["consent.given as c"], makes: ["fact.consent.seen:", "    n: 1"])

  private static let asking = "  invariants:\n    - n > 2 → requires_approval(manager)\n"

  /// A truth on grants that asks for more.
  private static func narrowing(_ clause: String) -> String {
    "truth narrowing:\n  when:\n    - intent: grant_approval\n  requires:\n    - request exists\n    - \(clause)\n"
      + "  produces:\n    - trace.trust.narrowing\n"
  }

  private static let lasting = "this does not stop a proposal that breaks it, and that affects later proposals of every `k`"

  static let pinned: [PartitionCase] = [
    PartitionCase(name: "a look-up", truth: PartitionCase.requiring("thing.made missing")),
    PartitionCase(
      name: "a reference",
      truth: PartitionCase.requiring("world.known", #"count(w in world.known where w.n > n) < 3 else "{world.known.n}""#)),
    PartitionCase(
      name: "a quantifier", truth: PartitionCase.requiring("no t in thing.made where t.n == n satisfies k == t.k")),
    PartitionCase(
      name: "a quantifier for all",
      truth: PartitionCase.requiring(#"every t in thing.made satisfies t.k != k or t.n != n else "{t.id}""#)),
    PartitionCase(
      name: "an aggregate",
      truth: PartitionCase.requiring(
        more: "  invariants:\n    - n >= 0 → warn(\"{sum(t.n for t in thing.made where t.k == k)}\")\n")),
    PartitionCase(
      name: "a let",
      truth: "  let:\n    own: k\n    used: sum(t.n for t in thing.made where t.k == own)\n"
        + PartitionCase.requiring(#"used < 6 else "{used}""#)),
    PartitionCase(
      name: "a function",
      declarations: [
        "function used:\n  inputs:\n    of: text\n  output: integer\n  value: sum(t.n for t in thing.made where t.k == of)\n"
      ], truth: PartitionCase.requiring(#"used(k) < 6 else "{used(k)}""#)),
    PartitionCase(
      name: "a view", declarations: total, truth: PartitionCase.requiring(#"coalesce(total.seen.n, 0) < 6 else "{total.seen.n}""#)
    ),
    PartitionCase(
      name: "a view of views", declarations: plain + [high(of: "t.n")],
      truth: PartitionCase.requiring(#"high.seen missing else "{high.seen.n}""#)),
    PartitionCase(
      name: "a match",
      declarations: [
        key("pair.made", ["k: text", "id: text", "n: integer"], key: ["k", "id", "n"]),
        ClosingRules.truth(
          "pairing", on: ["thing.made as t", "thing.made as u"], if: "t.k == u.k and t.id != u.id",
          makes: ["fact.pair.made:", "    k: u.k", "    id: t.id", "    n: u.n"]),
      ], truth: PartitionCase.requiring("count(p in pair.made where p.k == k) < 9")),
    PartitionCase(
      name: "a lifecycle", declarations: [door],
      truth: PartitionCase.requiring("door.state in [start, one]", more: "  moves:\n    - door: start → one\n")),
    PartitionCase(
      name: "the instances of a lifecycle", declarations: [door],
      truth: PartitionCase.requiring(
        "count(d in door where d.k == k and d.state == one) == 0", more: "  moves:\n    - door: start → one\n")),
    PartitionCase(
      name: "a correction", declarations: [key("last.made", all, key: ["k"])],
      truth: PartitionCase.requiring(
        produces: [
          "fact.thing.made", "fact.last.made where last.made missing", "correction.last.made where last.made:", "      n: n",
        ])),
    PartitionCase(
      name: "an invariant over the state",
      declarations: [
        "invariant few:\n  applies_to: state\n  rule: 'every t in thing.made satisfies sum(o.n for o in thing.made where o.k == t.k) < 7 "
          + "else \"{t.k}\"'\n"
      ], truth: PartitionCase.requiring()),
    PartitionCase(
      name: "an invariant over a view",
      declarations: total + ["invariant few:\n  applies_to: state\n  rule: every t in total.seen satisfies t.n < 7\n"],
      truth: PartitionCase.requiring()),
    PartitionCase(
      name: "what ensures reads",
      truth: PartitionCase.requiring(
        more: "  ensures:\n    - 'count(t in thing.made where t.k == k) <= old(count(t in thing.made where t.k == k)) + 1'\n")),
    PartitionCase(
      name: "an approval",
      truth: PartitionCase.requiring(more: "  invariants:\n    - n > 2 → requires_approval(manager)\n")),
    PartitionCase(
      name: "what follows from a grant",
      declarations: [
        key("grant.seen", ["request: text"], key: ["request"]),
        ClosingRules.truth("granting", on: ["approval.granted as g"], makes: ["fact.grant.seen:", "    request: g.request"]),
      ], truth: PartitionCase.requiring(more: "  invariants:\n    - n > 2 → requires_approval(manager)\n")),
    PartitionCase(
      name: "an invariant over the instances of a lifecycle",
      declarations: [door, held("every d in door satisfies \(manyOfIts)")],
      truth: PartitionCase.requiring(more: "  moves:\n    - door: start → one\n")),
    PartitionCase(
      name: "who may grant, by references",
      trust: [
        ClosingRules.truth(
          "deputies", on: ["world.known as w"],
          makes: ["fact.authority.held:", "    user_id: w.j", #"    role: '"manager"'"#], isView: true)
      ], truth: PartitionCase.requiring(more: asking)),
    PartitionCase(
      name: "grants that are narrowed by their request", trust: [narrowing("approval.requested.proposed_by != \"bob\"")],
      truth: PartitionCase.requiring(more: asking)),
    PartitionCase(
      name: "grants of what nobody asks for", trust: [narrowing("count(t in thing.made) < 3")], truth: PartitionCase.requiring()),
    PartitionCase(
      name: "what is made of consents that nobody asks for", declarations: [consented], truth: PartitionCase.requiring()),
    PartitionCase(
      name: "a warning of the state of references",
      declarations: ["invariant few:\n  applies_to: state\n  rule: some w in world.known satisfies w.n > 2 → warn(\"{w.j}\")\n"],
      truth: PartitionCase.requiring()),
    PartitionCase(
      name: "what is known by its proposal",
      declarations: [key("note.made", ["proposal_id: text", "n: integer"], key: ["proposal_id"])],
      truth: PartitionCase.requiring(
        produces: ["fact.thing.made", "fact.note.made:", "      proposal_id: proposal.proposal_id"])),
  ]

  static let further: [PartitionCase] = [
    PartitionCase(
      name: "a look-up of another key", truth: PartitionCase.requiring("thing.made(k = j) missing"),
      found: ["this may read a `thing.made` of another ledger, with a different `k`: it is looked up by `j` and `id`"]),
    PartitionCase(
      name: "a quantifier over all", truth: PartitionCase.requiring("no t in thing.made satisfies t.n == n"),
      found: ["this reads `thing.made` of every `k`, including those in other ledgers"]),
    PartitionCase(
      name: "a quantifier with an or", truth: PartitionCase.requiring("no t in thing.made satisfies t.k == k or t.n == n"),
      found: ["this reads `thing.made` of every `k`, including those in other ledgers"]),
    PartitionCase(
      name: "an aggregate over all",
      truth: PartitionCase.requiring(more: "  invariants:\n    - n >= 0 → warn(\"{count(t in thing.made)}\")\n"),
      found: ["this reads `thing.made` of every `k`, including those in other ledgers"]),
    PartitionCase(
      name: "an argument of another key",
      declarations: [
        "function used:\n  inputs:\n    of: text\n  output: integer\n  value: sum(t.n for t in thing.made where t.k == of)\n"
      ], truth: PartitionCase.requiring(#"used(j) < 6 else "{used(j)}""#),
      found: ["this reads `thing.made` of every `k`, including those in other ledgers"]),
    PartitionCase(
      name: "a fact of another key", declarations: [key("name.taken", ["j: text", "k: text"], key: ["j"])],
      truth: PartitionCase.requiring(produces: ["fact.thing.made", "fact.name.taken"]),
      found: ["this writes a `name.taken` that proposals of a different `k` may write too: its key is `j`"]),
    PartitionCase(
      name: "a view asked by another key", declarations: total,
      truth: PartitionCase.requiring(#"coalesce(total.seen(k = j).n, 0) < 6 else "{total.seen(k = j).n}""#),
      found: ["`total.seen` may be computed from facts of a different `k`, in another ledger"]),
    PartitionCase(
      name: "a view of everything",
      declarations: [
        key("total.seen", ["k: text", "n: integer"], key: ["k"], isView: true),
        view("total", ["k: t.k", "n: sum(o.n for o in thing.made where o.id == t.id)"]),
      ], truth: PartitionCase.requiring(#"coalesce(total.seen.n, 0) < 6 else "{total.seen.n}""#),
      found: ["this reads `thing.made` of every `k`, including those in other ledgers"]),
    PartitionCase(
      name: "a view of views of everything", declarations: plain + [high(of: "sum(o.n for o in plain.seen)")],
      truth: PartitionCase.requiring(#"coalesce(high.seen.n, 0) < 9 else "{high.seen.n}""#),
      found: ["`high.seen` may be computed from facts of a different `k`, in another ledger"]),
    PartitionCase(
      name: "a match across keys",
      declarations: [
        key("pair.made", ["k: text", "id: text", "n: integer"], key: ["k", "id", "n"]),
        ClosingRules.truth(
          "pairing", on: ["thing.made as t", "thing.made as u"], if: "t.n == u.n and t.id != u.id",
          makes: ["fact.pair.made:", "    k: u.k", "    id: t.id", "    n: u.n"]),
      ], truth: PartitionCase.requiring("count(p in pair.made where p.k == k) < 9"),
      found: [
        "`thing.made` is matched with facts of a different `k`, which may be in another ledger",
        "this writes a `pair.made` whose `k` may differ from that of the proposal",
      ]),
    PartitionCase(
      name: "the instances of a lifecycle of all keys", declarations: [door],
      truth: PartitionCase.requiring("count(d in door where d.state == one) < 2", more: "  moves:\n    - door: start → one\n"),
      found: ["this reads `door` of every `k`, including those in other ledgers"]),
    PartitionCase(
      name: "a lifecycle of another key", declarations: [door.replacing("[k]", with: "[j]")],
      truth: PartitionCase.requiring(more: "  moves:\n    - door: start → one\n"),
      found: ["this writes a `door` that proposals of a different `k` may write too: its key is `j`"]),
    PartitionCase(
      name: "an invariant over the whole state",
      declarations: ["invariant few:\n  applies_to: state\n  rule: count(t in thing.made) < 9\n"],
      truth: PartitionCase.requiring(),
      found: ["this is about facts of every `k` together, and is checked against the result of each proposal"]),
    PartitionCase(
      name: "an invariant over pairs of the state",
      declarations: [
        "invariant apart:\n  applies_to: state\n  rule: every t in thing.made satisfies no u in thing.made satisfies u.id == t.id and u.k != t.k\n"
      ], truth: PartitionCase.requiring(), found: ["this reads `thing.made` of every `k`, including those in other ledgers"]),
    PartitionCase(
      name: "an invariant of all intents",
      declarations: ["invariant few:\n  applies_to: all\n  rule: every t in thing.made satisfies t.n < 3\n"],
      truth: PartitionCase.requiring(), found: ["this reads `thing.made` of every `k`, including those in other ledgers"]),
    PartitionCase(
      name: "an invariant over a view of what each ledger has",
      declarations: [
        key("known.seen", ["k: text", "n: integer"], key: ["k"], isView: true),
        view("known", ["k: w.j", "n: sum(o.n for o in thing.made where o.k == w.j)"], on: "world.known as w"),
        "invariant some_of_each:\n  applies_to: state\n  rule: every s in known.seen satisfies s.k == \"d\" or s.n >= 0\n",
      ], truth: PartitionCase.requiring(),
      found: ["`known.seen` may be computed from facts of a different `k`, in another ledger"], hasNoWitness: true),
    PartitionCase(
      name: "what follows from facts that each ledger has, too",
      declarations: [
        ClosingRules.truth(
          "spreading", on: ["world.known as w"], makes: ["fact.thing.made:", "    k: w.j", "    id: w.k", "    n: w.n"]),
        "invariant few:\n  applies_to: state\n  rule: every t in thing.made satisfies count(o in thing.made where o.k == t.k) < 3\n",
      ], truth: PartitionCase.requiring("thing.made missing"),
      found: ["this writes a `thing.made` whose `k` may differ from that of the proposal"], hasNoWitness: true),
    PartitionCase(
      name: "an invariant over pairs of instances of a lifecycle",
      declarations: [door, held("every d in door satisfies no e in door satisfies e.k > d.k")],
      truth: PartitionCase.requiring(more: "  moves:\n    - door: start → one\n"),
      found: ["this reads `door` of every `k`, including those in other ledgers"]),
    PartitionCase(
      name: "a warning of the state",
      declarations: ["invariant few:\n  applies_to: state\n  rule: some t in thing.made satisfies t.n > 2 → warn(\"{t.k}\")\n"],
      truth: PartitionCase.requiring(), found: [lasting]),
    PartitionCase(
      name: "an approval of the state",
      declarations: [
        "invariant few:\n  applies_to: state\n  rule: every t in thing.made satisfies t.n < 3 else requires_approval(manager)\n"
      ], truth: PartitionCase.requiring(), found: [lasting], hasNoWitness: true),
    PartitionCase(
      name: "grants",
      truth: PartitionCase.requiring(
        more: "  invariants:\n    - n > 2 → requires_approval(manager)\n    - n >= 0 → warn(\"{count(g in approval.granted)}\")\n"
      ),
      found: ["`approval.granted` records proposals of every `k`"], hasNoWitness: true),
    PartitionCase(
      name: "what is counted of grants",
      declarations: [
        key("grant.seen", ["request: text"], key: ["request"]),
        ClosingRules.truth("granting", on: ["approval.granted as g"], makes: ["fact.grant.seen:", "    request: g.request"]),
      ],
      truth: PartitionCase.requiring(
        more: "  invariants:\n    - n > 2 → requires_approval(manager)\n    - n >= 0 → warn(\"{count(g in grant.seen)}\")\n"),
      found: ["this reads `grant.seen` of every `request`, including those in other ledgers"], hasNoWitness: true),
    PartitionCase(
      name: "who may grant, by facts of all keys",
      trust: [
        ClosingRules.truth(
          "deputies", on: ["thing.made as t"], if: "t.n == 1",
          makes: ["fact.authority.held:", "    user_id: t.id", #"    role: '"manager"'"#], isView: true)
      ], truth: PartitionCase.requiring(more: asking),
      found: ["`authority.held` says who may answer this, and it is computed from facts of every `k`"],
      hasNoWitness: true),
    PartitionCase(
      name: "grants that are narrowed by facts of all keys", trust: [narrowing("count(t in thing.made) < 3")],
      truth: PartitionCase.requiring(more: asking),
      found: ["this reads `thing.made` of every `k`, including those in other ledgers"],
      hasNoWitness: true),
    PartitionCase(
      name: "what is made of consents", declarations: [consented],
      truth: PartitionCase.requiring(more: "  invariants:\n    - n > 2 → requires_consent(\"sure?\")\n"),
      found: [
        "`consent.given` records proposals of every `k`",
        "this writes a `consent.seen` that proposals of a different `k` may write too: its key is `n`",
      ], hasNoWitness: true),
    PartitionCase(
      name: "consents",
      truth: PartitionCase.requiring(more: "  invariants:\n    - n >= 0 → warn(\"{count(c in consent.given)}\")\n"),
      found: ["`consent.given` records proposals of every `k`"], hasNoWitness: true),
    PartitionCase(
      name: "a consent to what the key names",
      truth: PartitionCase.requiring("no c in consent.given satisfies c.proposal_hash == k"),
      found: ["`consent.given` records proposals of every `k`"], hasNoWitness: true),
    PartitionCase(
      name: "the moment at which something followed",
      declarations: [
        key("world.dated", ["j: text", "at: timestamp"], key: ["j"]),
        ClosingRules.truth("dating", on: ["world.known as w"], makes: ["fact.world.dated:", "    j: w.j", "    at: now"]),
      ], truth: PartitionCase.requiring(more: "  invariants:\n    - n >= 0 → warn(\"{world.dated.at}\")\n"),
      found: ["`world.dated` follows when time has passed, with whichever proposal is next"]),
    PartitionCase(
      name: "the moment in an invariant of what follows",
      declarations: [
        key("thing.late", ["k: text", "id: text"], key: ["k", "id"]),
        ClosingRules.truth("being_late", on: ["thing.made as t"], makes: ["fact.thing.late"]).replacing(
          "  produces:",
          with: "  invariants:\n    - t.n > 2 and now > timestamp(\"2024-01-02T00:00:00Z\") → reject(\"late\")\n  produces:"),
      ], truth: PartitionCase.requiring("thing.made missing"),
      found: ["the result of this depends on the moment, and therefore on which proposal is next"], hasNoWitness: true),
    PartitionCase(
      name: "what time brings",
      declarations: [
        key("thing.aged", ["k: text", "id: text"], key: ["k", "id"]),
        ClosingRules.truth(
          "aging", on: ["thing.made as t"], if: #"now < timestamp("2024-01-02T00:00:00Z") and world.known(j = t.id) missing"#,
          makes: ["fact.thing.aged"]),
      ], truth: PartitionCase.requiring("thing.aged missing"),
      found: [
        "the result of this depends on the moment, and therefore on which proposal is next",
        "`thing.aged` follows when time has passed, with whichever proposal is next",
      ], hasNoWitness: true),
    PartitionCase(
      name: "what time brings of facts that each ledger has",
      declarations: [
        key("world.aged", ["j: text"], key: ["j"]),
        ClosingRules.truth(
          "aging", on: ["world.known as w"], if: #"now < timestamp("2024-01-01T02:00:00Z")"#, makes: ["fact.world.aged"]),
      ], truth: PartitionCase.requiring("world.aged missing"),
      found: ["`world.aged` follows when time has passed, with whichever proposal is next"]),
    PartitionCase(
      name: "the place in the ledger",
      truth: PartitionCase.requiring(
        more: "  invariants:\n    - thing.made → warn(\"{(the thing.made).entry.sequence}\")\n"),
      found: ["`.entry.sequence` is a position in one ledger, and differs if there are several ledgers"]),
    PartitionCase(
      name: "what was decided",
      truth: PartitionCase.requiring(more: "  invariants:\n    - n >= 0 → warn(\"{count(d in decision.made)}\")\n"),
      found: ["`decision.made` records proposals of every `k`"]),
    PartitionCase(
      name: "a view with a condition",
      declarations: [
        key("large.seen", all, key: ["k", "id"], isView: true),
        ClosingRules.truth(
          "seeing_large", on: ["thing.made as t"],
          makes: ["fact.large.seen where t.n > 1:", "    k: t.k", "    id: t.id", "    n: t.n"], isView: true),
      ], truth: PartitionCase.requiring("large.seen missing"),
      found: ["`large.seen` may be computed from facts of a different `k`, in another ledger"],
      hasNoWitness: true),
    PartitionCase(
      name: "a key that was changed on the way",
      truth: PartitionCase.requiring(
        more: "  invariants:\n    - n >= 0 → warn(\"{sum(t.n for t in thing.made where t.k == lower(k))}\")\n"),
      found: ["this reads `thing.made` of every `k`, including those in other ledgers"], hasNoWitness: true),
  ]
}
