import TruthsEngine
import TruthsJSON
import TruthsProtocol
import TruthsRuntime

/// What became of a proposal or a control message, for the client that sent it.
public struct RunAnswer: Sendable {
  private let answer: Answer
  private let rulesHash: String

  init(_ answer: Answer, rulesHash: String) {
    self.answer = answer
    self.rulesHash = answer.truthsHash ?? rulesHash
  }

  /// `accepted`, `rejected` or `halted`; `nil` where nothing was decided, as by a pause.
  public var decision: String? { answer.decision }
  /// The truth that decided.
  public var truthID: String? { answer.truthID }
  /// Why, for people.
  public var reason: String { answer.reason }
  /// The job, one a run.
  public var jobID: String? { answer.jobID }
  /// Whether the answer was given before.
  public var isReplay: Bool { answer.isReplay }
  /// Whether the message could not be carried out; then nothing was recorded.
  public var isRefused: Bool { answer.isRefused }
  /// Whether its idempotency key stands for another proposal (runs §5).
  public var isKeyConflict: Bool { answer.truthID == BuiltInTruth.idempotencyConflict.rawValue && !answer.isReplay }
  /// Whether the run goes on when somebody agrees or something happens.
  public var isWaiting: Bool { answer.run?.text("status") == RunState.Status.waiting.rawValue }
  /// The last `seq` of the stream when it was given.
  public var currentSeq: Int { answer.currentSeq }
  /// The number that the message was received with.
  public var request: Int? { answer.request }

  /// The entry of the decision; `nil` where none was recorded.
  public var decisionID: String? { answer.decisionID }
  /// The entries of the ledger when it was given.
  public var ledgerSize: Int { answer.point?.size ?? 0 }
  /// How the run stands; `nil` where there is none.
  public var progress: RunProgress? {
    answer.run.flatMap { RunProgress($0, halt: (answer.reason, answer.truthID)) }
  }

  /// The answer object of sessions §1, with `decision_id`, `head` and `truths`, canonical JSON.
  public var json: [UInt8] { JSONValue.object(object).canonical() }

  var object: JSONObject { answer.json.merging(proof) }

  /// What a decision can be looked up and checked by.
  var proof: JSONObject {
    var object: JSONObject = ["truths": .text(rulesHash)]
    object["decision_id"] = answer.decisionID.map { .text($0) }
    object["head"] = answer.point.map { .object($0.headJSON) }
    return object
  }
}

/// The present state of a job, as a client may see it.
public struct RunJob: Sendable {
  private let job: JSONObject
  private let proof: JSONObject

  init(_ job: JSONObject, rulesHash: String, at point: ContextPoint) {
    self.job = job
    proof = ["truths": .text(job.text("truths") ?? rulesHash), "head": .object(point.headJSON)]
  }

  /// The job without what it can be checked by.
  var told: JSONObject { job }

  /// The run: `job_…` is `run_…`.
  public var runID: String { job.object("run")?.text("run_id") ?? "" }

  /// How the run stands.
  public var progress: RunProgress? {
    job.object("run").flatMap { RunProgress($0, halt: (job.text("reason") ?? "", job.text("truth_id"))) }
  }

  /// Whether nothing more happens in it by itself: it converged or was halted (contract §1.3).
  public var isDone: Bool {
    let status = job.object("run")?.text("status")
    return status == RunState.Status.converged.rawValue || status == RunState.Status.halted.rawValue
  }

  /// `job_id`, `run` and its last decision with `facts` and `violations`, with `head` and `truths`, canonical JSON.
  public var json: [UInt8] { JSONValue.object(job.merging(proof)).canonical() }

  /// An answer that was given before, with what became of the run since.
  public func json(updating answer: RunAnswer) -> [UInt8] {
    JSONValue.object(answer.object.merging(job).merging(proof)).canonical()
  }
}

/// A fault as RFC 9457 has it, problem details.
public struct RunProblem: Sendable {
  /// The status of HTTP.
  public let status: Int
  let object: JSONObject

  /// - Parameters:
  ///   - code: what programs tell it by.
  ///   - title: the kind of fault, in a few words.
  ///   - detail: what is wrong in this case, and how to mend it.
  ///   - findings: those about a body.
  ///   - answer: the decision that it tells, where one was made.
  ///   - to: the message that it is about, where a connection carries several (``RunMessage/name``).
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

  /// The document, `application/problem+json`.
  public var json: [UInt8] { JSONValue.object(object).canonical() }

  /// The document as a message of a connection that carries both ways: `{"problem": {…}}`.
  public var wrapped: [UInt8] { JSONValue.object(["problem": .object(object)]).canonical() }
}

extension ContextPoint {
  /// `{"size", "head"}`.
  var headJSON: JSONObject { ["size": .integer(size), "head": .text(head)] }
}

extension JSONObject {
  /// The members of both; of two with one name that of the other.
  func merging(_ other: JSONObject) -> JSONObject {
    var merged = self
    for member in other.members { merged[member.name.string] = member.value }
    return merged
  }
}
