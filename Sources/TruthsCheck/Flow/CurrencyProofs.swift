import TruthsProgram
import TruthsSyntax
import TruthsText

/// A currency of an amount, where the currency is data.
struct CurrencyTerm: Hashable {
  /// The expression that holds the currency; the amount itself, if no other expression holds it. `nil` for a list whose elements
  /// may have different currencies.
  var node: Node?
  /// Text of the currency for messages, such as `invoice.currency`.
  var label: String
  /// Whether a condition can name the currency at the place where the amount is read. It cannot if the node is the amount itself,
  /// or if the currency belongs to a loop that has ended there.
  var isCurrency = true
}

/// Cached currencies of `let`s: without the cache each use of a name would be followed again.
private struct CurrencyMemory {
  let flow: FlowState
  var lets: [Int: [CurrencyTerm]] = [:]
}

/// Checks that amounts which are added, compared or put together have the same currency (types §4.2): it comes from the same
/// field of the same record, or earlier conditions prove that both currencies are equal.
extension ReadCollector {
  // MARK: Values

  /// Reads an amount, which needs its currency: a missing number and a missing currency give one finding.
  mutating func amount(_ typed: Typed, _ flow: FlowState) {
    guard let (amount, currency) = typed.amountParts(program) else { return }
    if alone(amount, flow) != nil {
      if case .slot = amount.node { value(typed) } else { read(amount, flow) }
    } else if mayLack(currency, of: amount, flow) {
      value(typed)
    }
  }

  /// Returns whether the currency of an existing amount may be missing.
  ///
  /// The record or fact that holds both was read with the amount. Reading it again for each would double the time with each
  /// nested record.
  private mutating func mayLack(_ currency: Typed, of amount: Typed, _ flow: FlowState) -> Bool {
    if flow.contains(.value(amount.node)) { return alone(currency, flow) != nil }
    if case .call = amount.node, let whole = amount.parts.first {
      return flow.contains(.value(whole.node)) && alone(currency, flow) != nil
    }
    switch currency.node {
    case .field(_, let index):
      guard let base = currency.parts.first, let field = program.fields(of: base.type)?[index] else { return false }
      return field.isOptional && field.initial == nil && !flow.contains(.value(currency.node))
    case .lookUp(let key, let field):
      return program.facts[key.fact].fields[field].isOptional && !flow.contains(.value(currency.node))
    default: return alone(currency, flow) != nil
    }
  }

  /// Records the currencies of a loop's elements.
  mutating func note(_ loop: LoopNode, _ source: Typed, _ flow: FlowState) {
    if source.type.numberUnit == .data { variableCurrencies[loop.slot] = currencies(source, flow) }
  }

  /// Returns the currencies that an amount may have; empty if its currency is fixed, or if the value fits every currency.
  ///
  /// - Complexity: O(size of the expression and of the `let`s that it reads).
  func currencies(_ typed: Typed, _ flow: FlowState) -> [CurrencyTerm] {
    var memory = CurrencyMemory(flow: flow)
    return currencies(typed, flow, &memory)
  }

  private func currencies(_ typed: Typed, _ flow: FlowState, _ memory: inout CurrencyMemory) -> [CurrencyTerm] {
    guard typed.type.numberUnit == .data, !typed.isBareNumber else { return [] }
    let itself = [
      CurrencyTerm(node: typed.node, label: typed.label.isEmpty ? "the currency of this" : typed.label, isCurrency: false)
    ]
    let parts = typed.parts
    switch typed.node {
    case .constant: return []
    case .amount:
      if let written = typed.writtenCurrency { return [term(written)] }
      guard let currency = typed.amountParts(program)?.currency else { return itself }
      return [CurrencyTerm(node: resolved(currency.node), label: currency.label)]
    case .call(.inUnit, _): return [term(parts[1])]
    case .negate, .call: return parts.first.map { currencies($0, flow, &memory) } ?? itself
    case .arithmetic(.divide, _, _): return currencies(parts[0], flow, &memory)
    // The sides of `+`, `-` and the like have one currency, or a finding was reported.
    case .arithmetic(.add, _, _), .arithmetic(.subtract, _, _), .arithmetic(.remainder, _, _), .arithmetic(.multiply, _, _):
      let left = currencies(parts[0], flow, &memory)
      return left.isEmpty ? currencies(parts[1], flow, &memory) : left
    case .arithmetic, .list, .coalesce: return union(parts, flow, &memory)
    case .conditional: return union(parts.dropFirst().filter { !$0.isWrittenMissing }, flow, &memory)
    case .slot(let slot):
      if let inner = lets[slot] {
        if let found = memory.lets[slot] { return found }
        // Knowledge from inside a loop does not apply to a `let`, which is outside.
        let found = currencies(inner, memory.flow, &memory)
        memory.lets[slot] = found
        return found
      }
      guard let terms = variableCurrencies[slot], terms.allSatisfy({ $0.node != nil }) else { return itself }
      return terms
    case .table(let index, _): return program.tables[index].currency.map { [term(parts[$0])] } ?? itself
    case .aggregate(let aggregate): return currencies(of: aggregate, typed, flow, &memory) ?? itself
    default: return itself
    }
  }

