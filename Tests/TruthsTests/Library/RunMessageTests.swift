import Foundation
import Testing
import Truths

/// Messages of a client that uses requests instead of frames, and the answers to them.
struct RunMessageTests {
  private static let start = 1_740_823_200_000
  private static let pack = SourceText(
    path: "truths/demo/demo.truths",
    bytes: Array(
      """
      pack demo:
        version: 1.0.0

      fact note.taken:
        key: [id]
        fields:
          id: text
          secret: {type: text?, sensitive: true}

      intent take_note:
        fields:
          id: text
          secret: {type: text?, sensitive: true}

      truth taking:
        when:
          - intent: take_note
        requires:
          - id exists
        produces:
          - fact.note.taken
          - trace.demo.taking

      """.utf8))
  private static let ann = #"{"type":"user","user_id":"ann","device_id":"d1","org_id":"o","roles":[]}"#
  private static let bob = #"{"type":"user","user_id":"bob","device_id":"d2","org_id":"o","roles":[]}"#
  private static let eve = #"{"type":"user","user_id":"eve","device_id":"d3","org_id":"elsewhere","roles":[]}"#

  private func session() throws -> RunSession {
    var session = try RunSession(RuleSet([Self.pack]), now: Self.start)
    try session.open("ann", by: Self.ann)
    try session.open("bob", by: Self.bob)
    try session.open("eve", by: Self.eve)
    return session
  }

  private func answer(_ session: inout RunSession, _ message: RunMessage) throws -> RunAnswer {
    session.receive(message, from: "ann", now: Self.start)
    session.work(now: Self.start)
    let answers = session.outgoing(to: "ann").compactMap(\.answer)
    return try #require(answers.last)
  }

  private func next(_ session: inout RunSession) throws -> RunSession.Outgoing {
    let messages = session.outgoing(to: "ann")
    return try #require(messages.first)
  }

