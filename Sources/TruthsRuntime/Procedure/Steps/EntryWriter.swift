import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

/// Creates the entries of one run. The context itself stays unchanged.
struct EntryWriter {
  let envelope: EntryEnvelope
  private let hasher: EntryHasher
  private(set) var added: ContextAddition
  /// The part of the last trace that many traces share; `nil` before the first trace.
  private var words: TraceWords?
  private(set) var nextSequence: Int

  /// Creates a writer.
  ///
  /// - Parameter hasher: a hasher that nothing else uses at the same time.
  init(context: Context, envelope: EntryEnvelope, _ hasher: EntryHasher) {
    self.envelope = envelope
    self.hasher = hasher
    hasher.begin(envelope)
    added = ContextAddition(to: context)
    nextSequence = context.nextSequence
  }

  /// Makes room for `count` more entries.
  mutating func reserve(_ count: Int) { added.reserve(count) }

  /// Writes the proposal. Its payload is the record as received. The entry gives the time that the decision uses, and the
  /// `proposal_id`.
  mutating func write(proposal: ReceivedProposal) {
    let content: any EntryPayload = proposal.received.members == nil ? GivenPayload([:]) : ReceivedPayload(proposal)
    write(.proposal, content, truthID: proposal.truthID, proposalID: proposal.identity)
  }

  mutating func write(decision: DecisionPayload, truthID: String) { write(.decision, decision, truthID: truthID) }

  /// Writes facts, in order.
  ///
  /// - Returns: the `entry_id` of each fact, in the same order; empty unless `givingIDs` is `true`.
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

  /// Writes a trace of a run.
  ///
  /// - Parameters:
  ///   - hashes: the input and output hashes; `nil` for entries that follow from a context without a proposal.
  ///   - from: for a truth that started from facts, the entry ids of the facts; otherwise `nil`.
  ///   - names: the names of the traces that a fired truth declares.
  mutating func write(
    trace action: String, truthID: String, decision: DecisionOutcome, reason: String, hashes: DecisionHashes?,
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

  /// Returns the shared part of the last trace, if action and reason are the same; otherwise `nil`. They are compared by their
  /// Unicode scalars.
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
