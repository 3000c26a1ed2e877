import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Evaluating the waiting runs that are due gives the ledger that evaluating all of them gives (runs §8).
@Suite("Waiting runs")
struct WaitingRunTests {
  static let parts = 4

  /// The step after which the ledgers differ; `nil` where they never do.
  private static func difference(
    _ history: inout WaitingHistory, seed: Int, steps: Int, _ step: (inout Chance, Timestamp) -> WaitingStep
  ) throws -> String? {
    var chance = Chance(seed)
    var now = Trial.now
    for number in 0..<steps {
      now = later(now, &chance, history)
      let next = step(&chance, now)
      if try history.take(next, at: now) { continue }
      let (all, due) = (history.all.context.ledger.entries, history.due.context.ledger.entries)
      let place = zip(all, due).prefix { $0 == $1 }.count
      return "seed \(seed), step \(number): \(next)\nall: \(all.dropFirst(place).first.map { "\($0)" } ?? "nothing")\n"
        + "due: \(due.dropFirst(place).first.map { "\($0)" } ?? "nothing")"
    }
    return nil
  }

  /// Returns the time of the next step: unchanged, some minutes or hours later, or exactly at the time with which a run
  /// compared.
  private static func later(_ now: Timestamp, _ chance: inout Chance, _ history: WaitingHistory) -> Timestamp {
    let milliseconds: Int64
    switch chance.below(10) {
    case 0..<5: return now
    case 5:
      guard let next = history.due.waiting?.nextMoment, next > now else { return now }
      return next
    case 6: milliseconds = 1
    case 7, 8: milliseconds = Int64(chance.below(90)) * 60_000
    default: milliseconds = Int64(chance.below(30)) * 3_600_000
    }
    return Timestamp(milliseconds: now.milliseconds + milliseconds) ?? now
  }

  @Test("what is due is all that would append an entry", arguments: 0..<parts)
  func yard(part: Int) throws {
    let procedure = try Yard.procedure()
    var (all, due, most) = (0, 0, 0)
    for seed in part * 1_000..<part * 1_000 + 2 * Soak.factor {
      var history = WaitingHistory(procedure, procedure.emptyContext)
      if let difference = try Self.difference(&history, seed: seed, steps: 60, { Yard.step(&$0, at: $1) }) {
        Issue.record("\(difference)")
      }
      all += history.all.evaluations
      due += history.due.evaluations
      most = max(most, history.mostWaiting)
    }
    #expect(most >= 5, "few runs wait at once: \(most)")
    #expect(due * 2 < all, "\(due) of \(all) evaluations")
  }

  @Test("the same for generated sets", arguments: 0..<parts)
  func generated(part: Int) throws {
    var (waited, programs) = (0, 0)
    for seed in 900_000 + part * 10_000..<900_000 + part * 10_000 + 30 * Soak.factor {
      var tally = Tally()
      guard let trial = tally.load(seed, part.isMultiple(of: 2) ? .all : Features.all.union(.unknowns)) else { continue }
      programs += 1
      var history = WaitingHistory(trial.procedure, trial.procedure.emptyContext)
      let facts = try trial.sample.context.compactMap { try Trial.json($0).value.objectValue }
      let proposals = try trial.sample.proposals.compactMap { try Trial.json($0).value.objectValue }
      let difference = try Self.difference(&history, seed: seed, steps: 25) { chance, _ in
        Self.step(&chance, facts, proposals)
      }
      if let difference { Issue.record("\(difference)\n\(trial.sample.described)") }
      if history.mostWaiting > 0 { waited += 1 }
    }
    #expect(waited > 0, "in \(waited) of \(programs) sets runs wait")
  }

