import TruthsProgram
import TruthsText

/// A known meaning of a value. For each kind, the values of two partitions always differ.
enum KeyTag: Int, Hashable, CaseIterable {
  /// The field of the proposal by which proposals are partitioned.
  case field
  /// The id of the proposal.
  case proposal
  /// The id of a request for approval, which is derived from the proposal's hash.
  case request
}

/// The field of a fact type that determines the partition of its facts.
struct KeyColumn: Hashable {
  var field: Int
  var tag: KeyTag
}

/// The known tags of a frame.
struct KeyScope {
  /// A field of the fact in a slot.
  struct SlotField: Hashable {
    var slot: Int
    var field: Int
  }

  var slots: [Int: KeyTag] = [:]
  var fields: [SlotField: KeyTag] = [:]
  /// The fact types of the values in slots.
  var types: [Int: Int] = [:]
  var lets: [Int: CheckedLet] = [:]
  /// The place to report reads and writes of other partitions at.
  var span: Span
  /// The expression as it is written, if known.
  var text: String?
  /// The slots of the loop variables over which an invariant checks the state.
  var elements: Set<Int> = []
  /// Whether the expression is evaluated on the result of proposals of every key.
  var isOfState = false

  init(span: Span, lets: [CheckedLet] = []) {
    self.span = span
    self.lets = Dictionary(lets.map { ($0.slot, $0) }) { first, _ in first }
  }

  /// Returns the scope of the same frame at another place.
  func at(_ span: Span, _ text: String? = nil) -> KeyScope {
    var scope = self
    (scope.span, scope.text) = (span, text)
    return scope
  }

  /// Returns the tag of an expression; `nil` where it may have any value.
  func tag(of node: Node) -> KeyTag? {
    switch node {
    case .slot(let slot): slots[slot] ?? lets[slot].flatMap { tag(of: $0.node) }
    case .field(.slot(let slot), let field): fields[SlotField(slot: slot, field: field)]
    case .builtin(.proposalID): .proposal
    default: nil
    }
  }

  /// Returns the fact type of an expression that is bound to a fact.
  func type(of node: Node) -> Int? {
    switch node {
    case .slot(let slot): types[slot] ?? lets[slot].flatMap { type(of: $0.node) }
    case .aggregate(let aggregate):
      if case .slot(let slot)? = aggregate.value, let loop = aggregate.loops.first(where: { $0.slot == slot }),
        case .facts(let type) = loop.source
      {
        type
      } else {
        nil
      }
    default: nil
    }
  }
}
