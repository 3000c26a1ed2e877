import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Lowering of look-ups, states, produced facts and moves (clauses §10; declarations §5.7, §12).
extension ClauseTypeChecker {
  /// Lowers a fact type where a boolean is wanted: whether the context has one with the trigger's key (clauses §10).
  func presence(_ reference: FactReference) -> Typed {
    guard let key = key(of: reference) else { return .fault(at: reference.span) }
    return Typed(node: .present(key.node), type: .boolean, span: reference.span, parts: key.parts, label: reference.label)
  }

  /// Lowers `F.field`: the field of the one current fact with the trigger's key.
  func lookUp(_ reference: FactReference, _ words: [Name], at span: Span) -> Typed {
    let fact = program.facts[reference.fact]
    guard let word = words.first else { return .fault(at: span) }
    guard let field = session.field(word.text, of: .fact(reference.fact)) else {
      if session.isPartial(.fact(reference.fact)) { return .fault(at: span) }
      session.report(UnknownField.finding(word, of: fact.name, among: session.candidates(fact.fields.map(\.name))))
      return .fault(at: span)
    }
    session.note(field: field, of: .fact(reference.fact), at: word.span)
    if fact.key.isEmpty {
      if session.isPartial(.fact(reference.fact)) { return .fault(at: span) }
      session.report(CannotJoin.lookUpWithoutKey(fact: fact.name, at: reference.span, declared: fact.span))
      return .fault(at: span)
    }
    guard let key = key(of: reference) else { return .fault(at: span) }
    let result = Typed(
      node: .lookUp(key.node, field: field), type: fact.fields[field].type, span: reference.span.union(word.span),
      parts: key.parts,
      label: "\(reference.label).\(word.text)"
    ).carrying(fact.fields[field].currency.flatMap { session.field($0, of: .fact(reference.fact)) }, fact.fields[field])
    return members(Array(words.dropFirst()), of: result, at: span)
  }

  func reads(fact index: Int, at span: Span) {
    staysInTable(program.facts[index].name, at: span)
    session.usage.read(fact: index, at: span)
    if program.facts[index].isDerived { viewReads.append((index, span)) }
    references.insert(.fact(index))
  }

  /// Lowers the values of a fact type's key; `nil` after an error was reported.
  func key(of reference: FactReference) -> (node: FactKey, parts: [Typed])? {
    reads(fact: reference.fact, at: reference.span)
    let fact = program.facts[reference.fact]
    let keyed = KeyedName(
      name: fact.name, keys: fact.key.map { fact.fields[$0] }, written: reference.keys ?? [], span: reference.span,
      label: reference.label, declared: fact.span, type: .fact(reference.fact), isLifecycle: false,
      isPartial: session.isPartial(.fact(reference.fact)))
    guard let key = key(of: keyed) else { return nil }
    let node = FactKey(
      fact: reference.fact, keys: key.parts.map(\.node), keyLabels: key.labels,
      hasAmounts: keyed.keys.contains { $0.currency != nil })
    return (node, key.parts)
  }

  /// Lowers `invoice.state`: the state of the instance with the trigger's key.
  func state(_ reference: LifecycleReference, _ words: [Name], at span: Span) -> Typed {
    guard let word = words.first, word.text == "state", words.count == 1 else {
      let lifecycle = program.lifecycles[reference.lifecycle]
      let wrong = words.first { $0.text != "state" } ?? words.last ?? Name(lifecycle.name, at: span)
      session.report(UnknownField.ofLifecycle(wrong, lifecycle: lifecycle.name))
      return .fault(at: span)
    }
    return state(reference, label: "\(reference.label).state", at: span)
  }

  /// Lowers the state of a lifecycle's instance.
  ///
  /// - Parameter label: the expression as the formatter writes it. The keys may follow either word.
  func state(_ reference: LifecycleReference, label: String, at span: Span) -> Typed {
    let lifecycle = program.lifecycles[reference.lifecycle]
    guard let key = lifecycleKey(reference) else { return .fault(at: span) }
    return Typed(
      node: .state(key.node), type: .enumeration(lifecycle.states), span: span, parts: key.parts, label: label)
  }

