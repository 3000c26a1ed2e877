import Foundation
import Truths

/// Somebody whose tokens count.
struct Issuer: Sendable {
  let name: String
  private let audience: String
  private let keySet: String
  private let map: ClaimMap
  /// By their ids; none before ``loadKeys(_:)``.
  private var keys: [String: VerificationKey] = [:]

  /// How far the clock of an issuer may differ, in milliseconds.
  private static let leeway = 60_000

  /// - Parameters:
  ///   - value: an element of `issuers`.
  ///   - place: where it stands, for messages.
  /// - Throws: ``IdentityFault``.
  init(_ value: ClaimValue, _ place: String) throws(IdentityFault) {
    let members = try IdentityFault.members(of: value, known: ["issuer", "audience", "jwks", "actor"], place)
    func text(_ name: String) throws(IdentityFault) -> String {
      guard let text = members[name]?.text, !text.isEmpty else { throw IdentityFault("\(place).\(name) is not a text") }
      return text
    }
    (name, audience, keySet) = (try text("issuer"), try text("audience"), try text("jwks"))
    map = try ClaimMap(members["actor"], "\(place).actor")
  }

  /// Where its key set lies.
  ///
  /// - Parameter file: that of the identities; a relative path counts from its folder.
  func keySetPath(beside file: String) -> String {
    URL(fileURLWithPath: keySet, relativeTo: URL(fileURLWithPath: file).deletingLastPathComponent()).standardizedFileURL.path
  }

  /// Reads its key set.
  ///
  /// - Throws: ``IdentityFault``.
  mutating func loadKeys(_ set: Data) async throws(IdentityFault) { keys = try await VerificationKey.keys(in: set, keySet) }

  /// Checks the signature of a token, for whom it is, and since when and how long it counts.
  ///
  /// - Parameter now: in milliseconds since 1970.
  /// - Throws: ``TokenFault``.
  func verify(_ token: BearerToken, now: Int) throws(TokenFault) -> VerifiedToken {
    guard let key = keys[token.keyID] else {
      throw TokenFault("its issuer has no key `\(Tool.visible(token.keyID))`")
    }
    guard key.algorithm == token.algorithm else {
      throw TokenFault("its `alg` is \(token.algorithm), and that of its key \(key.algorithm)")
    }
    guard key.verifies(token) else { throw TokenFault("its signature does not hold") }
    let audiences = token.claims["aud"]?.texts ?? token.claims["aud"]?.text.map { [$0] } ?? []
    guard audiences.contains(audience) else { throw TokenFault("it is for another audience, and not for `\(audience)`") }
    guard let end = token.claims["exp"]?.moment else { throw TokenFault("it has no moment `exp` when it ends") }
    var begin: Int?
    if let value = token.claims["nbf"] {
      guard let moment = value.moment else { throw TokenFault("its `nbf` is no moment") }
      begin = moment - Self.leeway
    }
    let verified = VerifiedToken(actor: try map.actor(from: token.claims), begin: begin, end: end + Self.leeway)
    try verified.check(now: now)
    return verified
  }
}

/// Who speaks by a token, and for how long.
struct VerifiedToken: Hashable, Sendable {
  let actor: IdentifiedActor
  /// The moments between which it counts, in milliseconds since 1970, with the leeway.
  let begin: Int?
  let end: Int

  /// - Throws: ``TokenFault`` where it does not count at a moment.
  func check(now: Int) throws(TokenFault) {
    guard now < end else { throw TokenFault("it has expired", isExpired: true) }
    if let begin, now < begin { throw TokenFault("it does not count yet, says its `nbf`") }
  }
}