  /// Returns the currencies of several values, each once.
  private func union(
    _ parts: some Sequence<Typed>, _ flow: FlowState, _ memory: inout CurrencyMemory
  ) -> [CurrencyTerm] {
    var seen: Set<Node?> = []
    var terms: [CurrencyTerm] = []
    for part in parts {
      for term in currencies(part, flow, &memory) where seen.insert(term.node).inserted { terms.append(term) }
    }
    return terms
  }

  /// Resolves the expression of a currency through `let`s; a key field of a look-up becomes the key value of the look-up.
  private func resolved(_ node: Node) -> Node {
    let node = lets.resolved(node)
    guard case .lookUp(let key, let field) = node else { return node }
    guard let place = program.facts[key.fact].key.firstIndex(of: field) else { return node }
    return lets.resolved(key.keys[place])
  }

  /// Returns the term of a currency that is written or read directly.
  private func term(_ currency: Typed) -> CurrencyTerm {
    var label = currency.label
    if label.isEmpty, case .constant(.text(let name)) = currency.node.currencyName { label = name.string }
    return CurrencyTerm(node: resolved(currency.node).currencyName, label: label.isEmpty ? "its currency" : label)
  }

  // MARK: Aggregates

  /// Returns the currencies of an aggregate as expressions that have a meaning outside its loops; `nil` if there are none.
  private func currencies(
    of aggregate: AggregateNode, _ typed: Typed, _ flow: FlowState, _ memory: inout CurrencyMemory
  ) -> [CurrencyTerm]? {
    var inside = flow
    for loop in aggregate.loops { inside = binding(loop, inside) }
    let rest = typed.parts.dropFirst(aggregate.loops.count)
    guard let filter = rest.first, let value = rest.dropFirst().first else { return nil }
    let logic = FlowNarrowing(lets: lets, tables: program.tables, flow: inside)
    inside = inside.adding(logic.established(filter, when: true))
    let slots = aggregate.loops.map(\.slot)
    var terms: [CurrencyTerm] = []
    for term in currencies(value, inside, &memory) {
      guard let outer = outside(term, slots, inside) else {
        return aggregate.function == .list ? [CurrencyTerm(node: nil, label: term.label, isCurrency: false)] : nil
      }
      terms.append(outer)
    }
    return terms
  }

  /// Returns the same currency as an expression that has a meaning outside the loops; `nil` if none is known.
  private func outside(_ term: CurrencyTerm, _ slots: [Int], _ flow: FlowState) -> CurrencyTerm? {
    guard let node = term.node else { return nil }
    func isOutside(_ node: Node) -> Bool { node.withSlots { slots.contains($0) ? nil : $0 } != nil }
    if isOutside(node) { return term }
    return closure(of: node, flow).first(where: isOutside).map { CurrencyTerm(node: $0, label: term.label, isCurrency: false) }
  }

  /// Returns all expressions that are known to be the same currency.
  private func closure(of node: Node, _ flow: FlowState) -> [Node] {
    var (nodes, next) = ([node], 0)
    while next < nodes.count, nodes.count < Self.closureLimit {
      for other in flow.same(as: nodes[next]) where !nodes.contains(other) { nodes.append(other) }
      next += 1
    }
    return nodes
  }

  /// Returns whether two expressions are known to be the same currency.
  func isSame(_ one: Node, _ other: Node, _ flow: FlowState) -> Bool {
    closure(of: resolved(one).currencyName, flow).contains(resolved(other).currencyName)
  }

  /// Limit of expressions followed for one currency.
  private static let closureLimit = 64

  // MARK: Proofs

