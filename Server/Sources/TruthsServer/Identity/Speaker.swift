import HTTPTypes

/// Who sends a request, and how much they may ask for.
struct Speaker: Sendable {
  /// What somebody is known by.
  enum Credential: Hashable, Sendable {
    case token(String)
    /// The connection itself.
    case peer(Peer)
  }

  /// What somebody is known by, and to whom.
  struct Proof: Sendable {
    let identities: Identities
    let credential: Credential
  }

  /// An actor of contract §4.2 as JSON.
  let actor: String
  /// Whether they are told what concerns the process and not them: the one actor of a server, and systems.
  let mayWatch: Bool
  private let limits: ActorLimits
  private let account: ActorAccount
  /// `nil` for the one actor of a server without identities.
  private let proof: Proof?

  /// Nobody who is known. The session takes no connection of theirs.
  static let nobody = Speaker("{}", mayWatch: false)

  var isNobody: Bool { actor == Self.nobody.actor }

  /// Whether it is the connection that says who speaks.
  var isPeer: Bool { if case .peer = proof?.credential { true } else { false } }

  init(
    _ actor: String, mayWatch: Bool = true, limits: ActorLimits = ActorLimits(), account: ActorAccount = ActorAccount(),
    proof: Proof? = nil
  ) {
    (self.actor, self.mayWatch, self.limits) = (actor, mayWatch, limits)
    (self.account, self.proof) = (account, proof)
  }

  /// The most bytes of a body.
  var bodyLimit: Int { limits.bodyBytes ?? 1_000_000 }

  /// How many runs may be open before further proposals are refused; `nil`: as many as there are.
  var openRunLimit: Int? { limits.openRuns }

  /// Counts a request, or a message of a connection that carries many.
  ///
  /// - Throws: ``HTTPProblem`` where the speaker asks too often.
  func countRequest() throws(HTTPProblem) {
    guard let rate = limits.requestsPerSecond, !account.takeRequest(rate: rate, now: Identities.now()) else { return }
    throw HTTPProblem(.tooManyRequests, "this actor may send \(rate) requests a second", headers: [.retryAfter: "1"])
  }

  /// Counts a stream for as long as what is returned is kept; `nil` where none is counted.
  ///
  /// - Throws: ``HTTPProblem`` where there are as many as there may be.
  func openStream() throws(HTTPProblem) -> StreamPlace? {
    guard let most = limits.streams else { return nil }
    guard let place = account.openStream(most: most, now: Identities.now()) else {
      let detail = "\(most) streams of this actor are open, and there may be no more; close one"
      throw HTTPProblem(.tooManyStreams, detail, headers: [.retryAfter: "1"])
    }
    return place
  }

  /// Waits until what the speaker is known by counts no longer.
  ///
  /// - Returns: why, as an event `end` says it; `nil` where everybody is one actor, and where the task is cancelled.
  func lapse() async -> String? {
    guard let proof else { return nil }
    while !Task.isCancelled {
      var left = 1_000
      switch proof.credential {
      case .token(let token):
        do throws(TokenFault) {
          left = try proof.identities.verified(token).end - Identities.now()
        } catch {
          return error.isExpired ? "token_expired" : "token_revoked"
        }
      case .peer(let peer):
        if peer.hasEnded { return "certificate_expired" }
        // The stream is that of the actor whom it began with.
        if proof.identities.actor(of: peer)?.json != actor { return "identity_revoked" }
      }
      // Once a second, because a key or a name may be gone before its time is.
      try? await Task.sleep(for: .milliseconds(max(1, min(left, 1_000))))
    }
    return nil
  }
}