  /// Lowers the key of a lifecycle's instance; `nil` after an error was reported.
  func lifecycleKey(_ reference: LifecycleReference) -> (node: LifecycleKey, parts: [Typed])? {
    reads(lifecycle: reference.lifecycle, at: reference.span)
    let lifecycle = program.lifecycles[reference.lifecycle]
    let keyed = KeyedName(
      name: lifecycle.name, keys: lifecycle.key, written: reference.keys ?? [], span: reference.span, label: reference.label,
      declared: lifecycle.span, type: .fact(lifecycle.history), isLifecycle: true,
      isPartial: session.isPartial(.fact(lifecycle.history)))
    guard let key = key(of: keyed) else { return nil }
    return (LifecycleKey(lifecycle: reference.lifecycle, keys: key.parts.map(\.node), keyLabels: key.labels), key.parts)
  }

  func reads(lifecycle index: Int, at span: Span) {
    staysInTable(program.lifecycles[index].name, at: span)
    session.usage.readLifecycles.insert(index)
    references.insert(.lifecycle(index))
  }

  /// Reports a name that a row of a table, a function or a source may not read.
  func staysInTable(_ name: String, at span: Span) {
    switch calledAs {
    case .table: session.report(BeyondTable.finding(name, at: span))
    case .function where name == "actor" || name == "proposal": session.report(BeyondFunction.finding(name, at: span))
    case .function: contextReads.append((name, span))
    case nil: break
    }
    if isSource { session.report(BeyondDocument.finding(name, at: span)) }
  }

  /// A fact type or lifecycle with a key that an expression names.
  private struct KeyedName {
    var name: String
    var keys: [Field]
    var written: [KeyArgument]
    var span: Span
    var label: String
    var declared: Span
    /// The type whose fields make up the key: the fact type, or the history of the lifecycle.
    var type: ValueType
    var isLifecycle: Bool
    var isPartial: Bool
  }

  /// Lowers the values of a key: the written ones, and the rest from the trigger's fields and the `let`s of the same names.
  private func key(of named: KeyedName) -> (parts: [Typed], labels: [String])? {
    guard let written = writtenKeys(named) else { return nil }
    var parts: [Typed] = []
    var labels: [String] = []
    var missing: [String] = []
    var isFaulty = false
    for field in named.keys {
      if let argument = written[field.name] {
        let value = assigned(argument.value, to: field.type)
        isFaulty = isFaulty || value.type.isUnknown
        if case .fact(let fact) = named.type, let place = session.field(field.name, of: named.type) {
          noteNames(in: value, field: place, of: fact)
        }
        parts.append(value)
        labels.append(formatted(argument.value))
      } else if let found = joined(field, named) {
        isFaulty = isFaulty || found.isFaulty
        parts.append(found.value)
        labels.append(field.name)
      } else {
        missing.append(field.name)
      }
    }
    if !missing.isEmpty, trigger.isFaulty { return nil }
    if !missing.isEmpty {
      session.report(
        CannotJoin.missingKey(
          missing, fact: named.name, hasTrigger: !trigger.intents.isEmpty || !trigger.matches.isEmpty || calledAs == .function,
          isLifecycle: named.isLifecycle, at: named.span, declared: named.declared))
      return nil
    }
    return isFaulty ? nil : (parts, labels)
  }

