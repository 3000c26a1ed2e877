import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Events for tests of readers of a stream.
enum StreamEvents {
  static let ann: JSONObject = [
    "type": .text("user"), "user_id": .text("ann"), "device_id": .text("ios:abc"), "org_id": .text("org"), "roles": .array([]),
  ]
  static let bob: JSONObject = [
    "type": .text("user"), "user_id": .text("bob"), "device_id": .text("cli:1"), "org_id": .text("org"),
    "roles": .array([.text("manager")]),
  ]

  static func event(_ seq: Int, _ kind: Event.Kind = .trace, run: String = "run_1", payload: JSONObject = [:]) -> Event {
    Event(
      jobID: "job_1", streamID: "str_1", seq: seq, contextVersion: seq, correlationID: "cor_1", traceID: "trc_1", type: kind,
      timestamp: .epoch, payload: payload.members.isEmpty ? ["run_id": .text(run)] : payload)
  }

  /// Returns an entry as the payload of its event.
  static func entry(
    _ kind: Event.Kind, run: String = "run_1", correlation: String = "cor_1", actor: JSONObject? = ann, truth: String? = "a.b",
    corrects: String? = nil, id: String = "ctx_1", payload: JSONObject
  ) -> JSONObject {
    var entry: JSONObject = [
      "entry_id": .text(id), "entry_type": .text(kind.rawValue), "correlation_id": .text(correlation), "run_id": .text(run),
    ]
    entry["actor"] = actor.map { .object($0) }
    entry["truth_id"] = truth.map { .text($0) } ?? .null
    entry["corrects"] = corrects.map { .text($0) }
    entry["payload"] = .object(payload)
    return entry
  }

  static func status(_ seq: Int, _ status: String, run: String = "run_1", waitingFor: [String] = []) -> Event {
    event(
      seq, .status,
      payload: ["run_id": .text(run), "status": .text(status), "waiting_for": .array(waitingFor.map { .text($0) })])
  }

  static func proposal(_ seq: Int, run: String = "run_1", action: String = "act", by actor: JSONObject = ann) -> Event {
    event(seq, .proposal, payload: entry(.proposal, run: run, actor: actor, payload: ["action": .text(action)]))
  }

  static func provisional(_ seq: Int, _ fact: JSONObject, run: String = "run_1", droppedBecause reason: String? = nil) -> Event {
    var payload: JSONObject = ["run_id": .text(run), "provisional": .boolean(true), "payload": .object(fact)]
    if let reason {
      payload["dropped"] = .boolean(true)
      payload["reason"] = .text(reason)
    }
    return event(seq, .fact, payload: payload)
  }

  static func decision(_ seq: Int, _ decision: String, status: String, reason: String = "because", run: String = "run_1") -> Event
  {
    event(
      seq, .decision,
      payload: entry(
        .decision, run: run,
        payload: ["status": .text(status), "decision": .text(decision), "truth_id": .text("a.b"), "reason": .text(reason)]))
  }

  static func fact(_ seq: Int, _ fact: JSONObject, run: String = "run_1", id: String = "ctx_f", corrects: String? = nil) -> Event
  {
    event(seq, .fact, payload: entry(.fact, run: run, corrects: corrects, id: id, payload: fact))
  }

  /// A client that is connected and has had its first answer.
  static func connected(_ actor: JSONObject = ann, over kind: TransportKind = .grpc, at now: Int = 0) -> Client {
    var client = Client(actor: actor, transport: kind)
    _ = client.connect(at: now)
    _ = client.opened(kind, at: now)
    _ = client.receive(.delta(Delta(resumedAtSeq: 0, currentSeq: 0, events: [])), at: now)
    return client
  }
}
