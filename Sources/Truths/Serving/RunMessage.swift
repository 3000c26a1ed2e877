import TruthsDiagnostics
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A message to a ``RunSession`` from a client that sends requests (contract §15). The body of a request is the proposal or the
/// control message itself.
public struct RunMessage: Sendable {
  let message: ClientMessage
  /// The distributed trace that the request belongs to.
  var traceID: String?

  /// Creates a proposal.
  ///
  /// - Parameters:
  ///   - body: a proposal in any form of runs §2, or `{"proposal": {…}}`.
  ///   - key: the idempotency key, where the request names one outside the body.
  ///   - traceID: the distributed trace of the request, used where the proposal names none. A different trace does not make it
  ///     a different proposal.
  /// - Throws: a fault where the body is not a JSON object, or names another key.
  public static func proposal(
    _ body: [UInt8], key: String? = nil, traceID: String? = nil
  ) throws(RunMessageFault) -> RunMessage {
    try proposal(try object(body), key: key, traceID: traceID)
  }

  static func proposal(
    _ given: JSONObject, key: String? = nil, traceID: String? = nil
  ) throws(RunMessageFault) -> RunMessage {
    var object = given
    // With further members it is a queue's record, whose key has another form (contract §16.1).
    if object.members.count == 1, let inner = object.object("proposal") { object = inner }
    guard let key else { return RunMessage(message: .propose(object), traceID: traceID) }
    let own = object.text("idempotency_key") ?? object.object("proposal")?.text("idempotency_key")
    if let own, Text(own) != Text(key) {
      throw RunMessageFault(
        "the request names the idempotency key `\(visible(key))`, and the proposal `\(visible(own))`: leave one out")
    }
    if own == nil { object["idempotency_key"] = .text(key) }
    return RunMessage(message: .propose(object), traceID: traceID)
  }

  /// Creates an entry that a client appends (contract §14.1): a proposal, or a fact from outside.
  ///
  /// - Parameters:
  ///   - type: `proposal` or `fact`.
  ///   - payload: a proposal in any form of runs §2, or a fact in short form.
  ///   - correlationID: id shared with related runs; `nil` uses the payload's.
  ///   - key: the idempotency key of a proposal.
  ///   - traceID: see ``proposal(_:key:traceID:)``.
  /// - Throws: a fault where the type is another one, the payload is not a JSON object, or values contradict each other.
  public static func entry(
    type: String, payload: [UInt8], correlationID: String? = nil, key: String? = nil, traceID: String? = nil
  ) throws(RunMessageFault) -> RunMessage {
    guard ["proposal", "fact"].contains(type) else {
      throw RunMessageFault(
        "`entry_type` is `\(visible(type))`, but only a `proposal`, or a `fact` from outside, can be appended: the ledger "
          + "itself adds decisions and traces")
    }
    var object = try object(payload, "payload")
    if type == "fact" {
      if key != nil {
        throw RunMessageFault("leave `idempotency_key` out of a fact: a fact that is sent again unchanged changes nothing")
      }
      return RunMessage(message: .control(ControlMessage(.injectFact, correlationID: correlationID, payload: object)))
    }
    if object.members.count == 1, let inner = object.object("proposal") { object = inner }
    if let correlationID {
      if let own = object.text("correlation_id"), Text(own) != Text(correlationID) {
        throw RunMessageFault(
          "the entry names the correlation `\(visible(correlationID))`, and its payload `\(visible(own))`: leave one out")
      }
      object["correlation_id"] = .text(correlationID)
    }
    return try proposal(object, key: key, traceID: traceID)
  }

  /// Creates a control message (contract §13.5).
  ///
  /// - Parameters:
  ///   - body: the message: `{"control_type": "pause", "payload": {…}}`.
  ///   - job: the job of the request; `nil` uses the body's.
  /// - Throws: a fault where the body is not a control message, or names another job.
  public static func control(_ body: [UInt8], job: String? = nil) throws(RunMessageFault) -> RunMessage {
    try control(try object(body), job: job)
  }

  static func control(_ object: JSONObject, job: String? = nil) throws(RunMessageFault) -> RunMessage {
    guard var message = ControlMessage(json: .object(object)) else {
      throw RunMessageFault(noControl)
    }
    if let job, let named = message.jobID, Text(named) != Text(job) {
      throw RunMessageFault("the request is about the job `\(visible(job))`, and its body about `\(visible(named))`")
    }
    message.jobID = job ?? message.jobID
    return RunMessage(message: .control(message))
  }

  /// Creates a control message without a payload.
  public static func control(_ control: RunControl, job: String) -> RunMessage {
    RunMessage(message: .control(ControlMessage(control.kind, jobID: job)))
  }

  /// Creates a handshake (sessions §3.1).
  ///
  /// - Parameter body: a JSON object; an empty body asks for the capabilities without a handshake.
  /// - Throws: a fault where the body is not a JSON object.
  public static func handshake(_ body: [UInt8] = []) throws(RunMessageFault) -> RunMessage {
    RunMessage(message: body.isEmpty ? .capabilities : .handshake(try object(body)))
  }

