import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// The people who may approve or consent for a waiting run; they must be able to read it (sessions §10.1).
@Suite struct AnsweringTests {
  /// A manager, as bob is, of another organisation.
  private static let eve: JSONObject = StreamEvents.bob.with("user_id", .text("eve")).with("org_id", .text("other"))

  private static func waiting(_ proposal: JSONObject) throws -> Session {
    var session = try Shop.simulation(truths: Shop.manyOrders).session
    #expect(session.propose(proposal, by: StreamEvents.ann, at: 0).decision == "halted")
    return session
  }

  /// The answers to a proposal that waits for an approval, as control messages and as proposals.
  private static func answers(_ session: Session) throws -> [ClientMessage] {
    let asked = session.context.ledger.entries.first { $0.payload["type"] == .text("approval.requested") }
    let request = try #require(asked?.payload["request"])
    let named: JSONObject = ["proposal_id": .text("prop_o1"), "why": .text("no")]
    return [
      .control(ControlMessage(.approve, payload: named)), .control(ControlMessage(.reject, payload: named)),
      .propose(["action": .text("grant_approval"), "request": request]),
      .propose(["action": .text("deny_approval"), "request": request, "why": .text("no")]),
      .propose(["action": .text("deny_approval"), "payload": .object(["request": request, "why": .text("no")])]),
      .propose(["proposal": .object(["action": .text("grant_approval"), "request": request])]),
    ]
  }

  @Test func ofAnotherOrganisation() throws {
    let session = try Self.waiting(Shop.order("o1", 5_000))
    for (place, message) in try Self.answers(session).enumerated() {
      for (actor, counts) in [(Self.eve, false), (StreamEvents.bob, true)] {
        var session = session
        let answer = Self.answer(&session, message, by: actor)
        #expect((answer?.decision == "accepted") == counts, "answer \(place): \(answer?.reason ?? "")")
        #expect(session.context.runs.waitingCount == (counts ? 0 : 1), "answer \(place)")
        if counts { continue }
        // A control message finds nothing open, as if the proposal were unknown; a proposal is on record.
        if case .control = message {
          #expect(answer?.isRefused == true)
        } else {
          #expect(session.context.ledger.entries.last?.actor == actor)
        }
        let facts = session.context.ledger.entries.filter { $0.type == .fact }.compactMap { $0.payload["type"]?.stringValue }
        #expect(!facts.contains { $0 == "approval.granted" || $0 == "approval.denied" }, "answer \(place)")
        #expect(session.replayed().transcript == session.transcript)
      }
    }
  }

  @Test func consentToWhatMayNotBeRead() throws {
    let agent = StreamEvents.ann.with("type", .text("agent"))
    var session = try Shop.simulation().session
    let waiting = session.propose(
      ["action": .text("sign_order"), "order_id": .text("o1"), "proposal_id": .text("s1")], by: agent, at: 0)
    #expect(waiting.run?.text("status") == "waiting")
    let hash = try #require(session.context.runs.waiting.first.flatMap { session.context.runs.record($0) }).proposalHash.prefixed
    let messages: [ClientMessage] = [
      .control(ControlMessage(.consent, payload: ["proposal_id": .text("s1")])),
      .propose(["action": .text("give_consent"), "proposal_hash": .text(hash)]),
    ]
    for message in messages {
      for (actor, counts) in [(Self.eve, false), (StreamEvents.bob, true)] {
        var session = session
        _ = Self.answer(&session, message, by: actor)
        #expect(session.context.runs.waitingCount == (counts ? 0 : 1))
      }
    }
  }

  /// An answer to a proposal without a request for approval, or to one of another job than the message names (sessions §7).
  @Test(arguments: [ControlMessage.Kind.approve, .reject]) func nothingOpen(_ type: ControlMessage.Kind) throws {
    var session = try Self.waiting(Shop.order("o1", 5_000))
    let other = session.propose(Shop.order("o2", 5_000), by: StreamEvents.ann, at: 0)
    #expect(other.decision == "halted")
    func answered(_ proposalID: String, job: String?) throws -> Answer {
      let message = ControlMessage(
        type, jobID: job, payload: ["proposal_id": .text(proposalID), "why": .text("Not in this quarter")])
      return try #require(Self.answer(&session, .control(message), by: StreamEvents.bob))
    }
    let size = session.context.point.size
    let job = try #require(other.jobID)
    for (proposalID, job) in [("prop_zzz", nil), ("prop_o1", job), ("prop_o2", "job_zzz")] {
      let answer = try answered(proposalID, job: job)
      #expect(answer.isRefused && answer.reason.contains("no approval of proposal \(proposalID) is asked for"))
    }
    #expect(session.context.point.size == size && session.context.runs.waitingCount == 2)
    #expect(try answered("prop_o2", job: job).decision == "accepted")
    #expect(session.context.runs.waitingCount == 1)
  }

  private static func answer(_ session: inout Session, _ message: ClientMessage, by actor: JSONObject) -> Answer? {
    session.open("asker", by: actor)
    guard case .answer(let answer)? = session.ask(message, from: "asker", at: 1) else { return nil }
    return answer
  }
}
