import Testing
import TruthsEval
import TruthsJSON
import TruthsProtocol
import TruthsRuntime

/// Each fixture of the core suite about a client's view fails when the feature that it tests is broken.
@Suite struct BrokenStreamTests {
  @Test func aSessionWithoutHandshakeIsNoticed() throws {
    let unanswered = FaultInjection(
      wire: Tampering(toClient: { message, _ in
        if case .capabilities = message { return nil }
        return message
      }))
    #expect(try unanswered.result(of: "capability.session_handshake").outcome == .failed)
    let unasked = FaultInjection(
      wire: Tampering(toSession: { message, _ in
        if case .handshake = message { return nil }
        return message
      }))
    #expect(try unasked.result(of: "capability.session_handshake").outcome == .failed)
  }

  @Test func factsThatComeOnlyWithTheDecisionAreNoticed() throws {
    let late = FaultInjection(
      wire: FaultInjection.events { event, _ in event.payload["provisional"] == nil ? event : event.silenced })
    #expect(try late.result(of: "stream.early_facts").outcome == .failed)
  }

  /// A client that hears only answers to its own requests.
  @Test func aScreenThatOthersCannotChangeIsNoticed() throws {
    let deaf = FaultInjection(
      wire: FaultInjection.events { event, client in client != "ada" || event.userID == "ada" ? event : event.silenced })
    #expect(try deaf.result(of: "stream.multi_actor").outcome == .failed)
  }

  @Test func aReconnectThatBeginsAnewIsNoticed() throws {
    let anew = FaultInjection(
      wire: Tampering(toSession: { message, _ in
        guard case .resume(var resumption) = message else { return message }
        resumption.seq = 0
        return .resume(resumption)
      }))
    #expect(try anew.result(of: "stream.resume_sequence").outcome == .failed)
  }

  @Test func degradedModeThatDoesNotShowIsNoticed() throws {
    let proud = FaultInjection(screen: { view in
      var view = view
      view.connectionState = .streaming
      return view
    })
    #expect(try proud.result(of: "stream.degraded_indicator").outcome == .failed)
  }

  @Test func aQueueThatIsLostOrSentTwiceIsNoticed() throws {
    let lost = FaultInjection(
      wire: Tampering(toSession: { message, _ in
        if case .propose = message { return nil }
        return message
      }))
    #expect(try lost.result(of: "offline.queue").outcome.isFailure)
  }

  @Test func aControlMessageThatDoesNothingIsNoticed() throws {
    for (kind, id) in [
      (ControlMessage.Kind.approve, "run.control.pause"), (.reject, "run.control.reject"),
      (.injectFact, "run.control.inject_fact"),
    ] {
      let deaf = FaultInjection(
        wire: Tampering(toSession: { message, _ in
          guard case .control(let control) = message, control.type == kind else { return message }
          return nil
        }))
      #expect(try deaf.result(of: id).outcome.isFailure, "\(kind)")
    }
  }

  @Test func aRunThatDoesNotSayWhatItWaitsForIsNoticed() throws {
    let mute = FaultInjection(
      wire: FaultInjection.events { event, _ in event.with("waiting_for", nil).withInner("waiting_for", nil) })
    #expect(try mute.result(of: "stream.waiting_state").outcome == .failed)
    let stuck = FaultInjection(
      truths: (
        "money.invoice.creation.truths", "→ requires_approval", "→ reject(\"Too much\")"
      ))
    #expect(try stuck.result(of: "stream.waiting_state").outcome == .failed)
  }
}
