import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// `the F`: the current fact of a type as a record, and the newest step of a lifecycle (clauses §10).
extension ClauseTypeChecker {
  /// Lowers `the F`: the current fact with the written key, or the trigger's key, as a record. The result is missing if no such
  /// fact exists. If only members of it are read, the result is a look-up.
  ///
  /// - Parameter members: the names that are read of the fact.
  func current(_ inner: Expr, _ members: [Name] = [], at span: Span) -> Typed {
    var (keys, named): ([KeyArgument]?, Expr) = (nil, inner)
    if case .keyed(let base, let arguments) = inner.kind { (keys, named) = (arguments, base) }
    let label = TruthsSyntax.formatted(inner)
    // The longest fact type counts: `the access.requested` is that fact, even beside a lifecycle `access`.
    if let words = named.words, let (lifecycle, rest) = lifecycle(words, isKeyed: keys != nil),
      factType(words, isKeyed: keys != nil).map({ $0.fact == program.lifecycles[lifecycle].history }) ?? true
    {
      let reference = LifecycleReference(lifecycle: lifecycle, keys: keys, span: inner.span, label: label)
      return newestStep(reference, rest + members, at: span)
    }
    guard let words = named.words, let (fact, rest) = factType(words, isKeyed: keys != nil) else {
      if let words = named.words, session.names.isUnread(words.map(\.text).joined(separator: ".")) { return .fault(at: span) }
      session.report(
        NotAFact.current(TruthsSyntax.formatted(named), at: named.span, among: session.candidates(program.facts.map(\.name))))
      return .fault(at: span)
    }
    guard !program.facts[fact].key.isEmpty || session.isPartial(.fact(fact)) else {
      let (name, declared) = (program.facts[fact].name, program.facts[fact].span)
      session.report(CannotJoin.lookUpWithoutKey(fact: name, at: named.span, declared: declared))
      return .fault(at: span)
    }
    let reference = FactReference(fact: fact, keys: keys, span: inner.span, label: label)
    if (rest + members).first?.text == "entry" {
      guard let key = key(of: reference) else { return .fault(at: span) }
      let places = program.facts[fact].key
      let present = Typed(node: .present(key.node), type: .boolean, span: span, parts: key.parts, label: label, isImplicit: true)
      let found = newest(fact, places, key.node.keys, by: places[0], present, label: "the \(label)", at: span)
      return self.members(rest + members, of: found, at: span)
    }
    if !(rest + members).isEmpty { return lookUp(reference, rest + members, at: span) }
    guard let key = key(of: reference) else { return .fault(at: span) }
    let index = program.factRecords[fact]
    let type = ValueType.record(index)
    let present = Typed(node: .present(key.node), type: .boolean, span: span, parts: key.parts, label: label)
    let fields = program.facts[fact].fields.enumerated().map { place, field in
      Typed(
        node: .lookUp(key.node, field: place), type: field.type, span: span, parts: key.parts, label: "\(label).\(field.name)",
        isImplicit: true)
    }
    let parts = fields.indices.map { RecordShape.Part(.value($0), isRequired: false) }
    var record = madeRecord(nil, .record(type: index, fields: parts), fields, type, at: span)
    record.isImplicit = true
    let missing = Typed.takenAway(type, at: span)
    return Typed(
      node: .conditional(present.node, record.node, missing.node), type: type, span: span, parts: [present, record, missing],
      label: "the \(label)")
  }

  /// Returns the fact type that the words begin with, optionally after `fact` or its pack, and the remaining words.
  private func factType(_ words: [Name], isKeyed: Bool) -> (fact: Int, rest: [Name])? {
    for start in 0..<min(3, words.count) {
      guard let match = paths.longestFact(words, from: start) else { continue }
      let prefix = words[..<start].map(\.text)
      let pack = program.facts[match.fact].pack
      guard [[], ["fact"], [pack], ["fact", pack]].contains(prefix), scope.sees(pack) else { continue }
      let rest = Array(words[(start + match.count)...])
      paths.note(.fact(match.fact), words, from: start, count: match.count)
      return isKeyed && !rest.isEmpty ? nil : (match.fact, rest)
    }
    return nil
  }

  /// Returns the lifecycle that the words name, itself or by its steps, optionally after its pack, and the remaining words.
  private func lifecycle(_ words: [Name], isKeyed: Bool) -> (lifecycle: Int, rest: [Name])? {
    for start in 0..<min(2, words.count) {
      guard let index = session.lifecycle(named: words[start].text) else { continue }
      let pack = program.lifecycles[index].pack
      guard [[], [pack]].contains(words[..<start].map(\.text)), scope.sees(pack) else { continue }
      var rest = Array(words[(start + 1)...])
      if rest.first?.text == "entered" { rest.removeFirst() }
      session.note(.lifecycle(index), at: words[start].span)
      return isKeyed && !rest.isEmpty ? nil : (index, rest)
    }
    return nil
  }

  /// Lowers the last step of a lifecycle's instance; the result is missing if the instance took no step.
  private func newestStep(_ reference: LifecycleReference, _ members: [Name], at span: Span) -> Typed {
    let lifecycle = program.lifecycles[reference.lifecycle]
    guard let key = lifecycleKey(reference) else { return .fault(at: span) }
    let fields = program.facts[lifecycle.history].fields
    guard let step = fields.firstIndex(where: { $0.name == "step" }) else { return .fault(at: span) }
    let label = "the \(reference.label)"
    let state = Typed(
      node: .state(key.node), type: .enumeration(lifecycle.states), span: span, parts: key.parts, label: reference.label,
      isImplicit: true)
    let found = newest(lifecycle.history, Array(lifecycle.key.indices), key.node.keys, by: step, state, label: label, at: span)
    if !members.isEmpty { return self.members(members, of: found, at: span) }
    let type = program.factRecords[lifecycle.history]
    let parts = fields.indices.map { RecordShape.Part(.field($0, .same), isRequired: false) }
    var record = madeRecord(found, .record(type: type, fields: parts), [], .record(type), at: span)
    record.label = label
    return record
  }

  /// Lowers a search for one fact: among the facts in which some fields have given values, the last in the order of one field.
  ///
  /// - Parameters:
  ///   - places: indices of the fields.
  ///   - source: a test that the fact exists, or its state; its parts made the values.
  private func newest(
    _ fact: Int, _ places: [Int], _ keys: [Node], by order: Int, _ source: Typed, label: String, at span: Span
  ) -> Typed {
    let slot = newSlot()
    let tests = zip(places, keys).map { Node.compare(.equal, .field(.slot(slot), $0), $1) }
    let node = AggregateNode(
      function: .last, value: .slot(slot), loops: [LoopNode(slot: slot, source: .facts(fact))],
      filter: tests.balancedTree(Node.and),
      order: [AggregateNode.OrderKey(value: .field(.slot(slot), order), isDescending: false)])
    return Typed(node: .aggregate(node), type: .fact(fact), span: span, parts: [source], label: label)
  }
}
