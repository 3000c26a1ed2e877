import TruthsLedger

/// The result of a verification: the number of recomputed values, the parts that could not be recomputed, and the first
/// difference.
package struct Verification: Sendable {
  /// The number of hashes, ids, sequences and other values that were recomputed and agreed.
  package var agreed = 0
  /// The number of decisions in the record.
  package var decisions = 0
  /// The number of decisions that were computed again and agreed in every byte.
  package var replayed = 0
  /// The steps of work that were needed to compute decisions again (limits §4).
  package internal(set) var work = 0
  /// The causes for which decisions were not computed again, each with the number of decisions, in the order in which they
  /// occurred.
  package private(set) var unmade: [(cause: Cause, count: Int)] = []
  /// The parts that could not be recomputed, in words. If there is any, the record is not proven.
  package private(set) var open: [String] = []
  /// A set of the texts in `open`, for look-ups.
  private var opened: Set<String> = []
  /// Remarks in words. They do not make the record invalid.
  package private(set) var notes: [String] = []
  /// The first difference; `nil` if there is no difference. Values after it were not examined.
  package var difference: Difference?
  /// The head and size of the whole ledger. For a run's output, the head and size of the context after the run.
  package var end: ContextPoint?

  package init() {}

  /// The cause for which a decision was not computed again.
  package enum Cause: Hashable, Sendable {
    /// No truths are loaded.
    case noTruths
    /// The decision was made under truths that are not loaded; the value is the hash of those truths.
    case otherTruths(String)
    /// The entry does not record its inputs, because version 1 made it.
    case version1
    /// This engine does not support the decision's language version; the value is that version as text.
    case language(String)
    /// The context or the proposal is not given.
    case inputMissing
    /// Computing the decision again exceeded the work limit.
    case overworked
    /// The caller did not ask to compute decisions again, so only hashes were recomputed.
    case notAsked
  }

  /// A recorded value that differs from the recomputed one.
  package struct Difference: Hashable, Sendable {
    /// The name of the value, such as `entry 5, output_hash`.
    package var subject: String
    package var recomputed: String
    package var found: String
    /// Whether the value belongs to the context before the run. If so, the given context is the wrong one.
    package var isOfContext: Bool

    package init(subject: String, recomputed: String, found: String, isOfContext: Bool = false) {
      self.subject = subject
      self.recomputed = recomputed
      self.found = found
      self.isOfContext = isOfContext
    }
  }

  /// Whether there is no difference, every hash was recomputed, and every decision was computed again unless the caller did not
  /// ask for it.
  package var isProven: Bool { difference == nil && open.isEmpty && unmade.allSatisfy { $0.cause == .notAsked } }

  /// Compares one recorded value with the recomputed one, and records the difference.
  ///
  /// - Returns: whether the values agree; `false` also after an earlier difference.
  @discardableResult
  mutating func compare(
    _ subject: @autoclosure () -> String, recomputed: String, found: String?, isOfContext: Bool = false
  ) -> Bool {
    guard difference == nil else { return false }
    guard recomputed == found else {
      difference = Difference(
        subject: subject(), recomputed: recomputed, found: found ?? "nothing", isOfContext: isOfContext)
      return false
    }
    agreed += 1
    return true
  }

  /// Verifies two proofs: that a ledger continues an earlier one, and that it contains an entry (RFC 9162 §2.1.3 and §2.1.4).
  mutating func compareProofs(of ledger: Ledger, since earlier: Ledger, holding entry: Entry?) {
    compareProofs(
      since: earlier.size, ledger.proves(itContinues: earlier), holding: entry.map { ($0.sequence, ledger.proves($0)) })
  }

  /// Records the results of the two proofs.
  mutating func compareProofs(since size: Int, _ isContinued: Bool, holding entry: (sequence: Int, isHeld: Bool)?) {
    compare(
      "proof that the ledger continues its first \(size) entries", recomputed: "proven",
      found: isContinued ? "proven" : "not proven")
    guard let entry else { return }
    compare(
      "proof that the ledger holds entry \(entry.sequence)", recomputed: "proven",
      found: entry.isHeld ? "proven" : "not proven")
  }

  /// Counts a decision that was not computed again, with its cause.
  mutating func count(unmade cause: Cause) {
    guard let place = unmade.firstIndex(where: { $0.cause == cause }) else { return unmade.append((cause, 1)) }
    unmade[place].count += 1
  }

  /// Adds the result of a later verification of the same record.
  mutating func add(_ other: Verification) {
    agreed += other.agreed
    replayed += other.replayed
    work += other.work
    for (cause, count) in other.unmade {
      if let place = unmade.firstIndex(where: { $0.cause == cause }) {
        unmade[place].count += count
      } else {
        unmade.append((cause, count))
      }
    }
    for text in other.open { leave(open: text) }
    for text in other.notes { note(text) }
    difference = difference ?? other.difference
  }

  /// Records a part that could not be recomputed; the same text is recorded once.
  mutating func leave(open text: String) {
    if opened.insert(text).inserted { open.append(text) }
  }

  /// Adds a remark; the same text is added once.
  mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }
}
