import TruthsProgram
import TruthsText

/// What a value is known to be wherever it is read: something that no two partitions have in common.
enum KeyTag: Int, Hashable, CaseIterable {
  /// The field of the proposal by which proposals are partitioned.
  case field
  /// The id of the proposal.
  case proposal
  /// The id of a request for approval, which is made of the proposal's hash.
  case request
}

/// The field of a fact type that says to which partition a fact belongs.
struct KeyColumn: Hashable {
  var field: Int
  var tag: KeyTag
}

/// What is known of the frame in which an expression stands.
struct KeyScope {
  /// A field of the fact in a slot.
  struct SlotField: Hashable {
    var slot: Int
    var field: Int
  }

  var slots: [Int: KeyTag] = [:]
  var fields: [SlotField: KeyTag] = [:]
  /// The fact types of what is bound to slots.
  var types: [Int: Int] = [:]
  var lets: [Int: CheckedLet] = [:]
  /// Where what is reached is reported.
  var span: Span
  /// The expression as it is written, where that is known.
  var text: String?
  /// The slots of elements of which an invariant over the state says something.
  var elements: Set<Int> = []
  /// Whether it is read on the result of proposals of every key.
  var isOfState = false

  init(span: Span, lets: [CheckedLet] = []) {
    self.span = span
    self.lets = Dictionary(lets.map { ($0.slot, $0) }) { first, _ in first }
  }

  /// The same frame at another place.
  func at(_ span: Span, _ text: String? = nil) -> KeyScope {
    var scope = self
    (scope.span, scope.text) = (span, text)
    return scope
  }

  /// What an expression is known to be; `nil` for what may be anything.
  func tag(of node: Node) -> KeyTag? {
    switch node {
    case .slot(let slot): slots[slot] ?? lets[slot].flatMap { tag(of: $0.node) }
    case .field(.slot(let slot), let field): fields[SlotField(slot: slot, field: field)]
    case .builtin(.proposalID): .proposal
    default: nil
    }
  }

  /// The fact type of what an expression is bound to.
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
