import TruthsLedger

/// What a verification found: how much was recomputed, what could not be, and the first thing that differs.
package struct Verification: Sendable {
  /// Hashes, ids and sequences that were recomputed and agreed.
  package var agreed = 0
  /// Decisions of the record.
  package var decisions = 0
  /// Decisions that were made again from their context and agreed to the byte.
  package var replayed = 0
  /// Steps of work that decisions took which were made again (limits §4).
  package internal(set) var work = 0
  /// Why decisions were not made again, and how many for each cause, in the order in which the causes were met.
  package private(set) var unmade: [(cause: Cause, count: Int)] = []
  /// What could not be recomputed, in words: each keeps the record from being proven.
  package private(set) var open: [String] = []
  /// The same, to look them up.
  private var opened: Set<String> = []
  /// What is worth knowing of a record that holds, in words.
  package private(set) var notes: [String] = []
  /// The first thing that differs; nothing behind it was looked at.
  package var difference: Difference?
  /// The head of the whole record, and its size; of a run's output, those of the context after it.
  package var end: ContextPoint?

  package init() {}

  /// Why a decision was not made again.
  package enum Cause: Hashable, Sendable {
    /// No truths are at hand.
    case noTruths
    /// The truths at hand have another hash than this one.
    case otherTruths(String)
    /// Its entry does not say what it was made with: it was made by version 1.
    case version1
    /// It was made by a version of the language that this engine does not speak.
    case language(String)
    /// The context or the proposal that it was made on is not at hand.
    case inputMissing
    /// Making it again takes more work than it may.
    case overworked
    /// Only hashes were asked for.
    case notAsked
  }

  /// A value that is not what it should be.
  package struct Difference: Hashable, Sendable {
    /// What it is: `entry 5, output_hash`.
    package var subject: String
    package var recomputed: String
    package var found: String
    /// Whether it is of the context before a run: the one at hand is not the one that the run was made on.
    package var isOfContext: Bool

    package init(subject: String, recomputed: String, found: String, isOfContext: Bool = false) {
      self.subject = subject
      self.recomputed = recomputed
      self.found = found
      self.isOfContext = isOfContext
    }
  }

  /// Whether nothing differs, every hash was recomputed, and every decision made again that was to be.
  package var isProven: Bool { difference == nil && open.isEmpty && unmade.allSatisfy { $0.cause == .notAsked } }

  /// Compares one value.
  ///
  /// - Returns: whether it agrees, and so whether to go on.
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

  /// Proves that a ledger continues an earlier one, and that it holds an entry (RFC 9162 §2.1.3 and §2.1.4).
  mutating func compareProofs(of ledger: Ledger, since earlier: Ledger, holding entry: Entry?) {
    compareProofs(
      since: earlier.size, ledger.proves(itContinues: earlier), holding: entry.map { ($0.sequence, ledger.proves($0)) })
  }

  /// The same with what the proofs say.
  mutating func compareProofs(since size: Int, _ isContinued: Bool, holding entry: (sequence: Int, isHeld: Bool)?) {
    compare(
      "proof that the ledger continues its first \(size) entries", recomputed: "proven",
      found: isContinued ? "proven" : "not proven")
    guard let entry else { return }
    compare(
      "proof that the ledger holds entry \(entry.sequence)", recomputed: "proven",
      found: entry.isHeld ? "proven" : "not proven")
  }

  /// Counts a decision that was not made again.
  mutating func count(unmade cause: Cause) {
    guard let place = unmade.firstIndex(where: { $0.cause == cause }) else { return unmade.append((cause, 1)) }
    unmade[place].count += 1
  }

  /// Adds what another verification of the same record found, behind what this one did.
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

  /// Tells what could not be recomputed, unless it was told before.
  mutating func leave(open text: String) {
    if opened.insert(text).inserted { open.append(text) }
  }

  /// Adds a note, unless it was made before.
  mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }
}
