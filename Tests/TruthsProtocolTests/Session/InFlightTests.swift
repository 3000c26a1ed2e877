import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Messages that arrive while a proposal is being decided (sessions §6).
@Suite struct InFlightTests {
  private static func cancel(_ payload: JSONObject) -> ClientMessage { .control(ControlMessage(.cancel, payload: payload)) }

  private static func answers(_ session: inout Session, _ name: String) -> [Answer] {
    session.takeFrames(for: name).compactMap { if case .answer(let answer) = $0 { answer } else { nil } }
  }

  @Test(arguments: [["proposal_id": .text("prop_o1")] as JSONObject, ["idempotency_key": .text("k")]])
  func whatIsCancelledInWorkIsHalted(_ payload: JSONObject) throws {
    var session = try Shop.simulation().session
    session.open("ann", by: StreamEvents.ann)
    session.open("other", by: StreamEvents.ann)
    let order = Shop.order("o1", 5).with("idempotency_key", .text("k"))
    session.receive(.propose(order), from: "ann", at: 0)
    let next = session.nextWork(at: 0)
    let work = try #require(next)
    session.receive(Self.cancel(payload), from: "other", at: 0)
    let second = session.nextWork(at: 0)
    #expect(second.map { _ in true } == nil)
    session.finish(work, work.outcome())
    session.workAll(at: 0)
    let answers = [Self.answers(&session, "ann"), Self.answers(&session, "other")]
    #expect(answers.allSatisfy { $0.count == 1 && $0[0].decision == "halted" && $0[0].truthID == "converge.run.cancelled" })
    #expect(session.context.factsCount == 0 && session.context.ledger.entries.map(\.type) == [.trace])
    // Sent again, it is answered so.
    session.receive(.propose(order), from: "ann", at: 1)
    session.workAll(at: 1)
    let again = Self.answers(&session, "ann")
    #expect(again.first?.decision == "halted" && again.first?.isReplay == true && session.context.factsCount == 0)
  }

  @Test func onlyWhoProposedItCancelsItInWork() throws {
    var session = try Shop.simulation().session
    session.open("ann", by: StreamEvents.ann)
    session.open("bob", by: StreamEvents.bob)
    session.receive(.propose(Shop.order("o1", 5)), from: "ann", at: 0)
    let next = session.nextWork(at: 0)
    let work = try #require(next)
    session.receive(Self.cancel(["proposal_id": .text("prop_o1")]), from: "bob", at: 0)
    session.finish(work, work.outcome())
    session.workAll(at: 0)
    #expect(Self.answers(&session, "ann").first?.decision == "accepted")
    #expect(Self.answers(&session, "bob").first?.isRefused == true)
  }

  @Test func messagesThatComeMeanwhileWaitForTheirTurn() throws {
    var (slow, fast) = (try Shop.simulation().session, try Shop.simulation().session)
    let messages: [ClientMessage] = [
      .propose(Shop.order("o1", 5_000)), .control(ControlMessage(.pause)), .propose(Shop.order("o2", 5)),
      .control(ControlMessage(.resume)), .control(ControlMessage(.cancel)),
    ]
    for name in ["ann"] {
      slow.open(name, by: StreamEvents.ann)
      fast.open(name, by: StreamEvents.ann)
    }
    for message in messages {
      fast.receive(message, from: "ann", at: 0)
      fast.workAll(at: 0)
      slow.receive(message, from: "ann", at: 0)
    }
    slow.workAll(at: 0)
    #expect(slow.transcript == fast.transcript)
    let (first, second) = (slow.takeFrames(for: "ann"), fast.takeFrames(for: "ann"))
    #expect(first == second)
  }

  @Test func aCancellationThatOtherTruthsOvertakeIsAnswered() throws {
    var session = try Shop.simulation().session
    session.open("ann", by: StreamEvents.ann)
    session.open("other", by: StreamEvents.ann)
    session.receive(.propose(Shop.order("o1", 5)), from: "ann", at: 0)
    let next = session.nextWork(at: 0)
    _ = try #require(next)
    session.receive(Self.cancel(["proposal_id": .text("prop_o1")]), from: "other", at: 0)
    session.reload(try Shop.procedure(), at: 0)
    session.workAll(at: 0)
    #expect(Self.answers(&session, "other").map(\.isRefused) == [true])
    #expect(Self.answers(&session, "ann").map(\.decision) == ["accepted"])
  }

  @Test func otherTruthsThatComeMeanwhileDecide() throws {
    var session = try Shop.simulation().session
    session.open("ann", by: StreamEvents.ann)
    session.receive(.propose(Shop.order("o1", 5)), from: "ann", at: 0)
    let next = session.nextWork(at: 0)
    let work = try #require(next)
    session.reload(try Shop.procedure(Shop.truths.replacing("- amount > 0", with: "- amount > 7")), at: 0)
    session.finish(work, work.outcome())
    #expect(session.context.point.size == 0)
    session.workAll(at: 0)
    #expect(Self.answers(&session, "ann").map(\.decision) == ["rejected"])
  }
}
