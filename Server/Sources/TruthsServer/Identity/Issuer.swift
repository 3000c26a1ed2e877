import Foundation
import Truths

/// An issuer whose tokens the server accepts.
struct Issuer: Sendable {
  let name: String
  private let audience: String
  private let keySet: String
  private let map: ClaimMap
  /// Keys by id; empty until ``loadKeys(_:)``.
  private var keys: [String: VerificationKey] = [:]

  /// Tolerated clock difference, in milliseconds.
  private static let leeway = 60_000

  /// - Parameters:
  ///   - value: an element of `issuers`.
  ///   - path: location in the file, for messages.
  /// - Throws: ``IdentityFault``.
  init(_ value: ClaimValue, _ path: String) throws(IdentityFault) {
    let members = try IdentityFault.members(of: value, known: ["issuer", "audience", "jwks", "actor"], path)
    func text(_ name: String) throws(IdentityFault) -> String {
      guard let text = members[name]?.text, !text.isEmpty else { throw IdentityFault("\(path).\(name) is not a text") }
      return text
    }
    (name, audience, keySet) = (try text("issuer"), try text("audience"), try text("jwks"))
    map = try ClaimMap(members["actor"], "\(path).actor")
  }

  /// Returns the path of the issuer's key set.
  ///
  /// - Parameter file: path of the identities file; a relative path starts at its folder.
  func keySetPath(beside file: String) -> String {
    URL(fileURLWithPath: keySet, relativeTo: URL(fileURLWithPath: file).deletingLastPathComponent()).standardizedFileURL.path
  }

  /// Reads the issuer's key set.
  ///
  /// - Throws: ``IdentityFault``.
  mutating func loadKeys(_ set: Data) async throws(IdentityFault) { keys = try await VerificationKey.keys(in: set, keySet) }

  /// Checks a token's signature, audience and validity period.
  ///
  /// - Parameter now: milliseconds since 1970.
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

/// The actor of a verified token, and its validity period.
struct VerifiedToken: Hashable, Sendable {
  let actor: IdentifiedActor
  /// The validity period in milliseconds since 1970, including the leeway.
  let begin: Int?
  let end: Int

  /// - Throws: ``TokenFault`` where the token is not valid at the given time.
  func check(now: Int) throws(TokenFault) {
    guard now < end else { throw TokenFault("it has expired", isExpired: true) }
    if let begin, now < begin { throw TokenFault("it is not valid yet (`nbf`)") }
  }
}
