import Foundation
import Truths

/// Maps the claims of an issuer's tokens to the members of an actor.
struct ClaimMap: Hashable, Sendable {
  /// Claim that holds the actor's type; `nil` makes every actor a `user`.
  private let type: String?
  private let userID: String
  private let deviceID: String?
  private let orgID: String?
  private let roles: String?

  private static let members = ["type", "user_id", "device_id", "org_id", "roles"]

  /// - Parameters:
  ///   - value: the member `actor` of an issuer.
  ///   - path: location in the file, for messages.
  /// - Throws: ``IdentityFault``.
  init(_ value: ClaimValue?, _ path: String) throws(IdentityFault) {
    let members = try IdentityFault.members(of: value, known: Self.members, path)
    var claims: [String: String] = [:]
    for (member, claim) in members {
      guard let name = claim.text, !name.isEmpty else { throw IdentityFault("\(path).\(member) is not the name of a claim") }
      claims[member] = name
    }
    guard let userID = claims["user_id"] else {
      throw IdentityFault("\(path) has no `user_id`; it maps members of an actor to claims, such as {\"user_id\": \"sub\"}")
    }
    (type, self.userID, deviceID) = (claims["type"], userID, claims["device_id"])
    (orgID, roles) = (claims["org_id"], claims["roles"])
  }

  /// Returns the actor that the claims describe. Every claim that the map names must be present: a missing one is an error,
  /// because a rule may depend on the absence of a role.
  ///
  /// - Throws: ``TokenFault`` about a claim that is missing or of the wrong type.
  func actor(from claims: [String: ClaimValue]) throws(TokenFault) -> IdentifiedActor {
    IdentifiedActor(
      type: try type.map { (name) throws(TokenFault) in try Self.text(name, in: claims) } ?? "user",
      user_id: try Self.text(userID, in: claims),
      device_id: try deviceID.map { (name) throws(TokenFault) in try Self.text(name, in: claims) },
      org_id: try orgID.map { (name) throws(TokenFault) in try Self.text(name, in: claims) },
      roles: try roles.map { (name) throws(TokenFault) in try Self.texts(name, in: claims) })
  }

  private static func text(_ name: String, in claims: [String: ClaimValue]) throws(TokenFault) -> String {
    guard let value = claims[name], value != .null else { throw missing(name) }
    guard let text = value.text else { throw TokenFault("its claim `\(name)` is not a text") }
    return text
  }

  private static func texts(_ name: String, in claims: [String: ClaimValue]) throws(TokenFault) -> [String] {
    guard let value = claims[name], value != .null else { throw missing(name) }
    if let text = value.text { return text.split(separator: " ").map(String.init) }
    guard let texts = value.texts else {
      throw TokenFault("its claim `\(name)` is neither a list of texts nor a text with spaces between the roles")
    }
    return texts
  }

  private static func missing(_ name: String) -> TokenFault { TokenFault("it has no claim `\(name)`, which says who speaks") }
}
