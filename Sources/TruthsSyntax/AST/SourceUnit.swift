package import TruthsDiagnostics
package import TruthsText

/// A file after reading: its declarations in the order of the file, and its findings.
package struct SourceUnit: Sendable {
  package var file: FileID
  /// The path below `truths/` or `jtbd/`, with `/`: `money/money.invoice.creation.truths`.
  package var relativePath: String
  /// The file name without its ending: `money.invoice.creation`.
  package var stem: String
  /// The stem's first segment: the pack that the file belongs to.
  package var pack: String
  package var isJobFile: Bool
  package var declarations: [Declaration]
  package var diagnostics: [Diagnostic]
  /// Names of declarations that were reported and could not be read. Missing names among them should not be reported again.
  package var unread: [Name] = []
  /// The `# truths:ignore` comments, in the order of the file.
  package var ignores: [IgnoreComment] = []
  /// Readings of the chunks, kept if a later reading of the changed file may reuse them.
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

/// A comment such as `# truths:ignore T4012 reason until 2027-01-31` on its own line: hides one finding of the declaration or
/// entry below (files §6).
package struct IgnoreComment: Hashable, Sendable {
  /// The comment from its `#` on.
  package var span: Span
  package var code: DiagnosticCode
  /// The reason in the author's words; may be empty.
  package var reason: String
  /// The last day on which the comment counts, as written: `2027-01-31`.
  package var until: Name?
  /// The declaration or entry below; `nil` at the end of the file.
  package var target: Span?

  package init(code: DiagnosticCode, reason: String, until: Name?, target: Span?, at span: Span) {
    self.code = code
    self.reason = reason
    self.until = until
    self.target = target
    self.span = span
  }
}

/// A root key of a file with the content under it.
package struct Declaration: Hashable, Sendable {
  package var span: Span
  /// Place of the whole root key, such as `truth invoice_creation`.
  package var keySpan: Span
  package var name: Name
  package var summary: Name?
  package var body: Body
  /// Whether all of the declaration could be read. If not, a finding says so, and a part that seems to be missing may be in the
  /// text.
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
