import Testing
import TruthsEval
import TruthsJSON
import TruthsProtocol
import TruthsRuntime

/// Fixtures of the core suite fail where a screen shows something else than the context has, or shows it too late.
@Suite struct BrokenScreenTests {
  // MARK: Early answers

  @Test func everythingAtOnceIsNoticed() throws {
    let patient = FaultInjection.screen { if $0.runStatus == "running" { $0.provisional = [] } }
    #expect(try patient.isNoticed(by: "stream.early_facts"))
  }

  @Test func aRunThatIsDoneTooEarlyIsNoticed() throws {
    let hasty = FaultInjection.screen { if $0.runStatus == "running" { $0.run?.status = "converged" } }
    #expect(try hasty.isNoticed(by: "stream.early_facts"))
  }

  @Test func aRunThatIsNeverRunningIsNoticed() throws {
    let idle = FaultInjection.screen { if $0.runStatus == "running" { $0.run?.status = "waiting" } }
    #expect(try idle.isNoticed(by: "stream.early_facts"))
  }

  @Test func aRunThatWaitsAndPassesForDoneIsNoticed() throws {
    let hasty = FaultInjection.screen { if $0.runStatus == "waiting" { $0.run?.status = "converged" } }
    #expect(try hasty.isNoticed(by: "stream.waiting_state"))
  }

  @Test func anEarlyAnswerThatIsNotRefinedIsNoticed() throws {
    let stale = FaultInjection.screen { if $0.runStatus == "waiting" { $0.provisional = [["type": .text("invoice.sent")]] } }
    #expect(try stale.isNoticed(by: "stream.revision"))
  }

  @Test func anEarlyFactThatLooksFinalIsNoticed() throws {
    #expect(try FaultInjection.event { event, _ in event.with("provisional", nil) }.isNoticed(by: "stream.early_facts"))
  }

  // MARK: Others

  /// A screen on which a fact does not show.
  private static func without(_ name: String, _ value: String) -> FaultInjection {
    .screen { $0.facts.removeAll { $0.text(name) == value } }
  }

  @Test func anAgentWhoIsNotHeardIsNoticed() throws {
    #expect(try Self.without("invoice_id", "INV-2").isNoticed(by: "stream.multi_actor"))
  }

  @Test func aSystemThatIsNotHeardIsNoticed() throws {
    #expect(try Self.without("payment_id", "PAY-1").isNoticed(by: "stream.multi_actor"))
  }

  @Test func anApprovalThatChangesNothingIsNoticed() throws {
    let unmoved = FaultInjection.screen { if $0.runStatus == "converged" { $0.run?.status = "waiting" } }
    #expect(try unmoved.isNoticed(by: "stream.waiting_state"))
  }

  @Test func aStreamThatIsNotSubscribedToIsNoticed() throws {
    let unsubscribed = FaultInjection(
      wire: Tampering(toClient: { message, client in
        if case .event = message, client == "ada" { return nil }
        return message
      }))
    #expect(try unsubscribed.isNoticed(by: "stream.multi_actor"))
  }

  @Test func aStreamThatIsNotKeptOpenIsNoticed() throws {
    let closed = FaultInjection.screen { if $0.connectionState == .streaming { $0.connectionState = .degraded } }
    #expect(try closed.isNoticed(by: "stream.multi_actor"))
  }

  // MARK: What is derived

  @Test func aFactThatOnlyTheScreenHasIsNoticed() throws {
    let inventive = FaultInjection.screen { $0.facts.append(["type": .text("period.closed"), "period_id": .text("2023-Q4")]) }
    #expect(try inventive.isNoticed(by: "offline.queue"))
  }

  @Test func anEventThatCountsTwiceIsNoticed() throws {
    #expect(try FaultInjection.screen { $0.eventsSeen += $0.duplicates }.isNoticed(by: "stream.disorder"))
  }

  @Test func aButtonForNobodyIsNoticed() throws {
    #expect(try FaultInjection.screen { $0.canIAct = false }.isNoticed(by: "stream.waiting_state"))
  }

  @Test func aButtonForEverybodyIsNoticed() throws {
    #expect(try FaultInjection.screen { $0.canIAct = true }.isNoticed(by: "stream.waiting_state"))
  }

  @Test func anAuditThatIsNotShownIsNoticed() throws {
    #expect(try FaultInjection.screen { $0.isCorrelationLinked = false }.isNoticed(by: "context.correlation_linked"))
  }

  // MARK: Kinds of entries

  /// Events of one kind that do not reach the screen.
  private static func hidden(_ kind: Event.Kind) -> FaultInjection {
    .event { event, _ in event.type == kind ? event.silenced : event }
  }

  @Test func aFactThatIsNotShownIsNoticed() throws {
    #expect(try Self.hidden(.fact).isNoticed(by: "stream.multi_actor"))
  }

  @Test func aProposalThatIsNotShownIsNoticed() throws {
    #expect(try Self.hidden(.proposal).isNoticed(by: "stream.waiting_state"))
  }

  @Test func aTraceThatIsNotShownIsNoticed() throws {
    #expect(try Self.hidden(.trace).isNoticed(by: "truth.trace_has_truth_id.live"))
  }

  @Test func aRunWithoutAStatusIsNoticed() throws {
    let mute = FaultInjection.event { event, _ in event.type == .status ? event.with("status", .text("done")) : event }
    #expect(try mute.isNoticed(by: "stream.waiting_state"))
  }
}
