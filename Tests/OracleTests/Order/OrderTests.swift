import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// The fixed point does not depend on the order in which truths fire and facts arrive (declarations §6).
@Suite("Order independence")
struct OrderTests {
  static let chunk = 30

  /// Seeds that no other test uses.
  private static func seeds(_ part: Int, from start: Int) -> Range<Int> { start + part * chunk..<start + (part + 1) * chunk }

  @Test("truths that fire in any order inside a round give the same facts and decision", arguments: 0..<5)
  func insideRounds(part: Int) throws {
    let tally = try Tally.of(seeds: Self.seeds(part, from: 100_000), features: .all) {
      Disorder(chance: Chance($0), keepsRounds: true)
    }
    for difference in tally.differences.prefix(1) { Issue.record("\(difference)") }
    #expect(tally.differences.count == 0)
    #expect(tally.programs >= 26, "\(tally.refusals)")
  }

  @Test("truths that fire one by one in any order inside a stratum give the same facts and decision", arguments: 0..<9)
  func insideStrata(part: Int) throws {
    let tally = try Tally.of(seeds: Self.seeds(part, from: 200_000), features: Features.all.union(.lasting)) {
      Disorder(chance: Chance($0), keepsRounds: false)
    }
    for difference in tally.differences.prefix(1) { Issue.record("\(difference)") }
    #expect(tally.differences.count == 0)
    #expect(tally.programs >= 26, "\(tally.refusals)")
    #expect(tally["closing"] > 1)
  }

  @Test("facts that arrive in several batches give the same facts and decision as all at once", arguments: 0..<9)
  func batches(part: Int) throws {
    var tally = Tally()
    var (derived, halted) = (0, 0)
    for seed in Self.seeds(part, from: 300_000) {
      guard let trial = tally.load(seed, [.tables, .truthsOnFacts, .views, .monotone]) else { continue }
      var chance = Chance(seed)
      let (whole, parts) = (try trial.whole(), try trial.inBatches(&chance))
      derived += max(0, whole.facts.count - trial.sample.context.count)
      if whole.isHaltedByFacts { halted += 1 }
      // Reads of a view before a fact made it faulty are not repeated.
      if whole.isHaltedByFacts, trial.hasViews { continue }
      if whole != parts {
        Issue.record("seed \(seed)\n\(trial.sample.described)\n=== at once\n\(whole)\n=== in batches\n\(parts)")
      }
    }
    #expect(tally.programs >= 26, "\(tally.refusals)")
    #expect(derived > 10)
    #expect(halted < 24)
  }
}

/// The results of all proposals of a sample, and the current facts at the end.
struct Ending: Hashable, CustomStringConvertible {
  var accounts: [Account] = []
  var facts: [String] = []
  /// Whether the context cannot be closed, and so decides nothing.
  var isHaltedByFacts = false

  var description: String { (accounts.map(\.description) + facts).joined(separator: "\n") }
}

extension Trial {
  /// Whether a fact type is a view.
  var hasViews: Bool { sample.files.contains { $0.text.contains("derived: true") } }

  func whole() throws -> Ending { try ending(of: context()) }

  /// Decides with the facts in another order, in batches, and with the context closed between them.
  func inBatches(_ chance: inout Chance) throws -> Ending {
    let policies = sample.context.filter { $0.contains("policy.set") }
    var facts = sample.context.filter { !$0.contains("policy.set") }
    chance.shuffle(&facts)
    var context = try procedure.context(from: Trial.entries(policies))
    for fact in facts {
      let injection = procedure.inject(
        try Trial.json(fact), actor: Entry.fixtureActor, runID: "run_out", correlationID: "cor_out", now: Trial.now, on: context)
      switch injection {
      case .appended(let result, _): context = result
      // A fact with which the context cannot be closed does not arrive. Then the context with all facts cannot be closed,
      // either.
      case .refused: return Ending(isHaltedByFacts: true)
      case .unchanged: Issue.record("\(fact): \(injection)")
      }
      if chance.percent(40) { context = procedure.close(context, now: Trial.now).context }
    }
    return try ending(of: context)
  }

  private func ending(of start: Context) throws -> Ending {
    var context = start
    var ending = Ending()
    for text in sample.proposals {
      let outcome = try procedure.run(RunRequest(proposal: try Trial.json(text), now: Trial.now), on: context)
      var account = Account(outcome, on: context)
      (account.closing, account.firings) = ([], [])
      ending.accounts.append(account.withoutOrder)
      if outcome.decision == .halted, outcome.steps == [Step(.propose, .stop)] { ending.isHaltedByFacts = true }
      context = outcome.context
    }
    if ending.isHaltedByFacts { return Ending(isHaltedByFacts: true) }
    context = procedure.close(context, now: Trial.now).context
    ending.facts = context.ledger.entries.filter { $0.type == .fact && $0.payload["proposal_hash"] == nil }
      .map { Account.text($0.payload) }.sorted()
    return ending
  }
}
