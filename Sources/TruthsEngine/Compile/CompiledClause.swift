import Synchronization
import TruthsCheck
import TruthsText

/// A clause with what is known of it before any proposal.
final class CompiledClause: Sendable {
  let checked: CheckedClause
  /// The truth or invariant that declares it.
  let declaredBy: String
  let isOfInvariant: Bool
  /// `requires[0]`, `rule`.
  let name: String
  let place: Violation.Place
  private let frameSize: Int
  private let known = Mutex<ClauseWords?>(nil)

  /// - Parameter frameSize: slots of the frame that its code runs on.
  init(_ clause: CheckedClause, declaredBy: String, isOfInvariant: Bool, frameSize: Int) {
    checked = clause
    self.declaredBy = declaredBy
    self.isOfInvariant = isOfInvariant
    self.frameSize = frameSize
    name = clause.name
    place = Violation.Place(clause.place)
  }

  /// What its reason and values are made of, compiled when somebody first tells it.
  ///
  /// - Parameter symbols: those of the program.
  func words(_ symbols: Symbols) -> ClauseWords {
    known.withLock { known in
      if let known { return known }
      let made = ClauseWords(checked, frameSize: frameSize, symbols)
      known = made
      return made
    }
  }

  /// The kind under which it is listed when it does not hold. A requirement that is not true is unmet, unknown or not; an unknown
  /// advisory is one all the same (runtime.md §3, step 4).
  func kind(isUnknown: Bool, isPostcondition: Bool) -> Violation.Kind {
    switch checked.kind {
    case .requirement: .requirement
    case .advisory: .advisory
    case .structural: isUnknown ? .unknown : isPostcondition ? .postcondition : .structural
    case .acceptance: isUnknown ? .unknown : .acceptance
    }
  }
}

extension Violation.Place {
  init(_ place: ClausePlace) {
    switch place {
    case .requires: self = .requires
    case .invariants: self = .invariants
    case .moves: self = .moves
    case .ensures: self = .ensures
    case .rule: self = .rule
    }
  }
}

/// The code of what is told of a clause or condition: the values of its terms, its reason, why it is unknown.
final class ClauseWords: Sendable {
  let unit: CompiledUnit
  let terms: [TermCode]
  /// The clause's own words; `nil` where the reason is made.
  let reason: ReasonCode?
  /// What the test comes to.
  let test: CompiledExpression
  /// Of an arrow, what stands before it.
  let condition: CompiledExpression?

  convenience init(_ clause: CheckedClause, frameSize: Int, _ symbols: Symbols) {
    self.init(clause.test, clause.terms, clause.reason, frameSize: frameSize, symbols)
  }

  convenience init(_ condition: CheckedCondition, frameSize: Int, _ symbols: Symbols) {
    self.init(condition.test, condition.terms, nil, frameSize: frameSize, symbols)
  }

  private init(_ test: Node, _ terms: [Term], _ reason: Node?, frameSize: Int, _ symbols: Symbols) {
    var writer = CodeWriter(frameSize: frameSize)
    self.terms = terms.map { TermCode($0, &writer) }
    self.reason = reason.map { ReasonCode($0, &writer) }
    self.test = writer.expression(test)
    if case .implies(let first, _) = test { condition = writer.expression(first) } else { condition = nil }
    unit = CompiledUnit(writer.unit, knowing: symbols)
  }
}

/// A term of a clause: its label and how its value is worked out.
struct TermCode: Sendable {
  let label: Text
  let value: CompiledExpression
  /// For a term that stands for a quantifier, the slot in which its code leaves the element that makes it fail. `some` has none.
  let failing: Int?
  let isElement: Bool
  /// The keys of a presence test, look-up or state: which of them is missing makes it unknown.
  let keys: [Key]

  struct Key: Sendable {
    let label: String
    let value: CompiledExpression
  }

  init(_ term: Term, _ writer: inout CodeWriter) {
    label = Text(term.label)
    value = writer.expression(term.node)
    isElement = term.isFirstFailingElement
    if case .quantified(let node) = term.node, isElement, node.quantifier != .some {
      failing = node.loop.slot
    } else {
      failing = nil
    }
    keys = isElement ? [] : zip(term.node.keyLabels, term.node.keys).map { Key(label: $0, value: writer.expression($1)) }
  }
}

/// The words of a clause: literals, and values that are put between them.
enum ReasonCode: Sendable {
  case parts([Part])
  case value(CompiledExpression)

  enum Part: Sendable {
    case literal(String)
    case value(CompiledExpression)
  }

  init(_ reason: Node, _ writer: inout CodeWriter) {
    guard case .text(let parts) = reason else {
      self = .value(writer.expression(reason))
      return
    }
    self = .parts(
      parts.map { part in
        switch part {
        case .literal(let literal): .literal(literal.string)
        case .value(let node): .value(writer.expression(node))
        }
      })
  }
}

extension Node {
  /// The key by which a presence test, look-up or state asks, and how each of its parts reads in a reason.
  fileprivate var keys: [Node] {
    switch self {
    case .present(let key), .lookUp(let key, _), .lookUpExists(let key, _): key.keys
    case .state(let key): key.keys
    default: []
    }
  }

  fileprivate var keyLabels: [String] {
    switch self {
    case .present(let key), .lookUp(let key, _), .lookUpExists(let key, _): key.keyLabels
    case .state(let key): key.keyLabels
    default: []
    }
  }
}
