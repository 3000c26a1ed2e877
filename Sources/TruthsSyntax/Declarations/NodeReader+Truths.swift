import TruthsDiagnostics
import TruthsText

extension NodeReader {
  mutating func truth(_ fields: Fields, _ span: Span) -> Declaration.Body {
    _ = require(
      fields["when"], "when", in: "the truth", at: span, help: "say what fires it: `when: - intent: …` or `when: - fact: …`")
    return .truth(
      TruthDeclaration(
        id: fields["id"].flatMap { text($0.value, at: $0.key) }, when: conditions(fields["when"]), lets: lets(fields["let"]),
        requires: clauses(fields["requires"]), invariants: clauses(fields["invariants"]), moves: moves(fields["moves"]),
        produces: outputs(fields["produces"]), ensures: clauses(fields["ensures"]), enforces: enforced(fields["enforces"])))
  }

  mutating func invariant(_ fields: Fields, _ span: Span) -> Declaration.Body? {
    let isScoped = require(
      fields["applies_to"], "applies_to", in: "the invariant", at: span, help: "write a list of intents, `all` or `state`")
    guard require(fields["rule"], "rule", in: "the invariant", at: span), isScoped else { return nil }
    guard let scope = fields["applies_to"], let rule = fields["rule"], let scope = appliesTo(scope) else { return nil }
    guard let scalar = ruleScalar(rule) else { return nil }
    return .invariant(
      InvariantDeclaration(
        id: fields["id"].flatMap { text($0.value, at: $0.key) }, appliesTo: scope, rule: clause(scalar, true),
        enforces: enforced(fields["enforces"])))
  }

  /// The clause under `rule`, or `nil` with a finding.
  private mutating func ruleScalar(_ rule: (key: Name, value: YAMLNode)) -> YAMLScalar? {
    if let scalar = rule.value.scalar { return scalar }
    reportIndicator(rule.value, at: rule.key)
    return nil
  }

  /// A list of intents, one, `all` or `state`.
  private mutating func appliesTo(_ field: (key: Name, value: YAMLNode)) -> InvariantDeclaration.AppliesTo? {
    guard let scalar = field.value.scalar, !scalar.isNothing else {
      guard let elements = sequence(field.value, at: field.key, wants: "a list of intents, `all` or `state`") else { return nil }
      return .intents(elements.compactMap { text($0, at: field.key, wants: "intents") })
    }
    switch scalar.text.string(scalar.text.trimmed) {
    case "all": return .all
    case "state": return .state
    case let word: return .intents([Name(word, at: field.value.span)])
    }
  }

  mutating func lets(_ field: (key: Name, value: YAMLNode)?) -> [LetBinding] {
    guard let field, let entries = mapping(field.value, at: field.key, wants: "a mapping of names and values") else { return [] }
    return bindings(entries, isDeclaring: true)
  }

  private mutating func enforced(_ field: (key: Name, value: YAMLNode)?) -> [Name] {
    field.map { texts($0.value, at: $0.key, wants: "a list of guardrails") } ?? []
  }

  /// The entries of `when`.
  private mutating func conditions(_ field: (key: Name, value: YAMLNode)?) -> [WhenEntry] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of conditions") else { return [] }
    return elements.flatMap { condition($0, at: field.key) }
  }

  private mutating func condition(_ node: YAMLNode, at key: Name) -> [WhenEntry] {
    guard let entries = mapping(node, at: key, wants: "`intent:`, `fact:`, `pack:` or `if:`") else { return [] }
    let fields = fields(entries, of: "a condition", known: ["intent", "fact", "pack", "if"])
    return fields.entries.flatMap { field -> [WhenEntry] in
      switch field.key.text {
      case "intent": intents(field).map { [.intents($0)] } ?? []
      case "fact": matches(field).map { .fact($0) }
      case "pack": text(field.value, at: field.key, wants: "a pack").map { [.pack($0)] } ?? []
      default: [.condition(expression(field.value, at: field.key))]
      }
    }
  }

  /// One fact or a list.
  private mutating func matches(_ field: (key: Name, value: YAMLNode)) -> [FactMatch] {
    let elements = if case .sequence(let elements, _) = field.value.kind { elements } else { [field.value] }
    return elements.compactMap { element in
      guard let scalar = element.scalar, !scalar.isNothing else {
        wrongShape(element, at: field.key, wants: "a fact type")
        return nil
      }
      return read(scalar, Grammar.match)
    }
  }

  /// One intent or a list.
  private mutating func intents(_ field: (key: Name, value: YAMLNode)) -> [Name]? {
    if case .sequence(let elements, _) = field.value.kind {
      return elements.compactMap { text($0, at: field.key, wants: "an intent") }
    }
    return text(field.value, at: field.key, wants: "an intent").map { [$0] }
  }
}
