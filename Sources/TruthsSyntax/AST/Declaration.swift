package import TruthsDiagnostics
package import TruthsText

/// A file, read: its declarations in the order in which they stand, and what was wrong with it.
package struct SourceUnit: Sendable {
  package var file: FileID
  /// The path below `truths/` or `jtbd/`, with `/`: `money/money.invoice.creation.truths`.
  package var relativePath: String
  /// The file name without its ending: `money.invoice.creation`.
  package var stem: String
  /// The stem's first segment: the pack that the file belongs to.
  package var pack: String
  /// Whether it is a `.jtbd` file.
  package var isJobFile: Bool
  package var declarations: [Declaration]
  package var diagnostics: [Diagnostic]
  /// The names of declarations that were reported and could not be read: whoever misses one of them should stay silent.
  package var unread: [Name] = []
  /// The `# truths:ignore` comments, in the order in which they stand.
  package var ignores: [IgnoreComment] = []

  package init(
    file: FileID, relativePath: String, stem: String, pack: String, isJobFile: Bool, declarations: [Declaration],
    diagnostics: [Diagnostic]
  ) {
    self.file = file
    self.relativePath = relativePath
    self.stem = stem
    self.pack = pack
    self.isJobFile = isJobFile
    self.declarations = declarations
    self.diagnostics = diagnostics
  }
}

/// `# truths:ignore T4012 reason until 2027-01-31` on a line of its own: hides one finding of what stands below (language.md §9).
package struct IgnoreComment: Hashable, Sendable {
  /// The comment from its `#` on.
  package var span: Span
  package var code: DiagnosticCode
  /// Why, in the author's words; may be empty.
  package var reason: String
  /// The last day on which it counts, as written: `2027-01-31`.
  package var until: Name?
  /// The declaration or entry below; `nil` when nothing follows.
  package var target: Span?

  package init(code: DiagnosticCode, reason: String, until: Name?, target: Span?, at span: Span) {
    self.code = code
    self.reason = reason
    self.until = until
    self.target = target
    self.span = span
  }
}

/// A root key of a file with what stands under it.
package struct Declaration: Hashable, Sendable {
  package var span: Span
  /// The whole root key, `truth invoice_creation`.
  package var keySpan: Span
  package var name: Name
  package var summary: Name?
  package var body: Body
  /// Whether all of it could be read. Where it could not, that is reported, and what it seems to lack may well be there.
  package var isWhole = true

  package init(name: Name, keySpan: Span, span: Span, summary: Name?, body: Body) {
    self.name = name
    self.keySpan = keySpan
    self.span = span
    self.summary = summary
    self.body = body
  }

  package indirect enum Body: Hashable, Sendable {
    case pack(PackDeclaration)
    case enumeration(EnumDeclaration)
    case record(RecordDeclaration)
    case fact(FactDeclaration)
    case intent(IntentDeclaration)
    case policy(PolicyDeclaration)
    case truth(TruthDeclaration)
    case invariant(InvariantDeclaration)
    case job(JobDeclaration)
    case blueprint(BlueprintDeclaration)
  }
}

package struct PackDeclaration: Hashable, Sendable {
  package var version: Name?
  package var uses: [Name]

  package init(version: Name?, uses: [Name]) {
    self.version = version
    self.uses = uses
  }
}

package struct EnumDeclaration: Hashable, Sendable {
  /// In the order written, without quotes.
  package var values: [Name]
  package var isOrdered: Bool

  package init(values: [Name], isOrdered: Bool) {
    self.values = values
    self.isOrdered = isOrdered
  }
}

package struct RecordDeclaration: Hashable, Sendable {
  package var fields: [FieldDeclaration]

  package init(fields: [FieldDeclaration]) { self.fields = fields }
}

package struct FactDeclaration: Hashable, Sendable {
  package var key: [Name]
  package var isExternal: Bool
  package var isImmutable: Bool
  package var isDerived: Bool
  package var fields: [FieldDeclaration]

  package init(key: [Name], isExternal: Bool, isImmutable: Bool, isDerived: Bool, fields: [FieldDeclaration]) {
    self.key = key
    self.isExternal = isExternal
    self.isImmutable = isImmutable
    self.isDerived = isDerived
    self.fields = fields
  }
}

package struct IntentDeclaration: Hashable, Sendable {
  package var consent: ConsentSyntax?
  package var fields: [FieldDeclaration]

  package init(consent: ConsentSyntax?, fields: [FieldDeclaration]) {
    self.consent = consent
    self.fields = fields
  }
}

package struct ConsentSyntax: Hashable, Sendable {
  package var level: Level
  package var span: Span

  package init(_ level: Level, at span: Span) {
    self.level = level
    self.span = span
  }

  /// How much consent an intent or proposal wants, from the mildest to the strictest.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case implicit
    case explicit
    case breakGlass = "break_glass"
  }
}

package struct PolicyDeclaration: Hashable, Sendable {
  package var type: TypeSyntax
  package var initial: ValueSyntax?

  package init(type: TypeSyntax, initial: ValueSyntax?) {
    self.type = type
    self.initial = initial
  }
}

