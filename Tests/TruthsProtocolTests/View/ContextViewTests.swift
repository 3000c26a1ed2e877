import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// The view derived from events: runs, facts with provisional ones marked, and the audit of entries.
@Suite struct ContextViewTests {
  private let invoice: JSONObject = ["type": .text("invoice.created"), "invoice_id": .text("i1")]

  private func shown(_ events: [Event], actor: JSONObject = StreamEvents.ann) -> ClientView {
    var client = StreamEvents.connected(actor)
    for event in events { _ = client.receive(.event(event), at: 0) }
    return client.view
  }

  /// C19.
  @Test func aProvisionalFactIsShownAndMarkedWhileTheRunIsRunning() {
    let view = shown([StreamEvents.status(1, "running"), StreamEvents.proposal(2), StreamEvents.provisional(3, invoice)])
    #expect(view.runStatus == "running")
    #expect(view.provisional == [invoice])
    var marked = invoice
    marked["provisional"] = .boolean(true)
    #expect(view.facts == [marked])
    #expect(view.renderedBeforeDone)
  }

  @Test func theAcceptingDecisionMakesItFinalAndItsEntryDoesNotShowItTwice() {
    let events = [
      StreamEvents.status(1, "running"), StreamEvents.proposal(2), StreamEvents.provisional(3, invoice),
      StreamEvents.decision(4, "accepted", status: "converged"),
    ]
    let decided = shown(events)
    #expect(decided.facts == [invoice])
    #expect(decided.provisional == [])
    let whole = shown(events + [StreamEvents.fact(5, invoice), StreamEvents.status(6, "converged")])
    #expect(whole.facts == [invoice])
    #expect(whole.runStatus == "converged")
  }

  /// C19.
  @Test func afterAHaltItIsDroppedVisibly() {
    let view = shown([
      StreamEvents.status(1, "running"), StreamEvents.proposal(2), StreamEvents.provisional(3, invoice),
      StreamEvents.decision(4, "halted", status: "halted", reason: "Period is closed"),
      StreamEvents.provisional(5, invoice, droppedBecause: "Period is closed"), StreamEvents.status(6, "halted"),
    ])
    #expect(view.facts == [])
    #expect(view.dropped.map { $0["dropped_because"]?.stringValue } == ["Period is closed"])
    #expect(view.revisions == 1)
    #expect(view.runStatus == "halted")
  }

  /// C23.
  @Test func factsThatComeWithOrAfterTheDecisionWereNotRenderedBefore() {
    let late = shown([
      StreamEvents.status(1, "running"), StreamEvents.proposal(2), StreamEvents.decision(3, "accepted", status: "converged"),
      StreamEvents.fact(4, invoice), StreamEvents.status(5, "converged"),
    ])
    #expect(!late.renderedBeforeDone)
    var polling = StreamEvents.connected(over: .rest)
    let batch = [
      StreamEvents.status(1, "running"), StreamEvents.proposal(2), StreamEvents.provisional(3, invoice),
      StreamEvents.decision(4, "accepted", status: "converged"), StreamEvents.status(5, "converged"),
    ]
    _ = polling.receive(.delta(Delta(resumedAtSeq: 0, currentSeq: 5, events: batch)), at: 0)
    #expect(!polling.view.renderedBeforeDone)
    #expect(polling.view.runStatus == "converged")
  }

  /// C25.
  @Test func theLatestRunsThatAreDoneAreShown() {
    var view = ContextView()
    view.apply(StreamEvents.status(1, "waiting", run: "run_1"))
    for number in 2...2_001 { view.apply(StreamEvents.status(number, "converged", run: "run_\(number)")) }
    #expect(view.runs.count == 2_001)
    view.apply(StreamEvents.status(2_002, "converged", run: "run_2002"))
    #expect(view.runs.count == 1_001 && view.runs.first?.runID == "run_1" && view.runs.last?.runID == "run_2002")
  }

  /// C38.
  @Test func openRunsAndEarlyFactsHaveALargestNumber() {
    var view = ContextView()
    for number in 1...9 {
      view.apply(StreamEvents.status(2 * number, "running", run: "run_\(number)"))
      view.apply(StreamEvents.provisional(2 * number + 1, ["type": .text("x"), "n": .integer(number)], run: "run_\(number)"))
    }
    view.apply(StreamEvents.status(20, "converged", run: "run_1"))
    view.leaveOutOpen(beyond: 4)
    #expect(view.runs.count == 9 && view.earlyFacts.map(\.runID) == (6...9).map { "run_\($0)" })
    view.leaveOutOpen(beyond: 3)
    #expect(view.runs.map(\.runID) == ["run_1", "run_7", "run_8", "run_9"])
  }

  /// C20.
  @Test func aCorrectionReplacesTheVersionThatItCorrects() {
    let corrected: JSONObject = ["type": .text("invoice.created"), "invoice_id": .text("i1"), "amount": .number(Decimal(2))]
    let view = shown([
      StreamEvents.fact(1, invoice, id: "ctx_a"), StreamEvents.fact(2, corrected, id: "ctx_b", corrects: "ctx_a"),
    ])
    #expect(view.facts == [corrected])
    #expect(view.revisions == 1)
  }

