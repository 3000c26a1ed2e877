import TruthsText

/// The content of a declaration without places: two declarations with equal texts are equal up to their spans.
struct DeclarationText: Equatable {
  /// Parts with their names, so that different declarations never have equal texts.
  private(set) var parts: [[UInt8]] = []

  init(_ declaration: Declaration) {
    add("name", declaration.name)
    add("summary", declaration.summary)
    switch declaration.body {
    case .pack(let body): pack(body)
    case .enumeration(let body):
      add("enum", body.isOrdered ? "ordered" : "plain")
      add("value", body.values)
      jsonNames(body.jsonNames)
    case .record(let body):
      add("kind", "record")
      add("open", "\(body.isOpen)")
      fields(body.fields)
    case .fact(let body): fact(body)
    case .intent(let body):
      add("intent", body.consent?.level.rawValue ?? "")
      add("named", body.jsonName)
      add("consent_by", body.consentBy)
      add("open", "\(body.isOpen)")
      access(body.access)
      add("required", body.required)
      fields(body.fields)
      bindings("let", body.lets)
    case .policy(let body):
      add("policy", formatted(body.type))
      add("default", body.initial)
    case .calendar(let body):
      add("weekend", body.weekend)
      add("calendar holiday", body.holidays)
    case .table(let body): table(body)
    case .lifecycle(let body): lifecycle(body)
    case .truth(let body): truth(body)
    case .invariant(let body): invariant(body)
    case .job(let body): job(body)
    case .blueprint(let body):
      add("blueprint", body.outcome)
      add("pack", body.packs)
      add("step", body.steps)
    case .source(let body): source(body)
    case .role: add("kind", "role")
    }
  }

  // MARK: Kinds

  private mutating func pack(_ body: PackDeclaration) {
    add("pack", body.version)
    add("uses", body.uses)
  }

  private mutating func fact(_ body: FactDeclaration) {
    add("fact", "\(body.isExternal) \(body.isImmutable) \(body.isDerived)")
    add("by", body.external?.by ?? [])
    add("key", body.key)
    fields(body.fields)
  }

  private mutating func access(_ body: AccessSyntax?) {
    guard let body else { return }
    add("action", body.action)
    add("resource", body.resource)
    add("id", body.id)
    add("subjects", body.subjects)
    add("resources", body.resources)
  }

  private mutating func table(_ body: TableDeclaration) {
    add(body.isFunction ? "function" : "table", body.hit.written)
    fields(body.inputs)
    switch body.outputs {
    case .one(let type): add("output", formatted(type))
    case .several(let outputs):
      add("outputs", "\(outputs.count)")
      fields(outputs)
    }
    bindings("let", body.lets)
    if let grid = body.grid {
      add("column", grid.columns)
      add("grid output", grid.outputs)
    }
    for row in body.rows { add("row", formatted(row)) }
    add("gives", body.value)
  }

  private mutating func lifecycle(_ body: LifecycleDeclaration) {
    add("lifecycle", "\(body.isExternal)")
    add("by", body.external?.by ?? [])
    add("key", body.key)
    add("initial", body.initial)
    for chain in body.transitions { add("transition", formatted(chain)) }
    add("terminal", body.terminal)
    jsonNames(body.jsonNames)
  }

  private mutating func truth(_ body: TruthDeclaration) {
    add("truth", body.id)
    for entry in body.when {
      switch entry {
      case .intents(let names):
        add("when intents", "\(names.count)")
        add("intent", names)
      case .fact(let match): add("when fact", formatted(match))
      case .pack(let name): add("when pack", name)
      case .condition(let expr): add("when if", formatted(expr))
      }
    }
    bindings("let", body.lets)
    clauses("requires", body.requires)
    clauses("invariants", body.invariants)
    for move in body.moves {
      add("move", formatted(move.instance))
      add("states", formatted(move))
    }
    outputs(body.produces)
    clauses("ensures", body.ensures)
    add("enforces", body.enforces)
  }

  private mutating func source(_ body: SourceDeclaration) {
    add("source", "\(body.isClosed)")
    add("document", body.document)
    if let each = body.each { add("each", each.text) }
    bindings("let", body.lets)
    outputs(body.produces)
  }

