import TruthsDiagnostics
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A question about a proposal, or about what could be proposed next, as the body of a request has it (server §11.1).
public struct RunQuestion: Sendable {
  /// `nil` where only suggestions are wanted.
  let proposal: JSONObject?
  /// What is known besides the ledger for this question, in short form.
  let facts: [JSONObject]

  /// How many facts may be given beside.
  static let mostFacts = 1_000

  /// A question about a proposal.
  ///
  /// - Parameter body: a proposal in any form of runs §2, or `{"proposal": {…}, "facts": […]}`.
  /// - Throws: that the body is no JSON object, or what is wrong with the facts.
  public static func about(_ body: [UInt8]) throws(RunMessageFault) -> RunQuestion {
    try about(try RunMessage.object(body))
  }

  static func about(_ object: JSONObject) throws(RunMessageFault) -> RunQuestion {
    guard object.object("proposal") != nil, isWrapper(object) else { return RunQuestion(proposal: object, facts: []) }
    return try wrapped(object)
  }

  /// A question about what could be proposed next.
  ///
  /// - Parameter body: `{}`, or with `facts`, and with the `proposal` after which it would be.
  /// - Throws: that the body is no such object, or what is wrong with the facts.
  public static func next(_ body: [UInt8]) throws(RunMessageFault) -> RunQuestion {
    try next(try RunMessage.object(body))
  }

  static func next(_ object: JSONObject) throws(RunMessageFault) -> RunQuestion {
    if isWrapper(object) { return try wrapped(object) }
    throw RunMessageFault("the body has other members than `proposal` and `facts`: what could be proposed next is asked with {}")
  }

  private static func isWrapper(_ object: JSONObject) -> Bool {
    object.members.allSatisfy { ["proposal", "facts"].contains($0.name.string) }
  }

  private static func wrapped(_ object: JSONObject) throws(RunMessageFault) -> RunQuestion {
    if let given = object["proposal"], given.objectValue == nil { throw RunMessageFault("`proposal` is no JSON object") }
    guard let given = object["facts"] else { return RunQuestion(proposal: object.object("proposal"), facts: []) }
    let example = "such as [{\"type\": \"order.placed\", \"order_id\": \"o1\"}]"
    guard let list = given.arrayValue else { throw RunMessageFault("`facts` is no list of facts, \(example)") }
    guard list.count <= mostFacts else {
      throw RunMessageFault("`facts` has \(list.count) facts, and at most \(mostFacts) may be given")
    }
    var facts: [JSONObject] = []
    for (place, fact) in list.enumerated() {
      guard let object = fact.objectValue, object["type"] != nil, object["entry_type"] == nil else {
        throw RunMessageFault("`facts[\(place)]` is no fact with its `type` and fields, \(example)")
      }
      facts.append(object)
    }
    return RunQuestion(proposal: object.object("proposal"), facts: facts)
  }
}

/// A parameter of a request that is none.
public struct RunQueryFault: Error, Sendable, CustomStringConvertible {
  /// What is wrong, and how to mend it.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// A question that takes more work than one run may.
public struct RunWorkFault: Error, Sendable, CustomStringConvertible {
  /// Whose work it was.
  public let description: String

  init(_ exceeded: WorkExceeded) { description = exceeded.description }
}
