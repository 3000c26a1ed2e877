import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension Body {
  /// A fact type where a boolean is wanted: whether the context has one with the trigger's key (language.md §4, "Presence test").
  func presence(_ reference: FactReference) -> Typed {
    guard let key = key(of: reference) else { return .fault(at: reference.span) }
    return Typed(node: .present(key.node), type: .boolean, span: reference.span, parts: key.parts, label: reference.label)
  }

  /// `F.field`: the field of the one current fact with the trigger's key.
  func lookUp(_ reference: FactReference, _ words: [Name], at span: Span) -> Typed {
    let fact = program.facts[reference.fact]
    guard let word = words.first else { return .fault(at: span) }
    guard let field = session.field(word.text, of: .fact(reference.fact)) else {
      if session.isPartial(.fact(reference.fact)) { return .fault(at: span) }
      session.report(UnknownField.found(word, of: fact.name, among: session.candidates(fact.fields.map(\.name))))
      return .fault(at: span)
    }
    if fact.key.isEmpty {
      if session.isPartial(.fact(reference.fact)) { return .fault(at: span) }
      session.report(CannotJoin.lookUpWithoutKey(fact: fact.name, at: reference.span, declared: fact.span))
      return .fault(at: span)
    }
    guard let key = key(of: reference) else { return .fault(at: span) }
    let result = Typed(
      node: .lookUp(key.node, field: field), type: fact.fields[field].type, span: reference.span.union(word.span),
      parts: key.parts,
      label: "\(reference.label).\(word.text)")
    return members(Array(words.dropFirst()), of: result, at: span)
  }

  /// Notes that something reads a fact type.
  func reads(fact index: Int, at span: Span) {
    staysInTable(program.facts[index].name, at: span)
    session.usage.read(fact: index, at: span)
    references.insert(.fact(index))
  }

  /// The values of a fact type's key.
  private func key(of reference: FactReference) -> (node: FactKey, parts: [Typed])? {
    reads(fact: reference.fact, at: reference.span)
    let fact = program.facts[reference.fact]
    let keyed = KeyedName(
      name: fact.name, keys: fact.key.map { fact.fields[$0] }, written: reference.keys ?? [], span: reference.span,
      label: reference.label, declared: fact.span, isLifecycle: false, isPartial: session.isPartial(.fact(reference.fact)))
    guard let key = key(of: keyed) else { return nil }
    return (FactKey(fact: reference.fact, keys: key.parts.map(\.node), keyLabels: key.labels), key.parts)
  }

  /// `invoice.state`: the state of the instance with the trigger's key.
  func state(_ reference: LifecycleReference, _ words: [Name], at span: Span) -> Typed {
    guard let word = words.first, word.text == "state", words.count == 1 else {
      let lifecycle = program.lifecycles[reference.lifecycle]
      let wrong = words.first { $0.text != "state" } ?? words.last ?? Name(lifecycle.name, at: span)
      session.report(UnknownField.ofLifecycle(wrong, lifecycle: lifecycle.name))
      return .fault(at: span)
    }
    return state(reference, label: "\(reference.label).state", at: span)
  }

  /// - Parameter label: how the formatter writes it; its keys stand behind either word.
  func state(_ reference: LifecycleReference, label: String, at span: Span) -> Typed {
    let lifecycle = program.lifecycles[reference.lifecycle]
    guard let key = lifecycleKey(reference) else { return .fault(at: span) }
    return Typed(
      node: .state(key.node), type: .enumeration(lifecycle.states), span: span, parts: key.parts, label: label)
  }

  /// The key of a lifecycle's instance.
  func lifecycleKey(_ reference: LifecycleReference) -> (node: LifecycleKey, parts: [Typed])? {
    reads(lifecycle: reference.lifecycle, at: reference.span)
    let lifecycle = program.lifecycles[reference.lifecycle]
    let keyed = KeyedName(
      name: lifecycle.name, keys: lifecycle.key, written: reference.keys ?? [], span: reference.span, label: reference.label,
      declared: lifecycle.span, isLifecycle: true, isPartial: session.isPartial(.fact(lifecycle.history)))
    guard let key = key(of: keyed) else { return nil }
    return (LifecycleKey(lifecycle: reference.lifecycle, keys: key.parts.map(\.node), keyLabels: key.labels), key.parts)
  }

  func reads(lifecycle index: Int, at span: Span) {
    staysInTable(program.lifecycles[index].name, at: span)
    session.usage.readLifecycles.insert(index)
    references.insert(.lifecycle(index))
  }

  /// Reports what a row of a table, or a source, may not read.
  func staysInTable(_ name: String, at span: Span) {
    if isTable { session.report(BeyondTable.found(name, at: span)) }
    if isSource { session.report(BeyondDocument.found(name, at: span)) }
  }

  /// Something with a key that an expression names.
  private struct KeyedName {
    var name: String
    var keys: [Field]
    var written: [KeyArgument]
    var span: Span
    var label: String
    var declared: Span
    var isLifecycle: Bool
    var isPartial: Bool
  }

  /// The values of a key: those written, the rest from the trigger's fields of the same names.
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
        parts.append(value)
        labels.append(formatted(argument.value))
      } else if trigger.all(field.name).count > 1 {
        reportAmbiguous(field.name, at: named.span, forms(trigger.all(field.name).map(Found.field), field.name))
        isFaulty = true
      } else if let input = trigger.field(field.name) {
        var value = typed(.field(input), at: named.span, label: field.name)
        if !value.type.fits(field.type) {
          session.report(
            WrongType.key(
              field.name, found: name(of: value.type), wanted: name(of: field.type), fact: named.name, at: named.span,
              declared: field.span))
          isFaulty = true
        }
        value.isImplicit = true
        parts.append(value)
        labels.append(field.name)
      } else {
        missing.append(field.name)
      }
    }
    if !missing.isEmpty, trigger.isFaulty { return nil }
    if !missing.isEmpty {
      session.report(
        CannotJoin.missingKey(
          missing, fact: named.name, hasTrigger: !trigger.intents.isEmpty || !trigger.matches.isEmpty,
          isLifecycle: named.isLifecycle, at: named.span, declared: named.declared))
      return nil
    }
    return isFaulty ? nil : (parts, labels)
  }

  /// The keys written in brackets, by name; `nil` where one is no key of the type.
  private func writtenKeys(_ named: KeyedName) -> [String: KeyArgument]? {
    let known = named.keys.map(\.name)
    var written: [String: KeyArgument] = [:]
    var isFaulty = false
    for argument in named.written {
      if !known.contains(argument.name.text) {
        if named.isPartial { return nil }
        session.report(UnknownField.notAKey(argument.name, of: named.name, keys: known))
        isFaulty = true
      } else if let first = written[argument.name.text] {
        session.report(DuplicateName.member(argument.name, kind: "key", of: named.label, first: first.name.span))
        isFaulty = true
      } else {
        written[argument.name.text] = argument
      }
    }
    return isFaulty ? nil : written
  }
}
