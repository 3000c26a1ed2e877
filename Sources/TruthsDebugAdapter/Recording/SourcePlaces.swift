import TruthsProgram
import TruthsSyntax
import TruthsText

/// The places of `let`s and the names of loop variables, which a checked program does not have.
struct SourcePlaces {
  fileprivate struct Declared {
    let span: Span
    var lets: [String: Span] = [:]
    /// The expressions of the declaration by the span under which the checked program knows them.
    var loops: [(span: Span, names: [String?])] = []
  }

  /// The declarations by the span of their key.
  private var declared: [Span: Declared] = [:]

  init(_ units: [SourceUnit]) {
    let shared = SharedLets(units)
    for (declaration, pack) in units.flatMap({ unit in unit.declarations.map { ($0, unit.pack) } }) {
      var sites = Declared(span: declaration.span)
      switch declaration.body {
      case .truth(let truth):
        sites.add(shared.lets(of: declaration, in: pack) + truth.lets)
        for case .condition(let condition) in truth.when { sites.add(condition.span, LoopNames(condition)) }
        for entry in truth.requires + truth.invariants + truth.ensures { sites.add(entry.span, LoopNames(entry.clause)) }
      case .invariant(let invariant): sites.add(invariant.rule.span, LoopNames(invariant.rule))
      case .table(let table):
        sites.add(table.lets)
        for row in table.rows { sites.add(row.span, LoopNames(row)) }
        if let value = table.value { sites.add(value.span, LoopNames(value)) }
      default: continue
      }
      declared[declaration.keySpan] = sites
    }
  }

  /// Returns the place of a `let` of the declaration whose key has a span.
  func place(ofLet name: String, in key: Span) -> Span? { declared[key]?.lets[name] }

  /// Returns the names of the loop variables of an expression, by their slots.
  ///
  /// Calls such as `max(a, b)` are loops without a name. Where the checked expression does not have as many
  /// loops as the written one, none has.
  ///
  /// - Parameter span: the span of the clause, row or `let`.
  func loopNames(of node: Node, at span: Span?, in key: Span) -> [Int: String] {
    guard let span, let declaration = declared[key] else { return [:] }
    let names =
      declaration.loops.first { $0.span == span }?.names
      ?? declaration.loops.first { one in
        one.span.file == span.file && one.span.start <= span.end && span.start <= one.span.end
      }?.names ?? []
    var slots: [Int] = []
    node.forEachRead { if case .elements(let loop) = $0 { slots.append(loop.slot) } }
    let all = slots.count == names.count ? names : names.filter { $0 != nil }
    guard slots.count == all.count else { return [:] }
    return Dictionary(zip(slots, all).compactMap { slot, name in name.map { (slot, $0) } }) { first, _ in first }
  }
}

extension SourcePlaces.Declared {
  fileprivate mutating func add(_ bindings: [LetBinding]) {
    for binding in bindings {
      let span = binding.name.span.union(binding.value.span)
      lets[binding.name.text] = span
      add(span, LoopNames(binding.value))
    }
  }

  fileprivate mutating func add(_ span: Span, _ names: LoopNames) {
    if names.found.contains(where: { $0 != nil }) { loops.append((span, names.found)) }
  }
}

/// The names of the loop variables of an expression: outer loops before inner ones, in the order of ``Node/children``. A call
/// such as `max(a, b)` is a loop without a name.
private struct LoopNames {
  private(set) var found: [String?] = []

  init(_ expression: Expr) { add(expression) }

  init(_ clause: Clause) {
    add(clause.condition)
    if case .expression(let consequence)? = clause.consequence { add(consequence) }
  }

  init(_ row: TableRow) { for expression in [row.condition].compactMap(\.self) + row.result.values { add(expression) } }

  init(_ value: ValueSyntax) { add(value) }

  private mutating func add(_ value: ValueSyntax) {
    switch value.kind {
    case .expression(let expression): add(expression)
    case .list(let values): for value in values { add(value) }
    case .record(let fields): for field in fields { add(field.value) }
    case .text(let text): add(text)
    case .missing: break
    }
  }

  private mutating func add(_ text: TextLiteral) {
    for case .interpolation(let expression) in text.parts { add(expression) }
  }

  private mutating func add(_ expression: Expr) {
    switch expression.kind {
    case .number, .percent, .boolean, .name, .error: break
    case .text(let text): add(text)
    case .list(let elements): for element in elements { add(element) }
    case .member(let base, _), .current(let base), .negate(let base), .not(let base), .test(_, let base): add(base)
    case .keyed(let base, let arguments), .with(let base, let arguments):
      add(base)
      for argument in arguments { add(argument.value) }
    case .and(let left, let right), .or(let left, let right), .binary(_, let left, let right), .element(let left, let right):
      add(left)
      add(right)
    case .call(let name, let arguments):
      if AggregateFunction(rawValue: name.text)?.isFunctionToo == true { found.append(nil) }
      for argument in arguments { add(argument) }
    case .conditional(let conditional): for part in conditional.parts { add(part) }
    case .between(let value, let low, let high): for part in [value, low, high] { add(part) }
    case .quantified(let quantified):
      found.append(quantified.variable.text)
      for part in [quantified.source, quantified.filter, quantified.body].compactMap(\.self) { add(part) }
    case .aggregate(let aggregate):
      found += aggregate.loops.map(\.variable.text)
      for part in aggregate.loops.map(\.source) + [aggregate.value, aggregate.filter].compactMap(\.self) { add(part) }
      for key in aggregate.order { add(key.value) }
    }
  }
}
