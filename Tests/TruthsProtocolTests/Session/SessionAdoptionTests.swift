import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Truths that come into force in a session (sessions §6.1).
@Suite struct SessionAdoptionTests {
  private static let operatorActor: JSONObject = [
    "type": .text("user"), "user_id": .text("ops"), "device_id": .text("d"), "org_id": .text("org"), "roles": .array([]),
  ]
  private static let lead: JSONObject = [
    "type": .text("user"), "user_id": .text("lea"), "device_id": .text("d"), "org_id": .text("org"), "roles": .texts(["lead"]),
  ]
  private static let trust = """
    pack trust:
      version: 1.0.0

    truth changing:
      when:
        - intent: adopt_truths
      requires:
        - hash exists
      invariants:
        - hash exists → requires_approval(lead)
      produces:
        - trace.trust.changing

    """

  private static func session(_ procedure: RunProcedure, _ operators: Operators) -> Session {
    var options = SessionOptions()
    options.operators = operators
    options.keepsInputs = true
    return Session(procedure: procedure, context: procedure.emptyContext, start: .epoch, options: options)
  }

  private static func adoption(of procedure: RunProcedure) -> JSONObject {
    ["action": .text("adopt_truths"), "hash": .text(procedure.truthsHash)]
  }

  /// The shop, whose orders wait above another amount.
  private static func shop(limit: Int, trust: String? = nil) throws -> RunProcedure {
    let truths = Shop.truths.replacing("default: 1000", with: "default: \(limit)")
    return try trust.map { try Shop.load(truths, trust: $0) } ?? Shop.procedure(truths)
  }

  @Test func theNewTruthsDecideAllThatComesBehind() throws {
    let (old, new) = (try Self.shop(limit: 1_000), try Self.shop(limit: 9_000))
    var session = Self.session(old, .actor(Self.operatorActor))
    session.offer([new], at: 1)
    session.open("reader", by: StreamEvents.ann)
    session.receive(.resume(Resumption(from: 0, subscribe: true)), from: "reader", at: 1)
    let waiting = session.propose(Shop.order("o1", 5_000), at: 2)
    #expect(waiting.run?.text("status") == "waiting" && waiting.truthsHash == old.truthsHash)

    let adopted = session.propose(Self.adoption(of: new), by: Self.operatorActor, at: 3)
    #expect(adopted.decision == "accepted" && adopted.truthsHash == old.truthsHash)
    #expect(session.procedure.truthsHash == new.truthsHash)
    // The waiting run is decided by the rules that are now in force.
    let job = session.job(waiting.jobID ?? "", for: "reader")
    #expect(job?.object("run")?.text("status") == "converged" && job?.text("truths") == new.truthsHash)
    let next = session.propose(Shop.order("o2", 8_000), at: 4)
    #expect(next.decision == "accepted" && next.truthsHash == new.truthsHash)

    let decisions = session.context.ledger.entries.filter { $0.type == .decision }.map { DecisionRecord($0.payload).truthsHash }
    #expect(decisions == [old, old, new, new].map(\.truthsHash))
    var verifier = LedgerVerifier(entries: session.context.ledger.entries, procedures: [old, new])
    let verified = verifier.verify()
    #expect(verified.isProven, "\(verified)")

    // No event is missing or sent twice.
    let events = session.takeFrames(for: "reader").flatMap { frame -> [Event] in
      switch frame {
      case .event(let event): [event]
      case .delta(let delta): delta.events
      default: []
      }
    }
    #expect(events.map(\.seq) == Array(1...session.currentSeq))
    #expect(session.replayed().transcript == session.transcript)
  }

  @Test func truthsThatAreNotAtHandAreNotAdopted() throws {
    let (old, new, other) = (try Self.shop(limit: 1_000), try Self.shop(limit: 9_000), try Self.shop(limit: 10))
    var session = Self.session(old, .actor(Self.operatorActor))
    session.offer([new], at: 1)
    _ = session.propose(Shop.order("o1", 5), at: 1)
    let size = session.context.point.size
    let refused = session.propose(Self.adoption(of: other), by: Self.operatorActor, at: 2)
    #expect(refused.decision == "rejected" && refused.truthID == "converge.truths.adopting" && refused.jobID == nil)
    #expect(refused.reason.contains(other.truthsHash) && refused.reason.contains(new.truthsHash))
    #expect(session.context.ledger.entries[size...].map(\.type) == [.trace] && session.context.adopted == nil)
    #expect(session.procedure.truthsHash == old.truthsHash)
    // Those in force may be adopted: the ledger says then by whom.
    #expect(session.propose(Self.adoption(of: old), by: Self.operatorActor, at: 3).decision == "accepted")
    #expect(session.context.adopted == old.truthsHash)
    #expect(session.propose(Shop.order("o2", 5), at: 4).decision == "accepted")
  }

