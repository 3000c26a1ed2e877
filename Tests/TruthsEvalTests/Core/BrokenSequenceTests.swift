import Testing
import TruthsEval
import TruthsJSON
import TruthsProtocol
import TruthsRuntime

/// Fixtures of the core suite fail where events lose their order or their members, or where something of them gets lost.
@Suite struct BrokenSequenceTests {
  @Test func aResumptionThatLeavesEventsOutIsNoticed() throws {
    let gap = FaultInjection(
      wire: Tampering(toClient: { message, _ in
        guard case .delta(var delta) = message else { return message }
        delta.events = []
        return .delta(delta)
      }))
    #expect(try gap.isNoticed(by: "stream.resume_sequence"))
  }

  @Test func aResumptionThatSkipsAnEventIsNoticed() throws {
    #expect(try FaultInjection.resumption { $0.seq += 1 }.isNoticed(by: "stream.resume_sequence"))
  }

  @Test func aReconnectThatForgetsWhereItWasIsNoticed() throws {
    #expect(try FaultInjection.resumption { $0.seq = 0 }.isNoticed(by: "stream.reconnecting"))
  }

  @Test func aGapThatIsNotFilledIsNoticed() throws {
    let unfilled = FaultInjection(
      wire: Tampering(toClient: { message, _ in
        switch message {
        case .range: nil
        case .delta(let delta) where !delta.events.isEmpty: nil
        default: message
        }
      }))
    #expect(try unfilled.isNoticed(by: "stream.disorder"))
  }

  @Test func aSequenceWithAGapIsNoticed() throws {
    let gap = FaultInjection.event { event, _ in
      var event = event
      if event.seq > 2 { event.seq += 1 }
      return event
    }
    #expect(try gap.isNoticed(by: "stream.resume_sequence"))
  }

  @Test func anEventWithoutAPayloadIsNoticed() throws {
    let empty = FaultInjection.event { event, _ in
      var event = event
      event.payload = JSONObject()
      return event
    }
    #expect(try empty.isNoticed(by: "stream.resume_sequence"))
  }

  @Test func eventsThatAllHaveOneSequenceAreNoticed() throws {
    let flat = FaultInjection.event { event, _ in
      var event = event
      event.seq = 1
      return event
    }
    #expect(try flat.isNoticed(by: "stream.resume_sequence"))
  }

  // MARK: What comes in

  @Test func aPauseThatIsNotHeardIsNoticed() throws {
    #expect(try FaultInjection.deaf(to: .pause).isNoticed(by: "run.control.pause"))
  }

  @Test func aResumeThatIsNotHeardIsNoticed() throws {
    #expect(try FaultInjection.deaf(to: .resume).isNoticed(by: "run.control.pause"))
  }

  @Test func aCancelThatIsNotHeardIsNoticed() throws {
    #expect(try FaultInjection.deaf(to: .cancel).isNoticed(by: "run.control.cancel"))
  }

  @Test func aBudgetThatIsNotHeardIsNoticed() throws {
    #expect(try FaultInjection.deaf(to: .updateBudget).isNoticed(by: "run.control.budget_exceeded"))
  }

  @Test func aControlMessageWithoutItsPayloadIsNoticed() throws {
    let empty = FaultInjection(
      wire: Tampering(toSession: { message, _ in
        guard case .control(var control) = message else { return message }
        control.payload = JSONObject()
        return .control(control)
      }))
    #expect(try empty.isNoticed(by: "run.control.pause"))
  }

  @Test func aRecordThatLosesAMemberIsNoticed() throws {
    let changed = FaultInjection(
      wire: Tampering(toSession: { message, _ in
        guard case .propose(var record) = message else { return message }
        record["truths_hash"] = nil
        record["queued_at"] = nil
        return .propose(record)
      }))
    #expect(try changed.isNoticed(by: "offline.truths_changed"))
  }
}
