import Crypto
import Foundation
import HTTPTypes
import Logging
import Synchronization
import Truths

/// Identifies speakers by token or by connection, according to the identities file in force.
final class Identities: Sendable {
  private struct State {
    var configuration: IdentityConfiguration
    /// Last content of the files, whether it is in force or not.
    var files: IdentityConfiguration.Files
    /// Content of the identities file in force.
    var bytes: Data?
    /// Number of times the configuration was replaced.
    var generation = 0
    /// Tokens verified under this configuration, by hash. Cleared with it, so that no token outlives its key.
    var verified: [SHA256Digest: VerifiedToken] = [:]
    var accounts: [String: ActorAccount] = [:]
  }

  /// The facts about peers that this server's connections can verify: certificates, and users of processes.
  struct Verified: Sendable {
    let certificates: Bool
    let users: Bool
  }

  private let path: String
  private let connections: Verified
  private let logger: Logger
  private let state: Mutex<State>

  /// Maximum number of tokens, and of accounts, kept in memory before some are dropped.
  private static let mostKept = 10_000

  /// - Parameter connections: what connections can verify. The log warns where the file lists peers that cannot be verified.
  /// - Throws: ``StartFault``.
  init(_ path: String, connections: Verified, logger: Logger) async throws(StartFault) {
    (self.path, self.connections, self.logger) = (path, connections, logger)
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw StartFault("\(path): it cannot be read; --identities is a JSON file that says who speaks", .noInput)
    }
    let (files, result) = await IdentityConfiguration.load(path)
    do throws(IdentityFault) {
      let configuration = try result.get()
      state = Mutex(State(configuration: configuration, files: files, bytes: files[path] ?? nil))
      warn(about: configuration)
    } catch {
      throw StartFault("\(error)", .badData)
    }
  }

  /// Reads the files again where one has changed. A faulty file is logged once, and the previous configuration stays in force,
  /// but with the present key sets, as far as they are sound: a key that was taken away counts no longer, whatever is wrong with
  /// another file.
  func reloadIfChanged() async {
    let (known, bytes, keySets) = state.withLock { ($0.files, $0.bytes, $0.configuration.keySets) }
    guard known.contains(where: { FileManager.default.contents(atPath: $0.key) != $0.value }) else { return }
    let (files, result) = await IdentityConfiguration.load(path)
    switch result {
    case .success(let configuration):
      put(configuration, files, files[path] ?? nil)
      logger.notice("\(path): the identities were read again")
      warn(about: configuration)
    case .failure(let fault):
      logger.error("the identities stay as they were: \(fault)")
      var (inForce, keys) = await IdentityConfiguration.load(path, bytes, orElse: keySets)
      inForce.merge(files) { _, present in present }
      guard case .success(let configuration) = keys else { return state.withLock { $0.files = inForce } }
      put(configuration, inForce, bytes)
      if configuration.keySets != keySets { logger.notice("\(path): the keys of the identities in force were read again") }
    }
  }

  private func put(_ configuration: IdentityConfiguration, _ files: IdentityConfiguration.Files, _ bytes: Data?) {
    state.withLock { state in
      (state.configuration, state.files, state.bytes) = (configuration, files, bytes)
      state.generation += 1
      state.verified = [:]
    }
  }

  /// Returns the speaker named by the header `Authorization`, or by the connection where there is no such header.
  ///
  /// - Parameters:
  ///   - peer: verified peer of the connection, where there is one.
  ///   - check: whether the session accepts an actor; called once for each token.
  /// - Throws: ``HTTPProblem``: 401 where the speaker is unknown, 429 where it exceeds its rate.
  func speaker(
    _ authorization: String?, over peer: Peer?, check: (String) async throws(Findings) -> Void
  ) async throws(HTTPProblem) -> Speaker {
    if authorization == nil, let peer, let actor = actor(of: peer) {
      return try speaker(actor, .peer(peer))
    }
    let words = (authorization ?? "").split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else {
      let unknown = peer.map { ", and \($0.name.text) \($0.hasEnded ? "has expired" : "is not listed")" } ?? ""
      let help = "send a token: `Authorization: Bearer TOKEN`"
      throw HTTPProblem(.noToken, "nothing says who speaks\(unknown); \(help)", headers: [.wwwAuthenticate: "Bearer"])
    }
    let token = String(words[1])
    let verified: VerifiedToken
    do throws(TokenFault) {
      verified = try await self.verified(token, check: check)
    } catch {
      throw error.problem
    }
    return try speaker(verified.actor, .token(token))
  }

  private func speaker(_ actor: IdentifiedActor, _ credential: Speaker.Credential) throws(HTTPProblem) -> Speaker {
    let now = Self.now()
    let (limits, account) = state.withLock { state in
      (state.configuration.limits(of: actor.roles ?? []), Self.account(actor.account, in: &state, now: now))
    }
    let speaker = Speaker(
      actor.json, mayWatch: actor.type == "system", limits: limits, account: account,
      proof: Speaker.Proof(identities: self, credential: credential))
    try speaker.countRequest()
    return speaker
  }

  /// Returns the actor that a connection's peer currently identifies; `nil` where it identifies none.
  func actor(of peer: Peer) -> IdentifiedActor? {
    peer.hasEnded ? nil : state.withLock { $0.configuration.actor(of: peer.name) }
  }

  /// Returns the actor of a token and its validity, if the token is valid now.
  ///
  /// - Throws: ``TokenFault``.
  func verified(_ token: String) throws(TokenFault) -> VerifiedToken {
    if let known = remembered(SHA256.hash(data: Data(token.utf8))) { return try Self.checked(known) }
    return try state.withLock { $0.configuration }.verify(try BearerToken(token), now: Self.now())
  }

  private func verified(
    _ token: String, check: (String) async throws(Findings) -> Void
  ) async throws(TokenFault) -> VerifiedToken {
    let digest = SHA256.hash(data: Data(token.utf8))
    if let known = remembered(digest) { return try Self.checked(known) }
    let generation = state.withLock { $0.generation }
    let verified = try self.verified(token)
    do throws(Findings) {
      try await check(verified.actor.json)
    } catch {
      throw TokenFault("its claims are no actor: \(error.messages)")
    }
    let now = Self.now()
    state.withLock { state in
      guard state.generation == generation else { return }
      if state.verified.count >= Self.mostKept { state.verified = state.verified.filter { $0.value.end > now } }
      if state.verified.count >= Self.mostKept { state.verified = [:] }
      state.verified[digest] = verified
    }
    return verified
  }

  private func remembered(_ digest: SHA256Digest) -> VerifiedToken? { state.withLock { $0.verified[digest] } }

  private static func checked(_ token: VerifiedToken) throws(TokenFault) -> VerifiedToken {
    try token.check(now: now())
    return token
  }

  private static func account(_ name: String, in state: inout State, now: Int) -> ActorAccount {
    if let account = state.accounts[name] { return account }
    if state.accounts.count >= mostKept { state.accounts = state.accounts.filter { !$0.value.isIdle(now: now) } }
    let account = ActorAccount()
    state.accounts[name] = account
    return account
  }

  private func warn(about configuration: IdentityConfiguration) {
    if configuration.namesCertificates, !connections.certificates {
      logger.warning("\(path): `certificates` counts for nothing without --tls-client-ca")
    }
    if configuration.namesUsers, !connections.users {
      logger.warning("\(path): `sockets` counts for nothing without --listen unix:PATH")
    }
  }

  /// Returns the current time in milliseconds since 1970.
  static func now() -> Int { Int(Date().timeIntervalSince1970 * 1_000) }
}
