import TruthsSyntax

extension Bare {
  static func declaration(_ declaration: Declaration) -> Declaration {
    Declaration(
      name: name(declaration.name), keySpan: span, span: span, summary: declaration.summary.map(name),
      body: body(declaration.body))
  }

  private static func jsonName(_ syntax: JSONNameSyntax) -> JSONNameSyntax {
    JSONNameSyntax(value: name(syntax.value), jsonName: name(syntax.jsonName))
  }

  private static func body(_ body: Declaration.Body) -> Declaration.Body {
    switch body {
    case .pack(let pack): .pack(PackDeclaration(version: pack.version.map(name), uses: pack.uses.map(name)))
    case .role: .role
    case .enumeration(let type):
      .enumeration(
        EnumDeclaration(values: type.values.map(name), isOrdered: type.isOrdered, jsonNames: type.jsonNames.map(jsonName)))
    case .record(let record): .record(RecordDeclaration(isOpen: record.isOpen, fields: record.fields.map(field)))
    case .fact(let fact):
      .fact(
        FactDeclaration(
          key: fact.key.map(name), external: fact.external.map { ExternalSyntax(by: $0.by.map(name)) },
          isImmutable: fact.isImmutable, isDerived: fact.isDerived,
          fields: fact.fields.map(field)))
    case .intent(let intent):
      .intent(
        IntentDeclaration(
          jsonName: intent.jsonName.map(name), consent: intent.consent.map { ConsentSyntax($0.level, at: span) },
          consentBy: intent.consentBy.map(name),
          isOpen: intent.isOpen,
          access: intent.access.map { access in
            AccessSyntax(
              action: name(access.action), resource: name(access.resource), id: access.id.map(name),
              subjects: access.subjects.map(name), resources: access.resources.map(name))
          }, fields: intent.fields.map(field)))
    case .policy(let policy): .policy(PolicyDeclaration(type: type(policy.type), initial: policy.initial.map(value)))
    case .calendar(let calendar):
      .calendar(CalendarDeclaration(weekend: calendar.weekend.map(name), holidays: calendar.holidays.map(name)))
    case .table(let table):
      .table(
        TableDeclaration(
          inputs: table.inputs.map(field), outputs: outputs(table.outputs), hit: table.hit, lets: table.lets.map(binding),
          rows: table.rows.map(row),
          grid: table.grid.map { GridHeading(columns: $0.columns.map(name), outputs: $0.outputs.map(name), at: span) },
          value: table.value.map(value)))
    case .lifecycle(let lifecycle):
      .lifecycle(
        LifecycleDeclaration(
          key: lifecycle.key.map(name), initial: name(lifecycle.initial), transitions: lifecycle.transitions.map(chain),
          terminal: lifecycle.terminal.map(name), external: lifecycle.external.map { ExternalSyntax(by: $0.by.map(name)) },
          jsonNames: lifecycle.jsonNames.map(jsonName)))
    case .truth(let truth): .truth(bare(truth))
    case .invariant(let invariant): .invariant(bare(invariant))
    case .job(let job): .job(bare(job))
    case .blueprint(let blueprint):
      .blueprint(
        BlueprintDeclaration(
          outcome: blueprint.outcome.map(name), packs: blueprint.packs.map(name), steps: blueprint.steps.map(name)))
    case .source(let source):
      .source(
        SourceDeclaration(
          document: name(source.document), each: source.each.map { DocumentPath($0.steps, at: span) },
          isClosed: source.isClosed, lets: source.lets.map(binding), produces: source.produces.map(output)))
    }
  }

  // MARK: Vocabulary

  private static func field(_ field: FieldDeclaration) -> FieldDeclaration {
    FieldDeclaration(
      name: name(field.name), type: type(field.type),
      range: field.range.map { RangeSyntax(least: $0.least, most: $0.most, at: span) }, jsonName: field.jsonName.map(name),
      initial: field.initial.map(value), isSensitive: field.isSensitive, at: span)
  }

  private static func type(_ type: TypeSyntax) -> TypeSyntax {
    switch type.kind {
    case .named(let word, let unit): TypeSyntax(.named(name(word), unit: unit.map(name)), isOptional: type.isOptional, at: span)
    case .list(let element): TypeSyntax(.list(self.type(element)), isOptional: type.isOptional, at: span)
    case .map(let element): TypeSyntax(.map(self.type(element)), isOptional: type.isOptional, at: span)
    case .error: TypeSyntax(.error, isOptional: type.isOptional, at: span)
    }
  }

  private static func value(_ value: ValueSyntax) -> ValueSyntax {
    switch value.kind {
    case .text(let literal): ValueSyntax(.text(text(literal)), at: span)
    case .expression(let expression): ValueSyntax(.expression(expr(expression)), at: span)
    case .list(let elements): ValueSyntax(.list(elements.map { self.value($0) }), at: span)
    case .record(let fields): ValueSyntax(.record(fields.map(binding)), at: span)
    case .missing: ValueSyntax(.missing, at: span)
    }
  }

