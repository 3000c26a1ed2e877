import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Finds clauses with costs that grow with a product of sizes. With a large proposal or context they exceed the limit of work
/// (limits §4).
struct CostLint {
  let checker: ClauseTypeChecker

  private var session: CheckSession { checker.session }
  private var program: Program { _read { yield checker.program } }
  private var trigger: Trigger { checker.trigger }
  private var lets: [ClauseTypeChecker.Let] { checker.lets }

  /// Warns of a loop over a list of the proposal that runs again for each element of another.
  ///
  /// - Parameter source: the list of the loop; the loops around it are still bound.
  func checkNesting(of source: Typed) {
    guard isOfProposal(source.node),
      let outer = checker.variables.last(where: { $0.culprit == nil && isOfProposal($0.source.node) })
    else { return }
    session.report(
      NestedLoops.finding(
        source.label, at: source.span, for: outer.name.text, of: outer.source.label, outer: outer.source.span))
  }

  /// Whether a list comes from the proposal, and not from an element of an outer loop: the elements of one list together
  /// contain no more than the proposal.
  private func isOfProposal(_ node: Node) -> Bool {
    switch node {
    case .slot(let slot):
      if let binding = lets.first(where: { $0.slot == slot }) {
        if case .done(let typed) = binding.state { return isOfProposal(typed.node) }
        return false
      }
      return !trigger.intents.isEmpty && slot < trigger.slotCount
    case .field(let base, _), .amount(let base, _): return isOfProposal(base)
    case .call(_, let arguments): return arguments.contains(where: isOfProposal)
    case .arithmetic(.addLists, let left, let right): return isOfProposal(left) || isOfProposal(right)
    case .aggregate(let aggregate):
      return aggregate.loops.contains { loop in
        if case .list(let list) = loop.source { isOfProposal(list) } else { false }
      }
    default: return false
    }
  }

  /// Warns of a condition that compares facts by `==` in a way that no index supports, so that all facts are read.
  ///
  /// - Parameters:
  ///   - path: how the facts of a loop are looked up.
  ///   - conditions: conditions on an element, as written and as lowered.
  func checkLookUp(_ path: AccessPath?, of loop: LoopNode, _ conditions: [(Expr, Typed)]) {
    guard case .facts(let type) = loop.source, path?.isEmpty == true else { return }
    let bound = Set(checker.variables.map(\.slot))
    for (expr, typed) in conditions {
      for case (.binary(.equal, let left, let right), .compare(.equal, let one, let other), let span) in parts(expr, typed.node) {
        let sides = [(left, one), (right, other)].sorted { reads($0.1, loop.slot) && !reads($1.1, loop.slot) }
        let (element, value) = (sides[0], sides[1])
        // A value of an outer element is known before the loop, but has no name of its own.
        guard reads(element.1, loop.slot), value.1.slots.read.isDisjoint(with: bound), element.1.isOfFields, !value.1.isSame
        else { continue }
        session.report(
          UnindexedComparison.finding(
            formatted(element.0), of: program.facts[type].name, at: span,
            mend: mend(element, formatted(value.0), loop.slot)))
        return
      }
    }
  }

  private func reads(_ node: Node, _ slot: Int) -> Bool { node.slots.read.contains(slot) }

  /// Returns the parts that `and` joins, as written and as lowered.
  private func parts(_ expr: Expr, _ node: Node) -> [(Expr.Kind, Node, Span)] {
    if case (.and(let left, let right), .and(let one, let other)) = (expr.kind, node) {
      return parts(left, one) + parts(right, other)
    }
    return [(expr.kind, node, expr.span)]
  }

