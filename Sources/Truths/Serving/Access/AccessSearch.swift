import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// An AuthZEN search: which subjects, resources or actions are permitted (server §14.4).
public struct AccessSearch: Sendable {
  /// The kind of entity to find.
  public enum Target: String, Sendable, CaseIterable {
    case subject, resource, action
  }

  let target: Target
  /// The evaluation to make for each candidate, with an empty id for the entity to find.
  let pattern: AccessEvaluation
  /// Maximum number of results on a page.
  let limit: Int
  /// Id after which the page begins; `nil` for the first page.
  let after: String?
  /// Whether the request has a `page` member.
  let isPaged: Bool
  private let query: String

  /// Maximum number of results on any page.
  static let mostResults = 1_000

  /// - Throws: a fault where a member is missing or has the wrong type, or where the page belongs to another search.
  public init(for target: Target, _ body: [UInt8]) throws(RunMessageFault) {
    let object = try RunMessage.object(body)
    self.target = target
    let action =
      target == .action ? AccessEntity(type: "", id: "") : try AccessEntity(object, .action)
    pattern = AccessEvaluation(
      subject: try AccessEntity(object, .subject, isSearched: target == .subject), action: action,
      resource: try AccessEntity(object, .resource, isSearched: target == .resource),
      context: try object.accessObject("context") ?? [:])
    let page = try object.accessObject("page")
    isPaged = page != nil
    // Properties do not affect the order, but other values than an object are faults (AuthZEN 1.0, 8.2).
    _ = try page?.accessObject("properties", in: "page.")
    let entities = [pattern.subject, action, pattern.resource].map { JSONValue.object($0.json) }
    let asked = JSONValue.array([.text(target.rawValue)] + entities + [.object(pattern.context)])
    query = Identity.digest(asked.canonical())
    let wanted = try Self.limit(in: page)
    guard let given = page?["token"], given != .text("") else {
      (limit, after) = (wanted ?? Self.mostResults, nil)
      return
    }
    guard let token = given.stringValue.flatMap(AccessPageToken.init) else {
      throw RunMessageFault("`page.token` is not a token: send the `next_token` of the page before, or leave it out")
    }
    guard token.query == query, wanted == nil || wanted == token.limit else {
      throw RunMessageFault("`page.token` belongs to another search: from page to page, change only the token")
    }
    (limit, after) = (token.limit, token.after)
  }

  private static func limit(in page: JSONObject?) throws(RunMessageFault) -> Int? {
    guard page?["limit"] != nil else { return nil }
    guard let limit = page?.integer("limit"), limit >= 0 else {
      throw RunMessageFault("`page.limit` is a whole number from 0, such as 100")
    }
    return min(limit, mostResults)
  }

  func token(after id: String) -> String { AccessPageToken(query: query, limit: limit, after: id).text }

  func evaluation(of candidate: String) -> AccessEvaluation {
    AccessEvaluation(
      subject: target == .subject ? pattern.subject.with(id: candidate) : pattern.subject,
      action: target == .action ? pattern.action.with(id: candidate) : pattern.action,
      resource: target == .resource ? pattern.resource.with(id: candidate) : pattern.resource, context: pattern.context)
  }

  /// Returns a candidate in the form of a search result.
  func result(_ candidate: String) -> JSONValue {
    switch target {
    case .subject: .object(["type": .text(pattern.subject.type), "id": .text(candidate)])
    case .resource: .object(["type": .text(pattern.resource.type), "id": .text(candidate)])
    case .action: .object(["name": .text(candidate)])
    }
  }
}

/// The position of a page in a search, as a token that the client returns.
private struct AccessPageToken {
  /// Hash of the search's request.
  let query: String
  let limit: Int
  let after: String

  init(query: String, limit: Int, after: String) { (self.query, self.limit, self.after) = (query, limit, after) }

  init?(_ text: String) {
    let segments = text.split(separator: ".", omittingEmptySubsequences: false)
    guard segments.count == 3, let limit = Int(segments[1]), 0...AccessSearch.mostResults ~= limit else { return nil }
    let digits = Array(segments[2].utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) else { return nil }
      bytes.append(byte)
    }
    guard let after = String(validating: bytes, as: UTF8.self) else { return nil }
    self.init(query: String(segments[0]), limit: limit, after: after)
  }

  var text: String {
    let digits = after.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "\(query).\(limit).\(digits)"
  }
}