  /// Creates a request for everything after a `seq` (sessions §4).
  ///
  /// - Parameters:
  ///   - subscribe: whether later events are wanted too.
  ///   - streamID: the stream of the `seq`; `nil` where the caller does not name it.
  ///   - entryTypes: the entry types whose events are wanted; empty for all.
  /// - Throws: a fault where an entry type is unknown.
  public static func resume(
    after seq: Int, subscribe: Bool, streamID: String? = nil, correlationID: String? = nil, runID: String? = nil,
    entryTypes: [String] = []
  ) throws(RunMessageFault) -> RunMessage {
    var json: JSONObject = ["entry_types": .texts(entryTypes)]
    json["correlation_id"] = correlationID.map { .text($0) }
    json["run_id"] = runID.map { .text($0) }
    guard let filter = StreamFilter(json: json) else {
      throw RunMessageFault("`entry_types` is a list of `fact`, `proposal`, `trace`, `decision`, with commas between them")
    }
    return RunMessage(message: .resume(Resumption(from: seq, subscribe: subscribe, filter: filter, streamID: streamID)))
  }

  /// Parses a message from a two-way connection (sessions §1), with or without its name around it.
  ///
  /// - Throws: a fault where the bytes are not JSON, or not a message.
  public static func frame(_ bytes: [UInt8]) throws(RunMessageFault) -> RunMessage { try frame(try object(bytes, "message")) }

  static func frame(_ object: JSONObject) throws(RunMessageFault) -> RunMessage {
    if let message = ClientMessage(json: .object(object)) { return RunMessage(message: message) }
    let name = object.members.count == 1 ? object.members[0].name.string : nil
    if object["control_type"] != nil || name == "control" {
      throw RunMessageFault(noControl)
    }
    if object["resume_from_seq"] != nil || name == "resume" {
      throw RunMessageFault(
        "`resume` needs `resume_from_seq`, a whole number, and may have `subscribe`, `stream_id`, `correlation_id`, `run_id` and "
          + "`entry_types`, such as {\"resume\": {\"resume_from_seq\": 0, \"subscribe\": true}}")
    }
    if name == "range" { throw RunMessageFault("`range` has `from` and `to`, such as {\"range\": {\"from\": 3, \"to\": 5}}") }
    if object["action"] != nil || name == "proposal" {
      throw RunMessageFault("write a proposal under its name: {\"propose\": {\"action\": \"place_order\", …}}")
    }
    throw RunMessageFault(NoMessage(members: object.members.map(\.name.string)).description)
  }

  /// The name that identifies the message's answer: a proposal's idempotency key or id, a control message's type, or else the
  /// message's name.
  public var name: String {
    switch message {
    case .propose(let proposal):
      let within = proposal.object("proposal")
      return proposal.text("idempotency_key") ?? within?.text("idempotency_key") ?? proposal.text("proposal_id")
        ?? within?.text("proposal_id") ?? "propose"
    case .control(let message): return message.type.rawValue
    case .handshake, .capabilities: return "handshake"
    case .resume: return "resume"
    case .range: return "range"
    case .snapshot: return "snapshot"
    }
  }

  /// Whether the message only reads, so that it is answered at once, before waiting messages.
  public var isReading: Bool {
    switch message {
    case .propose, .control: false
    case .handshake, .capabilities, .resume, .range, .snapshot: true
    }
  }

  /// Whether the message is a proposal.
  public var isProposal: Bool {
    if case .propose = message { true } else { false }
  }

  /// Whether the message is a control message.
  public var isControl: Bool {
    if case .control = message { true } else { false }
  }

  /// Whether the message is a control message with a fact. Accepting the fact is a decision, as for a proposal.
  public var injectsFact: Bool {
    if case .control(let message) = message { message.type == .injectFact } else { false }
  }

  private static var noControl: String {
    let types = ControlMessage.Kind.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    return "a control message has a `control_type`, one of \(types), such as {\"control_type\": \"pause\", \"payload\": {}}; "
      + "`job_id` and `correlation_id` are texts, `payload` and `actor` objects"
  }

  /// Reads bytes as a JSON object.
  ///
  /// - Parameter name: name of the bytes in fault messages.
  static func object(_ bytes: [UInt8], _ name: String = "body") throws(RunMessageFault) -> JSONObject {
    var sources = SourceMap()
    switch JSONReader.read(sources.add(path: name, bytes: bytes)) {
    case .failure(let fault):
      let findings = Findings([fault], in: sources)
      throw RunMessageFault("the \(name) is no JSON: \(fault.message)", findings)
    case .success(let json):
      if let object = json.value.objectValue { return object }
      throw RunMessageFault("the \(name) is not a JSON object, such as {\"action\": \"place_order\", \"order_id\": \"o1\"}")
    }
  }
}

/// The error that a request is not a valid message.
public struct RunMessageFault: Error, Sendable, CustomStringConvertible {
  /// The problem and how to fix it.
  public let description: String
  /// Findings about invalid JSON; `nil` where the body is JSON.
  public let findings: Findings?

  init(_ description: String, _ findings: Findings? = nil) {
    (self.description, self.findings) = (description, findings)
  }
}
