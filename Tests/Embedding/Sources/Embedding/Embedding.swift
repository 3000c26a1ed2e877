import Foundation
import Truths

/// Uses the library like a program that embeds it, with the shop of docs/embedding. Exits with 1 if a check fails.
@main
struct Embedding {
  static func main() async throws {
    let check = Check()
    let shop = try Shop()
    try checkRules(shop, check)
    try checkGate(shop, check)
    try checkColumns(shop, check)
    try await checkLedger(shop, check)
    try checkSession(shop, check)
    print("embedding: \(check.count) checks, \(check.failures) do not hold")
    exit(check.failures == 0 ? 0 : 1)
  }

  /// Checks the description of a set, its bundle, and a set with errors.
  static func checkRules(_ shop: Shop, _ check: Check) throws {
    let rules = shop.rules
    check(rules.packs == ["shop"], "the set has the pack")
    // The set requires approvals, and has no pack `trust` that names who adopts other rules.
    check(rules.warnings.all.map(\.code) == ["T5022"], "the check found that alone: \(rules.warnings)")
    let intent = rules.intents.first { $0.name == "place_order" }
    check(intent?.fields.map(\.type) == ["text", "text", "integer", "decimal in eur"], "fields have types")
    check(rules.facts.first { $0.name == "order.placed" }?.key == ["order_id"], "facts have keys")
    let bundle = try rules.bundle()
    let again = try RuleSet(bundle: SourceText(path: "shop.truthpack", bytes: Array(bundle.utf8)))
    check(again.hash == rules.hash, "a bundle is the same set")
    do {
      let wrong = String(decoding: shop.source.bytes, as: UTF8.self).replacing("intent: place_order", with: "intent: place_ordr")
      _ = try RuleSet([SourceText(path: shop.source.path, bytes: Array(wrong.utf8))])
      check(false, "a set with errors is not opened")
    } catch {
      let first = error.all.first
      check(first?.place.line == 39 && first?.code.hasPrefix("T1") == true, "a finding has its place: \(error)")
      check(error.description.contains("place_order"), "and says how to mend it")
    }
  }

