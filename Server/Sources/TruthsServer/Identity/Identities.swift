import Crypto
import Foundation
import HTTPTypes
import Logging
import Synchronization
import Truths

/// Who speaks: tokens, by the file of identities that is in force.
final class Identities: Sendable {
  private struct State {
    var configuration: IdentityConfiguration
    var files: IdentityConfiguration.Files
    /// How often the configuration was replaced.
    var generation = 0
    /// Tokens that were verified by this configuration, by their hashes. It is forgotten with the configuration, so that no token
    /// outlives its key.
    var verified: [SHA256Digest: VerifiedToken] = [:]
    var accounts: [String: ActorAccount] = [:]
  }

  private let path: String
  private let logger: Logger
  private let state: Mutex<State>

  /// How many tokens, and how many accounts, are kept before some are forgotten.
  private static let mostKept = 10_000

  /// - Throws: ``StartFault``.
  init(_ path: String, logger: Logger) async throws(StartFault) {
    (self.path, self.logger) = (path, logger)
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw StartFault("\(path): it cannot be read; --identities is a JSON file that says whose tokens count", .noInput)
    }
    let (files, result) = await IdentityConfiguration.load(path)
    do throws(IdentityFault) {
      let configuration = try result.get()
      state = Mutex(State(configuration: configuration, files: files))
      warn(about: configuration)
    } catch {
      throw StartFault("\(error)", .badData)
    }
  }

  /// Reads the files again where one of them has changed. One at fault is logged once, and what was read before stays in force.
  func reloadIfChanged() async {
    let known = state.withLock { $0.files }
    guard known.contains(where: { FileManager.default.contents(atPath: $0.key) != $0.value }) else { return }
    let (files, result) = await IdentityConfiguration.load(path)
    state.withLock { $0.files = files }
    switch result {
    case .success(let configuration):
      state.withLock { state in
        state.configuration = configuration
        state.generation += 1
        state.verified = [:]
      }
      logger.notice("\(path): the identities were read again")
      warn(about: configuration)
    case .failure(let fault):
      logger.error("the identities stay as they were: \(fault)")
    }
  }

  /// Who speaks by a header `Authorization`.
  ///
  /// - Parameter check: whether the session takes an actor; called once for each token.
  /// - Throws: ``HTTPProblem``: 401 where nobody is known by it, 429 where they ask too often.
  func speaker(
    _ authorization: String?, check: (String) async throws(Findings) -> Void
  ) async throws(HTTPProblem) -> Speaker {
    let words = (authorization ?? "").split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else {
      let help = "send a token: `Authorization: Bearer TOKEN`"
      throw HTTPProblem(.noToken, "nobody says who speaks; \(help)", headers: [.wwwAuthenticate: "Bearer"])
    }
    let token = String(words[1])
    let verified: VerifiedToken
    do throws(TokenFault) {
      verified = try await self.verified(token, check: check)
    } catch {
      throw error.problem
    }
    let now = Self.now()
    let (limits, account) = state.withLock { state in
      (state.configuration.limits(of: verified.actor.roles ?? []), Self.account(verified.actor.account, in: &state, now: now))
    }
    let speaker = Speaker(
      verified.actor.json, mayWatch: verified.actor.type == "system", limits: limits, account: account,
      proof: Speaker.Proof(identities: self, token: token))
    try speaker.countRequest()
    return speaker
  }

  /// Whom a token lets speak at the moment.
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
      let findings = ClaimValue(json: Data(error.json.utf8))?.list ?? []
      let messages = findings.compactMap { $0.object?["message"]?.text }.joined(separator: "; ")
      throw TokenFault("its claims are no actor: \(messages)")
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
    guard configuration.certificateCount > 0 else { return }
    logger.warning("\(path): `certificates` counts for nothing, since the server does not take TLS connections yet")
  }

  /// In milliseconds since 1970.
  static func now() -> Int { Int(Date().timeIntervalSince1970 * 1_000) }
}