/// `name: type = default`
package struct FieldDeclaration: Hashable, Sendable {
  package var span: Span
  package var name: Name
  package var type: TypeSyntax
  package var initial: ValueSyntax?

  package init(name: Name, type: TypeSyntax, initial: ValueSyntax?, at span: Span) {
    self.name = name
    self.type = type
    self.initial = initial
    self.span = span
  }
}

/// A type as written: `decimal in eur`, `list of line_item?`.
package struct TypeSyntax: Hashable, Sendable {
  package var span: Span
  package var kind: Kind
  /// Whether a `?` follows the whole type.
  package var isOptional: Bool

  package init(_ kind: Kind, isOptional: Bool, at span: Span) {
    self.kind = kind
    self.isOptional = isOptional
    self.span = span
  }

  package indirect enum Kind: Hashable, Sendable {
    /// A built-in type, enum or record, with its unit. A name may be qualified by a pack (`money.invoice_state`).
    case named(Name, unit: Name?)
    case list(TypeSyntax)
    case error
  }
}

package struct TruthDeclaration: Hashable, Sendable {
  package var id: Name?
  package var when: [WhenEntry]
  package var lets: [LetBinding]
  package var requires: [ClauseEntry]
  package var invariants: [ClauseEntry]
  package var produces: [OutputEntry]
  package var ensures: [ClauseEntry]
  package var enforces: [Name]

  package init(
    id: Name?, when: [WhenEntry], lets: [LetBinding], requires: [ClauseEntry], invariants: [ClauseEntry],
    produces: [OutputEntry], ensures: [ClauseEntry], enforces: [Name]
  ) {
    self.id = id
    self.when = when
    self.lets = lets
    self.requires = requires
    self.invariants = invariants
    self.produces = produces
    self.ensures = ensures
    self.enforces = enforces
  }
}

/// An entry of `when`.
package enum WhenEntry: Hashable, Sendable {
  case intents([Name])
  case pack(Name)
  case condition(Expr)
}

/// An entry of `let`.
package struct LetBinding: Hashable, Sendable {
  package var name: Name
  package var value: ValueSyntax

  package init(name: Name, value: ValueSyntax) {
    self.name = name
    self.value = value
  }
}

/// An entry of `produces`.
package struct OutputEntry: Hashable, Sendable {
  package var span: Span
  package var kind: Kind

  package init(_ kind: Kind, at span: Span) {
    self.kind = kind
    self.span = span
  }

  package enum Kind: Hashable, Sendable {
    case fact(FactOutput)
    /// The dotted name behind `trace.`; empty for a bare `trace`.
    case trace(Name)
  }
}

/// `fact.invoice.created for item in line_items where …` with fields written under it, or the same with `correction.`.
package struct FactOutput: Hashable, Sendable {
  package var isCorrection: Bool
  /// The dotted fact type, without `fact.` or `correction.`.
  package var type: Name
  package var loop: Aggregate.Loop?
  package var filter: Expr?
  package var fields: [LetBinding]

  package init(isCorrection: Bool, type: Name, loop: Aggregate.Loop?, filter: Expr?, fields: [LetBinding]) {
    self.isCorrection = isCorrection
    self.type = type
    self.loop = loop
    self.filter = filter
    self.fields = fields
  }
}

package struct InvariantDeclaration: Hashable, Sendable {
  package var id: Name?
  package var appliesTo: AppliesTo
  package var rule: Clause
  package var enforces: [Name]

  package init(id: Name?, appliesTo: AppliesTo, rule: Clause, enforces: [Name]) {
    self.id = id
    self.appliesTo = appliesTo
    self.rule = rule
    self.enforces = enforces
  }

  package enum AppliesTo: Hashable, Sendable {
    case all
    case state
    case intents([Name])
  }
}

package struct JobDeclaration: Hashable, Sendable {
  package var verb: Name?
  package var object: Name?
  package var outcome: Name?
  package var triggers: [Name]
  /// Each a chain of words, `draft_invoice → sent_invoice`.
  package var artifacts: [[Name]]
  package var guardrails: [Guardrail]

  package init(verb: Name?, object: Name?, outcome: Name?, triggers: [Name], artifacts: [[Name]], guardrails: [Guardrail]) {
    self.verb = verb
    self.object = object
    self.outcome = outcome
    self.triggers = triggers
    self.artifacts = artifacts
    self.guardrails = guardrails
  }
}

package struct Guardrail: Hashable, Sendable {
  package var span: Span
  /// What must not happen, in the author's words.
  package var mustNot: Name
  /// The truth, invariant or clause id that enforces it.
  package var enforcedBy: Name?

  package init(mustNot: Name, enforcedBy: Name?, at span: Span) {
    self.mustNot = mustNot
    self.enforcedBy = enforcedBy
    self.span = span
  }
}

package struct BlueprintDeclaration: Hashable, Sendable {
  package var outcome: Name?
  package var packs: [Name]
  package var steps: [Name]

  package init(outcome: Name?, packs: [Name], steps: [Name]) {
    self.outcome = outcome
    self.packs = packs
    self.steps = steps
  }
}
