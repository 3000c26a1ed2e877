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
    let emptyHanded = FaultInjection(
      wire: Tampering(toClient: { message, _ in
        guard case .capabilities(var answer) = message else { return message }
        answer["active_truths"] = .array([])
        return .capabilities(answer)
      }))
    #expect(try emptyHanded.result(of: "capability.session_handshake").outcome == .failed)
    let boastful = FaultInjection(
      wire: Tampering(toClient: { message, _ in
        guard case .capabilities(var answer) = message else { return message }
        answer["streaming_supported"] = .boolean(true)
        return .capabilities(answer)
      }))
    #expect(try boastful.result(of: "capability.session_handshake.transports").outcome == .failed)
    let frozen = FaultInjection(
      wire: Tampering(toSession: { message, _ in
        guard case .control(let control) = message, control.type == .updateBudget else { return message }
        return nil
      }))
    #expect(try frozen.result(of: "capability.session_handshake").outcome == .failed)
  }

  @Test func factsThatComeOnlyWithTheDecisionAreNoticed() throws {
    let late = FaultInjection(
      wire: FaultInjection.events { event, _ in event.payload["provisional"] == nil ? event : event.silenced })
    #expect(try late.result(of: "stream.early_facts").outcome == .failed)
    let patient = FaultInjection(screen: { view in
      var view = view
      if view.runStatus == "running" { view.provisional = [] }
      return view
    })
    #expect(try patient.result(of: "stream.early_facts").outcome == .failed)
    let unmarked = FaultInjection(wire: FaultInjection.events { event, _ in event.with("provisional", nil) })
    #expect(try unmarked.result(of: "stream.early_facts").outcome == .failed)
  }

  /// A client that hears only answers to its own requests.
  @Test func aScreenThatOthersCannotChangeIsNoticed() throws {
    let deaf = FaultInjection(
      wire: FaultInjection.events { event, client in client != "ada" || event.userID == "ada" ? event : event.silenced })
    #expect(try deaf.result(of: "stream.multi_actor").outcome == .failed)
    let unsubscribed = FaultInjection(
      wire: Tampering(toClient: { message, client in
        if case .event = message, client == "ada" { return nil }
        return message
      }))
    #expect(try unsubscribed.result(of: "stream.multi_actor").outcome == .failed)
  }

  @Test func aReconnectThatBeginsAnewIsNoticed() throws {
    let anew = FaultInjection(
      wire: Tampering(toSession: { message, _ in
        guard case .resume(var resumption) = message else { return message }
        resumption.seq = 0
        return .resume(resumption)
      }))
    #expect(try anew.result(of: "stream.resume_sequence").outcome == .failed)
    let gap = FaultInjection(
      wire: Tampering(toClient: { message, _ in
        guard case .delta(var delta) = message else { return message }
        delta.events = []
        return .delta(delta)
      }))
    #expect(try gap.result(of: "stream.resume_sequence").outcome == .failed)
    let ahead = FaultInjection(
      wire: Tampering(toSession: { message, _ in
        guard case .resume(var resumption) = message else { return message }
        resumption.seq += 1
        return .resume(resumption)
      }))
    #expect(try ahead.result(of: "stream.resume_sequence").outcome == .failed)
  }

  @Test func degradedModeThatDoesNotShowIsNoticed() throws {
    let proud = FaultInjection(screen: { view in
      var view = view
      view.connectionState = .streaming
      return view
    })
    #expect(try proud.result(of: "stream.degraded_indicator").outcome == .failed)
    let modest = FaultInjection(screen: { view in
      var view = view
      view.connectionState = .degraded
      return view
    })
    #expect(try modest.result(of: "stream.degraded_indicator").outcome == .failed)
    // A client that is not told to fall back shows that it reconnects, and not that it is limited.
    let stubborn = FaultInjection(screen: { view in
      var view = view
      if view.connectionState == .degraded { view.connectionState = .reconnecting }
      return view
    })
    #expect(try stubborn.result(of: "stream.degraded_indicator").outcome == .failed)
    let frozen = FaultInjection(
      wire: Tampering(toClient: { message, client in
        if case .delta(let delta) = message, client == "ada", !delta.events.isEmpty { return nil }
        return message
      }))
    #expect(try frozen.result(of: "stream.degraded_indicator").outcome == .failed)
  }

  @Test func aQueueThatIsLostOrSentTwiceIsNoticed() throws {
    let lost = FaultInjection(
      wire: Tampering(toSession: { message, _ in
        if case .propose = message { return nil }
        return message
      }))
    #expect(try lost.result(of: "offline.queue").outcome.isFailure)
    let changed = FaultInjection(
      wire: Tampering(toSession: { message, _ in
        guard case .propose(var record) = message else { return message }
        record["truths_hash"] = nil
        record["queued_at"] = nil
        return .propose(record)
      }))
    #expect(try changed.result(of: "offline.truths_changed").outcome.isFailure)
  }

  @Test func aControlMessageThatDoesNothingIsNoticed() throws {
    for (kind, id) in [
      (ControlMessage.Kind.pause, "run.control.pause"), (.resume, "run.control.pause"), (.approve, "run.control.pause"),
      (.cancel, "run.control.cancel"), (.reject, "run.control.reject"), (.injectFact, "run.control.inject_fact"),
      (.updateBudget, "run.control.budget"),
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
    let helpless = FaultInjection(screen: { view in
      var view = view
      view.canIAct = false
      return view
    })
    #expect(try helpless.result(of: "stream.waiting_state").outcome == .failed)
  }
}