  /// C22.
  @Test func theOneWithTheRoleCanActAndTheProposerCannot() {
    let events = [
      StreamEvents.status(1, "running"), StreamEvents.proposal(2),
      StreamEvents.status(3, "waiting", waitingFor: ["approval from @manager"]),
    ]
    #expect(shown(events).waitingFor.words == ["approval from @manager"])
    #expect(!shown(events).canIAct)
    #expect(shown(events, actor: StreamEvents.bob).canIAct)
    var annAsManager = StreamEvents.ann
    annAsManager["roles"] = .array([.text("manager")])
    #expect(!shown(events, actor: annAsManager).canIAct)
  }

  @Test func consentIsForThePersonWhoIsAsked() {
    let events = [
      StreamEvents.proposal(1), StreamEvents.status(2, "waiting", waitingFor: ["consent from @ann"]),
    ]
    #expect(shown(events).canIAct)
    #expect(!shown(events, actor: StreamEvents.bob).canIAct)
    let paused = [StreamEvents.proposal(1), StreamEvents.status(2, "waiting", waitingFor: ["resume"])]
    #expect(shown(paused, actor: StreamEvents.bob).canIAct)
  }

  /// C22.
  @Test(
    arguments: [
      ("approval from @bob", "bob", [], true), ("approval from @boss", "bob", ["boss"], true),
      ("approval from @bob (@boss)", "bob", ["boss"], true), ("approval from @bob (@boss)", "bob", [], false),
      ("approval from @bob (@boss)", "eve", ["boss"], false), ("approval from 2 of @board", "bob", ["board"], true),
      ("approval from @boss or @board", "bob", ["board"], true), ("approval from @boss or @bob (@board)", "bob", ["boss"], true),
      ("approval from 2 of @board (not @ann, @bob)", "bob", ["board"], false),
      ("approval from @board (not @\"bob (x)\", @eve)", "bob", ["board"], true),
      ("approval from @\"b, \\\"c (d)\" (@\"head librarian\")", "b, \"c (d)", ["head librarian"], true),
      ("approval from @bob", "ann", [], false),
    ])
  func whoeverIsAskedCanAct(waitingFor: String, name: String, roles: [String], canAct: Bool) {
    let events = [StreamEvents.proposal(1), StreamEvents.status(2, "waiting", waitingFor: [waitingFor])]
    let actor: JSONObject = [
      "type": .text("user"), "user_id": .text(name), "roles": .array(roles.map { .text($0) }),
    ]
    #expect(shown(events, actor: actor).canIAct == canAct)
  }

  /// C21.
  @Test func theRunShownIsOnesOwnElseTheLastOne() {
    let events = [
      StreamEvents.proposal(1, run: "run_ann"), StreamEvents.status(2, "waiting", run: "run_ann", waitingFor: ["resume"]),
      StreamEvents.proposal(3, run: "run_bob", by: StreamEvents.bob), StreamEvents.status(4, "converged", run: "run_bob"),
      StreamEvents.proposal(5, run: "run_grant", action: "grant_approval", by: StreamEvents.bob),
      StreamEvents.status(6, "halted", run: "run_grant"),
    ]
    #expect(shown(events).run?.runID == "run_ann")
    #expect(shown(events, actor: StreamEvents.bob).run?.runID == "run_bob")
    #expect(shown([]).run == nil)
    #expect(shown([]).runStatus == nil)
  }

  @Test func auditSaysWhatWasSeenAndNothingBefore() {
    #expect(!shown([]).hasAllTruthIDs)
    #expect(!shown([]).hasAllActors)
    #expect(!shown([]).isCorrelationLinked)
    let trace = StreamEvents.event(
      2, .trace, payload: StreamEvents.entry(.trace, payload: ["truth_id": .text("a.b")]))
    let good = shown([StreamEvents.proposal(1), trace])
    #expect(good.hasAllTruthIDs)
    #expect(good.hasAllActors)
    #expect(good.isCorrelationLinked)
  }

  @Test func auditFindsWhatIsMissing() {
    let noTruth = StreamEvents.event(
      2, .trace, payload: StreamEvents.entry(.trace, truth: nil, payload: ["truth_id": .text("a.b")]))
    #expect(!shown([StreamEvents.proposal(1), noTruth]).hasAllTruthIDs)
    let noActor = StreamEvents.event(
      2, .trace, payload: StreamEvents.entry(.trace, actor: nil, payload: ["truth_id": .text("a.b")]))
    #expect(!shown([StreamEvents.proposal(1), noActor]).hasAllActors)
    let stray = StreamEvents.event(
      2, .trace, payload: StreamEvents.entry(.trace, correlation: "cor_2", payload: ["truth_id": .text("a.b")]))
    #expect(!shown([StreamEvents.proposal(1), stray]).isCorrelationLinked)
  }
}
