import TruthsDiagnostics
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A question about a proposal, or about possible next proposals, from the body of a request (server §11.1).
public struct RunQuestion: Sendable {
  /// The proposal; `nil` where only suggestions are wanted.
  let proposal: JSONObject?
  /// Facts in short form that this question adds to the ledger's.
  let facts: [JSONObject]

  /// Maximum number of added facts.
  static let mostFacts = 1_000

  /// Creates a question about a proposal.
  ///
  /// - Parameter body: a proposal in any form of runs §2, or `{"proposal": {…}, "facts": […]}`.
  /// - Throws: a fault where the body is not a JSON object, or where the facts are invalid.
  public static func about(_ body: [UInt8]) throws(RunMessageFault) -> RunQuestion {
    try about(try RunMessage.object(body))
  }

  static func about(_ object: JSONObject) throws(RunMessageFault) -> RunQuestion {
    guard object.object("proposal") != nil, isWrapper(object) else { return RunQuestion(proposal: object, facts: []) }
    return try wrapped(object)
  }

  /// Creates a question about possible next proposals.
  ///
  /// - Parameter body: `{}`, optionally with `facts`, and with a `proposal` that is assumed to come first.
  /// - Throws: a fault where the body is another object, or where the facts are invalid.
  public static func next(_ body: [UInt8]) throws(RunMessageFault) -> RunQuestion {
    try next(try RunMessage.object(body))
  }

  static func next(_ object: JSONObject) throws(RunMessageFault) -> RunQuestion {
    if isWrapper(object) { return try wrapped(object) }
    throw RunMessageFault("the body has other members than `proposal` and `facts`: to ask for the next proposals, send {}")
  }

  private static func isWrapper(_ object: JSONObject) -> Bool {
    object.members.allSatisfy { ["proposal", "facts"].contains($0.name.string) }
  }

  private static func wrapped(_ object: JSONObject) throws(RunMessageFault) -> RunQuestion {
    if let given = object["proposal"], given.objectValue == nil { throw RunMessageFault("`proposal` is no JSON object") }
    guard let given = object["facts"] else { return RunQuestion(proposal: object.object("proposal"), facts: []) }
    let example = "such as [{\"type\": \"order.placed\", \"order_id\": \"o1\"}]"
    guard let list = given.arrayValue else { throw RunMessageFault("`facts` is not a list of facts, \(example)") }
    guard list.count <= mostFacts else {
      throw RunMessageFault("`facts` has \(list.count) facts, and at most \(mostFacts) may be given")
    }
    var facts: [JSONObject] = []
    for (place, fact) in list.enumerated() {
      guard let object = fact.objectValue, object["type"] != nil, object["entry_type"] == nil else {
        throw RunMessageFault("`facts[\(place)]` is not a fact with its `type` and fields, \(example)")
      }
      facts.append(object)
    }
    return RunQuestion(proposal: object.object("proposal"), facts: facts)
  }
}

/// The error that a request's parameter is invalid.
public struct RunQueryFault: Error, Sendable, CustomStringConvertible {
  /// The problem and how to fix it.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// The error that a question exceeds the work limit of one run.
public struct RunWorkFault: Error, Sendable, CustomStringConvertible {
  /// The message, which names what took the work.
  public let description: String

  init(_ exceeded: WorkExceeded) { description = exceeded.description }
}
