extension OpenLedger {
  /// Decides proposals as they come, each on what those before it left.
  ///
  ///     for try await report in ledger.runs(of: proposals, actor: .known(json: caller)) { try file.append(report.appended) }
  ///
  /// Each iteration begins with the ledger as it is here, which is left alone. What is wrong with a proposal is thrown, and
  /// ends the sequence.
  ///
  /// - Parameters:
  ///   - proposals: each a JSON object, or JSON Lines.
  ///   - now: the moment of a proposal, RFC 3339 in UTC; where it gives none, that of the input.
  ///   - actor: who proposes; none: that of the input.
  public func runs<Proposals: AsyncSequence & Sendable>(
    of proposals: Proposals, now: @escaping @Sendable (SourceText) -> String? = { _ in nil }, actor: RunActor? = nil
  ) -> RunSequence<Proposals> where Proposals.Element == SourceText {
    RunSequence(ledger: self, proposals: proposals, now: now, actor: actor)
  }
}

/// Runs as their proposals come; see ``OpenLedger/runs(of:now:actor:)``.
public struct RunSequence<Proposals: AsyncSequence & Sendable>: AsyncSequence, Sendable where Proposals.Element == SourceText {
  let ledger: OpenLedger
  let proposals: Proposals
  let now: @Sendable (SourceText) -> String?
  let actor: RunActor?

  /// Decides one after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The ledger with what the runs so far appended.
    public private(set) var ledger: OpenLedger
    var proposals: Proposals.AsyncIterator
    let now: @Sendable (SourceText) -> String?
    let actor: RunActor?
    private var isEnded = false

    init(
      ledger: OpenLedger, proposals: Proposals.AsyncIterator, now: @escaping @Sendable (SourceText) -> String?, actor: RunActor?
    ) {
      (self.ledger, self.proposals, self.now, self.actor) = (ledger, proposals, now, actor)
    }

    /// What the next proposal came to; `nil` behind the last.
    ///
    /// - Throws: findings about the proposal, and what the proposals throw.
    public mutating func next(isolation: isolated (any Actor)? = #isolation) async throws -> RunReport? {
      guard !isEnded, let proposal = try await proposals.next(isolation: isolation) else { return nil }
      do {
        return try ledger.append(proposal, now: now(proposal), actor: actor)
      } catch {
        isEnded = true
        throw error
      }
    }
  }

  /// Begins with the ledger as it was when the sequence was made.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(ledger: ledger, proposals: proposals.makeAsyncIterator(), now: now, actor: actor)
  }
}
