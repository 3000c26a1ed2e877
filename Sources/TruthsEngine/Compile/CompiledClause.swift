import Synchronization
import TruthsProgram
import TruthsText

/// The part of a clause that does not depend on a proposal, with its explanation code.
final class CompiledClause: Sendable {
  let checked: CheckedClause
  let declaredBy: String
  let isOfInvariant: Bool
  /// The name of the clause: `requires[0]`, `rule`.
  let name: String
  let place: Violation.Place
  /// The frame that the clause runs on, for explanations of missing values.
  let frame: FrameCauses
  private let cache = Mutex<ExplanationCode?>(nil)
  private let knownCause = Mutex<CauseCode?>(nil)

  init(_ clause: CheckedClause, declaredBy: String, isOfInvariant: Bool, frame: FrameCauses) {
    checked = clause
    self.declaredBy = declaredBy
    self.isOfInvariant = isOfInvariant
    self.frame = frame
    name = clause.name
    place = Violation.Place(clause.place)
  }

  /// Returns the code of the clause's reason and values, compiled on first use.
  ///
  /// - Parameter symbols: the symbols of the program.
  func words(_ symbols: Symbols) -> ExplanationCode {
    cache.withLock { known in
      if let known { return known }
      let made = ExplanationCode(checked, frameSize: frame.frameSize, symbols)
      known = made
      return made
    }
  }

  /// Returns the code that explains why the test is unknown, compiled on first use.
  ///
  /// - Parameter symbols: the symbols of the program.
  func cause(_ program: Program, _ symbols: Symbols) -> CauseCode {
    knownCause.withLock { known in
      if let known { return known }
      let made = CauseCode(checked.test, checked.terms, frame, program, symbols)
      known = made
      return made
    }
  }

  /// Returns the kind of the clause's violation.
  ///
  /// A requirement that is false or unknown is unmet; an unknown advisory stays an advisory (runs §3.5).
  func kind(isUnknown: Bool, isPostcondition: Bool) -> Violation.Kind {
    switch checked.kind {
    case .requirement: .requirement
    case .advisory: .advisory
    case .structural: isUnknown ? .unknown : isPostcondition ? .postcondition : .structural
    case .acceptance, .consent: isUnknown ? .unknown : .acceptance
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

/// The code that explains a clause or condition: the values of its terms, its reason, and why it is unknown.
final class ExplanationCode: Sendable {
  let unit: CompiledUnit
  let terms: [TermCode]
  /// The reason that the clause states; `nil` where the tool generates it.
  let reason: ReasonCode?
  let test: CompiledExpression
  /// The left side of an implication.
  let condition: CompiledExpression?
  /// The approvers that the clause names.
  let approval: ApprovalCode?

  convenience init(_ clause: CheckedClause, frameSize: Int, _ symbols: Symbols) {
    var approval: CheckedApproval?
    if case .acceptance(let wanted) = clause.kind { approval = wanted }
    self.init(clause.test, clause.terms, clause.reason, approval, frameSize: frameSize, symbols)
  }

  convenience init(_ condition: CheckedCondition, frameSize: Int, _ symbols: Symbols) {
    self.init(condition.test, condition.terms, nil, nil, frameSize: frameSize, symbols)
  }

  private init(
    _ test: Node, _ terms: [Term], _ reason: Node?, _ approval: CheckedApproval?, frameSize: Int, _ symbols: Symbols
  ) {
    var writer = CodeWriter(frameSize: frameSize)
    self.terms = terms.map { TermCode($0, &writer) }
    self.reason = reason.map { ReasonCode($0, &writer) }
    self.test = writer.expression(test)
    if case .implies(let first, _) = test { condition = writer.expression(first) } else { condition = nil }
    self.approval = approval.flatMap { $0.people.isEmpty ? nil : ApprovalCode($0, &writer) }
    unit = CompiledUnit(writer.unit, knowing: symbols)
  }
}

/// A term of a clause: its label and the code of its value.
struct TermCode: Sendable {
  let label: Text
  let value: CompiledExpression
  /// The slot of the element that makes a quantifier's term fail; `nil` for `some`, and for other terms.
  let failing: Int?
  let isElement: Bool
  /// The keys of a presence test, look-up or state. A missing key makes the term unknown.
  let keys: [Key]
  /// The unit, if the term is a number.
  let unit: NumberUnit?

  struct Key: Sendable {
    let label: String
    let value: CompiledExpression
  }

  init(_ term: Term, _ writer: inout CodeWriter) {
    label = Text(term.label)
    unit = term.unit
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

/// The reason that a clause states: literals and interpolated values.
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
  /// The keys of a presence test, look-up or state; ``keyLabels`` has their labels.
  fileprivate var keys: [Node] {
    switch self {
    case .present(let key), .lookUp(let key, _), .lookUpExists(let key, _): key.keys
    case .state(let key): key.keys
    case .amount(let amount, _): amount.keys
    default: []
    }
  }

  fileprivate var keyLabels: [String] {
    switch self {
    case .present(let key), .lookUp(let key, _), .lookUpExists(let key, _): key.keyLabels
    case .state(let key): key.keyLabels
    case .amount(let amount, _): amount.keyLabels
    default: []
    }
  }
}
