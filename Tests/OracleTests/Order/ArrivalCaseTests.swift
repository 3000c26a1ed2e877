import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Facts from outside affect decisions by their content only, and not by the time of their arrival (declarations §6; runs §6).
@Suite("What arrives from outside")
struct ArrivalCaseTests {
  private static let person: JSONObject = ["type": .text("user"), "user_id": .text("ann")]

  private func procedure(_ declarations: [String]) throws -> RunProcedure {
    let loaded = Loader.load([(path: "truths/demo/demo.truths", bytes: Array(ClosingRules.set(declarations).utf8))])
    try #require(loaded.diagnostics.allSatisfy { $0.severity != .error }, "\(loaded.diagnostics)")
    return RunProcedure(program: loaded.program)
  }

  private func inject(
    _ fact: String, correcting corrected: String? = nil, into context: inout Context, _ procedure: RunProcedure
  ) throws -> String {
    let versions = context.ledger.entries.filter { $0.type == .fact }
    let version = versions.last { entry in corrected.map { Account.text(entry.payload) == $0 } ?? false }
    #expect(corrected == nil || version != nil)
    let arrival = procedure.inject(
      try Trial.json(fact), corrects: version?.entryID, actor: Self.person, runID: "run_out", correlationID: "cor_out",
      now: Trial.now, on: context)
    switch arrival {
    case .appended(let result, _):
      context = result
      return "appended"
    case .unchanged: return "unchanged"
    case .refused(let truth, _): return "refused by \(truth)"
    }
  }