  private func note(_ id: String, key: String? = nil) throws -> RunMessage {
    try .proposal(Array(#"{"proposal":{"action":"take_note","id":"\#(id)","secret":"s3"}}"#.utf8), key: key)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("an answer says by which entry it can be looked up, and at which head")
  func proof() throws {
    var session = try session()
    let first = try answer(&session, note("1", key: "k"))
    #expect(first.decision == "accepted" && !first.isReplay)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(first.json)) as? [String: Any])
    #expect(object["truths"] as? String == session.rulesHash)
    let head = try #require(object["head"] as? [String: Any])
    #expect(head["size"] as? Int == session.ledgerPoint.size && head["head"] as? String == session.ledgerPoint.head)
    let id = try #require(object["decision_id"] as? String)
    #expect(text(session.ledger).contains(#""entry_id":"\#(id)","entry_type":"decision""#))
    let again = try answer(&session, note("1", key: "k"))
    #expect(again.isReplay && text(again.json).contains(id))
    let other = try answer(&session, note("2", key: "k"))
    #expect(other.isKeyConflict && !first.isKeyConflict && !again.isKeyConflict)
  }

  @Test("a proposal takes the trace of its request where it names none, and is the same under its key in another trace")
  func traces() throws {
    var session = try session()
    let body = Array(#"{"action":"take_note","id":"1"}"#.utf8)
    let (trace, other) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00000000000000000000000000000001")
    let first = try answer(&session, .proposal(body, key: "k", traceID: trace))
    #expect(first.decision == "accepted")
    #expect(session.events().contains { $0.kind == .decision && $0.json.contains(#""trace_id":"\#(trace)""#) })
    #expect(text(session.ledger).contains(#""trace_id":"\#(trace)""#))
    for traceID in [other, nil] {
      let again = try answer(&session, .proposal(body, key: "k", traceID: traceID))
      #expect(again.isReplay && !again.isKeyConflict)
    }
    // One without a key has the id that it has without a trace: accepted, it is not accepted again.
    let unnamed = Array(#"{"action":"take_note","id":"3"}"#.utf8)
    let accepted = try answer(&session, .proposal(unnamed))
    let repeated = try answer(&session, .proposal(unnamed, traceID: other))
    #expect(accepted.decision == "accepted" && repeated.decision == "rejected")
    let own = Array(#"{"action":"take_note","id":"2","trace_id":"mine"}"#.utf8)
    let named = try answer(&session, .proposal(own, traceID: other))
    #expect(named.decision == "accepted")
    #expect(session.events().contains { $0.kind == .decision && $0.json.contains(#""trace_id":"mine""#) })
  }

  @Test("a session tells how much it decided, by which truths, and what waits in it")
  func load() throws {
    var session = try session()
    _ = try answer(&session, note("1", key: "k"))
    _ = try answer(&session, note("1", key: "k"))
    _ = try answer(&session, note("2"))
    _ = try answer(&session, try .proposal(Array(#"{"action":"take_note"}"#.utf8)))
    session.receive(try .resume(after: 0, subscribe: true), from: "bob", now: Self.start)
    session.receive(try note("3"), from: "ann", now: Self.start)
    let load = session.load
    let accepted = load.decisions.filter { $0.outcome == "accepted" }
    #expect(accepted.map(\.truthID) == ["demo.taking"] && accepted.map(\.count) == [2])
    #expect(load.decisions.filter { $0.outcome == "rejected" }.map(\.count) == [1])
    #expect(load.subscribers == 1 && load.waitingMessages == 1 && load.waitingRuns == 0 && load.heldProposals == 0)
  }

  @Test("bodies that are none are told so")
  func faults() throws {
    #expect(throws: RunMessageFault.self) { try RunMessage.proposal(Array("[]".utf8)) }
    #expect(throws: RunMessageFault.self) { try RunMessage.proposal(Array("{".utf8)) }
    #expect(throws: RunMessageFault.self) { try keyed("b", in: "c") }
    #expect(throws: RunMessageFault.self) { try RunMessage.control(Array(#"{"control_type":"stop"}"#.utf8)) }
    for part in [#""job_id":5"#, #""correlation_id":[]"#, #""payload":"x""#, #""actor":1"#] {
      #expect(throws: RunMessageFault.self) { try RunMessage.control(Array("{\"control_type\":\"cancel\",\(part)}".utf8)) }
    }
    let other = Array(#"{"control_type":"pause","job_id":"job_2"}"#.utf8)
    #expect(throws: RunMessageFault.self) { try RunMessage.control(other, job: "job_1") }
    #expect(throws: RunMessageFault.self) { try RunMessage.resume(after: 0, subscribe: false, entryTypes: ["status"]) }
    #expect(throws: RunMessageFault.self) { try RunMessage.handshake(Array("1".utf8)) }
    #expect(throws: Never.self) { try RunMessage.handshake() }
    #expect(throws: Never.self) { try keyed("b", in: "b") }
  }

  private func keyed(_ key: String, in own: String) throws -> RunMessage {
    try .proposal(Array(#"{"action":"take_note","idempotency_key":"\#(own)"}"#.utf8), key: key)
  }

  @Test("a job is told to those who may read it, without what is sensitive; to others it is not there")
  func jobs() throws {
    var session = try session()
    let given = try answer(&session, note("1"))
    let id = try #require(given.jobID)
    let own = session.job(id, for: "ann")
    #expect(own?.isDone == true && text(own?.json ?? []).contains(#""secret":"s3""#))
    let colleague = text(session.job(id, for: "bob")?.json ?? [])
    #expect(colleague.contains(#""secret":"***""#) && !colleague.contains("s3"))
    for (job, client) in [(id, "eve"), ("job_none", "ann"), (id, "nobody")] {
      let isThere = session.job(job, for: client) != nil
      #expect(!isThere, "\(client)")
    }
  }

  @Test("a job tells its last decision, and which clauses did not hold")
  func outcomes() throws {
    var session = try session()
    let rejected = try answer(&session, try .proposal(Array(#"{"action":"take_note"}"#.utf8)))
    let id = try #require(rejected.jobID)
    let job = text(session.job(id, for: "ann")?.json ?? [])
    #expect(job.contains(#""decision":"rejected""#) && job.contains(#""violations":[{"#))
  }

  @Test("a message is given as server-sent events, each with where a client goes on that has it")
  func frames() throws {
    var session = try session()
    _ = try answer(&session, note("1"))
    session.receive(try .resume(after: 0, subscribe: false), from: "ann", now: Self.start)
    let delta = try next(&session)
    #expect(delta.tellsEvents)
    #expect(delta.frames.map(\.seq) == (1...session.currentSeq).map { Optional($0) })
    #expect(delta.frames.map(\.name).contains("decision"))
    #expect(text(delta.events).hasPrefix(#"[{"context_version""#))
    session.receive(try .resume(after: session.currentSeq, subscribe: false), from: "ann", now: Self.start)
    let nothing = try next(&session)
    #expect(!nothing.tellsEvents && nothing.frames.isEmpty && text(nothing.events) == "[]")
    session.receive(try .resume(after: 0, subscribe: false, streamID: "str_other"), from: "ann", now: Self.start)
    let snapshot = try next(&session)
    #expect(snapshot.frames.map(\.name) == ["snapshot"] && snapshot.frames.first?.seq == session.currentSeq)
  }

  @Test("a problem has the members of RFC 9457, and those of the decision that it tells")
  func problems() throws {
    var session = try session()
    let given = try answer(&session, note("1"))
    let problem = RunProblem(status: 409, code: "conflict", title: "Conflict", detail: "why", answer: given)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(problem.json)) as? [String: Any])
    #expect(object["status"] as? Int == 409 && object["detail"] as? String == "why" && object["type"] as? String == "about:blank")
    #expect(object["decision"] as? String == "accepted" && object["decision_id"] != nil)
  }
}
