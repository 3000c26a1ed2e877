import TruthsLedger

/// The result of a verification: the number of recomputed values, the parts that stay open, and the first difference.
package struct Verification: Sendable {
  /// The number of hashes, ids and sequences that were recomputed and agreed.
  package var agreed = 0
  /// The number of decisions in the record.
  package var decisions = 0
  /// The number of decisions that were repeated and agreed to the byte.
  package var replayed = 0
  /// The steps of work of the repeated decisions (limits §4).
  package internal(set) var work = 0
  /// The causes why decisions were not repeated, with their numbers, in the order in which they occurred.
  package private(set) var unmade: [(cause: Cause, count: Int)] = []
  /// The parts that could not be recomputed, in words. Each keeps the record from being proven.
  package private(set) var open: [String] = []
  /// The elements of `open`, for look-ups.
  private var opened: Set<String> = []
  /// Remarks about a record that is valid, in words.
  package private(set) var notes: [String] = []
  /// The first difference; nothing after it was examined.
  package var difference: Difference?
  /// The head and size of the whole record; for a run's output, those of the context after the run.
  package var end: ContextPoint?

  package init() {}

  /// The cause why a decision was not repeated.
  package enum Cause: Hashable, Sendable {
    /// There are no truths at hand.
    case noTruths
    /// The truths at hand have another hash than this one.
    case otherTruths(String)
    /// The entry does not record its inputs, because version 1 made it.
    case version1
    /// This engine does not support the language version.
    case language(String)
    /// The context or the proposal is not at hand.
    case inputMissing
    /// The repetition exceeds the work limit.
    case overworked
    /// Only hashes were requested.
    case notAsked
  }

  /// A value that differs from the recomputed one.
  package struct Difference: Hashable, Sendable {
    /// The name of the value: `entry 5, output_hash`.
    package var subject: String
    package var recomputed: String
    package var found: String
    /// Whether it is a value of the context before a run, so that the wrong context is at hand.
    package var isOfContext: Bool

    package init(subject: String, recomputed: String, found: String, isOfContext: Bool = false) {
      self.subject = subject
      self.recomputed = recomputed
      self.found = found
      self.isOfContext = isOfContext
    }
  }

  /// Whether there is no difference, every hash was recomputed, and every requested decision was repeated.
  package var isProven: Bool { difference == nil && open.isEmpty && unmade.allSatisfy { $0.cause == .notAsked } }

  /// Compares one value.
  ///
  /// - Returns: whether it agrees; `false` after an earlier difference.
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

  /// Verifies the proofs that a ledger continues an earlier one, and contains an entry (RFC 9162 §2.1.3 and §2.1.4).
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

  /// Counts a decision that was not repeated.
  mutating func count(unmade cause: Cause) {
    guard let place = unmade.firstIndex(where: { $0.cause == cause }) else { return unmade.append((cause, 1)) }
    unmade[place].count += 1
  }

  /// Adds the result of another verification of the same record, after this one.
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

  /// Records a part that could not be recomputed, once.
  mutating func leave(open text: String) {
    if opened.insert(text).inserted { open.append(text) }
  }

  /// Adds a note, once.
  mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }
}
