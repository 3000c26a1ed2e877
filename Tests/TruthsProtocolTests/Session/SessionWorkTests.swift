import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// What a session does when a proposal takes more work than it may, limits §4.
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

  @Test("a session pauses, tells which clause it was, and goes on")
  func session() throws {
    let procedure = try Shop.procedure(Self.loops)
    var options = SessionOptions()
    options.operators = .everybody
    var session = Session(procedure: procedure, context: procedure.emptyContext, start: .epoch, options: options)
    let limit = ControlMessage(.updateBudget, actor: StreamEvents.ann, payload: ["max_work": .number(Decimal(20_000))])
    _ = session.control(limit, at: 0)
    let answer = session.propose(Self.proposal(300), at: 0)
    #expect(answer.isRefused == true && answer.reason.contains("counting, requires[1]"))
    #expect(session.context.ledger.entries.allSatisfy { $0.type == .trace })
    #expect(session.propose(Self.proposal(2), at: 1).reason.contains("paused"))
    _ = session.control(ControlMessage(.resume, actor: StreamEvents.ann), at: 2)
    #expect(session.context.ledger.entries.last { $0.type == .decision }?.payload["decision"] == .text("accepted"))
  }
}
