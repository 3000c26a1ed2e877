import TruthsJSON
import TruthsText

/// An AuthZEN request with one or several evaluations (server §14.2, §13.3).
public struct AccessRequest: Sendable {
  /// The evaluations in order. If there are several, a malformed one is a fault in its place.
  public let evaluations: [Result<AccessEvaluation, RunMessageFault>]
  /// The rule for combining several evaluations; `nil` where the request is a single evaluation.
  private let semantic: Semantic?

  /// Whether the request is a single evaluation, whose fault is that of the whole request.
  public var isSingle: Bool { semantic == nil }

  /// The rule that decides how many of several evaluations are made.
  private enum Semantic: String, CaseIterable {
    case all = "execute_all"
    case firstDeny = "deny_on_first_deny"
    case firstPermit = "permit_on_first_permit"
  }

  /// Maximum number of evaluations in a request.
  static let mostEvaluations = 1_000

  /// Parses a request with one evaluation.
  ///
  /// - Throws: a fault where the body is not an evaluation.
  public static func evaluation(_ body: [UInt8]) throws(RunMessageFault) -> AccessRequest {
    try single(try RunMessage.object(body))
  }

  private static func single(_ object: JSONObject) throws(RunMessageFault) -> AccessRequest {
    let evaluation = try AccessEvaluation(object, options: try object.accessObject("options") ?? [:])
    return AccessRequest(evaluations: [.success(evaluation)], semantic: nil)
  }

  /// Parses a request with several evaluations, which inherit missing members from the request. Without `evaluations` it is a
  /// single one.
  ///
  /// - Throws: faults of the whole request. Faults of one of several evaluations are answered in its place.
  public static func evaluations(_ body: [UInt8]) throws(RunMessageFault) -> AccessRequest {
    let object = try RunMessage.object(body)
    let options = try object.accessObject("options") ?? [:]
    guard let given = object["evaluations"] else { return try single(object) }
    guard let list = given.arrayValue else { throw RunMessageFault("`evaluations` is no list") }
    if list.isEmpty { return try single(object) }
    guard list.count <= mostEvaluations else {
      throw RunMessageFault("`evaluations` has \(list.count) elements: send at most \(mostEvaluations) at once")
    }
    let semantic = try semantic(in: options)
    let evaluations = list.map { element -> Result<AccessEvaluation, RunMessageFault> in
      Result { () throws(RunMessageFault) in
        guard let own = element.objectValue else { throw RunMessageFault("the evaluation is not a JSON object") }
        var whole = JSONObject()
        for name in ["subject", "action", "resource", "context"] { whole[name] = own[name] ?? object[name] }
        return try AccessEvaluation(whole, options: options)
      }
    }
    return AccessRequest(evaluations: evaluations, semantic: semantic)
  }

  private static func semantic(in options: JSONObject) throws(RunMessageFault) -> Semantic {
    guard let given = options["evaluations_semantic"] else { return .all }
    if let semantic = given.stringValue.flatMap(Semantic.init(rawValue:)) { return semantic }
    let known = Semantic.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    throw RunMessageFault("`options.evaluations_semantic` is one of \(known)")
  }

  /// Returns whether no further evaluation is made after this decision.
  public func ends(with decision: AccessDecision) -> Bool {
    switch semantic {
    case .firstDeny: !decision.isPermitted
    case .firstPermit: decision.isPermitted
    case .all, nil: false
    }
  }

  /// Returns the answer as canonical JSON.
  ///
  /// - Parameter decisions: the decisions about the first evaluations, in order; not empty.
  public func answer(_ decisions: [AccessDecision]) -> [UInt8] {
    if semantic == nil, let decision = decisions.first { return JSONValue.object(decision.json).canonical() }
    let answer: JSONObject = ["evaluations": .array(decisions.map { .object($0.json) })]
    return JSONValue.object(answer).canonical()
  }

  /// Returns the decision that stands for a failed evaluation.
  ///
  /// - Throws: the error itself where it is the only evaluation.
  func decision(insteadOf error: any Error) throws -> AccessDecision {
    if isSingle { throw error }
    switch error {
    case let fault as RunMessageFault: return AccessDecision(status: 400, message: fault.description)
    case let refusal as AccessRefusal: return AccessDecision(status: 403, message: refusal.description)
    case let fault as RunWorkFault: return AccessDecision(status: 503, message: fault.description)
    default: throw error
    }
  }
}

/// The error that an actor asks about another actor without permission.
public struct AccessRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and how to fix it.
  public let description: String
}
