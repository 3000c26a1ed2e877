import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// The behaviour of a session when a proposal exceeds its work limit (limits §4).
@Suite("Sessions and the limit of work")
struct SessionWorkTests {
  private static let loops = """
    pack shop:
      version: 1.0.0

    intent count_all:
      fields:
        ls: list of text

    truth counting:
      when:
        - intent: count_all
      requires:
        - ls exists
        - count(x in ls for y in ls for z in ls for v in ls) > 0
      produces:
        - trace.shop.counting

    """

  private static func proposal(_ count: Int) -> JSONObject {
    ["action": .text("count_all"), "ls": .array((0..<count).map { .text("t\($0)") })]
  }

  /// A truth that counts all facts, with an approval. More facts arrive before the approval.
  private static let joins = """
    pack shop:
      version: 1.0.0

    fact thing.known:
      key: [name]
      external: true
      fields:
        name: text

    intent count_all:
      fields:
        ls: list of text

    truth counting:
      when:
        - intent: count_all
      requires:
        - ls exists
        - count(x in ls for y in thing.known for z in thing.known) >= 0
      invariants:
        - count(x in ls) > 0 → requires_approval(manager)
      produces:
        - trace.shop.counting

    """

  /// Facts from which others follow, with work that grows with their number.
  private static let closing = """
    pack shop:
      version: 1.0.0

    fact thing.known:
      key: [name]
      external: true
      fields:
        name: text

    intent count_all:
      fields:
        ls: list of text

    truth watching:
      when:
        - fact: thing.known
        - if: count(x in thing.known for y in thing.known for z in thing.known) >= 0
      produces:
        - trace.shop.watching

    truth counting:
      when:
        - intent: count_all
      requires:
        - ls exists
      produces:
        - trace.shop.counting

    """

  private static func session(_ truths: String, work: Int) throws -> Session {
    let procedure = try Shop.procedure(truths)
    var options = SessionOptions()
    options.operators = .everybody
    var session = Session(procedure: procedure, context: procedure.emptyContext, start: .epoch, options: options)
    session.control(ControlMessage(.updateBudget, payload: ["max_work": .number(Decimal(work))]), at: 0)
    return session
  }

  private static func known(_ name: String) -> ControlMessage {
    ControlMessage(.injectFact, payload: ["type": .text("thing.known"), "name": .text(name)])
  }

  @Test("a proposal that takes too much is refused, the answer tells which clause it was, and the session goes on")
  func session() throws {
    var session = try Self.session(Self.loops, work: 20_000)
    let size = session.context.ledger.size
    let answer = session.propose(Self.proposal(300), at: 0)
    #expect(answer.isRefused && answer.reason.contains("counting, requires[1]"))
    #expect(session.context.ledger.size == size && !session.isPaused)
    #expect(session.propose(Self.proposal(2), at: 1).decision == "accepted")
  }

  @Test("one that was held is halted when its turn comes, and may be sent again")
  func held() throws {
    var session = try Self.session(Self.loops, work: 2_000_000)
    session.control(ControlMessage(.pause), at: 0)
    let keyed = Self.proposal(20).with("idempotency_key", .text("k"))
    #expect(session.propose(keyed, at: 0).reason.contains("paused"))
    session.control(ControlMessage(.updateBudget, payload: ["max_work": .number(Decimal(20_000))]), at: 0)
    session.control(ControlMessage(.resume), at: 0)
    let status = try #require(session.recent.last?.payload)
    #expect(status.text("status") == "halted" && status.text("halt_truth_id") == "converge.budget")
    #expect(status.text("halt_reason")?.contains("counting, requires[1]") == true)
    #expect(!session.context.ledger.entries.contains { $0.type == .decision })
    session.control(ControlMessage(.updateBudget, payload: ["max_work": .number(Decimal(2_000_000))]), at: 0)
    #expect(session.propose(keyed, at: 0).decision == "accepted")
  }

  @Test("a fact behind which nothing could be decided is refused, and those before it stay")
  func facts() throws {
    var session = try Self.session(Self.closing, work: 20_000)
    var refused: Answer?
    for number in 0..<60 where refused == nil {
      let size = session.context.ledger.size
      let answer = session.control(Self.known("t\(number)"), at: 1)
      guard answer.isRefused else { continue }
      refused = answer
      #expect(session.context.ledger.size == size && number > 3, "\(number)")
    }
    #expect(refused?.reason.contains("thing.known") == true)
    #expect(session.propose(Self.proposal(2), at: 1).decision == "accepted")
  }

  @Test("a run that waits is paused by itself where its evaluation takes too much, and goes on when somebody resumes it")
  func waiting() throws {
    var session = try Self.session(Self.joins, work: 20_000)
    let answer = session.propose(Self.proposal(20), at: 0)
    #expect(answer.run?.text("status") == "waiting")
    for number in 0..<60 { session.control(Self.known("t\(number)"), at: 1) }
    let run = try #require(session.state.run(answer.run?.text("run_id") ?? ""))
    #expect(run.status == "waiting" && run.waitingFor == [.resume] && !session.isPaused)
    let trace = try #require(session.context.ledger.entries.first { $0.payload["action"] == .text("pause") })
    #expect(trace.runID == run.runID && trace.payload.text("reason")?.contains("counting, requires[1]") == true)
    #expect(session.context.ledger.entries.count { $0.payload["action"] == .text("pause") } == 1)
    session.control(ControlMessage(.updateBudget, payload: ["max_work": .number(Decimal(20_000_000))]), at: 2)
    session.control(ControlMessage(.resume, jobID: answer.jobID), at: 2)
    #expect(session.state.run(run.runID)?.waitingFor != [.resume])
  }
}