  /// Returns the value of a key field that is not written: the trigger's field or the `let` of its name; `nil` if neither
  /// exists.
  private func joined(_ field: Field, _ named: KeyedName) -> (value: Typed, isFaulty: Bool)? {
    let inputs = trigger.all(field.name)
    let binding = letIndex[field.name].map(Found.binding)
    guard let source = inputs.first.map(Found.field) ?? binding else { return nil }
    if inputs.count > 1 || !inputs.isEmpty && binding != nil {
      let holders = inputs.map(Found.field) + [binding].compactMap(\.self)
      paths.reportAmbiguous(field.name, at: named.span, forms(holders, field.name))
      return (.fault(at: named.span), true)
    }
    let isOuterImplicit = isImplicit
    isImplicit = true
    defer { isImplicit = isOuterImplicit }
    if let place = session.field(field.name, of: named.type) {
      session.note(field: place, of: named.type, at: named.span, .implicit)
    }
    var value = typed(source, at: named.span, label: field.name)
    let isFaulty = value.type.isUnknown
    if !isFaulty, !value.type.fits(field.type) {
      session.report(
        WrongType.key(
          field.name, found: name(of: value.type), wanted: name(of: field.type), fact: named.name, at: named.span,
          declared: field.span))
      return (value, true)
    }
    value.isImplicit = true
    return (value, isFaulty)
  }

  /// Returns the keys written in brackets, by name; `nil` if one of them is not a key of the type.
  private func writtenKeys(_ named: KeyedName) -> [String: KeyArgument]? {
    let keys = named.keys.map(\.name)
    let known = Set(keys)
    var written: [String: KeyArgument] = [:]
    var isFaulty = false
    for argument in named.written {
      if !known.contains(argument.name.text) {
        if named.isPartial { return nil }
        session.report(UnknownField.notAKey(argument.name, of: named.name, keys: keys))
        isFaulty = true
      } else if let first = written[argument.name.text] {
        session.report(DuplicateName.member(argument.name, kind: "key", of: named.label, first: first.name.span))
        isFaulty = true
      } else {
        written[argument.name.text] = argument
        if let place = session.field(argument.name.text, of: named.type) {
          session.note(field: place, of: named.type, at: argument.name.span)
        }
      }
    }
    return isFaulty ? nil : written
  }
}

/// An output with its lowered parts, for the passes after the first.
struct TypedOutput {
  var checked: CheckedOutput
  var source: Typed?
  var filter: Typed?
  /// Values of the fact type's fields, one per field.
  var fields: [Typed?]
  var syntax: FactOutput
  /// Whether an error was reported already. Missing fields are then not reported.
  var isFaulty: Bool
}

extension ClauseTypeChecker {
  /// Lowers an entry of `produces` that makes facts; `nil` if its fact type is not known.
  func output(_ output: FactOutput, position: Int, at span: Span) -> TypedOutput? {
    guard let fact = producedFact(output.type) else { return nil }
    session.note(qualified: .fact(fact), output.type.text, at: output.type.span, .making)
    session.usage.producedFacts.insert(fact)
    references.insert(.fact(fact))
    let isAllowed = checkProducer(of: fact, output)
    let source = output.loop.map { self.source($0.source) }
    func lowered(_ loop: LoopNode?) -> TypedOutput {
      let filter = output.filter.map(condition)
      let fields = fields(of: output, fact)
      let checked = CheckedOutput(
        fact: fact, isCorrection: output.isCorrection, loop: loop, filter: filter?.node, filterText: output.filter.map(formatted),
        fields: fields.map { $0?.node }, terms: TermCollector.terms(of: [source?.typed, filter] + fields), position: position,
        span: span)
      let isFaulty = !isAllowed || source?.element.isUnknown == true || trigger.isFaulty || session.isPartial(.fact(fact))
      return TypedOutput(
        checked: checked, source: source?.typed, filter: filter, fields: fields, syntax: output, isFaulty: isFaulty)
    }
    guard let loop = output.loop, let source else { return lowered(nil) }
    return binding(loop.variable, to: source.typed, type: source.element) { slot in
      lowered(LoopNode(slot: slot, source: source.node))
    }
  }

