import TruthsEngine
import TruthsJSON
import TruthsProtocol
import TruthsRuntime

/// The answer to a proposal or a control message, for the client that sent it.
public struct RunAnswer: Sendable {
  private let answer: Answer
  private let rulesHash: String

  init(_ answer: Answer, rulesHash: String) {
    self.answer = answer
    self.rulesHash = answer.truthsHash ?? rulesHash
  }

  /// `accepted`, `rejected` or `halted`; `nil` where nothing was decided, as for a pause.
  public var decision: String? { answer.decision }
  /// The id of the truth that decided.
  public var truthID: String? { answer.truthID }
  /// The reason, for people.
  public var reason: String { answer.reason }
  /// The id of the job; each run has one.
  public var jobID: String? { answer.jobID }
  /// Whether the answer was given before.
  public var isReplay: Bool { answer.isReplay }
  /// Whether the message could not be carried out; nothing was then recorded.
  public var isRefused: Bool { answer.isRefused }
  /// Whether the idempotency key belongs to another proposal (runs §5).
  public var isKeyConflict: Bool { answer.truthID == BuiltInTruth.idempotencyConflict.rawValue && !answer.isReplay }
  /// Whether the run waits for an approval, a consent or an event.
  public var isWaiting: Bool { answer.run?.text("status") == RunState.Status.waiting.rawValue }
  /// The last `seq` of the stream at the time of the answer.
  public var currentSeq: Int { answer.currentSeq }
  /// The number with which the message was received.
  public var request: Int? { answer.request }

  /// Id of the decision's entry; `nil` where none was recorded.
  public var decisionID: String? { answer.decisionID }
  /// Number of ledger entries at the time of the answer.
  public var ledgerSize: Int { answer.point?.size ?? 0 }
  /// Status of the run; `nil` for an answer without a run.
  public var progress: RunProgress? {
    answer.run.flatMap { RunProgress($0, halt: (answer.reason, answer.truthID)) }
  }

  /// The answer object of sessions §1, with `decision_id`, `head` and `truths`, as canonical JSON.
  public var json: [UInt8] { JSONValue.object(object).canonical() }

  var object: JSONObject { answer.json.merging(proof) }

  /// The members by which a decision can be found and checked.
  var proof: JSONObject {
    var object: JSONObject = ["truths": .text(rulesHash)]
    object["decision_id"] = answer.decisionID.map { .text($0) }
    object["head"] = answer.point.map { .object($0.headJSON) }
    return object
  }
}

/// The current state of a job, as a client may see it.
public struct RunJob: Sendable {
  private let job: JSONObject
  private let proof: JSONObject

  init(_ job: JSONObject, rulesHash: String, at point: ContextPoint) {
    self.job = job
    proof = ["truths": .text(job.text("truths") ?? rulesHash), "head": .object(point.headJSON)]
  }

  /// The job without the members for checking it.
  var content: JSONObject { job }

  /// Id of the run: the job `job_…` has the run `run_…`.
  public var runID: String { job.object("run")?.text("run_id") ?? "" }

  /// Status of the run.
  public var progress: RunProgress? {
    job.object("run").flatMap { RunProgress($0, halt: (job.text("reason") ?? "", job.text("truth_id"))) }
  }

  /// Whether the run has converged or was halted, so that it does not continue by itself (contract §1.3).
  public var isDone: Bool {
    let status = job.object("run")?.text("status")
    return status == RunState.Status.converged.rawValue || status == RunState.Status.halted.rawValue
  }

  /// `job_id`, `run` and its last decision with `facts` and `violations`, with `head` and `truths`, as canonical JSON.
  public var json: [UInt8] { JSONValue.object(job.merging(proof)).canonical() }

  /// Returns an earlier answer, updated with the run's current state.
  public func json(updating answer: RunAnswer) -> [UInt8] {
    JSONValue.object(answer.object.merging(job).merging(proof)).canonical()
  }
}

/// A fault as a problem document (RFC 9457).
public struct RunProblem: Sendable {
  /// The HTTP status.
  public let status: Int
  let object: JSONObject

  /// - Parameters:
  ///   - code: the code by which programs recognize the problem.
  ///   - title: the kind of fault, in a few words.
  ///   - detail: the cause in this case, and how to fix it.
  ///   - findings: findings about a body.
  ///   - answer: the decision that the problem reports, where one was made.
  ///   - to: the message that it concerns, where a connection carries several (``RunMessage/name``).
  public init(
    status: Int, code: String, title: String, detail: String, findings: Findings? = nil, answer: RunAnswer? = nil,
    to: String? = nil
  ) {
    self.status = status
    var object: JSONObject = [
      "type": .text("about:blank"), "title": .text(title), "status": .integer(status), "detail": .text(detail),
      "code": .text(code),
    ]
    object["findings"] = findings?.jsonValue
    object["to"] = to.map { .text($0) }
    if let answer { object = answer.object.merging(object) }
    self.object = object
  }

  /// The answer as a JSON document of type `application/problem+json`.
  public var json: [UInt8] { JSONValue.object(object).canonical() }

  /// The document as a message of a two-way connection: `{"problem": {…}}`.
  public var wrapped: [UInt8] { JSONValue.object(["problem": .object(object)]).canonical() }
}

extension ContextPoint {
  /// The size and head of the ledger, `{"size", "head"}`.
  var headJSON: JSONObject { ["size": .integer(size), "head": .text(head)] }
}

extension JSONObject {
  /// Returns the members of both objects; where both have a name, the other object's member.
  func merging(_ other: JSONObject) -> JSONObject {
    var merged = self
    for member in other.members { merged[member.name.string] = member.value }
    return merged
  }
}