  /// Requires that amounts that are added or compared have one currency: each currency of one side equals each of the other.
  mutating func meet(_ parts: [Typed], _ flow: FlowState, at span: Span) {
    guard parts.count == 2, parts.allSatisfy({ $0.type.numberUnit == .data }) else { return }
    // An aggregate over several currencies was already checked at the aggregate.
    let sides = parts.map { currencies($0, flow).filter { $0.node?.joinsAmounts != true } }
    // A value without a currency fits every currency.
    if sides[1].isEmpty { return }
    for term in sides[0] { prove([term] + sides[1], flow, at: span) }
  }

  /// Requires that elements of a list, which are compared with each other, have one currency.
  mutating func meet(in list: [Typed], _ flow: FlowState, at span: Span) {
    guard list.contains(where: { $0.type.numberUnit == .data }) else { return }
    prove(list.flatMap { currencies($0, flow) }, flow, at: span)
  }

  /// Requires that amounts that an aggregate adds or compares have one currency for all elements.
  mutating func meet(in aggregate: AggregateNode, _ typed: Typed, _ flow: FlowState) {
    let rest = typed.parts.dropFirst(aggregate.loops.count + 1)
    var compared = Array(rest.dropFirst())
    if aggregate.function.joinsValues, let value = rest.first { compared.append(value) }
    let slots = aggregate.loops.map(\.slot)
    for operand in compared where operand.type.numberUnit == .data {
      var terms: [CurrencyTerm] = []
      for term in currencies(operand, flow) {
        if let outer = outside(term, slots, flow) {
          terms.append(outer)
        } else {
          let node = term.node ?? operand.node
          add(
            MissingRead(
              prerequisite: .same(node, node), span: operand.isImplicit ? typed.span : operand.span,
              kind: .mixed(term.label, function: aggregate.function.name)))
          return
        }
      }
      prove(terms, flow, at: operand.isImplicit ? typed.span : operand.span)
    }
  }

  /// Requires that currencies are the same.
  ///
  /// - Parameter terms: the first must be the same as each of the others.
  private mutating func prove(_ terms: [CurrencyTerm], _ flow: FlowState, at span: Span) {
    guard terms.count > 1 || terms.contains(where: { $0.node == nil }) else { return }
    for term in terms where term.node == nil {
      let node = Node.constant(.text(Text(term.label)))
      return add(
        MissingRead(
          prerequisite: .same(node, node), span: span, kind: .currencies(term.label, term.label, help: .none)))
    }
    guard let first = terms.first, let node = first.node else { return }
    let same = closure(of: node, flow)
    for term in terms.dropFirst() {
      guard let wanted = term.node, !same.contains(wanted) else { continue }
      let isCertain = terms.count == 2 && node.isConstant && wanted.isConstant
      let help: MissingRead.CurrencyHelp =
        isCertain ? .certain : first.isCurrency && term.isCurrency && first.label != term.label ? .compare : .none
      return add(
        MissingRead(prerequisite: .same(node, wanted), span: span, kind: .currencies(first.label, term.label, help: help)))
    }
  }

  // MARK: Places

  /// Requires that an amount written to a field has the currency of the field next to it.
  ///
  /// - Parameter currency: the name of the field with the currency.
  mutating func fit(_ value: Typed, to currency: String, among fields: [Field], _ values: [Typed?], _ flow: FlowState) {
    guard let place = fields.firstIndex(where: { $0.name == currency }), let beside = values[place] else { return }
    for one in currencies(value, flow) { prove([one, term(beside)], flow, at: value.span) }
  }

  /// Requires that an amount fits the currency of a produced fact; a correction that does not write the currency keeps the old
  /// one.
  mutating func fit(_ value: Typed, of field: Field, in output: TypedOutput, _ flow: FlowState) {
    let type = program.facts[output.checked.fact]
    guard let currency = field.currency, let currencyIndex = type.fields.firstIndex(where: { $0.name == currency }) else {
      return
    }
    if output.fields[currencyIndex] != nil || !output.checked.isCorrection {
      return fit(value, to: currency, among: type.fields, output.fields, flow)
    }
    let keys = type.key.compactMap { output.checked.fields[$0] }
    guard keys.count == type.key.count else { return }
    let key = FactKey(fact: output.checked.fact, keys: keys, keyLabels: type.key.map { type.fields[$0].name })
    let kept = CurrencyTerm(node: .lookUp(key, field: currencyIndex), label: "\(type.name).\(currency)")
    for one in currencies(value, flow) { prove([one, kept], flow, at: value.span) }
  }

