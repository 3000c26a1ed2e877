import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Proof nodes for the values of expressions.
extension ProofMaker {
  /// The maximum depth of nested tables, functions and views.
  static let deepest = 24
  /// The maximum depth of nested `let`s.
  static let deepestLet = 64

  /// Returns the nodes for the terms of a clause, `let` or output, as indices in ``ProofTree/nodes``.
  func nodes(of terms: [Term], _ frame: ProofFrame) -> [Int] {
    let labels = terms.labels
    var found: [Int] = []
    for term in terms {
      for id in grounds(of: term.node, frame, labels) where !found.contains(id) { found.append(id) }
    }
    return found
  }

  /// Returns the nodes for everything that an expression reads, each once, in the order of the expression.
  ///
  /// - Parameter labels: the terms that give the text and the unit of expressions, keyed by expression.
  func grounds(of node: Node, _ frame: ProofFrame, _ labels: [Node: Term] = [:]) -> [Int] {
    if frame.bound.isEmpty, let made = frame.nodesOfExpressions[node] { return made }
    var found: [Int] = []
    for id in read(node, frame, labels) where !found.contains(id) { found.append(id) }
    if frame.bound.isEmpty { frame.nodesOfExpressions[node] = found }
    return found
  }

  private func read(_ node: Node, _ frame: ProofFrame, _ labels: [Node: Term]) -> [Int] {
    let program = frame.program
    switch node {
    case .constant: return []
    case .slot(let slot): return read(slot: slot, frame)
    case .policy(let index): return [policy(index, frame)]
    case .builtin(let builtin): return [envelope(builtin, frame)]
    case .amount(let amount, _): return grounds(of: amount, frame, labels)
    case .field(let base, let place): return member(node, of: base, frame, labels) { program.name(of: place, in: $0) }
    case .entry(let base, let field): return member(node, of: base, frame, labels) { _ in "entry.\(field.rawValue)" }
    case .present(let key): return lookUp(node, key, named: labels[node]?.label ?? program.facts[key.fact].name, frame)
    case .lookUp(let key, let field), .lookUpExists(let key, let field):
      let type = program.facts[key.fact]
      return lookUp(node, key, named: labels[node]?.label ?? "\(type.name).\(type.fields[field].name)", frame)
    case .state(let key):
      return state(node, key, named: labels[node]?.label ?? "\(program.lifecycles[key.lifecycle].name).state", frame)
    case .quantified(let quantified):
      return range(node, [quantified.loop], quantified.filter, [quantified.body], labels, frame)
    case .aggregate(let aggregate):
      return range(
        node, aggregate.loops, aggregate.filter, [aggregate.value].compactMap(\.self) + aggregate.order.map(\.value), labels,
        frame)
    case .table(let index, let arguments): return table(node, index, arguments, labels, frame)
    case .old(let old): return frame.before.map { grounds(of: old.body, $0, labels) } ?? []
    case .conditional(let condition, let one, let other):
      let taken: [Node] =
        switch frame.isOfElement(condition) ? .missing(.absent) : frame.value(condition) {
        case .boolean(let isTrue): [isTrue ? one : other]
        default: [one, other]
        }
      return ([condition] + taken).flatMap { grounds(of: $0, frame, labels) }
    case .coalesce(let alternatives):
      var nodes: [Int] = []
      for alternative in alternatives {
        nodes += grounds(of: alternative, frame, labels)
        if !frame.isOfElement(alternative), !frame.value(alternative).isMissing { break }
      }
      return nodes
    default: return node.children.flatMap { grounds(of: $0, frame, labels) }
    }
  }

  /// Returns a node for the value of an expression. The node is not added to the proof.
  func valued(_ kind: ProofNode.Kind, _ name: String, _ node: Node, unit: NumberUnit? = nil, _ frame: ProofFrame)
    -> ProofNode
  {
    var made = ProofNode(kind, name)
    let value = frame.value(node)
    made.value = shown(value, frame.program)
    made.displayType = frame.engine.displayType(of: value, unit: unit)
    return made
  }

  /// Returns a value as JSON. A long value becomes a text that quotes a part of it.
  func shown(_ value: Value, _ program: Program) -> JSONValue {
    switch value {
    case .text, .list, .map, .record, .json, .fact:
      let whole = program.display(value)
      let quoted = Quotation.of(whole)
      return quoted == whole ? program.json(of: value) : .text(quoted)
    default: return program.json(of: value)
    }
  }

  // MARK: Slots

