import TruthsProgram
import TruthsText

/// A lowered expression with the information that later passes need: its type, its place, and its lowered parts.
///
/// `parts` follow the operands of `node` in their order. A quantifier's are its source, filter and body; an aggregate's are its
/// sources, filter, value and order keys. ``Typed/nothing(at:)`` takes the place of a part that is left out. The parts of a
/// presence test or look-up are the values of its key.
struct Typed: Sendable {
  var node: Node
  var type: ValueType
  var span: Span
  var parts: [Typed] = []
  /// Whether the number is a literal, or made of literals, so that it takes the other side's unit (types §4).
  var isBareNumber = false
  /// Text of a name, look-up or aggregate for messages, such as `invoice.created.amount`.
  var label = ""
  /// Whether the expression is not written but follows from the language, such as a key that comes from the trigger.
  var isImplicit = false

  /// Returns an expression with an error: it fits every type, so that one mistake gives one finding.
  static func fault(at span: Span) -> Typed { Typed(node: .constant(.missing(.absent)), type: .unknown, span: span) }

  /// Returns the value of the written word `missing`.
  static func takenAway(_ type: ValueType, at span: Span) -> Typed { Typed(node: .takenAway, type: type, span: span) }

  /// Adds the currency to a value whose unit is data.
  ///
  /// - Parameters:
  ///   - currency: the place of the currency; `nil` if the unit is not data.
  ///   - field: the field that is read.
  func carrying(_ currency: Int?, _ field: Field) -> Typed {
    guard let currency, let name = field.currency else { return self }
    var typed = self
    typed.node = .amount(node, unit: CurrencyPlace(currency, name))
    return typed
  }

  /// Returns the part for an operand that is left out.
  static func nothing(at span: Span) -> Typed { Typed(node: .constant(.boolean(true)), type: .boolean, span: span) }

  static func constant(_ value: Value, _ type: ValueType, at span: Span) -> Typed {
    Typed(node: .constant(value), type: type, span: span)
  }
}

/// Collects the distinct names, look-ups and aggregates of a test outside quantifier bodies, in order of occurrence (clauses
/// §14.2).
struct TermCollector {
  private(set) var terms: [Term] = []
  private var seen: SmallSet<String> = []

  static func terms(of tests: Typed?...) -> [Term] { terms(of: tests) }

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

extension Program {
  func fields(of type: ValueType) -> [Field]? {
    switch type {
    case .record(let index): records[index].fields
    case .fact(let index): facts[index].fields
    default: nil
    }
  }
}
