import TruthsJSON
import TruthsSyntax
import TruthsText

extension CheckSession {
  func canonical(_ truth: TruthDeclaration) -> JSONValue {
    .members([
      ("when", .array(truth.when.map(canonical))),
      ("let", bindings(truth.lets)),
      ("requires", clauses(truth.requires)),
      ("invariants", clauses(truth.invariants)),
      ("moves", .array(truth.moves.map { .members([($0.lifecycle.text, .text(formatted($0.chain)))]) })),
      ("produces", .array(truth.produces.map(canonical))),
      ("ensures", clauses(truth.ensures)),
      ("enforces", .names(Set(truth.enforces.map(\.text)).sorted())),
    ])
  }

  func canonical(_ invariant: InvariantDeclaration) -> JSONValue {
    let scope: JSONValue
    switch invariant.appliesTo {
    case .all: scope = .text("all")
    case .state: scope = .text("state")
    case .intents(let names): scope = .names(Set(names.map(\.text)).sorted())
    }
    return .members([
      ("applies_to", scope),
      ("rule", .text(formatted(ExprCanonicalizer().clause(invariant.rule)))),
      ("enforces", .names(Set(invariant.enforces.map(\.text)).sorted())),
    ])
  }

  func canonical(_ source: SourceDeclaration) -> JSONValue {
    .members([
      ("document", .text(source.document.text)),
      ("each", source.each.map { .text($0.text) }),
      ("closed", source.isClosed ? .boolean(true) : nil),
      ("let", bindings(source.lets)),
      ("produces", .array(source.produces.map(canonical))),
    ])
  }

  func canonical(_ job: JobDeclaration) -> JSONValue {
    .members([
      ("verb", job.verb.map { .text($0.text) }),
      ("object", job.object.map { .text($0.text) }),
      ("triggers", .names(job.triggers.map(\.text))),
      ("artifacts", .names(job.artifacts.map { $0.map(\.text).joined(separator: " → ") })),
      (
        "guardrails",
        .array(
          job.guardrails.map { guardrail in
            .members([
              ("must_not", .text(guardrail.mustNot.text)), ("enforced_by", guardrail.enforcedBy.map { .text($0.text) }),
            ])
          })
      ),
    ])
  }

  func canonical(_ blueprint: BlueprintDeclaration) -> JSONValue {
    .members([
      ("packs", .names(Set(blueprint.packs.map(\.text)).sorted())), ("steps", .names(blueprint.steps.map(\.text))),
    ])
  }

  // MARK: Parts

  private func canonical(_ entry: WhenEntry) -> JSONValue {
    switch entry {
    case .intents(let names): .members([("intent", .names(Set(names.map(\.text)).sorted()))])
    case .fact(let match): .members([("fact", .text(formatted(match)))])
    case .pack(let name): .members([("pack", .text(name.text))])
    case .condition(let expr): .members([("if", .text(formatted(ExprCanonicalizer().expr(expr))))])
    }
  }

  private func clauses(_ entries: [ClauseEntry]) -> JSONValue {
    .array(
      entries.map { entry in
        let rule = JSONValue.text(formatted(ExprCanonicalizer().clause(entry.clause)))
        return entry.id.map { .members([("id", .text($0.text)), ("rule", rule)]) } ?? rule
      })
  }

  private func bindings(_ bindings: [LetBinding]) -> JSONValue {
    .members(bindings.map { ($0.name.text, .text(formatted(ExprCanonicalizer().value($0.value)))) })
  }

  private func canonical(_ entry: OutputEntry) -> JSONValue {
    guard var output = entry.made else { return .text(formatted(entry)) }
    let canonicalizer = ExprCanonicalizer()
    output.loop = output.loop.map { Aggregate.Loop(variable: $0.variable, source: canonicalizer.expr($0.source)) }
    output.filter = output.filter.map(canonicalizer.expr)
    let isProposal = if case .proposal = entry.kind { true } else { false }
    let head = formatted(OutputEntry(isProposal ? .proposal(output) : .fact(output), at: entry.span))
    return output.fields.isEmpty ? .text(head) : .members([(head, bindings(output.fields))])
  }
}