  /// Checks decisions on a context: with reasons, without them, and many in one call.
  static func checkGate(_ shop: Shop, _ check: Check) throws {
    let gate = try Gate(shop.rules, context: shop.context)
    let outcomes = try shop.orders.map { try (gate.decide($0) as Decision).outcome }
    check(outcomes == [.accepted, .rejected, .halted, .waiting], "each order comes to what it should: \(outcomes)")
    for order in shop.orders {
      let decision: Decision = try gate.decide(order)
      let quick: QuickDecision = try gate.decide(gate.prepare(order))
      check(quick.outcome == decision.outcome, "without words it comes to the same")
      check(gate.records(order) == decision.record + [0x0A], "a batch has its record")
    }
    let blocked: Decision = try gate.decide(shop.orders[2])
    check(blocked.traces.contains { $0.contains("guardrail.hit") }, "traces say what stood in the way: \(blocked.traces)")
    check(blocked.entries.first?.contains(#""entry_type":"proposal""#) == true, "entries begin with the proposal")
    check(blocked.reason == "Customer bob is blocked" && blocked.violations.first?.kind == "structural", blocked.reason)
    let other = try Gate(shop.rules)
    do {
      _ = try other.decide(gate.prepare(shop.orders[0]))
      check(false, "a proposal belongs to the gate that prepared it")
    } catch { check(error is ForeignProposal, "it says so: \(error)") }
    check(try decideOne(by: shop.url, on: shop.context.bytes) == nil, "the order of the page is placed")
    for (now, work, part) in [("yesterday", 1_000, "yesterday"), ("2025-03-01T10:00:00Z", -1, "-1")] {
      do {
        _ = try Gate(shop.rules, now: now, maxWork: work)
        check(false, "no moment, and no limit below nothing")
      } catch { check(error.description.contains(part), "it says what is wrong: \(error)") }
    }
    do {
      let limited = try Gate(shop.rules, context: shop.context, maxWork: 1)
      _ = try limited.decide(limited.prepare(shop.orders[0])) as QuickDecision
      check(false, "beyond the limit of work there is no decision")
    } catch { check((error as? Findings)?.isOverworked == true, "it says so: \(error)") }
  }

  /// Checks that rows in columns get the decisions of the same rows as lines.
  static func checkColumns(_ shop: Shop, _ check: Check) throws {
    let gate = try Gate(shop.rules, context: shop.context)
    let clauses = ["all hold", "shop.placing requires[3]", "shop.placing invariants[0]", "shop.placing invariants[1]"]
    let lines = try zip(shop.orders, clauses).map { order, clause in
      let decision: Decision = try gate.decide(order)
      return "\(decision.outcome): \(clause): \(decision.reason)"
    }
    let decided = try decideColumns(gate)
    check(decided == lines, "columns are decided as lines: \(decided)")
  }

  /// Checks an open ledger with proposals that come one after another.
  static func checkLedger(_ shop: Shop, _ check: Check) async throws {
    var input = RunInput(context: shop.context)
    (input.now, input.actor) = ("2025-03-01T10:00:00Z", .known(json: Shop.actor("ada", "customer")))
    let empty = try OpenLedger(shop.rules.workspace, input)
    var ledger = empty
    var lines = shop.context.bytes
    for order in shop.orders { lines += Array(try ledger.append(SourceText(path: "order", bytes: order)).appended.utf8) }
    check(ledger.head != empty.head && Record.isHead(ledger.head), "the head changes")
    check(ledger.size > empty.size, "entries are counted")
    let report = try ledger.verify(question: VerificationQuestion())
    check(report.holds, "it holds: \(report.text)")
    let changed = String(decoding: ledger.entries, as: UTF8.self).replacing(
      "Customer bob is blocked", with: "Customer bob is locked")
    let forged = try Record(SourceText(path: "ledger.jsonl", bytes: Array(changed.utf8)))
    check(try !forged.verify(with: [shop.rules.workspace]).holds, "a change is found")

    let proposals = AsyncStream { stream in
      for order in shop.orders { stream.yield(SourceText(path: "order", bytes: order)) }
      stream.finish()
    }
    var runs = empty.runs(of: proposals).makeAsyncIterator()
    var reasons: [String] = []
    while let report = try await runs.next() {
      reasons += report.decisions.map(\.reason)
      check(report.runEvents.map(\.seq) == Array(1...report.runEvents.count), "the events of a run are numbered")
    }
    check(reasons.count == 4 && runs.ledger.head == ledger.head, "runs of a sequence leave the same ledger: \(reasons)")
  }

  /// A session with two people who are connected by a transport of the program's own.
  static func checkSession(_ shop: Shop, _ check: Check) throws {
    var wire = Wire(session: try RunSession(shop.rules, context: shop.context, now: Wire.start))
    try wire.connect("ada", as: Shop.actor("ada", "customer"))
    try wire.connect("eve", as: Shop.actor("eve", "sales"))
    try wire.propose(shop.orders[3], from: "ada")
    check(wire.view("ada").contains(#""run_status":"waiting""#), "it waits: \(wire.view("ada"))")
    check(wire.view("eve").contains(#""can_i_act":true"#), "the other may act")
    let proposal = wire.view("eve").firstMatch(of: /"proposal_id":"([^"]+)"/)?.1 ?? ""
    try wire.control(.approve, #"{"proposal_id": "\#(proposal)"}"#, from: "eve")
    check(wire.view("ada").contains(#""run_status":"converged""#), "an approval lets it go on: \(wire.view("ada"))")
    check(wire.view("ada").contains(#""missing_seqs":[]"#), "no event is missing")

    let claim = #"{"handshake": {"device_id": "d", "app_version": "1.0", "actor": \#(Shop.actor("ada", "sales"))}}"#
    try wire.session.receive(Array(claim.utf8), from: "ada", now: Wire.start)
    let answer = wire.session.outgoing(to: "ada")
    check(answer.contains { String(decoding: $0.bytes, as: UTF8.self).contains("error") }, "nobody becomes somebody else")
    do {
      try wire.session.receive(Array(#"{"propse": {}}"#.utf8), from: "ada", now: Wire.start)
      check(false, "what is no message is refused")
    } catch { check((error as? NoMessage)?.members == ["propse"], "it says so: \(error)") }
    do {
      _ = try RunSession(shop.rules, now: .max)
      check(false, "a session begins at a moment")
    } catch { check(error is NoMoment, "it says so: \(error)") }

    let seen = wire.session.events()
    check(seen.map(\.seq) == Array(1...seen.count), "who follows sees each event once, in order")
    check(wire.session.currentSeq == seen.count, "and all of them")
    let ledger = try Record(SourceText(path: "ledger.jsonl", bytes: wire.session.ledger))
    check(try ledger.verify(with: [shop.rules.workspace]).holds, "what the session did can be proven")
  }
}

/// Counts the checks, and prints those that fail.
final class Check {
  private(set) var count = 0
  private(set) var failures = 0

  func callAsFunction(_ holds: Bool, _ message: @autoclosure () -> String) {
    count += 1
    if holds { return }
    failures += 1
    print("does not hold: \(message())")
  }
}
