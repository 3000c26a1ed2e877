import TruthsDiagnostics
import TruthsText

extension NodeReader {
  /// What stands under a root key, with its summary. Without a body, that was reported.
  mutating func body(_ kind: DeclarationKind, _ entry: YAMLEntry) -> (Declaration.Body?, Name?) {
    let key = Name(entry.key.scalar?.string ?? kind.rawValue, at: entry.key.span)
    if kind == .enum, case .sequence(let elements, _) = entry.value.kind {
      return (.enumeration(EnumDeclaration(values: enumValues(elements), isOrdered: false)), nil)
    }
    if kind == .pack, entry.value.scalar?.isNothing ?? false {
      return (.pack(PackDeclaration(version: nil, uses: [])), nil)
    }
    let wanted = kind == .enum ? "a list of values" : "a mapping of its parts"
    guard let entries = mapping(entry.value, at: key, wants: wanted) else { return (nil, nil) }
    let fields = fields(entries, of: kind.place, known: Self.keys(kind))
    let summary = fields["summary"].flatMap { text($0.value, at: $0.key) }
    return (body(kind, fields, entry.key.span), summary)
  }

  private static func keys(_ kind: DeclarationKind) -> [String] {
    switch kind {
    case .pack: ["version", "summary", "uses"]
    case .enum: ["summary", "values", "ordered"]
    case .record: ["summary", "fields"]
    case .fact: ["summary", "key", "external", "immutable", "derived", "fields"]
    case .intent: ["summary", "consent", "consent_by", "fields"]
    case .policy: ["summary", "type", "default"]
    case .truth: ["id", "summary", "when", "let", "requires", "invariants", "moves", "produces", "ensures", "enforces"]
    case .invariant: ["id", "summary", "applies_to", "rule", "enforces"]
    case .jtbd: ["summary", "verb", "object", "outcome", "triggers", "artifacts", "guardrails"]
    case .blueprint: ["summary", "outcome", "packs", "steps"]
    case .table: ["summary", "inputs", "output", "hit", "rows"]
    case .lifecycle: ["summary", "key", "external", "initial", "transitions", "terminal"]
    case .source: ["summary", "document", "each", "closed", "let", "produces"]
    }
  }

  private mutating func body(_ kind: DeclarationKind, _ fields: Fields, _ span: Span) -> Declaration.Body? {
    switch kind {
    case .pack: pack(fields)
    case .enum: enumeration(fields, span)
    case .record: record(fields, span)
    case .fact: fact(fields)
    case .intent: intent(fields)
    case .policy: policy(fields, span)
    case .truth: truth(fields, span)
    case .invariant: invariant(fields, span)
    case .jtbd: job(fields)
    case .blueprint: blueprint(fields, span)
    case .table: table(fields, span)
    case .lifecycle: lifecycle(fields, span)
    case .source: source(fields, span)
    }
  }

  // MARK: Vocabulary

  private mutating func pack(_ fields: Fields) -> Declaration.Body {
    let version = fields["version"].flatMap { text($0.value, at: $0.key) }
    let uses = fields["uses"].map { texts($0.value, at: $0.key, wants: "a list of packs") } ?? []
    return .pack(PackDeclaration(version: version, uses: uses))
  }

  private mutating func enumeration(_ fields: Fields, _ span: Span) -> Declaration.Body? {
    guard let field = fields["ordered"] ?? fields["values"] else {
      report(
        MissingPart.found(
          "ordered", in: "the enum", at: span, help: "write `[a, b]` behind the name, or `ordered: [a, b]` under it"))
      return nil
    }
    guard let elements = sequence(field.value, at: field.key, wants: "a list of values") else { return nil }
    return .enumeration(EnumDeclaration(values: enumValues(elements), isOrdered: fields["ordered"] != nil))
  }

  /// A value is a name or a quoted text.
  private mutating func enumValues(_ elements: [YAMLNode]) -> [Name] {
    let key = Name("enum", at: elements.first?.span ?? chunk.span(chunk.range.lowerBound, chunk.range.lowerBound))
    return elements.compactMap { element in
      guard let value = text(element, at: key, wants: "names or quoted texts"), let scalar = element.scalar else { return nil }
      guard scalar.style == .plain else { return Name(scalar.string, at: element.span) }
      guard NameShape.isName(value.text.utf8) else {
        report(BadName.found(value.text, at: value.span, help: "write it in double quotes"))
        return nil
      }
      guard !ReservedWords.contains(value.text) else {
        report(ReservedWord.asName(value.text, at: value.span, help: "write it in double quotes"))
        return nil
      }
      return value
    }
  }

  private mutating func record(_ fields: Fields, _ span: Span) -> Declaration.Body? {
    guard require(fields["fields"], "fields", in: "the record", at: span) else { return nil }
    return .record(RecordDeclaration(fields: fieldDeclarations(fields["fields"])))
  }

  private mutating func fact(_ fields: Fields) -> Declaration.Body {
    .fact(
      FactDeclaration(
        key: fields["key"].map { texts($0.value, at: $0.key, wants: "a list of fields") } ?? [],
        external: external(fields["external"]), isImmutable: boolean(fields["immutable"]),
        isDerived: boolean(fields["derived"]), fields: fieldDeclarations(fields["fields"])))
  }

  private mutating func intent(_ fields: Fields) -> Declaration.Body {
    let levels = ConsentSyntax.Level.allCases.map(\.rawValue)
    let consent = fields["consent"].flatMap { field in
      choice(field, among: levels).flatMap(ConsentSyntax.Level.init).map { ConsentSyntax($0, at: field.value.span) }
    }
    let role = fields["consent_by"].flatMap { text($0.value, at: $0.key, wants: "a role, such as `manager`") }
    return .intent(IntentDeclaration(consent: consent, consentBy: role, fields: fieldDeclarations(fields["fields"])))
  }

  private mutating func policy(_ fields: Fields, _ span: Span) -> Declaration.Body? {
    guard require(fields["type"], "type", in: "the policy", at: span), let field = fields["type"] else { return nil }
    guard let scalar = field.value.scalar, !scalar.isNothing else {
      wrongShape(field.value, at: field.key, wants: "a type")
      return nil
    }
    let type = read(scalar, Grammar.type)
    return .policy(PolicyDeclaration(type: type, initial: fields["default"].flatMap { value($0.value, at: $0.key) }))
  }
}
