import Testing
import TruthsEngine
import TruthsRuntime

/// A decision without a record is the decision of the whole procedure.
@Suite("Quick decisions")
struct QuickTests {
  @Test("what is decided quickly is what the whole procedure decides", arguments: 0..<8)
  func agreement(part: Int) throws {
    var tally = Tally()
    var quick = 0
    for seed in 400_000 + part * 60..<400_000 + (part + 1) * 60 {
      guard let trial = tally.load(seed, part % 2 == 0 ? .all : [.tables]) else { continue }
      var context = try trial.context()
      for text in trial.sample.proposals {
        let proposal = try Trial.json(text)
        let outcome = trial.procedure.run(RunRequest(proposal: proposal, now: Trial.now), on: context)
        let decider = QuickProcedure(trial.procedure, context: context, now: Trial.now)
        let ready = decider.ready(proposal)
        let decided = decider.decide(ready)
        if !decided.isWhole { quick += 1 }
        let (told, wanted) = (Firsts(decided, ready), Firsts(outcome, ready))
        if told != wanted {
          Issue.record("seed \(seed)\n\(trial.sample.described)\n=== on \(text)\n\(told)\n=== whole\n\(wanted)")
        }
        context = outcome.context
      }
    }
    #expect(tally.programs > 30)
    #expect(quick > (part % 2 == 0 ? 20 : 60), "too little is decided quickly")
  }

  @Test("a proposal read straight from its bytes is the same proposal", arguments: 0..<4)
  func straight(part: Int) throws {
    var tally = Tally()
    var count = 0
    for seed in 410_000 + part * 60..<410_000 + (part + 1) * 60 {
      guard let trial = tally.load(seed, [.tables]) else { continue }
      let decider = QuickProcedure(trial.procedure, context: try trial.context(), now: Trial.now)
      for text in trial.sample.proposals {
        guard let straight = decider.ready(plain: Array(text.utf8)) else { continue }
        count += 1
        let ready = decider.ready(try Trial.json(text))
        let (told, wanted) = (Firsts(decider.decide(straight), straight), Firsts(decider.decide(ready), ready))
        if told != wanted {
          Issue.record("seed \(seed)\n\(trial.sample.described)\n=== on \(text)\n\(told)\n=== read at length\n\(wanted)")
        }
      }
    }
    #expect(count > 60, "too little is read straight from its bytes: \(count)")
  }
}

/// What a decision comes to, with the first clause of each kind that does not hold.
private struct Firsts: Equatable {
  var decision: Decision
  var isWaiting: Bool
  var clauses: [String: String] = [:]

  init(_ outcome: QuickProcedure.Outcome, _ ready: QuickProposal) {
    decision = outcome.decision
    isWaiting = outcome.isWaiting
    let verdict = outcome.verdict
    let kinds = [
      ("structural", verdict.structural), ("unknown", verdict.unknown), ("requirement", verdict.requirement),
      ("acceptance", verdict.acceptance),
    ]
    for (kind, clause) in kinds where clause >= 0 {
      let planned = ready.clauses[Int(clause)]
      clauses[kind] = "\(planned.declaredBy) \(planned.id) \(planned.name)"
    }
  }

  /// Clauses that a proposal's truths declare, apart from those that are read on the result or belong to truths on facts.
  init(_ outcome: RunOutcome, _ ready: QuickProposal) {
    decision = outcome.decision
    isWaiting = outcome.run.status == .waiting
    for violation in outcome.violations where clauses[violation.kind.rawValue] == nil {
      let words = "\(violation.declaredBy) \(violation.truthID) \(violation.clause)"
      let isPlanned = ready.clauses.contains { "\($0.declaredBy) \($0.id) \($0.name)" == words }
      if isPlanned, violation.kind != .advisory, violation.kind != .postcondition { clauses[violation.kind.rawValue] = words }
    }
  }
}