  /// Returns the fact type that an output names, bare or qualified by this pack.
  private func producedFact(_ name: Name) -> Int? {
    if let fact = session.fact(named: name.text) { return fact }
    let prefix = name.text.headAndRest
    if prefix.count == 2, let fact = session.fact(named: prefix[1]), program.facts[fact].pack == prefix[0] { return fact }
    if session.names.isUnread(name.text) { return nil }
    session.report(UnknownName.fact(name, among: session.candidates(program.facts.filter { scope.sees($0.pack) }.map(\.name))))
    return nil
  }

  /// Checks that this truth may make or correct a fact: a truth of the fact's pack may, unless the fact comes from outside.
  private func checkProducer(of index: Int, _ output: FactOutput) -> Bool {
    let fact = program.facts[index]
    let isAuthority = fact.isBuiltIn && fact.name == ConvergePack.authority
    if fact.isBuiltIn, !isBuiltIn, !isAuthority || scope.name != "trust" {
      session.report(
        ProducedOutsidePack.builtIn(output.type, fact: fact.name, pack: scope.name, isOfTrust: isAuthority))
    } else if fact.pack != scope.name, !isAuthority {
      session.report(
        ProducedOutsidePack.finding(output.type, fact: fact.name, owner: fact.pack, pack: scope.name, declared: fact.span))
    } else if let lifecycle = fact.lifecycle {
      session.report(ProducedHistory.finding(output.type, lifecycle: program.lifecycles[lifecycle].name, declared: fact.span))
    } else if fact.isExternal, !isSource {
      session.report(ProducedExternal.finding(output.type, declared: fact.span))
    } else if isSource, fact.isDerived {
      session.report(MisusedView.fromDocument(output.type))
    } else if output.isCorrection, fact.isImmutable {
      session.report(CorrectedImmutable.finding(output.type, declared: fact.span))
    } else {
      return true
    }
    return false
  }

  // MARK: Fields

  private func fields(of output: FactOutput, _ fact: Int) -> [Typed?] {
    let type = program.facts[fact]
    var written: [String: LetBinding] = [:]
    for field in output.fields {
      if session.field(field.name.text, of: .fact(fact)) == nil {
        if session.isPartial(.fact(fact)) { continue }
        session.report(UnknownField.finding(field.name, of: type.name, among: session.candidates(type.fields.map(\.name))))
      } else if let first = written[field.name.text] {
        session.report(DuplicateName.member(field.name, kind: "field", of: type.name, first: first.name.span))
      } else {
        written[field.name.text] = field
        if let place = session.field(field.name.text, of: .fact(fact)) {
          session.note(field: place, of: .fact(fact), at: field.name.span)
        }
      }
    }
    return type.fields.indices.map { index in
      let field = type.fields[index]
      if let binding = written[field.name] {
        let value = fitting(place(binding.value, expecting: field.type), field.type)
        noteNames(in: value, field: index, of: fact)
        return value
      }
      if output.isCorrection, !type.key.contains(index) { return nil }
      let value = copied(field, output)
      if value != nil { session.note(field: index, of: .fact(fact), at: output.type.span, .implicit) }
      return value
    }
  }

