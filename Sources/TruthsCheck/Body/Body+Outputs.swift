import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// An output with its lowered parts, for the passes behind the first.
struct TypedOutput {
  var checked: CheckedOutput
  var source: Typed?
  var filter: Typed?
  /// One per field of the fact type.
  var fields: [Typed?]
  var syntax: FactOutput
  /// Whether something about it is reported already, so that what its fields lack is no finding of its own.
  var isFaulty: Bool
}

extension Body {
  /// Lowers the entries of `produces` that make facts; `nil` for one whose fact type is not known.
  func output(_ output: FactOutput, position: Int, at span: Span) -> TypedOutput? {
    guard let fact = producedFact(output.type) else { return nil }
    session.usage.producedFacts.insert(fact)
    references.insert(.fact(fact))
    let isAllowed = checkProducer(of: fact, output)
    let source = output.loop.map { self.source($0.source) }
    func lowered(_ loop: LoopNode?) -> TypedOutput {
      let filter = output.filter.map(condition)
      let fields = fields(of: output, fact)
      let checked = CheckedOutput(
        fact: fact, isCorrection: output.isCorrection, loop: loop, filter: filter?.node, filterText: output.filter.map(formatted),
        fields: fields.map { $0?.node }, position: position, span: span)
      let isFaulty = !isAllowed || source?.element.isUnknown == true || trigger.isFaulty || session.isPartial(.fact(fact))
      return TypedOutput(
        checked: checked, source: source?.typed, filter: filter, fields: fields, syntax: output, isFaulty: isFaulty)
    }
    guard let loop = output.loop, let source else { return lowered(nil) }
    return binding(loop.variable, to: source.typed, type: source.element) { slot in
      lowered(LoopNode(slot: slot, source: source.node))
    }
  }

  /// The fact type that an output names, qualified by this pack or bare.
  private func producedFact(_ name: Name) -> Int? {
    if let fact = session.fact(named: name.text) { return fact }
    let prefix = name.text.headAndRest
    if prefix.count == 2, let fact = session.fact(named: prefix[1]), program.facts[fact].pack == prefix[0] { return fact }
    if session.names.isUnread(name.text) { return nil }
    session.report(UnknownName.fact(name, among: session.candidates(program.facts.filter { scope.sees($0.pack) }.map(\.name))))
    return nil
  }

  /// Who may make a fact: truths of its own pack, unless it comes from outside; an immutable one is never corrected.
  private func checkProducer(of index: Int, _ output: FactOutput) -> Bool {
    let fact = program.facts[index]
    if fact.pack != scope.name {
      session.report(
        ProducedOutsidePack.found(output.type, fact: fact.name, owner: fact.pack, pack: scope.name, declared: fact.span))
    } else if let lifecycle = fact.lifecycle {
      session.report(ProducedHistory.found(output.type, lifecycle: program.lifecycles[lifecycle].name, declared: fact.span))
    } else if fact.isExternal, !isSource {
      session.report(ProducedExternal.found(output.type, declared: fact.span))
    } else if isSource, fact.isDerived {
      session.report(MisusedView.fromDocument(output.type))
    } else if output.isCorrection, fact.isImmutable {
      session.report(CorrectedImmutable.found(output.type, declared: fact.span))
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
        session.report(UnknownField.found(field.name, of: type.name, among: session.candidates(type.fields.map(\.name))))
      } else if let first = written[field.name.text] {
        session.report(DuplicateName.member(field.name, kind: "field", of: type.name, first: first.name.span))
      } else {
        written[field.name.text] = field
      }
    }
    return type.fields.indices.map { index in
      let field = type.fields[index]
      if let binding = written[field.name] { return fitting(place(binding.value, expecting: field.type), field.type) }
      if output.isCorrection, !type.key.contains(index) { return nil }
      return copied(field, output)
    }
  }

  /// The value that a field takes without one written: from the trigger, the `let`s or the loop variable (language.md §6).
  func copied(_ field: Field, _ output: FactOutput) -> Typed? {
    var found: [(value: Typed, kind: String, declared: Span)] = []
    let name = Name(field.name, at: output.type.span)
    if let index = letIndex[field.name] {
      found.append((typed(.binding(index), at: name.span, label: field.name), "let", lets[index].binding.name.span))
    } else {
      for field in trigger.all(field.name) {
        found.append((typed(.field(field), at: name.span, label: field.field.name), kind(of: field), field.field.span))
      }
    }
    if output.loop != nil, let variable = variables.last, let value = held(name, by: variable) {
      // What the element of a list was found to hold, it takes from the element around it where it has none itself.
      if case .record(let index) = variable.type, session.documentRecords.contains(index), letIndex[field.name] == nil {
        found = []
      }
      found.append((value, "loop variable", variable.name.span))
    }
    if found.count > 1 {
      session.report(
        AmbiguousCopy.found(
          field.name, fact: output.type, holders: found.map { ("the \($0.kind) holds it", $0.declared) }))
      return .fault(at: name.span)
    }
    guard let value = found.first?.value else { return nil }
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

  /// What a loop variable gives under a name: its field, or itself, where its elements have no fields.
  private func held(_ name: Name, by variable: Variable) -> Typed? {
    let bound = typed(.variable(variable), at: name.span, label: variable.name.text)
    switch variable.type {
    case .record, .fact:
      return session.field(name.text, of: variable.type).map { _ in members([name], of: bound, at: name.span) }
    default: return variable.name.text == name.text ? bound : nil
    }
  }
}
