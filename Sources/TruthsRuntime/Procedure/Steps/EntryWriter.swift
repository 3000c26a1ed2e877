import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// Makes the entries of one run, behind a context that stays as it is.
struct EntryWriter: ~Copyable {
  let envelope: EntryEnvelope
  private var sealer: EntrySealer
  private(set) var added: ContextAddition
  /// The words of the last trace, which many have in common.
  private var words: (of: Trace.Key, words: TraceWords)?

  init(context: Context, envelope: EntryEnvelope) {
    self.envelope = envelope
    sealer = EntrySealer(envelope)
    added = ContextAddition(to: context)
    nextSequence = context.nextSequence
  }

  /// Makes room for so many entries more.
  mutating func reserve(_ count: Int) { added.reserve(count) }

  /// The sequence that the next entry will have.
  private(set) var nextSequence: Int

  /// The proposal: its payload as received; the envelope has the timestamp used and the `proposal_id`.
  mutating func write(proposal: ReceivedProposal) {
    let content: EntryContent =
      proposal.received.members == nil ? .payload([:]) : .received(proposal.received, canonical: proposal.canonical)
    write(.proposal, content, truthID: proposal.truthID, proposalID: proposal.identity)
  }

  /// The decision.
  mutating func write(decision payload: JSONObject, truthID: String) { write(.decision, .payload(payload), truthID: truthID) }

  /// Facts in order.
  ///
  /// - Returns: the `entry_id` of each.
  mutating func write(facts: [ProducedFact]) -> [String] {
    var ids: [String] = []
    ids.reserveCapacity(facts.count)
    for fact in facts {
      let corrects = fact.corrects ?? fact.correctsProduced.map { ids.indices.contains($0) ? ids[$0] : "" }
      ids.append(write(.fact, .payload(fact.payload), truthID: fact.truthID, corrects: corrects))
      added.facts.append(TypedFact(type: fact.type, fields: fact.fields))
    }
    return ids
  }

  /// A trace of what a run did.
  ///
  /// - Parameters:
  ///   - hashes: none for what follows from a context by itself: nothing was put in.
  ///   - from: of a match of a truth on facts, the entry ids of the facts.
  mutating func write(
    trace action: String, truthID: String, decision: Decision, reason: String, hashes: (input: String, output: String)?,
    from: [String]? = nil
  ) {
    let key = Trace.Key(action: action, truthID: truthID, reason: reason)
    let words: TraceWords
    if let last = self.words, last.of == key {
      words = last.words
    } else {
      words = TraceWords(
        action: action, truthID: truthID, decision: decision.rawValue, reason: reason, hashes: hashes, envelope: envelope)
      self.words = (key, words)
    }
    write(.trace, .trace(Trace(words, from: from, sequence: nextSequence)), truthID: truthID)
  }

  @discardableResult
  private mutating func write(
    _ type: Entry.EntryType, _ content: EntryContent, truthID: String?, corrects: String? = nil, proposalID: String? = nil
  ) -> String {
    let sealed = sealer.seal(
      type, truthID: truthID, content: content, sequence: nextSequence, corrects: corrects, proposalID: proposalID)
    added.append(sealed)
    nextSequence += 1
    return sealed.entry.entryID
  }
}

extension Trace {
  /// What the words of traces of one run differ by.
  fileprivate struct Key: Equatable {
    var action: String
    var truthID: String
    var reason: String
  }
}