  /// Returns the value of a field without a written one: from the trigger, the `let`s or the loop variable (declarations §5.7).
  func copied(_ field: Field, _ output: FactOutput) -> Typed? {
    let isOuterImplicit = isImplicit
    isImplicit = true
    defer { isImplicit = isOuterImplicit }
    var candidates: [(value: Typed, kind: String, declared: Span)] = []
    let name = Name(field.name, at: output.type.span)
    if let index = letIndex[field.name] {
      candidates.append((typed(.binding(index), at: name.span, label: field.name), "let", lets[index].binding.name.span))
    } else {
      for field in trigger.all(field.name) {
        candidates.append((typed(.field(field), at: name.span, label: field.field.name), kind(of: field), field.field.span))
      }
    }
    if output.loop != nil, let variable = variables.last, let value = loopValue(name, by: variable) {
      // A field that the source reads in the list's element hides the field of that name in the surrounding element.
      if case .record(let index) = variable.type, session.tables.documentRecords.contains(index), letIndex[field.name] == nil {
        candidates = []
      }
      candidates.append((value, "loop variable", variable.name.span))
    }
    if candidates.count > 1 {
      session.report(
        AmbiguousCopy.finding(
          field.name, fact: output.type, holders: candidates.map { ("the \($0.kind) holds it", $0.declared) }))
      return .fault(at: name.span)
    }
    guard let value = candidates.first?.value else { return nil }
    if value.type.fits(field.type) || field.type == .json { return value }
    session.report(
      WrongType.copied(
        field.name, fact: output.type, found: self.name(of: value.type), wanted: self.name(of: field.type), declared: field.span))
    return .fault(at: name.span)
  }

  private func kind(of field: Trigger.TriggerField) -> String {
    if isSource { return "member of the element" }
    guard let match = field.match else { return "field of the intent" }
    return "field of `\(program.facts[trigger.matches[match].fact].name)`"
  }

  /// Returns the value of a name from a loop variable: its field, or the variable itself if its elements have no fields.
  private func loopValue(_ name: Name, by variable: BoundVariable) -> Typed? {
    let bound = typed(.variable(variable), at: name.span, label: variable.name.text)
    switch variable.type {
    case .record, .fact:
      return session.field(name.text, of: variable.type).map { _ in members([name], of: bound, at: name.span) }
    default: return variable.name.text == name.text ? bound : nil
    }
  }
}

/// A move with its lowered test, for the passes after the first.
struct TypedMove {
  var checked: CheckedMove
  /// The test that the instance is in a state that the move leaves.
  var test: Typed
  /// The reason that the move gives if the instance is in another state.
  var reason: Typed?
}

extension ClauseTypeChecker {
  /// Lowers an entry of `moves`; `nil` if its lifecycle or states are not known.
  func move(_ entry: MoveEntry, position: Int) -> TypedMove? {
    guard let index = movedLifecycle(entry.lifecycle) else { return nil }
    session.note(qualified: .lifecycle(index), entry.lifecycle.text, at: entry.lifecycle.span, .making)
    let lifecycle = program.lifecycles[index]
    let label = formatted(entry.instance)
    let reference = LifecycleReference(
      lifecycle: index, keys: entry.keys.isEmpty ? nil : entry.keys, span: entry.lifecycle.span,
      label: entry.keys.isEmpty ? lifecycle.name : label)
    guard let states = states(of: entry.chain, lifecycle), let key = lifecycleKey(reference) else { return nil }
    session.usage.producedFacts.insert(lifecycle.history)
    session.usage.moves.insert(Usage.Move(lifecycle: index, from: states.from, path: states.path))
    let type = ValueType.enumeration(lifecycle.states)
    let state = Typed(
      node: .state(key.node), type: type, span: entry.lifecycle.span, parts: key.parts, label: label)
    let names = program.enums[lifecycle.states].values
    let left = states.from.sorted().map { ordinal in
      Node.constant(.enumeration(EnumValue(type: lifecycle.states, ordinal: ordinal, name: names[ordinal])))
    }
    let list = Typed(node: .list(left), type: .list(type), span: entry.chain.span)
    let test = Typed(node: .isIn(state.node, list.node), type: .boolean, span: entry.span, parts: [state, list])
    let reason = entry.reason.map { text($0, at: $0.span, expecting: nil) }
    let clause = CheckedClause(
      id: "\(lifecycle.pack).\(lifecycle.name).lifecycle", place: .moves, position: position, kind: .structural, test: test.node,
      violatedWhen: false, reason: reason?.node, text: "\(label): \(formatted(entry.chain))",
      terms: [Term(label: label, node: state.node)], span: entry.span)
    return TypedMove(
      checked: CheckedMove(key: key.node, from: states.from, path: states.path, clause: clause), test: test, reason: reason)
  }

