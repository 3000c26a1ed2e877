import TruthsDiagnostics
import TruthsText

extension NodeReader {
  /// What stands in a value place (language.md §1): a text, an expression or a list of such.
  ///
  /// - Parameter allowsMissing: whether the word `missing` may stand there alone.
  mutating func value(_ node: YAMLNode, at key: Name, allowsMissing: Bool = false) -> ValueSyntax? {
    switch node.kind {
    case .scalar(let scalar):
      return read(scalar) { Grammar.value($0, scalar: node.span, allowsMissing: allowsMissing) }
    case .sequence(let elements, _):
      return ValueSyntax(.list(elements.compactMap { value($0, at: key) }), at: node.span)
    case .mapping:
      if let text = colonTrap(node, place: "value") { return read(text) { Grammar.value($0, scalar: node.span) } }
      wrongShape(node, at: key, wants: "a value")
      return ValueSyntax(.expression(Expr(.error, at: node.span)), at: node.span)
    case .broken:
      return ValueSyntax(.expression(Expr(.error, at: node.span)), at: node.span)
    }
  }

  /// `name: value` lines, as under `let` and under a produced fact.
  ///
  /// - Parameter allowsMissing: whether they stand under a correction, where `missing` takes a field away.
  mutating func bindings(_ entries: [YAMLEntry], isDeclaring: Bool, allowsMissing: Bool = false) -> [LetBinding] {
    entries.compactMap { entry in
      guard let scalar = entry.key.scalar else { return nil }
      let plain = Name(scalar.string, at: entry.key.span)
      guard let name = isDeclaring ? newName(entry.key) : plain,
        let value = value(entry.value, at: plain, allowsMissing: allowsMissing)
      else { return nil }
      return LetBinding(name: name, value: value)
    }
  }

  /// The lines under `fields`: `name: type` and `name: type = default`.
  mutating func fieldDeclarations(_ field: (key: Name, value: YAMLNode)?) -> [FieldDeclaration] {
    guard let field, let entries = mapping(field.value, at: field.key, wants: "a mapping of names and types") else { return [] }
    return entries.gathered { entry in
      guard let name = newName(entry.key) else { return nil }
      guard let scalar = entry.value.scalar, !scalar.isNothing else {
        wrongShape(entry.value, at: name, wants: "a type")
        return FieldDeclaration(
          name: name, type: TypeSyntax(.error, isOptional: false, at: entry.value.span), initial: nil, at: entry.span)
      }
      let (type, initial) = read(scalar, Grammar.fieldType)
      return FieldDeclaration(name: name, type: type, initial: initial, at: entry.span)
    }
  }

  /// The entries of `produces`.
  mutating func outputs(_ field: (key: Name, value: YAMLNode)?) -> [OutputEntry] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of facts and traces") else { return [] }
    return elements.gathered { output($0, at: field.key) }
  }

  private mutating func output(_ node: YAMLNode, at key: Name) -> OutputEntry? {
    switch node.kind {
    case .scalar(let scalar):
      return read(scalar, Grammar.output)
    case .mapping(let entries, _):
      if let text = colonTrap(node) { return read(text, Grammar.output) }
      guard entries.count == 1, let head = entries[0].key.scalar else {
        wrongShape(node, at: key, wants: "one fact or trace an entry")
        return nil
      }
      return output(read(head, Grammar.output), node, entries[0])
    case .sequence:
      wrongShape(node, at: key, wants: "a fact or trace")
      return nil
    case .broken:
      return nil
    }
  }

  /// An output with fields under it.
  private mutating func output(_ head: OutputEntry?, _ node: YAMLNode, _ entry: YAMLEntry) -> OutputEntry? {
    let name = Name(entry.key.scalar?.string ?? "", at: entry.key.span)
    guard let fields = mapping(entry.value, at: name, wants: "a mapping of fields and values") else { return head }
    let isCorrection = head?.made?.isCorrection ?? false
    let bindings = bindings(fields, isDeclaring: false, allowsMissing: isCorrection)
    guard var output = head else { return nil }
    output.span = node.span
    switch output.kind {
    case .fact(var fact):
      fact.fields = bindings
      output.kind = .fact(fact)
    case .proposal(var proposal):
      proposal.fields = bindings
      output.kind = .proposal(proposal)
    case .trace: report(WrongShape.found(name.text, wants: "nothing under it", found: "a mapping", at: entry.value.span))
    }
    return output
  }
}