  /// Decides `go`, and returns the decision with the facts that follow.
  private func decide(_ context: inout Context, _ procedure: RunProcedure, _ id: String, _ more: String = "") throws -> String {
    let proposal = try Trial.json(#"{"action":"go","proposal_id":"\#(id)"\#(more)}"#)
    let given = context
    let outcome = try procedure.run(RunRequest(proposal: proposal, now: Trial.now), on: given)
    context = outcome.context
    return ClosingCase.told(outcome, after: given)
  }

  // MARK: 6

  private static let bill = [
    ClosingRules.external("bill.sent", ["k: text", "due: timestamp"], key: ["k"]),
    ClosingRules.produced("bill.overdue", ["k: text"], key: ["k"]),
    ClosingRules.truth("aging", on: ["bill.sent"], if: "now > due", makes: ["fact.bill.overdue"]),
  ]

  @Test("a proposal's own time dates nothing, and one that is not well-formed leaves nothing")
  func dates() throws {
    let procedure = try procedure(Self.bill)
    let sent = #"{"type":"bill.sent","k":"a","due":"2050-01-01T00:00:00Z"}"#
    let late = #","timestamp":"2099-01-01T00:00:00Z""#
    var context = try procedure.context(from: Trial.entries([sent]))
    #expect(try decide(&context, procedure, "one", late) == "accepted")
    // If this time were believed, the fact would follow. A proposal that is not well-formed leaves nothing.
    for (action, expected) in [("nope", 0), ("go", 1)] {
      let proposal = try Trial.json(#"{"action":"\#(action)","proposal_id":"two"\#(late)}"#)
      let outcome = try procedure.run(RunRequest(proposal: proposal), on: context)
      #expect(outcome.entries.count { $0.type == .fact } == expected)
    }
    #expect(try decide(&context, procedure, "three", late) == "accepted")
  }

  @Test(
    "what follows from facts does not depend on who asks", arguments: ["actor.type == \"user\"", "proposal.confidence > 0.5"])
  func whoAsks(condition: String) throws {
    let set = ClosingCase(declarations: Self.bill).with(("now > due", condition))
    let hop = set.hopping(from: "bill.sent", ["k: text", "due: timestamp"], key: ["k"], in: "aging")
    for told in [try set.told(), try set.with(("truth aging", "truth zealous")).told(), try hop.told()] {
      #expect(told.hasPrefix("refused by T1025"))
    }
  }

  // MARK: 7

  private static let limits = [
    ClosingRules.external("limit.given", ["k: text", "g: text", "v: integer"], key: ["k"]),
    ClosingRules.produced("top.made", ["g: text", "v: integer"], key: ["g"]),
    ClosingRules.produced("far.made", ["g: text", "v: integer"], key: ["g"]),
    ClosingRules.truth("deriving", on: ["limit.given as l"], if: #"l.k == "a""#, makes: ["fact.top.made"]),
    ClosingRules.truth("other", on: ["limit.given as l"], if: #"l.k == "b""#, makes: ["fact.top.made"]),
    ClosingRules.truth("going_on", on: ["top.made"], makes: ["fact.far.made"]),
  ]

  private func limit(_ key: String, _ value: Int) -> String {
    Account.text(["g": .text("x"), "k": .text(key), "type": .text("limit.given"), "v": .number(Decimal(value))])
  }

  /// The set, with the truths in another order of names, and with a hop.
  private var variants: [[String]] {
    let set = ClosingCase(declarations: Self.limits)
    return [
      set.declarations, set.with(("truth deriving", "truth zealous"), ("truth going_on", "truth a_going_on")).declarations,
      set.hopping(from: "limit.given", ["k: text", "g: text", "v: integer"], key: ["k"], in: "deriving").declarations,
    ]
  }

  @Test("what cannot be closed does not arrive, and nothing is halted for good")
  func noWayBack() throws {
    for declarations in variants {
      for (first, second) in [("a", "b"), ("b", "a")] {
        let procedure = try procedure(declarations)
        var context = try procedure.context(from: [])
        #expect(try inject(limit(first, 1), into: &context, procedure) == "appended")
        #expect(try inject(limit(second, 2), into: &context, procedure) == "refused by converge.fact.conflict")
        #expect(
          try decide(&context, procedure, "one") == """
            accepted
            {"g":"x","type":"far.made","v":1}
            {"g":"x","type":"top.made","v":1}
            """)
        #expect(try inject(limit(second, 2), into: &context, procedure) == "refused by converge.fact.conflict")
        #expect(try inject(limit(second, 1), into: &context, procedure) == "appended")
        #expect(try decide(&context, procedure, "two") == "accepted")
      }
    }
  }

  /// A given context cannot be refused; an arriving correction may repair it.
  @Test func aCorrectionMendsWhatCannotBeClosed() throws {
    for declarations in variants {
      for facts in [[limit("a", 1), limit("b", 2)], [limit("b", 2), limit("a", 1)]] {
        let procedure = try procedure(declarations)
        var context = try procedure.context(from: Trial.entries(facts))
        #expect(try decide(&context, procedure, "one") == "halted by converge.fact.conflict")
        #expect(try inject(limit("b", 1), correcting: limit("b", 2), into: &context, procedure) == "appended")
        #expect(
          try decide(&context, procedure, "two") == """
            accepted
            {"g":"x","type":"far.made","v":1}
            {"g":"x","type":"top.made","v":1}
            """)
      }
    }
  }

  // MARK: 9

  @Test("a fact that is corrected from outside corrects what was derived from it")
  func correctedFromOutside() throws {
    for declarations in variants {
      for order in [["a", "b"], ["b", "a"]] {
        let procedure = try procedure(declarations)
        var context = try procedure.context(from: [])
        #expect(try inject(limit(order[0], 1), into: &context, procedure) == "appended")
        #expect(try decide(&context, procedure, "one").hasPrefix("accepted"))
        #expect(try inject(limit(order[0], 2), correcting: limit(order[0], 1), into: &context, procedure) == "appended")
        #expect(
          try decide(&context, procedure, "two") == """
            accepted
            {"g":"x","type":"far.made","v":2}
            {"g":"x","type":"top.made","v":2}
            """)
        // Another one that gives the same fact, and says something else, is in conflict with it.
        #expect(try inject(limit(order[1], 2), into: &context, procedure) == "appended")
        #expect(try decide(&context, procedure, "three") == "accepted")
        #expect(
          try inject(limit(order[0], 3), correcting: limit(order[0], 2), into: &context, procedure)
            == "refused by converge.fact.conflict")
        #expect(try decide(&context, procedure, "four") == "accepted")
      }
    }
  }
}
