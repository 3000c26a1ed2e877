import TruthsEngine
import TruthsProgram
import TruthsText

/// The steps inside of expressions: calls, rows of tables, and elements of loops.
extension Recorder {
  /// Records what happens inside an expression of a clause, `let`, row or output.
  ///
  /// - Parameter span: the span of the clause, `let`, row or output, which the elements of loops have too.
  func record(insideOf node: Node, at span: Span?, _ scope: EvaluationScope, under parent: Int?) {
    guard let parent, node.hasInnerSteps else { return }
    let outer = scope.loopNames
    scope.loopNames = places.loopNames(of: node, at: span, in: scope.key)
    enter(node, at: span, scope, under: parent)
    scope.loopNames = outer
  }

  private func enter(_ node: Node, at span: Span?, _ scope: EvaluationScope, under parent: Int) {
    guard node.hasInnerSteps, !meter.isExceeded else { return }
    func enter(_ node: Node) { self.enter(node, at: span, scope, under: parent) }
    switch node {
    case .table(let index, let arguments):
      for argument in arguments { enter(argument) }
      call(index, arguments, scope, under: parent)
    case .quantified(let quantified): visit(quantified, at: span, scope, under: parent)
    case .aggregate(let aggregate): visit(aggregate, at: span, scope, under: parent)
    case .and(let left, let right):
      enter(left)
      if right.hasInnerSteps, !scope.isFalse(left) { enter(right) }
    case .or(let left, let right):
      enter(left)
      if right.hasInnerSteps, !scope.isTrue(left) { enter(right) }
    case .implies(let left, let right):
      enter(left)
      if right.hasInnerSteps, !scope.isFalse(left) { enter(right) }
    case .conditional(let condition, let consequence, let alternative):
      enter(condition)
      if scope.isTrue(condition) { enter(consequence) } else if scope.isFalse(condition) { enter(alternative) }
    case .coalesce(let alternatives):
      for alternative in alternatives {
        enter(alternative)
        if !scope.evaluator.value(alternative).isMissing { break }
      }
    // `old` reads the context before the run, in a frame of its own.
    case .old: break
    default: for child in node.children { enter(child) }
    }
  }

  // MARK: Loops

  private func visit(_ quantified: QuantifiedNode, at span: Span?, _ scope: EvaluationScope, under parent: Int) {
    if let list = quantified.loop.source.list { enter(list, at: span, scope, under: parent) }
    let body = scope.evaluator.compiled(quantified.body)
    let filter = quantified.filter.map { scope.evaluator.compiled($0) }
    for (count, element) in scope.elements(of: quantified.loop).enumerated() {
      guard isWithinLimit(count) else { return }
      let variable = scope.bind(quantified.loop, to: element)
      if let filter, scope.evaluator.value(filter) != .boolean(true) { continue }
      let answer = scope.evaluator.value(body)
      let words = answer == .boolean(true) ? "holds" : answer == .boolean(false) ? "does not hold" : "cannot be told"
      let step = addElement([variable], "it \(words)", at: span, scope, under: parent)
      guard let step else { return }
      for part in [quantified.filter, quantified.body].compactMap(\.self) { enter(part, at: span, scope, under: step) }
      // The first element that decides ends the loop.
      if answer == .boolean(quantified.quantifier != .every) { return }
    }
  }

  private func visit(_ aggregate: AggregateNode, at span: Span?, _ scope: EvaluationScope, under parent: Int) {
    guard aggregate.loops.contains(where: { scope.loopNames[$0.slot] != nil }) else {
      // Calls such as `max(a, b)` and `sum(list)` are loops too, without a variable that a reader knows.
      for list in aggregate.loops.compactMap(\.source.list) { enter(list, at: span, scope, under: parent) }
      return
    }
    var count = 0
    visit(aggregate, aggregate.loops[...], [], &count, at: span, scope, under: parent)
  }

  private func visit(
    _ aggregate: AggregateNode, _ loops: ArraySlice<LoopNode>, _ variables: [NamedValue], _ count: inout Int, at span: Span?,
    _ scope: EvaluationScope, under parent: Int
  ) {
    if let loop = loops.first {
      if let list = loop.source.list { enter(list, at: span, scope, under: parent) }
      for element in scope.elements(of: loop) {
        guard isWithinLimit(count), !meter.isExceeded else { return }
        let variable = scope.bind(loop, to: element)
        visit(aggregate, loops.dropFirst(), variables + [variable], &count, at: span, scope, under: parent)
      }
      return
    }
    count += 1
    if let filter = aggregate.filter, !scope.isTrue(filter) { return }
    let value = aggregate.value.map { procedure.shown("", scope.value($0), unit: scope.unit(of: $0)).text }
    guard let step = addElement(variables, value.map { "its value is \($0)" } ?? "it counts", at: span, scope, under: parent)
    else {
      return
    }
    for part in [aggregate.value, aggregate.filter].compactMap(\.self) { enter(part, at: span, scope, under: step) }
  }

  private func addElement(
    _ variables: [NamedValue], _ words: String, at span: Span?, _ scope: EvaluationScope, under parent: Int
  ) -> Int? {
    let title = variables.map { "\($0.name) = \(procedure.shown($0.name, $0.value).text)" }.joined(separator: ", ")
    let step = add(.element, title, "\(title): \(words)", at: span, in: parent, frame: scope.frame)
    if let step { change(step) { $0.variables = variables } }
    return step
  }

  /// Returns whether a further element or row is recorded. If not, the recording has a remark.
  func isWithinLimit(_ count: Int) -> Bool {
    if count < Self.mostElements { return true }
    cut("a loop or table has more than \(Self.mostElements) elements or rows")
    return false
  }
}

extension Node {
  /// Whether the expression calls a function or table of the set, or visits elements.
  fileprivate var hasInnerSteps: Bool {
    var isFound = false
    forEachNode(where: { _ in !isFound }) { node in
      switch node {
      case .table, .quantified, .aggregate: isFound = true
      default: break
      }
    }
    return isFound
  }
}
