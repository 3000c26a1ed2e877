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
  /// What was read of each chunk, where a reading of the changed file is to go on from this one.
  var chunks: [ReadChunk] = []

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

/// `# truths:ignore T4012 reason until 2027-01-31` on a line of its own: hides one finding of what stands below (files §6).
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
    case calendar(CalendarDeclaration)
    case table(TableDeclaration)
    case lifecycle(LifecycleDeclaration)
    case truth(TruthDeclaration)
    case invariant(InvariantDeclaration)
    case job(JobDeclaration)
    case blueprint(BlueprintDeclaration)
    case source(SourceDeclaration)
    /// A role of people (approvals §3); its name may be any text.
    case role
  }
}
