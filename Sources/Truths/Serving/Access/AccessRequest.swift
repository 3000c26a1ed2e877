import TruthsJSON
import TruthsText

/// Evaluations of AuthZEN as a request has them: one, or several (server §14.2, §13.3).
public struct AccessRequest: Sendable {
  /// The evaluations in order, or what is wrong with one of several.
  public let evaluations: [Result<AccessEvaluation, RunMessageFault>]
  /// `nil`: the request is one evaluation, and its answer is one decision.
  private let semantic: Semantic?

  /// Whether it is one evaluation, of which a fault is the request's.
  public var isSingle: Bool { semantic == nil }

  /// How many of several evaluations are made.
  private enum Semantic: String, CaseIterable {
    case all = "execute_all"
    case firstDeny = "deny_on_first_deny"
    case firstPermit = "permit_on_first_permit"
  }

  /// How many evaluations a request may have.
  static let mostEvaluations = 1_000

  /// One evaluation.
  ///
  /// - Throws: that the body is none.
  public static func evaluation(_ body: [UInt8]) throws(RunMessageFault) -> AccessRequest {
    try single(try RunMessage.object(body))
  }

  private static func single(_ object: JSONObject) throws(RunMessageFault) -> AccessRequest {
    let evaluation = try AccessEvaluation(object, options: try object.accessObject("options") ?? [:])
    return AccessRequest(evaluations: [.success(evaluation)], semantic: nil)
  }

  /// Several evaluations; what one of them lacks it takes from the request. Without `evaluations` it is one.
  ///
  /// - Throws: what is wrong with the whole request; what is wrong with one of several is answered in its place.
  public static func evaluations(_ body: [UInt8]) throws(RunMessageFault) -> AccessRequest {
    let object = try RunMessage.object(body)
    let options = try object.accessObject("options") ?? [:]
    guard let given = object["evaluations"] else { return try single(object) }
    guard let list = given.arrayValue else { throw RunMessageFault("`evaluations` is no list") }
    if list.isEmpty { return try single(object) }
    guard list.count <= mostEvaluations else {
      throw RunMessageFault("`evaluations` has \(list.count) of them, and at most \(mostEvaluations) may be asked at once")
    }
    let semantic = try semantic(in: options)
    let evaluations = list.map { element -> Result<AccessEvaluation, RunMessageFault> in
      Result { () throws(RunMessageFault) in
        guard let own = element.objectValue else { throw RunMessageFault("the evaluation is no JSON object") }
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

  /// Whether nothing more is evaluated behind a decision.
  public func ends(with decision: AccessDecision) -> Bool {
    switch semantic {
    case .firstDeny: !decision.isPermitted
    case .firstPermit: decision.isPermitted
    case .all, nil: false
    }
  }

  /// The answer, canonical JSON.
  ///
  /// - Parameter decisions: those about the first evaluations, in order; not empty.
  public func answer(_ decisions: [AccessDecision]) -> [UInt8] {
    if semantic == nil, let decision = decisions.first { return JSONValue.object(decision.json).canonical() }
    let answer: JSONObject = ["evaluations": .array(decisions.map { .object($0.json) })]
    return JSONValue.object(answer).canonical()
  }

  /// The decision in the place of an evaluation that is not made.
  ///
  /// - Throws: the error where it is the only one, which is that of the request.
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

/// A question about somebody else, of an actor who may not ask for others.
public struct AccessRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and how to mend it.
  public let description: String
}
