import TruthsDiagnostics
import TruthsText

extension NodeReader {
  mutating func table(_ fields: Fields, _ span: Span) -> Declaration.Body? {
    let hasInputs = require(fields["inputs"], "inputs", in: "the table", at: span)
    let hasOutput = require(fields["output"], "output", in: "the table", at: span)
    guard require(fields["rows"], "rows", in: "the table", at: span), hasInputs, hasOutput, let output = fields["output"] else {
      return nil
    }
    guard let scalar = output.value.scalar, !scalar.isNothing else {
      wrongShape(output.value, at: output.key, wants: "a type")
      return nil
    }
    let type = read(scalar, Grammar.type)
    let isUnique = fields["hit"].flatMap { choice($0, among: ["first", "unique"]) } == "unique"
    return .table(
      TableDeclaration(
        inputs: fieldDeclarations(fields["inputs"]), output: type, isUnique: isUnique, rows: rows(fields["rows"])))
  }

  private mutating func rows(_ field: (key: Name, value: YAMLNode)?) -> [TableRow] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of rows") else { return [] }
    return elements.compactMap { element in
      if let text = colonTrap(element, place: "row") { return read(text, Grammar.row) }
      guard let scalar = element.scalar else {
        reportIndicator(element, at: field.key)
        return nil
      }
      return read(scalar, Grammar.row)
    }
  }

  // MARK: Lifecycles

  mutating func lifecycle(_ fields: Fields, _ span: Span) -> Declaration.Body? {
    let hasKey = require(
      fields["key"], "key", in: "the lifecycle", at: span, help: "say which fields tell its instances apart: `key: […]`")
    let hasInitial = require(fields["initial"], "initial", in: "the lifecycle", at: span)
    guard require(fields["transitions"], "transitions", in: "the lifecycle", at: span), hasKey, hasInitial,
      let key = fields["key"], let initial = fields["initial"],
      let first = text(initial.value, at: initial.key, wants: "a state")
    else { return nil }
    return .lifecycle(
      LifecycleDeclaration(
        key: texts(key.value, at: key.key, wants: "a list of fields"), initial: first,
        transitions: transitions(fields["transitions"]),
        terminal: fields["terminal"].map { texts($0.value, at: $0.key, wants: "a list of states") } ?? [],
        external: external(fields["external"])))
  }

  private mutating func transitions(_ field: (key: Name, value: YAMLNode)?) -> [StateChain] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of transitions") else { return [] }
    return elements.compactMap { element in
      guard let scalar = element.scalar else {
        wrongShape(element, at: field.key, wants: "transitions such as `draft → sent`")
        return nil
      }
      return read(scalar, Grammar.stateChain)
    }
  }

  /// The entries of `moves`: `lifecycle: state → state`.
  mutating func moves(_ field: (key: Name, value: YAMLNode)?) -> [MoveEntry] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of moves") else { return [] }
    return elements.flatMap { element -> [MoveEntry] in
      guard let entries = mapping(element, at: field.key, wants: "moves such as `invoice: draft → sent`") else { return [] }
      return entries.compactMap { entry in
        guard let key = entry.key.scalar else { return nil }
        let lifecycle = Name(key.string, at: entry.key.span)
        guard let scalar = entry.value.scalar else {
          wrongShape(entry.value, at: lifecycle, wants: "states such as `draft → sent`")
          return nil
        }
        return read(scalar, Grammar.stateChain).map { MoveEntry(lifecycle: lifecycle, chain: $0, at: entry.span) }
      }
    }
  }
}
