import TruthsText

/// The distinct names, look-ups and aggregates of a test outside quantifier bodies, in order of occurrence (runtime.md §3,
/// "Reasons").
struct TermCollector {
  private(set) var terms: [Term] = []
  private var seen: FewSet<String> = []

  static func terms(of test: Typed) -> [Term] {
    var collector = TermCollector()
    collector.visit(test)
    return collector.terms
  }

  private mutating func visit(_ typed: Typed) {
    if typed.isImplicit { return }
    switch typed.node {
    case .slot, .policy, .builtin, .aggregate: add(typed.label, typed.node)
    case .field, .entry:
      if typed.label.isEmpty { typed.parts.forEach { visit($0) } } else { add(typed.label, typed.node) }
    case .present, .lookUp, .state, .table:
      add(typed.label, typed.node)
      typed.parts.forEach { visit($0) }
    case .lookUpExists(let key, let field):
      add(typed.label, .lookUp(key, field: field))
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

  private mutating func add(_ label: String, _ node: Node) {
    guard !label.isEmpty, seen.insert(label) else { return }
    terms.append(Term(label: label, node: node))
  }
}
