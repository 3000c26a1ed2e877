import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// The actors who may steer a session that several people use (sessions §7 and §10.1).
@Suite struct SteeringAuthorityTests {
  private static let operatorActor: JSONObject = [
    "type": .text("system"), "user_id": .text("ops"), "device_id": .text("d"), "org_id": .text("org"), "roles": .array([]),
  ]
  private static let agent: JSONObject = [
    "type": .text("agent"), "user_id": .text("bot"), "device_id": .text("d"), "org_id": .text("org"), "roles": .array([]),
  ]
  private static let stranger: JSONObject = [
    "type": .text("user"), "user_id": .text("eve"), "device_id": .text("d"), "org_id": .text("other"),
    "roles": .texts(["manager"]),
  ]

  /// A session with an operator, in which ann's order waits for bob's approval.
  private static func session(ceilings: [String: Int] = [:]) throws -> (session: Session, job: String) {
    let procedure = try Shop.procedure()
    var options = SessionOptions()
    options.operators = .actor(operatorActor)
    options.ceilings = ceilings
    var session = Session(procedure: procedure, context: procedure.emptyContext, start: .epoch, options: options)
    let job = session.propose(Shop.order("o1", 5_000), by: StreamEvents.ann, at: 0).jobID
    return (session, try #require(job))
  }

  private static let everybody = [
    ("ops", operatorActor), ("ann", StreamEvents.ann), ("bob", StreamEvents.bob), ("bot", agent), ("eve", stranger),
  ]

  @Test(arguments: everybody)
  func whoMayNotIsRefusedOnTheRecord(_ name: String, _ actor: JSONObject) throws {
    let messages: [(name: String, message: (String) -> ControlMessage, allowed: Set<String>)] = [
      ("pause the session", { _ in ControlMessage(.pause) }, ["ops"]),
      ("set a budget", { _ in ControlMessage(.updateBudget, payload: ["max_facts": .integer(0)]) }, ["ops"]),
      ("pause the run", { ControlMessage(.pause, jobID: $0) }, ["ann"]),
      ("cancel the run", { ControlMessage(.cancel, jobID: $0) }, ["ann", "bob"]),
      ("cancel whatever waits", { _ in ControlMessage(.cancel) }, ["ann", "bob"]),
    ]
    for (words, message, allowed) in messages {
      var (session, job) = try Self.session()
      let size = session.context.point.size
      let answer = session.control(message(job), by: actor, at: 1)
      if allowed.contains(name) {
        #expect(answer.decision != "rejected" && !answer.isRefused, "\(name) \(words): \(answer.reason)")
        continue
      }
      if name == "eve", words.contains("run") || words.contains("waits") {
        // A run that she may not read does not exist for her.
        #expect(answer.isRefused && session.context.point.size == size, "\(name) \(words): \(answer.reason)")
        continue
      }
      #expect(answer.decision == "rejected" && !answer.reason.isEmpty, "\(name) \(words)")
      let traces = session.context.ledger.entries[size...]
      #expect(traces.map(\.type) == [.trace] && traces.first?.payload["action"] == .text("guardrail.hit"), "\(name) \(words)")
      #expect(!session.isPaused && session.context.runs.waitingCount == 1 && session.budget.run.maxFacts > 0)
    }
  }

  @Test(arguments: everybody)
  func whoMayNotResumeDoesNot(_ name: String, _ actor: JSONObject) throws {
    var (session, job) = try Self.session()
    session.control(ControlMessage(.pause, jobID: job), by: StreamEvents.ann, at: 1)
    let answer = session.control(ControlMessage(.resume, jobID: job), by: actor, at: 2)
    #expect((answer.decision == nil && !answer.isRefused) == (name == "ann"))
    session.control(ControlMessage(.pause), by: Self.operatorActor, at: 3)
    session.control(ControlMessage(.resume), by: actor, at: 4)
    #expect(session.isPaused == (name != "ops"))
  }

  @Test func aTruthSaysWhoMay() throws {
    let procedure = try Shop.load(
      Shop.truths,
      trust: """
        pack trust:
          version: 1.0.0

        truth watching:
          when:
            - intent: pause_session
          requires:
            - '"manager" in actor.roles else "Only managers pause"'
          produces:
            - trace.trust.watching

        """)
    var options = SessionOptions()
    options.operators = .actor(Self.operatorActor)
    var session = Session(procedure: procedure, context: procedure.emptyContext, start: .epoch, options: options)
    let refused = session.control(ControlMessage(.pause), by: Self.operatorActor, at: 0)
    #expect(refused.decision == "rejected" && refused.reason.contains("Only managers pause") && !session.isPaused)
    #expect(session.context.ledger.entries.last?.truthID == refused.truthID)
    session.control(ControlMessage(.pause), by: StreamEvents.bob, at: 1)
    #expect(session.isPaused)
  }

  @Test func aCeilingHolds() throws {
    var (session, _) = try Self.session(ceilings: ["max_work": 1_000, "max_facts": 10, "max_seconds": 60])
    #expect(session.budget.run.maxWork == 1_000 && session.budget.run.maxFacts == 10 && session.budget.maxSeconds == 60)
    for payload: JSONObject in [
      ["max_work": .integer(1_001)], ["max_facts": .integer(11)], ["max_seconds": .null],
      ["max_steps": .integer(5), "max_work": .integer(2_000)],
    ] {
      let answer = session.control(ControlMessage(.updateBudget, payload: payload), by: Self.operatorActor, at: 1)
      #expect(answer.isRefused && answer.reason.contains("at most"), "\(answer.reason)")
    }
    let lower = ControlMessage(.updateBudget, payload: ["max_work": .integer(900)])
    let lowered = session.control(lower, by: Self.operatorActor, at: 2)
    #expect(!lowered.isRefused)
    #expect(session.budget.run.maxWork == 900)
  }
}