  /// Requires that amounts among the arguments of a table or function fit its currency inputs.
  mutating func fit(_ inputs: [Field], _ arguments: [Typed], _ flow: FlowState) {
    for (input, argument) in zip(inputs, arguments) {
      if let currency = input.currency { fit(argument, to: currency, among: inputs, arguments, flow) }
    }
  }

  /// Requires that amounts among the written fields of a record fit its currency fields.
  mutating func fit(_ record: MadeRecord, _ typed: Typed, _ flow: FlowState) {
    guard case .record(let type, let parts) = record.shape else { return }
    let fields = program.records[type].fields
    guard fields.contains(where: { $0.currency != nil }) else { return }
    let first = record.base == nil ? 0 : 1
    let values = parts.map { part -> Typed? in
      if case .value(let place) = part.source { typed.parts[first + place] } else { nil }
    }
    for (field, value) in zip(fields, values) {
      guard let currency = field.currency, let value, !value.isImplicit else { continue }
      fit(value, to: currency, among: fields, values, flow)
    }
  }
}

extension FlowNarrowing {
  /// Returns the values without which an amount has no value: its number and its currency. A record or fact that both are read
  /// from is listed once.
  func amountNeeds(_ typed: Typed) -> SmallSet<Prerequisite> {
    guard case .amount(let amount, _) = typed.node, let currency = typed.node.currency else { return [] }
    var (number, beside) = (typed, typed)
    (number.node, beside.node) = (amount, currency)
    let ofCurrency = currency.isSlot ? needs(beside) : [.value(currency)]
    return needs(number).union(ofCurrency).union([.value(typed.node)])
  }
}

extension Typed {
  /// Returns the number and the currency of an amount as separate expressions.
  func amountParts(_ program: Program) -> (amount: Typed, currency: Typed)? {
    guard case .amount(let number, let unit) = node, let beside = node.currency else { return nil }
    var (amount, currency) = (self, self)
    (amount.node, currency.node) = (number, beside)
    if case .call = number, let whole = parts.first?.amountParts(program) { return (amount, whole.currency) }
    currency.label = (label.lastIndex(of: ".").map { String(label[...$0]) } ?? "") + unit.name
    return (amount, currency)
  }
}

extension Typed {
  /// The currency written in a record literal from which this amount is read.
  fileprivate var writtenCurrency: Typed? {
    guard case .amount(.field(.made(let record), _), let unit) = node, case .record(_, let fields) = record.shape,
      case .value(let place) = fields[unit.place].source, let written = parts.first
    else { return nil }
    return written.parts[place + (record.base == nil ? 0 : 1)]
  }
}

extension LetFacts {
  /// Resolves a name through `let`s that are only another name or expression, or through the current fact that it is a field
  /// of.
  func resolved(_ node: Node) -> Node {
    var node = node
    while true {
      if case .slot(let slot) = node, let inner = self[slot] {
        node = inner.node
      } else if case .field(let base, let index) = node, let read = resolved(base).currentFact?[index] {
        node = read
      } else {
        return node
      }
    }
  }
}

extension Node {
  /// The name of a constant currency as a text; for any other node, the node itself. Currencies of different enums are the same
  /// if their names are equal.
  var currencyName: Node {
    if case .constant(.enumeration(let value)) = self { return .constant(.text(value.name)) }
    return self
  }

  /// The nodes of the fields of `the F`; `nil` for any other node.
  fileprivate var currentFact: [Node]? {
    guard case .conditional(.present, .made(let record), _) = self, record.base == nil else { return nil }
    return record.values
  }

  fileprivate var isConstant: Bool {
    if case .constant = self { return true }
    return false
  }
}

extension Node {
  fileprivate var joinsAmounts: Bool {
    if case .aggregate(let aggregate) = self { return aggregate.function.joinsValues }
    return false
  }
}

extension AggregateKind {
  /// Whether the aggregate combines the values of all elements, so that amounts among them need one currency.
  fileprivate var joinsValues: Bool {
    switch self {
    case .sum, .mean, .min, .max: true
    case .list, .count, .first, .last: false
    }
  }
}

extension Function {
  var comparesElements: Bool {
    switch self {
    case .distinct, .isSorted, .sort, .indexOf: true
    default: false
    }
  }
}