  private mutating func invariant(_ body: InvariantDeclaration) {
    add("invariant", body.id)
    switch body.appliesTo {
    case .all: add("applies to all", "")
    case .state: add("applies to state", "")
    case .intents(let names): add("applies to", names)
    }
    add("rule", formatted(body.rule))
    add("enforces", body.enforces)
  }

  private mutating func job(_ body: JobDeclaration) {
    add("verb", body.verb)
    add("object", body.object)
    add("outcome", body.outcome)
    add("trigger", body.triggers)
    for chain in body.artifacts {
      add("artifact", "")
      add("link", chain)
    }
    for guardrail in body.guardrails {
      add("must not", guardrail.mustNot)
      add("enforced by", guardrail.enforcedBy)
    }
  }

  // MARK: Parts

  private mutating func fields(_ fields: [FieldDeclaration]) {
    for field in fields {
      add("field", field.name)
      add("type", formatted(field.type))
      if let range = field.range { add("range", formatted(range)) }
      add("named", field.jsonName)
      add("default", field.initial)
      if field.isSensitive { add("sensitive", "true") }
    }
  }

  private mutating func jsonNames(_ names: [JSONNameSyntax]) {
    for name in names {
      add("named", name.value)
      add("in JSON", name.jsonName)
    }
  }

  private mutating func clauses(_ place: String, _ entries: [ClauseEntry]) {
    for entry in entries {
      add(place, formatted(entry.clause))
      add("id", entry.id)
    }
  }

  private mutating func outputs(_ entries: [OutputEntry]) {
    for output in entries {
      add("produces", formatted(output))
      if let made = output.made { bindings("field", made.fields) }
    }
  }

  private mutating func bindings(_ place: String, _ bindings: [LetBinding]) {
    for binding in bindings {
      add(place, binding.name)
      add("value", binding.value)
    }
  }

  private mutating func add(_ label: String, _ value: ValueSyntax?) {
    guard let value else { return }
    switch value.kind {
    case .text: add(label + " text", formatted(value))
    case .expression, .missing: add(label, formatted(value))
    case .list(let elements):
      add(label + " list", "\(elements.count)")
      for element in elements { add(label, element) }
    case .record(let fields):
      add(label + " record", "\(fields.count)")
      bindings(label, fields)
    }
  }

  private mutating func add(_ part: String, _ names: [Name]) {
    for name in names { add(part, name) }
  }

  private mutating func add(_ part: String, _ name: Name?) {
    if let name { add(part, name.text) }
  }

  private mutating func add(_ part: String, _ text: String) { parts.append(Array("\(part): \(text)".utf8)) }
}

/// The comments of a chunk and their positions among its keys and scalars, which formatting must not change.
enum CommentFingerprint {
  enum Mark: Equatable {
    /// A key or scalar; its content is compared separately.
    case scalar
    /// A comment. It can be an ignore comment only on a line of its own.
    case comment(ArraySlice<UInt8>, isIgnore: Bool)
  }

  static func marks(_ chunk: Chunk, _ root: YAMLNode) -> [Mark] {
    marks(chunk, root, comments: CommentReader(chunk, root).comments[...])
  }

  static func marks(_ chunk: Chunk, _ root: YAMLNode, comments: ArraySlice<Comment>) -> [Mark] {
    var collector = Collector(chunk: chunk, comments: comments)
    collector.visit(root)
    collector.comments(before: chunk.range.upperBound)
    return collector.marks
  }

  private struct Collector {
    let chunk: Chunk
    var comments: ArraySlice<Comment>
    var marks: [Mark] = []

    mutating func visit(_ node: YAMLNode) {
      switch node.kind {
      case .broken: break
      case .scalar:
        comments(before: Int(node.span.start))
        marks.append(.scalar)
      case .sequence(let elements, _): for element in elements { visit(element) }
      case .mapping(let entries, _):
        for entry in entries {
          visit(entry.key)
          visit(entry.value)
        }
      }
    }

    mutating func comments(before offset: Int) {
      while let comment = comments.first, comment.range.lowerBound < offset {
        let text = chunk.bytes[comment.range]
        marks.append(.comment(text, isIgnore: comment.isOwnLine && IgnoreReader.isIgnore(text)))
        comments = comments.dropFirst()
      }
    }
  }
}
