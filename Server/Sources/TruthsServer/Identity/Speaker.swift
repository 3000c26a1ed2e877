import HTTPTypes

/// The sender of a request, with its limits.
struct Speaker: Sendable {
  /// The credential that identifies a speaker.
  enum Credential: Hashable, Sendable {
    case token(String)
    /// The connection's verified peer.
    case peer(Peer)
  }

  /// The credential of a speaker, and the identities that accept it.
  struct Proof: Sendable {
    let identities: Identities
    let credential: Credential
  }

  /// The actor (contract §4.2) as JSON.
  let actor: String
  /// Whether the speaker may read about the process as a whole: the only actor of a server, and actors of type `system`.
  let mayWatch: Bool
  private let limits: ActorLimits
  private let account: ActorAccount
  /// `nil` for the only actor of a server without identities.
  private let proof: Proof?

  /// An unidentified sender. The session accepts no connection from it.
  static let nobody = Speaker("{}", mayWatch: false)

  var isNobody: Bool { actor == Self.nobody.actor }

  /// Whether the connection identifies the speaker.
  var isPeer: Bool { if case .peer = proof?.credential { true } else { false } }

  init(
    _ actor: String, mayWatch: Bool = true, limits: ActorLimits = ActorLimits(), account: ActorAccount = ActorAccount(),
    proof: Proof? = nil
  ) {
    (self.actor, self.mayWatch, self.limits) = (actor, mayWatch, limits)
    (self.account, self.proof) = (account, proof)
  }

  /// Maximum size of a request body, in bytes.
  var bodyLimit: Int { limits.bodyBytes ?? 1_000_000 }

  /// Number of open runs at which further proposals are refused; `nil` means unlimited.
  var openRunLimit: Int? { limits.openRuns }

  /// Counts a request, or a message on a connection with several, against the rate limit.
  ///
  /// - Throws: ``HTTPProblem`` where the speaker exceeds its rate.
  func countRequest() throws(HTTPProblem) {
    guard let rate = limits.requestsPerSecond, !account.takeRequest(rate: rate, now: Identities.now()) else { return }
    throw HTTPProblem(.tooManyRequests, "this actor may send \(rate) requests a second", headers: [.retryAfter: "1"])
  }

  /// Counts a stream until the returned value is released; `nil` where streams are not limited.
  ///
  /// - Throws: ``HTTPProblem`` where the maximum number of streams is open.
  func openStream() throws(HTTPProblem) -> StreamPlace? {
    guard let most = limits.streams else { return nil }
    guard let place = account.openStream(most: most, now: Identities.now()) else {
      let detail = "\(most) streams of this actor are open, and there may be no more; close one"
      throw HTTPProblem(.tooManyStreams, detail, headers: [.retryAfter: "1"])
    }
    return place
  }

  /// Waits until the speaker's identity is no longer valid.
  ///
  /// - Returns: the reason for the event `end`; `nil` where every client is one actor, and where the task is cancelled.
  func lapse() async -> String? {
    guard let proof else { return nil }
    while !Task.isCancelled {
      var secondsLeft = 1_000
      switch proof.credential {
      case .token(let token):
        do throws(TokenFault) {
          secondsLeft = try proof.identities.verified(token).end - Identities.now()
        } catch {
          return error.isExpired ? "token_expired" : "token_revoked"
        }
      case .peer(let peer):
        if peer.hasEnded { return "certificate_expired" }
        // The stream belongs to the actor that opened it.
        if proof.identities.actor(of: peer)?.json != actor { return "identity_revoked" }
      }
      // Checked every second, because a key or a name may be removed before the token expires.
      try? await Task.sleep(for: .milliseconds(max(1, min(secondsLeft, 1_000))))
    }
    return nil
  }
}
