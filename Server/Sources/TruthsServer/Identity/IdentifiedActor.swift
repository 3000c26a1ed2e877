import Foundation
import Truths

/// An actor as a token, or the file of identities, describes it (contract §4.2).
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

  /// An actor that the file of identities names.
  ///
  /// - Parameter place: where it stands, for messages.
  /// - Throws: ``IdentityFault``.
  init(_ value: ClaimValue?, _ place: String) throws(IdentityFault) {
    let members = try IdentityFault.members(of: value, known: Self.members, place)
    func text(_ name: String) throws(IdentityFault) -> String? {
      guard let value = members[name] else { return nil }
      guard let text = value.text else { throw IdentityFault("\(place).\(name) is not a text") }
      return text
    }
    guard let user = try text("user_id") else { throw IdentityFault("\(place) has no `user_id`") }
    let roles = try members["roles"].map { (value) throws(IdentityFault) in
      guard let texts = value.texts else { throw IdentityFault("\(place).roles is not a list of texts") }
      return texts
    }
    self.init(
      type: try text("type") ?? "user", user_id: user, device_id: try text("device_id"), org_id: try text("org_id"), roles: roles)
    do throws(Findings) {
      // It reads an actor as a session does.
      _ = try RunClient(actor: json)
    } catch {
      throw IdentityFault("\(place) is no actor: \(error.messages)")
    }
  }

  var json: String { Self.json(self) }

  /// Who is counted as one: whoever has the same id in the same organisation, on whatever device and with whatever roles.
  var account: String { Self.json([type, user_id, org_id ?? ""]) }

  private static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and lists of texts always have an encoding.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension Findings {
  /// What is wrong, in a line, without places.
  var messages: String {
    let findings = ClaimValue(json: Data(json.utf8))?.list ?? []
    return findings.compactMap { $0.object?["message"]?.text }.joined(separator: "; ")
  }
}