  @Test func whereNoTruthSaysWhoTheOperatorAdopts() throws {
    let (old, new) = (try Self.shop(limit: 1_000), try Self.shop(limit: 9_000))
    let nested: JSONObject = ["action": .text("adopt_truths"), "payload": .object(["hash": .text(new.truthsHash)])]
    for (operators, mayAnn) in [(Operators.nobody, false), (.actor(Self.operatorActor), false), (.everybody, true)] {
      for proposal in [Self.adoption(of: new), nested] {
        var session = Self.session(old, operators)
        session.offer([new], at: 1)
        let answer = session.propose(proposal, by: StreamEvents.ann, at: 2)
        #expect((answer.decision == "accepted") == mayAnn, "\(operators) \(answer.reason)")
        if !mayAnn { #expect(answer.truthID == "converge.run.control" && session.context.adopted == nil) }
      }
    }
  }

  @Test func whereTrustNamesNobodyNobodyAdopts() throws {
    let trust = Self.trust.replacing("hash exists → requires_approval(lead)", with: "hash missing → reject(\"Say which\")")
    let (old, new) = (try Self.shop(limit: 1_000, trust: trust), try Self.shop(limit: 9_000, trust: trust))
    for operators in [Operators.nobody, .actor(Self.operatorActor), .everybody] {
      var session = Self.session(old, operators)
      session.offer([new], at: 1)
      let answer = session.propose(Self.adoption(of: new), by: Self.operatorActor, at: 2)
      #expect(answer.decision == "rejected" && answer.truthID == "converge.truths.adopting", "\(operators) \(answer.reason)")
      #expect(session.context.adopted == nil && session.procedure.truthsHash == old.truthsHash)
      // It is a recorded decision, which anyone with the rules can repeat.
      var verifier = LedgerVerifier(entries: session.context.ledger.entries, procedures: [old])
      let verified = verifier.verify()
      #expect(verified.isProven && verified.replayed == 1, "\(verified)")
    }
  }

  @Test func truthsSayWhoAdopts() throws {
    let (old, new) = (try Self.shop(limit: 1_000, trust: Self.trust), try Self.shop(limit: 9_000, trust: Self.trust))
    var session = Self.session(old, .actor(Self.operatorActor))
    session.offer([new], at: 1)
    let asked = session.propose(Self.adoption(of: new).with("proposal_id", .text("change")), by: StreamEvents.ann, at: 2)
    #expect(asked.run?.text("status") == "waiting" && session.awaitedTruths == [new.truthsHash])
    #expect(session.propose(Shop.order("o1", 5_000), at: 3).truthsHash == old.truthsHash)
    let granted = session.control(
      ControlMessage(.approve, payload: ["proposal_id": .text("change")]), by: Self.lead, at: 4)
    #expect(granted.decision == "accepted")
    #expect(session.procedure.truthsHash == new.truthsHash && session.awaitedTruths == [])
    #expect(session.propose(Shop.order("o2", 5_000), at: 5).decision == "accepted")
  }

  @Test func whoMayNotAdoptAnyMoreDoesNot() throws {
    let old = try Self.shop(limit: 1_000, trust: Self.trust)
    let (plain, other) = (try Self.shop(limit: 2_000), try Self.shop(limit: 9_000))
    var session = Self.session(old, .actor(Self.operatorActor))
    session.offer([plain, other], at: 1)
    let asked = session.propose(Self.adoption(of: other).with("proposal_id", .text("hers")), by: StreamEvents.ann, at: 2)
    #expect(asked.run?.text("status") == "waiting")
    _ = session.propose(Self.adoption(of: plain).with("proposal_id", .text("theirs")), by: Self.operatorActor, at: 3)
    session.control(ControlMessage(.approve, payload: ["proposal_id": .text("theirs")]), by: Self.lead, at: 4)
    #expect(session.procedure.truthsHash == plain.truthsHash && session.context.adopted == plain.truthsHash)
    // No truth is about it now, so only the operator may do it.
    session.offer([other], at: 5)
    session.workAll(at: 6)
    #expect(session.procedure.truthsHash == plain.truthsHash)
    #expect(session.propose(Self.adoption(of: other), by: Self.operatorActor, at: 7).decision == "accepted")
    #expect(session.procedure.truthsHash == other.truthsHash)
  }

  @Test func anAdoptionWaitsWhileItsTruthsAreNotAtHand() throws {
    let (old, new) = (try Self.shop(limit: 1_000, trust: Self.trust), try Self.shop(limit: 9_000, trust: Self.trust))
    var session = Self.session(old, .nobody)
    session.offer([new], at: 1)
    _ = session.propose(Self.adoption(of: new).with("proposal_id", .text("change")), by: StreamEvents.ann, at: 2)
    // Other rules are pending now. The waiting adoption remains, but the next session does not find its rules again.
    session.offer([], at: 3)
    #expect(session.offeredTruths == [new.truthsHash])
    session = Session(procedure: old, context: session.context, start: .epoch)
    session.control(ControlMessage(.approve, payload: ["proposal_id": .text("change")]), by: Self.lead, at: 4)
    #expect(session.procedure.truthsHash == old.truthsHash && session.context.adopted == nil)
    #expect(session.propose(Shop.order("o1", 5), at: 5).decision == "accepted")
    session.offer([new], at: 6)
    session.workAll(at: 6)
    #expect(session.procedure.truthsHash == new.truthsHash)
  }
}
