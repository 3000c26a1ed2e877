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
    session.usage.read(fact: index, at: span)
    references.insert("fact \(program.facts[index].pack).\(program.facts[index].name)")
  }

  /// The values of a fact type's key: those written, the rest from the trigger's fields of the same names.
  private func key(of reference: FactReference) -> (node: FactKey, parts: [Typed])? {
    reads(fact: reference.fact, at: reference.span)
    let fact = program.facts[reference.fact]
    guard let written = writtenKeys(reference) else { return nil }
    var parts: [Typed] = []
    var labels: [String] = []
    var missing: [String] = []
    var isFaulty = false
    for index in fact.key {
      let field = fact.fields[index]
      if let argument = written[field.name] {
        let value = assigned(argument.value, to: field.type)
        isFaulty = isFaulty || value.type.isUnknown
        parts.append(value)
        labels.append(formatted(argument.value))
      } else if let input = trigger.field(field.name) {
        var value = typed(.field(input), at: reference.span, label: field.name)
        if !value.type.fits(field.type) {
          session.report(
            WrongType.key(
              field.name, found: name(of: value.type), wanted: name(of: field.type), fact: fact.name, at: reference.span,
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
          missing, fact: fact.name, hasTrigger: !trigger.intents.isEmpty, at: reference.span, declared: fact.span))
      return nil
    }
    return isFaulty ? nil : (FactKey(fact: reference.fact, keys: parts.map(\.node), keyLabels: labels), parts)
  }

  /// The keys written in brackets, by name; `nil` where one is no key of the type.
  private func writtenKeys(_ reference: FactReference) -> [String: KeyArgument]? {
    let fact = program.facts[reference.fact]
    let known = fact.key.map { fact.fields[$0].name }
    var written: [String: KeyArgument] = [:]
    var isFaulty = false
    for argument in reference.keys ?? [] {
      if !known.contains(argument.name.text) {
        if session.isPartial(.fact(reference.fact)) { return nil }
        session.report(UnknownField.notAKey(argument.name, of: fact.name, keys: known))
        isFaulty = true
      } else if let first = written[argument.name.text] {
        session.report(DuplicateName.member(argument.name, kind: "key", of: reference.label, first: first.name.span))
        isFaulty = true
      } else {
        written[argument.name.text] = argument
      }
    }
    return isFaulty ? nil : written
  }
}