  /// Returns the replacement for a comparison of an expression over an element with a value.
  private func mend(_ element: (Expr, Node), _ value: String, _ slot: Int) -> UnindexedComparison.Mend {
    if case .field(.slot(slot), _) = element.1 { return .name(value) }
    if case .binary(let operation, let field, let constant) = element.0.kind,
      case .arithmetic(_, .field(.slot(slot), _), .constant) = element.1
    {
      let inverse = operation == .add ? "-" : operation == .subtract ? "+" : nil
      if let inverse { return .field("\(formatted(field)) == \(value) \(inverse) \(formatted(constant))") }
    }
    return .keep
  }

  /// Warns of facts that `when` joins without a shared field: every one is tried with every other.
  ///
  /// - Complexity: O((parts of the `if` + facts of `when`) · facts of `when`).
  func checkJoins(_ condition: Typed?) {
    guard trigger.matches.count > 1, !trigger.isFaulty else { return }
    var groups = Array(trigger.matches.indices)
    var constants: [Int: Set<Int>] = [:]
    for (left, right) in condition.map({ equalities($0.node) }) ?? [] {
      switch (operand(left), operand(right)) {
      case (.field(let one, _)?, .field(let other, _)?):
        let (kept, gone) = (groups[one], groups[other])
        groups = groups.map { $0 == gone ? kept : $0 }
      case (.field(let position, let field)?, .constant?), (.constant?, .field(let position, let field)?):
        constants[position, default: []].insert(field)
      default: break
      }
    }
    let many = trigger.matches.indices.filter { position in
      let key = program.facts[trigger.matches[position].fact].key
      return key.isEmpty || !Set(key).isSubset(of: constants[position] ?? [])
    }
    guard let first = many.first, let second = many.first(where: { groups[$0] != groups[first] }) else { return }
    let (one, other) = (trigger.matches[first], trigger.matches[second])
    session.report(
      UnjoinedFacts.finding(
        other.syntax.type.text, at: other.syntax.span, with: one.syntax.type.text, first: one.syntax.span,
        example: exampleOfJoin(one, other)))
  }

  private enum JoinOperand {
    case constant
    /// A field of the fact at an index of `when`.
    case field(Int, Int)
  }

  /// Returns both sides of each `==` that `and` joins.
  private func equalities(_ node: Node) -> [(Node, Node)] {
    switch node {
    case .and(let left, let right): equalities(left) + equalities(right)
    case .compare(.equal, let left, let right): [(left, right)]
    default: []
    }
  }

  /// Returns an operand that a join can look up directly, also through `let`s that only rename it.
  private func operand(_ node: Node) -> JoinOperand? {
    switch node {
    case .constant, .policy: return .constant
    case .field(.slot(let slot), let field) where slot < trigger.matches.count: return .field(slot, field)
    case .slot(let slot):
      guard let binding = lets.first(where: { $0.slot == slot }), case .done(let typed) = binding.state else { return nil }
      return operand(typed.node)
    default: return nil
    }
  }

  /// Returns an example such as `b.order_id == a.order_id`, if possible with a field that both have.
  private func exampleOfJoin(_ first: Trigger.Match, _ other: Trigger.Match) -> String {
    let (left, right) = (program.facts[first.fact], program.facts[other.fact])
    let name = { (match: Trigger.Match, place: String) in match.syntax.variable?.text ?? place }
    let shared = right.fields.first { field in left.fields.contains { $0.name == field.name && $0.type == field.type } }
    let (own, wanted) = (shared ?? right.fields.first, shared ?? left.fields.first)
    return "\(name(other, "b")).\(own?.name ?? "field") == \(name(first, "a")).\(wanted?.name ?? "field")"
  }
}

extension Node {
  /// Whether the node is made of fields alone, so that its value could be stored as a field.
  fileprivate var isOfFields: Bool {
    switch self {
    case .constant, .slot: true
    case .field, .arithmetic, .negate, .call: children.allSatisfy(\.isOfFields)
    default: false
    }
  }

  /// Whether the value is the same in every decision. The comparison then selects a kind of fact, and not the facts of one
  /// person.
  fileprivate var isSame: Bool {
    switch self {
    case .constant, .policy: true
    default: false
    }
  }
}
