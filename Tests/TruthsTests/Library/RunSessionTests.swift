import Testing
import Truths

/// A session and its clients as a program uses them, without a transport.
struct RunSessionTests {
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

      intent take_note:
        fields:
          id: text

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
  private static let eve = #"{"type":"user","user_id":"eve","device_id":"d2","org_id":"o","roles":["boss"]}"#

  private func session() throws -> RunSession { try RunSession(RuleSet([Self.pack]), now: Self.start) }

  private func propose(_ id: String) -> [UInt8] { Array(#"{"propose":{"action":"take_note","id":"\#(id)"}}"#.utf8) }

  /// Returns the messages that are sent once a message is handled.
  private func ask(_ session: inout RunSession, _ message: [UInt8], from client: String, now: Int) throws -> [RunSession.Outgoing]
  {
    try session.receive(message, from: client, now: now)
    session.work(now: now)
    return session.outgoing()
  }

  private func text(_ messages: [RunSession.Outgoing]) -> [String] {
    messages.map { "\($0.client) \(String(decoding: $0.bytes, as: UTF8.self))" }
  }

  @Test("what a client does is by the actor that its connection was opened for")
  func pinned() throws {
    var session = try session()
    try session.open("phone", by: Self.ann)
    let accepted = try ask(&session, propose("1"), from: "phone", now: Self.start)
    #expect(text(accepted).last?.contains(#""decision":"accepted""#) == true)
    #expect(String(decoding: session.ledger, as: UTF8.self).contains(#""user_id":"ann""#))
    let claim = Array(#"{"handshake":{"device_id":"desk","app_version":"1.0.0","actor":\#(Self.eve)}}"#.utf8)
    let answer = text(try ask(&session, claim, from: "phone", now: Self.start))
    #expect(answer.count == 1 && answer[0].contains("error") && answer[0].contains("eve"))
    let forged = Array(#"{"propose":{"action":"take_note","id":"2","actor":\#(Self.eve)}}"#.utf8)
    let refused = text(try ask(&session, forged, from: "phone", now: Self.start))
    #expect(refused.last?.contains("converge.actor.mismatch") == true)
  }

  @Test("a proposal that was held has the same answer when it is sent again under its key")
  func heldAgain() throws {
    var options = RunSessionOptions()
    options.operatorActor = Self.eve
    var session = try RunSession(RuleSet([Self.pack]), options: options, now: Self.start)
    try session.open("phone", by: Self.ann)
    try session.open("desk", by: Self.eve)
    let proposal = Array(#"{"propose":{"action":"take_note","id":"1","idempotency_key":"k1"}}"#.utf8)
    _ = try ask(&session, Array(#"{"control_type":"pause"}"#.utf8), from: "desk", now: Self.start)
    for isReplay in [false, true] {
      let held = text(try ask(&session, proposal, from: "phone", now: Self.start)).last ?? ""
      #expect(held.contains("it waits for resume") && held.contains(#""replay":\#(isReplay)"#), "\(held)")
    }
    _ = try ask(&session, Array(#"{"control_type":"resume"}"#.utf8), from: "desk", now: Self.start)
    let again = text(try ask(&session, proposal, from: "phone", now: Self.start)).last ?? ""
    #expect(again.contains(#""decision":"accepted""#) && again.contains(#""replay":true"#), "\(again)")
  }

  @Test("a key stands for one proposal also while that is held, and after it was cancelled", arguments: [false, true])
  func heldKey(isCancelled: Bool) throws {
    var options = RunSessionOptions()
    options.operatorActor = Self.eve
    var session = try RunSession(RuleSet([Self.pack]), options: options, now: Self.start)
    try session.open("phone", by: Self.ann)
    try session.open("desk", by: Self.eve)
    func propose(_ id: String, _ more: String = "") throws -> String {
      let message = #"{"propose":{"action":"take_note","id":"\#(id)","idempotency_key":"k1"\#(more)}}"#
      return text(try ask(&session, Array(message.utf8), from: "phone", now: Self.start)).last ?? ""
    }
    _ = try ask(&session, Array(#"{"control_type":"pause"}"#.utf8), from: "desk", now: Self.start)
    let first = try propose("1")
    if isCancelled { _ = try ask(&session, Array(#"{"control_type":"cancel"}"#.utf8), from: "phone", now: Self.start) }
    let again = try propose("1", #","timestamp":"2026-01-01T00:00:00Z""#)
    #expect(again.contains(isCancelled ? "converge.run.cancelled" : "paused: it waits for resume"), "\(again)")
    let other = try propose("2")
    #expect(first.contains("paused: it waits for resume") && other.contains("converge.idempotency.conflict"), "\(other)")
    #expect(other.contains(#""decision":"rejected""#) && !other.contains("waits for resume"), "\(other)")
  }

  @Test("who has no open connection is not heard, whatever a handshake says")
  func stranger() throws {
    var session = try session()
    let claim = Array(#"{"handshake":{"device_id":"desk","app_version":"1.0.0","actor":\#(Self.eve)}}"#.utf8)
    #expect(try ask(&session, claim, from: "phone", now: Self.start).isEmpty)
    #expect(try ask(&session, propose("1"), from: "phone", now: Self.start).isEmpty)
    try session.open("phone", by: Self.ann)
    session.close("phone")
    #expect(try ask(&session, propose("1"), from: "phone", now: Self.start).isEmpty)
    #expect(session.currentSeq == 0)
  }

  @Test("an actor that is none is not let in")
  func noActor() throws {
    var session = try session()
    #expect(throws: Findings.self) { try session.open("phone", by: #"{"type":"usr"}"#) }
    #expect(throws: Findings.self) { try RunClient(actor: "[]") }
  }

  @Test(
    "what is no message is told with what is one, and changes nothing",
    arguments: ["{}", "[]", #"{"resume":{}}"#, #"{"a":1,"b":2}"#])
  func noMessage(bytes: String) throws {
    var session = try session()
    try session.open("phone", by: Self.ann)
    #expect(throws: NoMessage.self) { try ask(&session, Array(bytes.utf8), from: "phone", now: Self.start) }
    #expect(throws: Findings.self) { try ask(&session, Array("{".utf8), from: "phone", now: Self.start) }
    #expect(session.currentSeq == 0)
  }

  @Test("the events of the stream are there, from where somebody wants them")
  func following() throws {
    var session = try session()
    try session.open("phone", by: Self.ann)
    _ = try ask(&session, propose("1"), from: "phone", now: Self.start)
    let before = session.currentSeq
    _ = try ask(&session, propose("2"), from: "phone", now: Self.start + 1)
    #expect(session.events(after: before).prefix(2).map(\.seq) == [before + 1, before + 2])
    let seen = session.events()
    #expect(seen.map(\.seq) == Array(1...2 * before))
    #expect(Set(seen.map(\.kind)) == Set(RunEvent.Kind.allCases))
    #expect(seen.allSatisfy { $0.json.hasPrefix(#"{"job_id":""#) && !$0.json.contains("\n") })
  }

  @Test("what is to be kept is given before anybody hears of it, and makes the same session again")
  func kept() throws {
    let rules = try RuleSet([Self.pack])
    let empty = SourceText(path: "ledger.jsonl", bytes: [])
    var session = try RunSession(rules, ledger: empty, journal: nil, now: Self.start)
    #expect(session.recovery?.isContinued == false && session.recovery?.fault == nil)
    try session.open("phone", by: Self.ann)
    try session.receive(propose("1"), from: "phone", now: Self.start)
    session.work(now: Self.start)
    #expect(session.outgoing().isEmpty)
    let taken = session.takeUnsaved()
    let batch = try #require(taken)
    #expect(session.outgoing().isEmpty)
    session.saved(batch)
    #expect(text(session.outgoing()).last?.contains(#""decision":"accepted""#) == true)
    let ledger = SourceText(path: "ledger.jsonl", bytes: batch.ledger)
    var again = try RunSession(rules, ledger: ledger, journal: batch.journal, now: Self.start + 1)
    #expect(again.recovery?.isContinued == true && again.recovery?.journalBytes == batch.journal.count)
    #expect(again.streamID == session.streamID && again.currentSeq == session.currentSeq)
    let resume = Array(#"{"resume_from_seq":0,"subscribe":false}"#.utf8)
    try session.open("desk", by: Self.ann)
    try again.open("desk", by: Self.ann)
    #expect(
      try ask(&again, resume, from: "desk", now: Self.start + 1) == ask(&session, resume, from: "desk", now: Self.start + 1))
    #expect(again.takeUnsaved() == nil)
  }

  @Test("a subscriber gets each event before the answer to whoever caused it")
  func pushed() throws {
    var session = try session()
    try session.open("phone", by: Self.ann)
    try session.open("desk", by: Self.eve)
    _ = try ask(&session, Array(#"{"resume":{"resume_from_seq":0,"subscribe":true}}"#.utf8), from: "desk", now: Self.start)
    let sent = text(try ask(&session, propose("1"), from: "phone", now: Self.start))
    #expect(sent.dropLast().allSatisfy { $0.hasPrefix(#"desk {"event""#) } && sent.count > 3)
    #expect(sent.last?.hasPrefix(#"phone {"answer""#) == true)
  }

  @Test("a client that has no connection keeps what is proposed, and sends it when it has one")
  func queued() throws {
    var session = try session()
    try session.open("phone", by: Self.ann, over: .sse)
    var client = try RunClient(actor: Self.ann, over: .webSocket)
    #expect(client.view.contains(#""connection_state":"offline""#))
    #expect(client.connect(now: Self.start) == [.open(.webSocket)])
    #expect(client.refused(.webSocket, now: Self.start) == [.open(.sse)])
    try exchange(client.opened(.sse, now: Self.start), &client, &session)
    #expect(client.disconnect() == [.close])
    #expect(try client.propose(#"{"action":"take_note","id":"1"}"#, now: Self.start).isEmpty)
    #expect(try client.control(.pause) == nil)
    #expect(client.view.contains(#""queue":[{"#))
    #expect(client.connect(now: Self.start) == [.open(.webSocket)])
    #expect(client.refused(.webSocket, now: Self.start) == [.open(.sse)])
    try exchange(client.opened(.sse, now: Self.start), &client, &session)
    #expect(client.view.contains(#""connection_state":"degraded""#) && client.view.contains(#""run_status":"converged""#))
    #expect(client.view.contains(#""queue":[]"#))
    #expect(client.receive(Array("no message".utf8), now: Self.start).isEmpty)
    #expect(throws: Findings.self) { try client.propose("[]", now: Self.start) }
  }

  /// Passes messages between client and session until there are none.
  private func exchange(_ effects: [RunClient.Effect], _ client: inout RunClient, _ session: inout RunSession) throws {
    var todo = effects
    while !todo.isEmpty {
      guard case .send(let message) = todo.removeFirst() else { continue }
      for answer in try ask(&session, message, from: "phone", now: Self.start) {
        todo += client.receive(answer.bytes, now: Self.start)
      }
    }
  }

  @Test("the session pauses when its budget of time is used up")
  func budget() throws {
    var options = RunSessionOptions()
    options.operatorActor = Self.ann
    var session = try RunSession(RuleSet([Self.pack]), options: options, now: Self.start)
    try session.open("phone", by: Self.ann)
    _ = try ask(
      &session, Array(#"{"control":{"control_type":"update_budget","payload":{"max_seconds":5}}}"#.utf8), from: "phone",
      now: Self.start)
    #expect(session.nextWake == Self.start + 5_000)
    session.wake(now: Self.start + 5_000)
    #expect(
      text(try ask(&session, propose("1"), from: "phone", now: Self.start + 5_001)).last?.contains("paused") == true)
  }

  @Test("other truths decide from then on")
  func replaced() throws {
    var session = try session()
    try session.open("phone", by: Self.ann)
    let stricter = String(decoding: Self.pack.bytes, as: UTF8.self).replacing("id exists", with: #"id == "x" else "only x""#)
    try session.replaceRules(
      with: RuleSet([SourceText(path: Self.pack.path, bytes: Array(stricter.utf8))]), now: Self.start)
    let answer = text(try ask(&session, propose("1"), from: "phone", now: Self.start)).last
    #expect(answer?.contains("only x") == true)
  }
}
