import TruthsCheck
import TruthsSyntax
import TruthsText

/// The expressions and clauses around an offset, the narrowest first.
struct GrammarSteps {
  private(set) var spans: [Span] = []
  private let offset: Int

  init(around offset: Int, in declaration: Declaration) {
    self.offset = offset
    switch declaration.body {
    case .truth(let truth):
      for case .condition(let condition) in truth.when { visit(condition) }
      visit(truth.lets)
      for entry in truth.requires + truth.invariants + truth.ensures { visit(entry.clause) }
      for key in truth.moves.flatMap(\.keys) { visit(key.value) }
      for entry in truth.produces { visit(entry) }
    case .intent(let intent): visit(intent.lets)
    case .invariant(let invariant): visit(invariant.rule)
    case .table(let table):
      visit(table.lets)
      if let value = table.value { visit(value) }
      for row in table.rows {
        enter(row.span)
        if let condition = row.condition { visit(condition) }
        for value in row.result.values { visit(value) }
      }
    case .source(let source):
      visit(source.lets)
      for entry in source.produces { visit(entry) }
    case .policy(let policy): if let value = policy.initial { visit(value) }
    default: break
    }
    spans.reverse()
  }

  private mutating func enter(_ span: Span) { if covers(span) { spans.append(span) } }

  private func covers(_ span: Span) -> Bool { Int(span.start) <= offset && offset <= Int(span.end) }

  private mutating func visit(_ expression: Expr) {
    guard covers(expression.span) else { return }
    spans.append(expression.span)
    for child in expression.children { visit(child) }
  }

  private mutating func visit(_ clause: Clause) {
    guard covers(clause.span) else { return }
    spans.append(clause.span)
    visit(clause.condition)
    switch clause.consequence {
    case .effect(let effect): visit(effect)
    case .expression(let expression): visit(expression)
    case nil: break
    }
    switch clause.otherwise {
    case .effect(let effect): visit(effect)
    case .reason(let text): visit(text)
    case nil: break
    }
  }

  private mutating func visit(_ effect: Effect) {
    guard covers(effect.span) else { return }
    spans.append(effect.span)
    if case .requiresApproval(let approval?) = effect.kind {
      enter(approval.span)
      for person in approval.people { visit(person) }
    }
    if let text = effect.text { visit(text) }
  }

  private mutating func visit(_ text: TextLiteral) {
    guard covers(text.span) else { return }
    spans.append(text.span)
    for case .interpolation(let expression) in text.parts { visit(expression) }
  }

  private mutating func visit(_ value: ValueSyntax) {
    guard covers(value.span) else { return }
    spans.append(value.span)
    switch value.kind {
    case .text(let text): visit(text)
    case .expression(let expression): visit(expression)
    case .list(let elements): for element in elements { visit(element) }
    case .record(let fields): visit(fields)
    case .missing: break
    }
  }

  private mutating func visit(_ lets: [LetBinding]) { for binding in lets { visit(binding.value) } }

  private mutating func visit(_ entry: OutputEntry) {
    guard let output = entry.made, covers(entry.span) || output.fields.contains(where: { covers($0.value.span) }) else { return }
    if let loop = output.loop { visit(loop.source) }
    if let filter = output.filter { visit(filter) }
    visit(output.fields)
  }
}
