import Foundation
import Truths

/// An actor as a token or the identities file describes it (contract §4.2).
struct IdentifiedActor: Hashable, Sendable, Encodable {
  let type: String
  let user_id: String
  let device_id: String?
  let org_id: String?
  let roles: [String]?

  private static let members = ["type", "user_id", "device_id", "org_id", "roles"]

  init(type: String, user_id: String, device_id: String?, org_id: String?, roles: [String]?) {
    (self.type, self.user_id, self.device_id, self.org_id, self.roles) = (type, user_id, device_id, org_id, roles)
  }

  /// Reads an actor from the identities file.
  ///
  /// - Parameter path: location in the file, for messages.
  /// - Throws: ``IdentityFault``.
  init(_ value: ClaimValue?, _ path: String) throws(IdentityFault) {
    let members = try IdentityFault.members(of: value, known: Self.members, path)
    func text(_ name: String) throws(IdentityFault) -> String? {
      guard let value = members[name] else { return nil }
      guard let text = value.text else { throw IdentityFault("\(path).\(name) is not a text") }
      return text
    }
    guard let user = try text("user_id") else { throw IdentityFault("\(path) has no `user_id`") }
    let roles = try members["roles"].map { (value) throws(IdentityFault) in
      guard let texts = value.texts else { throw IdentityFault("\(path).roles is not a list of texts") }
      return texts
    }
    self.init(
      type: try text("type") ?? "user", user_id: user, device_id: try text("device_id"), org_id: try text("org_id"), roles: roles)
    do throws(Findings) {
      // Validates the actor in the way a session does.
      _ = try RunClient(actor: json)
    } catch {
      throw IdentityFault("\(path) is no actor: \(error.messages)")
    }
  }

  var json: String { Self.json(self) }

  /// Key of the actor's ``ActorAccount``: type, user and organisation. Devices and roles do not matter.
  var account: String { Self.json([type, user_id, org_id ?? ""]) }

  private static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and lists of texts can always be encoded.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension Findings {
  /// The messages of all findings in one line, without locations.
  var messages: String {
    let findings = ClaimValue(json: Data(json.utf8))?.list ?? []
    return findings.compactMap { $0.object?["message"]?.text }.joined(separator: "; ")
  }
}