  private static func chain(_ chain: StateChain) -> StateChain { StateChain(chain.states.map(name), at: span) }

  // MARK: Truths and jobs

  private static func bare(_ truth: TruthDeclaration) -> TruthDeclaration {
    TruthDeclaration(
      id: truth.id.map(name), when: truth.when.map(when), lets: truth.lets.map(binding), requires: truth.requires.map(clause),
      invariants: truth.invariants.map(clause),
      moves: truth.moves.map {
        MoveEntry(
          lifecycle: name($0.lifecycle), keys: $0.keys.map { KeyArgument(name: name($0.name), value: expr($0.value)) },
          chain: chain($0.chain), reason: $0.reason.map(text), at: span)
      },
      produces: truth.produces.map(output), ensures: truth.ensures.map(clause), enforces: truth.enforces.map(name))
  }

  private static func bare(_ invariant: InvariantDeclaration) -> InvariantDeclaration {
    let scope: InvariantDeclaration.AppliesTo =
      if case .intents(let names) = invariant.appliesTo { .intents(names.map(name)) } else { invariant.appliesTo }
    return InvariantDeclaration(
      id: invariant.id.map(name), appliesTo: scope, rule: clause(invariant.rule), enforces: invariant.enforces.map(name))
  }

  private static func bare(_ job: JobDeclaration) -> JobDeclaration {
    JobDeclaration(
      verb: job.verb.map(name), object: job.object.map(name), outcome: job.outcome.map(name), triggers: job.triggers.map(name),
      artifacts: job.artifacts.map { $0.map(name) },
      guardrails: job.guardrails.map { Guardrail(mustNot: name($0.mustNot), enforcedBy: $0.enforcedBy.map(name), at: span) })
  }

  private static func when(_ entry: WhenEntry) -> WhenEntry {
    switch entry {
    case .intents(let names): .intents(names.map(name))
    case .fact(let match): .fact(FactMatch(type: name(match.type), variable: match.variable.map(name), at: span))
    case .pack(let pack): .pack(name(pack))
    case .condition(let condition): .condition(expr(condition))
    }
  }

  private static func binding(_ binding: LetBinding) -> LetBinding {
    LetBinding(name: name(binding.name), value: value(binding.value))
  }

  private static func bare(_ output: FactOutput) -> FactOutput {
    FactOutput(
      isCorrection: output.isCorrection, type: name(output.type),
      loop: output.loop.map { .init(variable: name($0.variable), source: expr($0.source)) }, filter: output.filter.map(expr),
      fields: output.fields.map(binding))
  }

  private static func output(_ output: OutputEntry) -> OutputEntry {
    switch output.kind {
    case .trace(let trace): OutputEntry(.trace(name(trace)), at: span)
    case .fact(let fact): OutputEntry(.fact(bare(fact)), at: span)
    case .proposal(let proposal): OutputEntry(.proposal(bare(proposal)), at: span)
    }
  }

  private static func clause(_ entry: ClauseEntry) -> ClauseEntry {
    ClauseEntry(id: entry.id.map(name), clause: clause(entry.clause), at: span)
  }

  private static func clause(_ clause: Clause) -> Clause {
    let consequence: Clause.Consequence? = clause.consequence.map {
      switch $0 {
      case .effect(let effect): .effect(self.effect(effect))
      case .expression(let expression): .expression(expr(expression))
      }
    }
    let otherwise: Clause.Otherwise? = clause.otherwise.map {
      switch $0 {
      case .reason(let reason): .reason(text(reason))
      case .effect(let effect): .effect(self.effect(effect))
      }
    }
    return Clause(
      condition: expr(clause.condition), consequence: consequence, otherwise: otherwise, isUnconditional: clause.isUnconditional,
      at: span)
  }

  private static func effect(_ effect: Effect) -> Effect {
    let kind: Effect.Kind =
      if case .requiresApproval(let spec) = effect.kind { .requiresApproval(spec.map(approval)) } else { effect.kind }
    return Effect(kind, text: effect.text.map(text), at: span)
  }

  private static func approval(_ spec: ApprovalSpec) -> ApprovalSpec {
    ApprovalSpec(
      count: spec.count, approvers: spec.approvers.map { .init(role: $0.role.map(name), person: $0.person.map(expr)) },
      excluded: spec.excluded.map(expr), at: span)
  }
}

extension Bare {
  fileprivate static func outputs(_ outputs: TableOutputs) -> TableOutputs {
    switch outputs {
    case .one(let type): .one(self.type(type))
    case .several(let fields): .several(fields.map(field))
    }
  }

  fileprivate static func row(_ row: TableRow) -> TableRow {
    let result: RowResult =
      switch row.result {
      case .value(let value): .value(value.map(expr))
      case .outputs(let outputs): .outputs(outputs.map { RowOutput(name: name($0.name), value: $0.value.map(expr)) })
      }
    return TableRow(
      condition: row.condition.map(expr), result: result, cells: row.cells.map { $0.map { $0.map(expr) } }, at: span)
  }
}
