/// Decisions on an asynchronous sequence of proposals.
extension OpenLedger {
  /// Decides proposals as they arrive, each after those before it.
  ///
  ///     for try await report in ledger.runs(of: proposals, actor: .known(json: caller)) { try file.append(report.appended) }
  ///
  /// Each iteration starts with a copy of this ledger, which does not change. Findings about a proposal are thrown and end the
  /// sequence.
  ///
  /// - Parameters:
  ///   - proposals: each element is a JSON object, or JSON Lines.
  ///   - now: returns the time for a proposal, RFC 3339 in UTC; `nil` uses the input's.
  ///   - actor: the proposing actor; `nil` uses the input's.
  public func runs<Proposals: AsyncSequence & Sendable>(
    of proposals: Proposals, now: @escaping @Sendable (SourceText) -> String? = { _ in nil }, actor: RunActor? = nil
  ) -> RunSequence<Proposals> where Proposals.Element == SourceText {
    RunSequence(ledger: self, proposals: proposals, now: now, actor: actor)
  }
}

/// The reports of runs, produced as proposals arrive; see ``OpenLedger/runs(of:now:actor:)``.
public struct RunSequence<Proposals: AsyncSequence & Sendable>: AsyncSequence, Sendable where Proposals.Element == SourceText {
  let ledger: OpenLedger
  let proposals: Proposals
  let now: @Sendable (SourceText) -> String?
  let actor: RunActor?

  /// Decides the proposals one after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The ledger, including the entries of the runs so far.
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

    /// Decides the next proposal; `nil` after the last.
    ///
    /// - Throws: findings about the proposal, and the errors of the sequence of proposals.
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

  /// Creates an iterator that starts with the ledger as it was when the sequence was created.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(ledger: ledger, proposals: proposals.makeAsyncIterator(), now: now, actor: actor)
  }
}
