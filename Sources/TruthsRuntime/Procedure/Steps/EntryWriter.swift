import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

/// Makes the entries of one run, behind a context that stays as it is.
struct EntryWriter {
  let envelope: EntryEnvelope
  private let hasher: EntryHasher
  private(set) var added: ContextAddition
  /// The words of the last trace, which many have in common.
  private var words: TraceWords?
  /// The sequence that the next entry will have.
  private(set) var nextSequence: Int

  /// - Parameter hasher: nobody else hashes with it meanwhile meanwhile.
  init(context: Context, envelope: EntryEnvelope, _ hasher: EntryHasher) {
    self.envelope = envelope
    self.hasher = hasher
    hasher.begin(envelope)
    added = ContextAddition(to: context)
    nextSequence = context.nextSequence
  }

  /// Makes room for so many entries more.
  mutating func reserve(_ count: Int) { added.reserve(count) }

  /// The proposal: its payload as received; the envelope has the timestamp used and the `proposal_id`.
  mutating func write(proposal: ReceivedProposal) {
    let content: any EntryPayload = proposal.received.members == nil ? GivenPayload([:]) : ReceivedPayload(proposal)
    write(.proposal, content, truthID: proposal.truthID, proposalID: proposal.identity)
  }

  /// The decision.
  mutating func write(decision: DecisionPayload, truthID: String) { write(.decision, decision, truthID: truthID) }

  /// Facts in order.
  ///
  /// - Returns: the `entry_id` of each, where matches follow from them.
  mutating func write(facts: [ProducedFact], givingIDs: Bool) -> [String] {
    var ids: [String] = []
    var first: Int?
    for fact in facts {
      var corrects: String?
      switch fact.corrected {
      case .nothing: break
      case .entry(let id): corrects = id
      case .produced(let place): corrects = added.entries[(first ?? 0) + place].entryID
      }
      if first == nil { first = added.entries.count }
      write(.fact, fact.payload, truthID: fact.truthID, corrects: corrects)
      if givingIDs, let id = added.entries.last?.entryID { ids.append(id) }
    }
    added.facts += facts
    return ids
  }

  /// A trace of what a run did.
  ///
  /// - Parameters:
  ///   - hashes: none for what follows from a context by itself: nothing was put in.
  ///   - from: of a match of a truth on facts, the entry ids of the facts.
  ///   - names: of a truth that fired, the traces that it produces.
  mutating func write(
    trace action: String, truthID: String, decision: DecisionOutcome, reason: String, hashes: (input: Digest, output: Digest)?,
    from: [String]? = nil, names: [String] = []
  ) {
    let words =
      words(action, reason)
      ?? TraceWords(
        action: action, decision: decision.rawValue, reason: reason, hashes: hashes, envelope: envelope)
    self.words = words
    let trace = Trace(words, truthID: truthID, from: from, names: names, sequence: nextSequence, &hasher.scratch)
    write(.trace, trace, truthID: truthID)
  }

  /// The last words, where they are of one action and reason; texts are told apart by their scalars.
  private func words(_ action: String, _ reason: String) -> TraceWords? {
    words.flatMap { Text($0.action) == Text(action) && Text($0.reason) == Text(reason) ? $0 : nil }
  }

  private mutating func write(
    _ type: Entry.EntryType, _ content: any EntryPayload, truthID: String?, corrects: String? = nil, proposalID: String? = nil
  ) {
    let hashed = hasher.hash(
      type, truthID: truthID, content: content, sequence: nextSequence, corrects: corrects, proposalID: proposalID)
    added.append(hashed, &hasher.scratch.hash)
    nextSequence += 1
  }
}

extension FactPayload: EntryPayload {}