  private static func step(_ chance: inout Chance, _ facts: [JSONObject], _ proposals: [JSONObject]) -> WaitingStep {
    switch chance.below(20) {
    case ..<9:
      var proposal = chance.pick(proposals)
      proposal["proposal_id"] = .text("prop_\(chance.below(12))")
      return .propose(proposal)
    case ..<14: return facts.isEmpty ? .rest : .arrive(chance.pick(facts))
    case ..<17: return .answer(action: "grant_approval", request: chance.below(5), by: approver(&chance))
    case 17: return .answer(action: "deny_approval", request: chance.below(5), by: approver(&chance))
    case 18: return .consent(run: chance.below(4), by: approver(&chance))
    default: return .rest
    }
  }

  private static func approver(_ chance: inout Chance) -> JSONObject {
    [
      "type": .text("user"), "user_id": .text(chance.pick(["ann", "cleo", "max"])),
      "roles": .array(["manager", "lead", "boss", "clerk"].map { .text($0) }),
    ]
  }

  @Test("each kind of read that is forgotten is noticed", arguments: Forgotten.allCases)
  func forgotten(_ forgotten: Forgotten) throws {
    let procedure = try Yard.procedure()
    if forgotten == .types {
      #expect(try Self.notices(.types, procedure) && !Self.notices(nil, procedure))
      return
    }
    let isNoticed = try (50_000..<50_040).contains { seed in
      var history = WaitingHistory(procedure, procedure.emptyContext, forgetting: forgotten)
      return try Self.difference(&history, seed: seed, steps: 60) { Yard.step(&$0, at: $1) } != nil
    }
    #expect(isNoticed)
  }

  /// Returns whether a history differs in which invoices add up, in a view, to more than a waiting run allows. Random histories
  /// hardly ever do that.
  private static func notices(_ forgotten: Forgotten?, _ procedure: RunProcedure) throws -> Bool {
    var history = WaitingHistory(procedure, procedure.emptyContext, forgetting: forgotten)
    let weighing: JSONObject = ["action": .text("weigh_vendor"), "vendor_id": .text("v1"), "weight": .number(Decimal(4))]
    let vendor: JSONObject = ["type": .text("vendor.listed"), "vendor_id": .text("v1"), "is_blocked": .boolean(false)]
    var isSame = try history.take(.arrive(vendor), at: Trial.now)
    isSame = try history.take(.propose(weighing), at: Trial.now) && isSame
    for number in 0..<5 {
      let invoice = invoice(number, amount: 90).with("vendor_id", .text("v1"))
      isSame = try history.take(.propose(invoice), at: Trial.now) && isSame
    }
    return !isSame
  }

  @Test("with 1,000 runs that wait, an accepted run that concerns none of them leads to no evaluation")
  func unrelated() throws {
    let procedure = try Yard.procedure()
    var world = WaitingWorld(procedure, procedure.emptyContext, onlyDue: true)
    let now = Trial.now
    try world.begin((0..<1_000).map { Self.invoice($0, amount: 500) }, at: now)
    #expect(world.context.runs.waitingCount == 1_000)
    let before = world.evaluations
    try world.take(.propose(Self.invoice(5_000, amount: 5)), at: now)
    let booked = try #require(procedure.program.facts.firstIndex { $0.name == "invoice.booked" })
    #expect(world.context.store.count(booked) == 1)
    #expect(world.evaluations == before)
    // One that concerns one of them.
    try world.take(
      .arrive(["type": .text("vendor.listed"), "vendor_id": .text("v7"), "is_blocked": .boolean(true)]), at: now)
    #expect(world.evaluations == before + 1)
    #expect(world.context.runs.waitingCount == 999)
    // Each compares the moment with its own due date.
    #expect(world.waiting?.nextMoment == Timestamp(text: "2024-01-03T00:00:00Z"))
    try world.take(.rest, at: Timestamp(text: "2024-01-02T23:00:00Z") ?? now)
    #expect(world.evaluations == before + 1)
  }

  private static func invoice(_ number: Int, amount: Int) -> JSONObject {
    [
      "action": .text("book_invoice"), "invoice_id": .text("i\(number)"), "vendor_id": .text("v\(number)"),
      "amount": .number(Decimal(amount)), "due": .text("2024-01-03T00:00:00Z"), "proposal_id": .text("prop_\(number)"),
    ]
  }
}
