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

  private func text(_ messages: [RunSession.Outgoing]) -> [String] {
    messages.map { "\($0.client) \(String(decoding: $0.bytes, as: UTF8.self))" }
  }

  @Test("what a client does is by the actor that its connection was opened for")
  func pinned() async throws {
    let session = try session()
    try await session.open("phone", by: Self.ann)
    let accepted = try await session.receive(propose("1"), from: "phone", now: Self.start)
    #expect(text(accepted).last?.contains(#""decision":"accepted""#) == true)
    #expect(String(decoding: await session.ledger, as: UTF8.self).contains(#""user_id":"ann""#))
    let claim = Array(#"{"handshake":{"request":"capabilities","actor":\#(Self.eve)}}"#.utf8)
    let answer = text(try await session.receive(claim, from: "phone", now: Self.start))
    #expect(answer.count == 1 && answer[0].contains("error") && answer[0].contains("eve"))
    let forged = Array(#"{"propose":{"action":"take_note","id":"2","actor":\#(Self.eve)}}"#.utf8)
    let refused = text(try await session.receive(forged, from: "phone", now: Self.start))
    #expect(refused.last?.contains("converge.actor.mismatch") == true)
  }

  @Test("a stranger is told to shake hands, and a closed connection is a stranger's")
  func stranger() async throws {
    let session = try session()
    try await session.open("phone")
    #expect(text(try await session.receive(propose("1"), from: "phone", now: Self.start))[0].contains("shake hands first"))
    try await session.open("phone", by: Self.ann)
    await session.close("phone")
    #expect(text(try await session.receive(propose("1"), from: "phone", now: Self.start))[0].contains("shake hands first"))
    #expect(await session.currentSeq == 0)
  }

  @Test("an actor that is none is not let in")
  func noActor() async throws {
    let session = try session()
    await #expect(throws: Findings.self) { try await session.open("phone", by: #"{"type":"usr"}"#) }
    #expect(throws: Findings.self) { try RunClient(actor: "[]") }
  }

  @Test(
    "what is no message is told with what is one, and changes nothing",
    arguments: ["{}", "[]", #"{"resume":{}}"#, #"{"a":1,"b":2}"#])
  func noMessage(bytes: String) async throws {
    let session = try session()
    try await session.open("phone", by: Self.ann)
    await #expect(throws: NoMessage.self) { try await session.receive(Array(bytes.utf8), from: "phone", now: Self.start) }
    await #expect(throws: Findings.self) { try await session.receive(Array("{".utf8), from: "phone", now: Self.start) }
    #expect(await session.currentSeq == 0)
  }

  @Test("events come to whoever follows, from where he wants, as they happen")
  func following() async throws {
    let session = try session()
    try await session.open("phone", by: Self.ann)
    _ = try await session.receive(propose("1"), from: "phone", now: Self.start)
    let before = await session.currentSeq
    let late = Task { await session.events(after: before).prefix(2).reduce(into: []) { $0.append($1.seq) } }
    _ = try await session.receive(propose("2"), from: "phone", now: Self.start + 1)
    #expect(await late.value == [before + 1, before + 2])
    let all = Task { await session.events().reduce(into: []) { $0.append($1) } }
    await session.end()
    let seen = await all.value
    #expect(seen.map(\.seq) == Array(1...2 * before))
    #expect(Set(seen.map(\.kind)) == Set(RunEvent.Kind.allCases))
    #expect(seen.allSatisfy { $0.json.hasPrefix(#"{"job_id":""#) && !$0.json.contains("\n") })
  }

  @Test("a task that is cancelled follows no longer", .timeLimit(.minutes(1)))
  func cancelled() async throws {
    let session = try session()
    let follower = Task { await session.events().reduce(into: 0) { count, _ in count += 1 } }
    await Task.yield()
    follower.cancel()
    #expect(await follower.value == 0)
  }

  @Test("a subscriber gets each event before the answer to whoever caused it")
  func pushed() async throws {
    let session = try session()
    try await session.open("phone", by: Self.ann)
    try await session.open("desk", by: Self.eve)
    _ = try await session.receive(
      Array(#"{"resume":{"resume_from_seq":0,"subscribe":true}}"#.utf8), from: "desk", now: Self.start)
    let sent = text(try await session.receive(propose("1"), from: "phone", now: Self.start))
    #expect(sent.dropLast().allSatisfy { $0.hasPrefix(#"desk {"event""#) } && sent.count > 3)
    #expect(sent.last?.hasPrefix(#"phone {"answer""#) == true)
  }

  @Test("a client that has no connection keeps what is proposed, and sends it when it has one")
  func kept() async throws {
    let session = try session()
    try await session.open("phone", by: Self.ann, over: .sse)
    var client = try RunClient(actor: Self.ann, over: .webSocket)
    #expect(client.view.contains(#""connection_state":"offline""#))
    #expect(client.connect(now: Self.start) == [.open(.webSocket)])
    #expect(client.refused(.webSocket, now: Self.start) == [.open(.sse)])
    try await exchange(client.opened(.sse, now: Self.start), &client, session)
    #expect(client.disconnect() == [.close])
    #expect(try client.propose(#"{"action":"take_note","id":"1"}"#, now: Self.start).isEmpty)
    #expect(try client.control(.pause) == nil)
    #expect(client.view.contains(#""queue":[{"#))
    #expect(client.connect(now: Self.start) == [.open(.webSocket)])
    #expect(client.refused(.webSocket, now: Self.start) == [.open(.sse)])
    try await exchange(client.opened(.sse, now: Self.start), &client, session)
    #expect(client.view.contains(#""connection_state":"degraded""#) && client.view.contains(#""run_status":"converged""#))
    #expect(client.view.contains(#""queue":[]"#))
    #expect(client.receive(Array("no message".utf8), now: Self.start).isEmpty)
    #expect(throws: Findings.self) { try client.propose("[]", now: Self.start) }
  }

  /// Hands messages over until nobody has one.
  private func exchange(_ effects: [RunClient.Effect], _ client: inout RunClient, _ session: RunSession) async throws {
    var todo = effects
    while !todo.isEmpty {
      guard case .send(let message) = todo.removeFirst() else { continue }
      for answer in try await session.receive(message, from: "phone", now: Self.start) {
        todo += client.receive(answer.bytes, now: Self.start)
      }
    }
  }

  @Test("the session pauses when its budget of time is used up")
  func budget() async throws {
    let session = try session()
    try await session.open("phone", by: Self.ann)
    _ = try await session.receive(
      Array(#"{"control":{"control_type":"update_budget","payload":{"max_seconds":5}}}"#.utf8), from: "phone", now: Self.start)
    #expect(await session.nextWake == Self.start + 5_000)
    _ = await session.wake(now: Self.start + 5_000)
    #expect(
      text(try await session.receive(propose("1"), from: "phone", now: Self.start + 5_001)).last?.contains("paused") == true)
  }

  @Test("other truths decide from then on")
  func replaced() async throws {
    let session = try session()
    try await session.open("phone", by: Self.ann)
    let stricter = String(decoding: Self.pack.bytes, as: UTF8.self).replacing("id exists", with: #"id == "x" else "only x""#)
    try await session.replaceRules(
      with: RuleSet([SourceText(path: Self.pack.path, bytes: Array(stricter.utf8))]), now: Self.start)
    let answer = text(try await session.receive(propose("1"), from: "phone", now: Self.start)).last
    #expect(answer?.contains("only x") == true)
  }
}
