package import TruthsText

/// What a proposal came to, as ``RecordPlan`` tells it.
package struct RecordOutcome: ~Copyable {
  /// The words of violations and the payloads of facts.
  package internal(set) var text: ByteBuffer
  /// In the order of runtime.md §3, step 4.
  package internal(set) var violations: [RecordViolation] = []
  package internal(set) var facts: [RecordFact] = []
  /// Places in ``Program/truths`` of those that fired, by id.
  package internal(set) var fired: [Int] = []
  package internal(set) var requirementsHeld = 0
  package internal(set) var invariantsHeld = 0
  /// Facts that would be produced and are there already.
  package internal(set) var unchanged = 0

  /// Nothing yet.
  ///
  /// - Parameter capacity: bytes of text that there is room for.
  package init(capacity: Int = 4096) { text = ByteBuffer(capacity: capacity) }

  /// Forgets everything, and keeps the memory.
  mutating func begin() {
    text.truncate()
    violations.removeAll(keepingCapacity: true)
    facts.removeAll(keepingCapacity: true)
    fired.removeAll(keepingCapacity: true)
    (requirementsHeld, invariantsHeld, unchanged) = (0, 0, 0)
  }
}
