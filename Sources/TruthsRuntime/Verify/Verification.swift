import TruthsLedger

/// What a verification found: how much was recomputed, and the first thing that differs.
package struct Verification: Hashable, Sendable {
  /// Hashes, ids and sequences that were recomputed and agreed.
  package var agreed = 0
  /// Decisions that were made again from their context and agreed to the byte.
  package var replayed = 0
  /// Why something was not replayed, in words, each once.
  package var notes: [String] = []
  /// The first thing that differs; nothing behind it was looked at.
  package var difference: Difference?

  package init() {}

  /// A value that is not what it should be.
  package struct Difference: Hashable, Sendable {
    /// What it is: `entry 5, output_hash`.
    package var subject: String
    package var recomputed: String
    package var found: String

    package init(subject: String, recomputed: String, found: String) {
      self.subject = subject
      self.recomputed = recomputed
      self.found = found
    }
  }

  /// Compares one value.
  ///
  /// - Returns: whether it agrees, and so whether to go on.
  @discardableResult
  mutating func compare(_ subject: @autoclosure () -> String, recomputed: String, found: String?) -> Bool {
    guard difference == nil else { return false }
    guard recomputed == found else {
      difference = Difference(subject: subject(), recomputed: recomputed, found: found ?? "nothing")
      return false
    }
    agreed += 1
    return true
  }

  /// Proves that a ledger continues an earlier one, and that it holds an entry (RFC 9162 §2.1.3 and §2.1.4).
  mutating func compareProofs(of ledger: Ledger, since earlier: Ledger, holding entry: Entry?) {
    compare(
      "proof that the ledger continues its first \(earlier.size) entries", recomputed: "proven",
      found: ledger.proves(itContinues: earlier) ? "proven" : "not proven")
    guard let entry else { return }
    compare(
      "proof that the ledger holds entry \(entry.sequence)", recomputed: "proven",
      found: ledger.proves(entry) ? "proven" : "not proven")
  }

  /// Adds a note, unless it was made before.
  mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }
}
