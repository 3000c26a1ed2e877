import TruthsProgram
import TruthsText

/// A lowered expression with what the later passes need of it: its type, its place, and its parts with theirs.
///
/// `parts` follow the operands of `node` in their order. A quantifier's are its source, filter and body; an aggregate's are its
/// sources, filter, value and order keys; what is left out stands there as ``Typed/nothing(at:)``. The parts of a presence test
/// or look-up are the values of its key.
struct Typed: Sendable {
  var node: Node
  var type: ValueType
  var span: Span
  var parts: [Typed] = []
  /// Whether it is a number written down, or made of such, so that it takes the other side's unit (types §4).
  var isBareNumber = false
  /// How it reads, for a name, look-up or aggregate: `invoice.created.amount`.
  var label = ""
  /// Whether it is not written but follows from the language, such as a key that comes from the trigger.
  var isImplicit = false

  /// An expression at fault: it fits everything, so that one mistake yields one finding.
  static func fault(at span: Span) -> Typed { Typed(node: .constant(.missing(.absent)), type: .unknown, span: span) }

  /// The word `missing` under a correction.
  static func takenAway(_ type: ValueType, at span: Span) -> Typed { Typed(node: .takenAway, type: type, span: span) }

  /// What is read of a place whose unit is data, with the unit.
  ///
  /// - Parameters:
  ///   - currency: where that stands; `nil` where the unit is no data.
  ///   - field: what is read.
  func carrying(_ currency: Int?, _ field: Field) -> Typed {
    guard let currency, let name = field.currency else { return self }
    var typed = self
    typed.node = .amount(node, unit: CurrencyPlace(currency, name))
    return typed
  }

  /// A part that is left out.
  static func nothing(at span: Span) -> Typed { Typed(node: .constant(.boolean(true)), type: .boolean, span: span) }

  static func constant(_ value: Value, _ type: ValueType, at span: Span) -> Typed {
    Typed(node: .constant(value), type: type, span: span)
  }
}

/// The distinct names, look-ups and aggregates of a test outside quantifier bodies, in order of occurrence (clauses
/// §14.2).
struct TermCollector {
  private(set) var terms: [Term] = []
  private var seen: SmallSet<String> = []

  static func terms(of tests: Typed?...) -> [Term] { terms(of: tests) }

  /// Those of several expressions.
  static func terms(of tests: [Typed?]) -> [Term] {
    var collector = TermCollector()
    for case .some(let test) in tests { collector.visit(test) }
    return collector.terms
  }

  private mutating func visit(_ typed: Typed) {
    if typed.isImplicit { return }
    switch typed.node {
    case .aggregate where typed.label.isEmpty: typed.parts.forEach { visit($0) }
    case .slot, .policy, .builtin, .aggregate, .old: add(typed)
    case .amount(.slot, _): add(typed)
    case .amount(.call, _): typed.parts.forEach { visit($0) }
    case .amount(.lookUp, _):
      add(typed)
      typed.parts.forEach { visit($0) }
    case .amount: if typed.label.isEmpty { typed.parts.forEach { visit($0) } } else { add(typed) }
    case .field, .entry:
      if typed.label.isEmpty { typed.parts.forEach { visit($0) } } else { add(typed) }
    case .present, .lookUp, .state, .table:
      add(typed)
      typed.parts.forEach { visit($0) }
    case .lookUpExists(let key, let field):
      add(typed, as: .lookUp(key, field: field))
      typed.parts.forEach { visit($0) }
    case .quantified(let quantified): visit(quantified, typed)
    case .arithmetic: typed.parts.sorted { $0.span < $1.span }.forEach { visit($0) }
    default: typed.parts.forEach { visit($0) }
    }
  }

  private mutating func visit(_ quantified: QuantifiedNode, _ typed: Typed) {
    if let source = typed.parts.first { visit(source) }
    if quantified.quantifier != .some, seen.insert(typed.label) {
      terms.append(Term(label: typed.label, node: typed.node, isFirstFailingElement: true))
    }
  }

  private mutating func add(_ typed: Typed, as node: Node? = nil) {
    guard !typed.label.isEmpty, seen.insert(typed.label) else { return }
    terms.append(Term(label: typed.label, node: node ?? typed.node, unit: typed.type.innermost.unit))
  }
}
