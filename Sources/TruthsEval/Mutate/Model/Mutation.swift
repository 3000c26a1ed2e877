package import TruthsText

/// One small change of one declaration, as an edit of the file that holds it.
package struct Mutation: Hashable, Sendable {
  package var operation: MutationOperator
  /// The bytes that change.
  package var span: Span
  /// What stands there instead; `nil` where it goes. What goes leaves blanks behind, so that everything else stays in its place.
  package var replacement: String?
  package var owner: MutationOwner
  /// The part of the declaration: `requires[2]`, `rows[0]`, `let total`, `default`.
  package var part: String
  /// What no fixture notices where it survives, and how to write one that does; without an end.
  package var advice: String
  /// The entry that goes with it, where one does: those behind it keep their numbers.
  package var dropped: Dropped?

  /// An entry of a list of a truth.
  package struct Dropped: Hashable, Sendable {
    package var list: String
    package var position: Int
  }

  /// The bytes of the file with the change in it.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    let range = max(0, Int(span.start))..<min(bytes.count, Int(span.end))
    guard range.lowerBound <= range.upperBound else { return bytes }
    let new = replacement.map { Array($0.utf8) } ?? bytes[range].map { $0 == 0x0A || $0 == 0x0D ? $0 : 0x20 }
    return Array(bytes[..<range.lowerBound]) + new + bytes[range.upperBound...]
  }
}

/// The declaration that a mutation changes.
package struct MutationOwner: Hashable, Sendable {
  /// The word of its key, `truth`, `table`.
  package var kind: String
  /// The id of a truth or invariant, else pack and name: `money.invoice.creation`, `money.urgency_of`.
  package var id: String
  package var pack: String
  /// Its key, `truth invoice_creation`.
  package var keySpan: Span
}