  private func read(slot: Int, _ frame: ProofFrame) -> [Int] {
    switch frame.origin(of: slot) {
    case nil: return []
    case .argument(let ids): return ids
    case .element(let list): return grounds(of: list, frame)
    case .fact(let sequence): return [fact(sequence, named: nil, frame)]
    case .named(let binding):
      var node = valued(.named, binding.name, .slot(slot), unit: binding.type.innermost.unit, frame)
      nesting += 1
      defer { nesting -= 1 }
      (node.isCut, node.isChosen) = (nesting > Self.deepestLet, binding.node.isChoice)
      if node.isCut {
        // What further ones read is not followed.
        node.unlisted = Set(frame.program.facts.map(\.name))
      } else {
        node.because = grounds(of: binding.node, frame, binding.terms.labels)
      }
      return [add(node)]
    case .field(let input):
      var node = valued(.field, input.name, .slot(slot), unit: input.type.innermost.unit, frame)
      guard let proposal = frame.proposal else { return [] }
      if let entry = tree.nodes[proposal].entry, let place = past.index(ofSequence: entry),
        ProposalRecord(past.entries[place].payload).fieldHolder[input.jsonName] == nil, node.value != .null
      {
        node.kind = .constant
        node.text = "the intent's default"
        return [add(node)]
      }
      node.because = [proposal]
      return [add(node)]
    }
  }

  /// Returns the node of the fact with a sequence. If the explained decision itself left the fact, the node has no sources.
  func fact(_ sequence: Int, named name: String?, _ frame: ProofFrame) -> Int {
    guard let entryIndex = past.index(ofSequence: sequence) else {
      return add(ProofNode(.result, name ?? "a fact that it leaves"))
    }
    guard sequence < frame.limit else {
      var node = ProofNode(.result, past.entries[entryIndex].payload.factType ?? "")
      node.entry = sequence
      node.value = .object(past.entries[entryIndex].payload)
      return add(node)
    }
    return node(at: entryIndex)
  }

  /// Returns the node for a member of a record or of a fact that is bound to a slot.
  private func member(
    _ node: Node, of base: Node, _ frame: ProofFrame, _ labels: [Node: Term], _ name: (Value) -> String
  ) -> [Int] {
    if frame.isNotedOfElement(node) { return [] }
    let behind = grounds(of: base, frame, labels)
    guard !behind.isEmpty else { return [] }
    let label: String =
      if let label = labels[node]?.label { label } else {
        behind.count == 1
          ? "\(tree.nodes[behind[0]].name).\(name(frame.evaluator.value(base)))" : name(frame.evaluator.value(base))
      }
    var made = valued(.attribute, label, node, unit: frame.program.unit(of: node, in: frame.evaluator.value(base)), frame)
    (made.because, made.isChosen) = (behind, base.isChoice)
    return [add(made)]
  }

  // MARK: Policies and envelopes

  private func policy(_ index: Int, _ frame: ProofFrame) -> Int {
    let policy = frame.program.policies[index]
    var node = valued(.policy, policy.name, .policy(index), unit: policy.type.innermost.unit, frame)
    if let place = past.setting(of: policy.qualifiedName, before: frame.limit - 1) {
      node.because = [self.node(at: place)]
    } else {
      node.place = ProofNode.Location(frame.truths, policy.span)
    }
    return add(node)
  }

  private func envelope(_ builtin: Builtin, _ frame: ProofFrame) -> Int {
    guard builtin != .now, let proposal = frame.proposal else {
      var node = ProofNode(.moment, builtin.rawValue)
      node.value = .text(frame.now.text)
      return add(node)
    }
    var node = valued(.envelope, builtin.rawValue, .builtin(builtin), frame)
    node.because = [proposal]
    return add(node)
  }
}

extension Program {
  /// Returns the name of the member at an index of a record or fact; empty for other values.
  fileprivate func name(of place: Int, in value: Value) -> String {
    switch value {
    case .record(let record): records[record.type].fields[place].name
    case .fact(let fact): facts[fact.type].fields[place].name
    default: ""
    }
  }
}

extension Program {
  /// Returns the unit of a member of a record or fact; `nil` if it has no unit.
  fileprivate func unit(of member: Node, in value: Value) -> NumberUnit? {
    guard case .field(_, let place) = member else { return nil }
    return switch value {
    case .record(let record): records[record.type].fields[place].type.innermost.unit
    case .fact(let fact): facts[fact.type].fields[place].type.innermost.unit
    default: nil
    }
  }
}

extension [Term] {
  /// The terms, keyed by their expressions.
  var labels: [Node: Term] { Dictionary(first: map { ($0.node, $0) }) }
}