  /// Returns the lifecycle that a move names, bare or qualified by its pack; only truths of its own pack move it (files §3).
  private func movedLifecycle(_ name: Name) -> Int? {
    let parts = name.text.headAndRest
    guard let index = session.lifecycle(named: parts.last ?? name.text),
      parts.count == 1 || program.lifecycles[index].pack == parts[0]
    else {
      if session.names.isUnread(name.text) { return nil }
      let known = session.candidates(program.lifecycles.filter { $0.pack == scope.name }.map(\.name))
      session.report(UnknownLifecycle.finding(name, among: known))
      return nil
    }
    let lifecycle = program.lifecycles[index]
    guard lifecycle.pack == scope.name else {
      session.report(
        ProducedOutsidePack.moved(name, owner: lifecycle.pack, pack: scope.name, declared: lifecycle.span))
      return nil
    }
    guard !lifecycle.isExternal else {
      session.report(ProducedExternal.moved(name, declared: lifecycle.span))
      return nil
    }
    return index
  }

  /// Returns the states that a chain may leave, and those that it enters.
  private func states(of chain: StateChain, _ lifecycle: LifecycleType) -> (from: Set<Int>, path: [Int])? {
    guard let first = chain.states.first else { return nil }
    var path: [Int] = []
    for state in chain.states.dropFirst() {
      guard let ordinal = ordinal(of: state, lifecycle, isLeft: false) else { return nil }
      path.append(ordinal)
    }
    if first.text == "any" {
      let entered = program.enums[lifecycle.states].values.indices
      let left = Set(entered.filter { $0 != LifecycleType.start && !lifecycle.terminal.contains($0) })
      return check(left, path, chain, lifecycle)
    }
    guard let from = ordinal(of: first, lifecycle, isLeft: true) else { return nil }
    return check([from], path, chain, lifecycle)
  }

  private func ordinal(of state: Name, _ lifecycle: LifecycleType, isLeft: Bool) -> Int? {
    if !isLeft, state.text == "any" || state.text == "start" {
      session.report(MisplacedState.inMove(state))
      return nil
    }
    if let ordinal = session.tables.members.ordinal(Text(state.text), of: lifecycle.states, in: program) {
      session.note(.value(enumeration: lifecycle.states, ordinal: ordinal), at: state.span, isLeft ? .use : .making)
      return ordinal
    }
    if !session.isPartial(.fact(lifecycle.history)) {
      let states = program.enums[lifecycle.states].values.dropFirst().map(\.string)
      session.report(UnknownState.finding(state, lifecycle: lifecycle.name, states: states, among: session.candidates(states)))
    }
    return nil
  }

  /// Reports a step that the lifecycle does not have, and returns `nil` then.
  private func check(
    _ from: Set<Int>, _ path: [Int], _ chain: StateChain, _ lifecycle: LifecycleType
  ) -> (from: Set<Int>, path: [Int])? {
    guard !session.isPartial(.fact(lifecycle.history)) else { return (from, path) }
    let names = program.enums[lifecycle.states].values
    var sources = from
    for (step, target) in path.enumerated() {
      let missing = sources.sorted().filter { !lifecycle.transitions.contains(LifecycleType.Transition(from: $0, to: target)) }
      if !missing.isEmpty {
        // A misspelt state is reported at the lifecycle.
        let declared = session.declared.lifecycles.first { $0.keySpan == lifecycle.span }
        if declared?.body.misspeltStates.isEmpty == false { return (from, path) }
        let span = chain.states[step].span.union(chain.states[step + 1].span)
        session.report(
          UnknownTransition.finding(
            from: missing.map { names[$0].string }, to: names[target].string, lifecycle: lifecycle.name, at: span,
            declared: lifecycle.span))
        return nil
      }
      sources = [target]
    }
    return (from, path)
  }
}
