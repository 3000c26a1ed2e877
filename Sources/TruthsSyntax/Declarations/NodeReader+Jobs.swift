import TruthsDiagnostics
import TruthsText

extension NodeReader {
  mutating func job(_ fields: Fields) -> Declaration.Body {
    .job(
      JobDeclaration(
        verb: fields["verb"].flatMap { text($0.value, at: $0.key) },
        object: fields["object"].flatMap { text($0.value, at: $0.key) },
        outcome: fields["outcome"].flatMap { text($0.value, at: $0.key) },
        triggers: fields["triggers"].map { texts($0.value, at: $0.key, wants: "a list of facts and intents") } ?? [],
        artifacts: artifacts(fields["artifacts"]), guardrails: guardrails(fields["guardrails"])))
  }

  mutating func blueprint(_ fields: Fields, _ span: Span) -> Declaration.Body? {
    guard require(fields["steps"], "steps", in: "the blueprint", at: span), let steps = fields["steps"] else { return nil }
    return .blueprint(
      BlueprintDeclaration(
        outcome: fields["outcome"].flatMap { text($0.value, at: $0.key) },
        packs: fields["packs"].map { texts($0.value, at: $0.key, wants: "a list of packs") } ?? [],
        steps: texts(steps.value, at: steps.key, wants: "a list of intents")))
  }

  private mutating func artifacts(_ field: (key: Name, value: YAMLNode)?) -> [[Name]] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of artifacts") else { return [] }
    return elements.compactMap { element in
      guard let scalar = element.scalar else {
        wrongShape(element, at: field.key, wants: "artifacts")
        return nil
      }
      return read(scalar, Grammar.artifact)
    }
  }

  private mutating func guardrails(_ field: (key: Name, value: YAMLNode)?) -> [Guardrail] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of guardrails") else { return [] }
    return elements.compactMap { guardrail($0, at: field.key) }
  }

  private mutating func guardrail(_ node: YAMLNode, at key: Name) -> Guardrail? {
    guard let entries = mapping(node, at: key, wants: "`must_not:` entries") else { return nil }
    let fields = fields(entries, of: "a guardrail", known: ["must_not", "enforced_by"])
    guard require(fields["must_not"], "must_not", in: "the guardrail", at: entries.first?.key.span ?? node.span),
      let field = fields["must_not"], let mustNot = text(field.value, at: field.key)
    else { return nil }
    let enforcedBy = fields["enforced_by"].flatMap { text($0.value, at: $0.key) }
    return Guardrail(mustNot: mustNot, enforcedBy: enforcedBy, at: node.span)
  }
}
