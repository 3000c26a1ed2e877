import Testing
import TruthsEval
import TruthsJSON
import TruthsProtocol
import TruthsRuntime

/// Each fixture of the core suite fails when the feature that it watches is broken: entries, their links, and replays.
@Suite struct BrokenLedgerTests {
  @Test(arguments: ["proposal", "decision", "fact", "trace"]) func anEntryWithoutAnActorIsNoticed(kind: String) throws {
    let breakage = FaultInjection(
      wire: FaultInjection.events { event, _ in event.type.rawValue == kind ? event.with("actor", nil) : event })
    #expect(try breakage.result(of: "context.actor_present").outcome == .failed)
  }

  @Test(arguments: ["decision", "fact", "trace"]) func anEntryWithAnotherCorrelationIsNoticed(kind: String) throws {
    let breakage = FaultInjection(
      wire: FaultInjection.events { event, _ in
        event.type.rawValue == kind ? event.with("correlation_id", .text("cor_other")) : event
      }
    )
    #expect(try breakage.result(of: "context.correlation_linked").outcome == .failed)
  }

  /// A session that forgets keys decides a repeated message again.
  @Test func aProposalThatIsDecidedTwiceIsNoticed() throws {
    let breakage = FaultInjection(
      wire: Tampering(
        toClient: { message, _ in
          guard case .answer(var answer) = message else { return message }
          answer.to = "ios:abc:create_invoice:1704067200000:f7a2"
          return .answer(answer)
        },
        toSession: { message, _ in
          guard case .propose(var proposal) = message else { return message }
          proposal["idempotency_key"] = nil
          return .propose(proposal)
        }))
    #expect(try breakage.result(of: "context.idempotent_replay").mismatches.map(\.path) == ["scenario[4].expect.run_status"])
  }

  @Test func aReplayThatDiffersIsNoticed() throws {
    let breakage = FaultInjection(screen: { view in
      var view = view
      view.hasSameOutput = view.hasSameOutput.map { _ in false }
      return view
    })
    #expect(try breakage.result(of: "context.idempotent_replay").outcome == .failed)
  }
}
