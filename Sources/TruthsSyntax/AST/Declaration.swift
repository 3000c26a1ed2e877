package import TruthsText

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
    case table(TableDeclaration)
    case lifecycle(LifecycleDeclaration)
    case truth(TruthDeclaration)
    case invariant(InvariantDeclaration)
    case job(JobDeclaration)
    case blueprint(BlueprintDeclaration)
    case source(SourceDeclaration)
  }
}
