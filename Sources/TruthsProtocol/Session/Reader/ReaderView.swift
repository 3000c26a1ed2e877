import Synchronization
import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// The part of a session that one actor may read at one moment. Any thread may use it while the session continues.
///
/// It holds the ledger and the rules, but not the session's events, queues and connections.
package final class ReaderView: Sendable {
  /// The reader, as verified by the server.
  package let actor: JSONObject
  package let procedure: RunProcedure
  package let context: Context
  package let now: Timestamp
  /// Limits of one run.
  package let budget: Budget
  package let masking: Masking
  private let counts: OwnedCounts
  private let verdicts: Mutex<Verdicts>

  /// Cached verdicts for the actor, one for each owner and fact type.
  private struct Verdicts {
    var authority: Authority
    var read: [ReadSubject: Bool] = [:]
    var sensitive: [ReadSubject: Bool] = [:]
  }

  init(_ actor: JSONObject, of session: Session, at now: Timestamp) {
    self.actor = actor
    self.now = now
    (procedure, context, masking) = (session.procedure, session.context.unobserved, session.masking)
    (budget, counts) = (session.budget.run, session.counts)
    verdicts = Mutex(Verdicts(authority: session.authority))
  }

  // MARK: Reading

  /// Whether the actor may read an entry (sessions §10.1).
  package func mayRead(_ entry: Entry) -> Bool { mayRead(ReadSubject(of: entry, in: context)) }

  /// Whether the actor may read something that belongs to another actor: a run's proposer or, outside runs, the sender.
  ///
  /// - Parameter factType: the type of a fact; `nil` for other entries.
  package func mayRead(of owner: JSONObject, factType: String? = nil) -> Bool {
    mayRead(ReadSubject(of: owner, factType: factType))
  }

  /// Whether the actor may read every fact of a type, of all owners.
  ///
  /// - Complexity: O(owners and fact types), and a verdict for each owner of the type.
  package func mayReadAll(factsOfType type: String) -> Bool { counts.owners(ofFactType: type).allSatisfy { mayRead($0) } }

  private func mayRead(_ subject: ReadSubject) -> Bool {
    verdicts.withLock { verdicts in
      if let known = verdicts.read[subject] { return known }
      let verdict = verdicts.authority.mayRead(subject, actor, on: context, now: now)
      verdicts.read[subject] = verdict
      return verdict
    }
  }

  /// Whether the actor sees sensitive values in something that belongs to `owner`.
  package func seesSensitive(of owner: JSONObject, factType: String? = nil) -> Bool {
    seesSensitive(ReadSubject(of: owner, factType: factType))
  }

  private func seesSensitive(_ subject: ReadSubject) -> Bool {
    if masking.isEmpty { return true }
    return verdicts.withLock { verdicts in
      if let known = verdicts.sensitive[subject] { return known }
      let verdict = verdicts.authority.seesSensitive(subject, actor, on: context, now: now)
      verdicts.sensitive[subject] = verdict
      return verdict
    }
  }

  /// Returns what the actor sees of an entry.
  package func reader(of entry: Entry) -> Masking.Reader {
    let proposer = context.proposal(ofRun: entry.runID)?.actor
    return Masking.Reader(actor, of: proposer, seesSensitive: seesSensitive(ReadSubject(of: entry, in: context)))
  }

  /// Numbers of the facts and of the waiting runs that the actor may not read.
  ///
  /// - Complexity: O(owners and fact types), and a verdict for each.
  package var hiddenCounts: HiddenCounts { counts.hidden(at: .max) { mayRead($0) } }

  /// Returns an entry as the actor may see it; `nil` if the actor may not read it.
  package func shown(_ entry: Entry) -> JSONObject? {
    guard mayRead(entry) else { return nil }
    return masking.masked(entry.json, for: reader(of: entry))
  }

  /// Returns the actor by whom a question about a proposal is asked.
  ///
  /// That is the proposal's actor if this reader may ask for others (sessions §10.1), else the reader.
  package func asker(of proposal: LocatedJSON) -> JSONObject {
    guard let claimed = ProposalReader.read(proposal).claimedActor, !KnownActor.areEqual(claimed, actor),
      KnownActor.faults(in: LocatedJSON(unlocated: .object(claimed))).isEmpty
    else { return actor }
    return mayAskForOthers ? claimed : actor
  }

  /// Whether the actor may ask questions as another actor (sessions §10.1).
  package var mayAskForOthers: Bool {
    verdicts.withLock { $0.authority.verdict(of: actor, .askForOthers, on: context, now: now).isAllowed }
  }
}

extension Session {
  /// Returns the view of a client's actor at this moment; `nil` if the client has no open connection.
  package func view(of client: String, at now: Int) -> ReaderView? {
    let moment = Timestamp(milliseconds: Int64(now)).map { max($0, clock) } ?? clock
    return channels[client].map { ReaderView($0.client.actor, of: self, at: moment) }
  }
}
