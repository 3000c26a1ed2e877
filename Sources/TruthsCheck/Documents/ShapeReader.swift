import TruthsSyntax
import TruthsText

/// Finds out what a source reads of its elements, before anything of it is lowered: the members, and the types that follow from
/// the facts that they reach (language.md §10).
///
/// First what is copied or written into facts as it is, then what clauses make of the rest.
final class ShapeReader {
  /// What a bound variable stands for; `nil` where it is no part of the document.
  typealias Variables = [String: Shape?]

  let session: CheckSession
  let scope: PackScope
  private let declaration: SourceDeclaration
  let root: Shape
  let lets: [String: LetBinding]
  /// Members that are compared with each other, so that either tells the type of the other.
  var links: [(Shape, Shape)] = []
  /// `let`s that are being looked through.
  var aliases: Set<String> = []

  var program: Program { session.program }

  init(_ declared: Declared<SourceDeclaration>, _ session: CheckSession) {
    self.session = session
    scope = session.names.scope(declared.pack)
    declaration = declared.body
    root = Shape(declared.name.text, at: declared.name.span, path: [])
    lets = Dictionary(declared.body.lets.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The element, with all that is read of it.
  func read() -> Shape {
    let outputs = declaration.produces.compactMap { entry in
      entry.made.flatMap { made in fields(of: entry.kind).map { (output: made, fields: $0) } }
    }
    for (output, fields) in outputs { reach(output, fields) }
    for (output, fields) in outputs where output.loop != nil { copyInLoop(output, fields) }
    for binding in declaration.lets { visit(binding.value, nil, [:]) }
    for (output, fields) in outputs { visit(output, fields) }
    propagate()
    return root
  }

  /// The fields of the fact type or intent that an output makes; `nil` where there is none of that name.
  private func fields(of kind: OutputEntry.Kind) -> [Field]? {
    switch kind {
    case .trace: return nil
    case .fact(let output): return fact(output.type.text).map { program.facts[$0].fields }
    case .proposal(let output):
      let name = output.type.text.split(separator: ".").last.map(String.init) ?? ""
      return session.names.intents[name].map { program.intents[$0].fields }
    }
  }

  /// The fact type that an output names, bare or qualified by its pack.
  private func fact(_ name: String) -> Int? {
    if let fact = session.names.facts[name] { return fact }
    let parts = name.headAndRest
    guard parts.count == 2, let fact = session.names.facts[parts[1]], program.facts[fact].pack == parts[0] else { return nil }
    return fact
  }

  // MARK: What goes into facts as it is

  private func reach(_ output: FactOutput, _ fields: [Field]) {
    let variables = variables(of: output)
    for field in fields {
      if let written = output.fields.first(where: { $0.name.text == field.name }) {
        reach(written.value, field.type, variables)
      } else if let binding = lets[field.name] {
        reach(binding.value, field.type, [:])
      } else if output.loop == nil {
        root.member(field.name, at: output.type.span).reach(field.type)
      }
    }
  }

  private func reach(_ value: ValueSyntax, _ type: ValueType, _ variables: Variables) {
    guard case .expression(let expr) = value.kind else { return }
    shape(of: expr, expecting: type, variables)?.reach(type)
  }

  /// Fields without a value of an output that goes through a list: from the list's element or the one around it. Where the
  /// list's type is known, so is which of them has the field; else whichever holds it gives it.
  private func copyInLoop(_ output: FactOutput, _ fields: [Field]) {
    guard let loop = output.loop else { return }
    let element = shape(of: loop.source, expecting: nil, [:])?.elements()
    let list = shape(of: loop.source, expecting: nil, [:])?.reached
    let copied = fields.filter { field in
      lets[field.name] == nil && !output.fields.contains { $0.name.text == field.name }
    }
    // A variable that is called as a field stands for it, unless its own members are read.
    if let element, list == nil, element.members.isEmpty, let field = copied.first(where: { $0.name == loop.variable.text }) {
      element.reach(field.type)
    }
    for field in copied {
      let span = output.type.span
      guard let element else {
        root.member(field.name, at: span).reach(field.type)
        continue
      }
      switch list?.element ?? element.reached {
      case .record(let index)?:
        if !program.records[index].fields.contains(where: { $0.name == field.name }) {
          root.member(field.name, at: span).reach(field.type)
        }
      case nil:
        element.member(field.name, at: span).reach(field.type)
        element.inherited.insert(field.name)
      default:
        if field.name != loop.variable.text { root.member(field.name, at: span).reach(field.type) }
      }
    }
  }

  /// The loop variable of an output.
  private func variables(of output: FactOutput) -> Variables {
    guard let loop = output.loop else { return [:] }
    return [loop.variable.text: shape(of: loop.source, expecting: nil, [:])?.elements()]
  }

  // MARK: What clauses make of it

  private func visit(_ output: FactOutput, _ fields: [Field]) {
    let variables = variables(of: output)
    if let loop = output.loop { visitSource(loop.source, [:]) }
    if let filter = output.filter { visit(filter, .boolean, variables) }
    for binding in output.fields {
      guard let field = fields.first(where: { $0.name == binding.name.text }) else { continue }
      visit(binding.value, field.type, variables)
    }
  }

  /// Lets members that are compared take each other's types.
  private func propagate() {
    var isChanged = true
    while isChanged {
      isChanged = false
      for (left, right) in links {
        for (known, other) in [(left, right), (right, left)] where other.knownType == nil {
          guard let type = known.knownType else { continue }
          other.use(type)
          isChanged = true
        }
      }
    }
  }
}
