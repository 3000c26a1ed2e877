import Foundation
import Truths

/// The contents of an identities file and its key sets: accepted issuers, actors known by their connection, and limits of
/// actors.
struct IdentityConfiguration: Sendable {
  private var issuers: [String: Issuer] = [:]
  private var peers: [Peer.Name: IdentifiedActor] = [:]
  private var limits: [String: ActorLimits] = [:]
  /// Whether the file lists clients by certificate, and whether by user.
  private(set) var namesCertificates = false
  private(set) var namesUsers = false

  /// Contents of the key sets that its keys were read from, by path.
  private(set) var keySets: [String: Data] = [:]

  /// Contents of the files that a configuration was read from, by path; `nil` for a file that cannot be read.
  typealias Files = [String: Data?]

  /// Reads an identities file and its key sets.
  ///
  /// - Returns: the files too, even where they are faulty, so that a change of them can be detected.
  static func load(_ path: String) async -> (files: Files, result: Result<IdentityConfiguration, IdentityFault>) {
    await load(path, FileManager.default.contents(atPath: path))
  }

  /// Reads the key sets that an identities file names.
  ///
  /// - Parameters:
  ///   - bytes: content of the identities file; `nil` if it cannot be read.
  ///   - cachedFiles: contents that count in place of key sets that are faulty now.
  static func load(
    _ path: String, _ bytes: Data?, orElse cachedFiles: [String: Data] = [:]
  ) async -> (files: Files, result: Result<IdentityConfiguration, IdentityFault>) {
    var files: Files = [path: bytes]
    do throws(IdentityFault) {
      guard let bytes else { throw IdentityFault("\(path): it cannot be read") }
      let configuration = try await IdentityConfiguration(bytes, path, &files, orElse: cachedFiles)
      return (files, .success(configuration))
    } catch {
      return (files, .failure(error))
    }
  }

  /// - Parameter files: receives the key sets.
  private init(
    _ bytes: Data, _ path: String, _ files: inout Files, orElse cachedFiles: [String: Data]
  ) async throws(IdentityFault) {
    guard let root = ClaimValue(json: bytes) else { throw IdentityFault("\(path): it is no JSON") }
    let members = try IdentityFault.members(
      of: root, known: ["issuers", "certificates", "sockets", "limits"], "\(path): the file")
    for (index, value) in try Self.list("issuers", in: members, path).enumerated() {
      let issuerPath = "\(path): issuers[\(index)]"
      var issuer = try Issuer(value, issuerPath)
      let keySet = issuer.keySetPath(beside: path)
      let found = FileManager.default.contents(atPath: keySet)
      files.updateValue(found, forKey: keySet)
      do throws(IdentityFault) {
        guard let set = found else { throw IdentityFault("\(issuerPath).jwks: \(keySet) cannot be read") }
        try await issuer.loadKeys(set)
        keySets[keySet] = set
      } catch {
        guard let set = cachedFiles[keySet] else { throw error }
        try await issuer.loadKeys(set)
        keySets[keySet] = set
      }
      guard issuers.updateValue(issuer, forKey: issuer.name) == nil else {
        throw IdentityFault("\(issuerPath).issuer is `\(Tool.visible(issuer.name))`, which is there already")
      }
    }
    for (index, value) in try Self.list("certificates", in: members, path).enumerated() {
      let place = "\(path): certificates[\(index)]"
      let members = try IdentityFault.members(of: value, known: ["subject", "actor"], place)
      guard let text = members["subject"]?.text else { throw IdentityFault("\(place).subject is not a text") }
      let subject = try CertificateSubject(text, "\(place).subject")
      try add(.certificate(subject), members["actor"], "\(place).subject is `\(subject.text)`", place)
      namesCertificates = true
    }
    for (index, value) in try Self.list("sockets", in: members, path).enumerated() {
      let socketPath = "\(path): sockets[\(index)]"
      let members = try IdentityFault.members(of: value, known: ["uid", "actor"], socketPath)
      guard let user = members["uid"]?.wholeNumber.flatMap(UInt32.init(exactly:)) else {
        throw IdentityFault("\(socketPath).uid is not the number of a user, such as `id -u` prints it")
      }
      try add(.user(user), members["actor"], "\(socketPath).uid is \(user)", socketPath)
      namesUsers = true
    }
    guard let given = members["limits"] else { return }
    guard let roles = given.object else { throw IdentityFault("\(path): limits is not an object of roles and their limits") }
    for (role, value) in roles.sorted(by: { $0.key < $1.key }) {
      limits[role] = try ActorLimits(value, "\(path): limits.\(Tool.visible(role))")
    }
  }

  private mutating func add(
    _ name: Peer.Name, _ actor: ClaimValue?, _ what: String, _ place: String
  ) throws(IdentityFault) {
    guard peers.updateValue(try IdentifiedActor(actor, "\(place).actor"), forKey: name) == nil else {
      throw IdentityFault("\(what), which is there already")
    }
  }

  /// Returns the actor of a token and its validity.
  ///
  /// - Throws: ``TokenFault``.
  func verify(_ token: BearerToken, now: Int) throws(TokenFault) -> VerifiedToken {
    guard let name = token.claims["iss"]?.text, let issuer = issuers[name] else {
      throw TokenFault("tokens of its issuer, the claim `iss`, are not accepted here")
    }
    return try issuer.verify(token, now: now)
  }

  /// Returns the actor that a peer identifies; `nil` where the peer is not listed.
  func actor(of name: Peer.Name) -> IdentifiedActor? { peers[name] }

  func limits(of roles: [String]) -> ActorLimits {
    (["*"] + roles).compactMap { limits[$0] }.reduce(ActorLimits()) { $0.merging($1) }
  }

  private static func list(
    _ name: String, in members: [String: ClaimValue], _ path: String
  ) throws(IdentityFault) -> [ClaimValue] {
    guard let value = members[name] else { return [] }
    guard let list = value.list else { throw IdentityFault("\(path): \(name) is not a list") }
    return list
  }
}
