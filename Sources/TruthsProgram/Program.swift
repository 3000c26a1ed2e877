package import TruthsJSON
package import TruthsSyntax
package import TruthsText

/// A checked truth set, which the engine runs. A program from a set without errors causes no type errors at run time.
///
/// Every table is sorted by name or id (by pack, then name, where packs may share names), so that indices do not depend on
/// the order of files and declarations. The enum, record and fact type of a lifecycle follow the declared ones. The built-in
/// pack `converge` is part of every program.
package struct Program: Sendable {
  package var packs: [PackInfo] = []
  package var enums: [EnumType] = []
  package var records: [RecordType] = []
  package var facts: [FactType] = []
  /// For each fact type, the index in `records` of the record type that its facts are read as.
  package var factRecords: [Int] = []
  package var intents: [IntentType] = []
  package var policies: [PolicyType] = []
  /// The declared roles: those of pack trust, then the others, each by name.
  package var roles: [String] = []
  package var calendars: [CalendarType] = []
  package var lifecycles: [LifecycleType] = []
  package var tables: [CheckedTable] = []
  /// The truths, by id.
  package var truths: [CheckedTruth] = []
  /// The standalone invariants, by id.
  package var invariants: [CheckedInvariant] = []
  /// The sources, by pack, then name. Records inferred from sources follow all others.
  package var sources: [CheckedSource] = []
  package var jobs: [JobInfo] = []
  package var blueprints: [BlueprintInfo] = []
  /// The canonical declarations, created on first use.
  package var deferred = DeferredDeclarations([])

  /// The canonical declarations, by key, without those of the built-in pack.
  ///
  /// - Complexity: O(1), except for the first use of a copy of a checked program.
  package var declarations: [CanonicalDeclaration] {
    get { deferred.list }
    set { deferred = DeferredDeclarations(newValue) }
  }

  package init() {}
}

/// A job with its guardrails, which are used to look up what enforces them.
package struct JobInfo: Hashable, Sendable {
  package var name: String
  package var pack: String
  package var declaration: JobDeclaration
  package var span: Span

  package init(name: String, pack: String, declaration: JobDeclaration, span: Span) {
    self.name = name
    self.pack = pack
    self.declaration = declaration
    self.span = span
  }
}

/// A blueprint with its packs and steps.
package struct BlueprintInfo: Hashable, Sendable {
  package var name: String
  package var pack: String
  package var packs: [String]
  package var steps: [String]
  package var span: Span

  package init(name: String, pack: String, packs: [String], steps: [String], span: Span) {
    self.name = name
    self.pack = pack
    self.packs = packs
    self.steps = steps
    self.span = span
  }
}

/// A declaration in the form that is hashed (hashes §5.1): without `summary`, `outcome` and comments, and with expressions as
/// the formatter writes them.
package struct CanonicalDeclaration: Hashable, Sendable {
  package var key: DeclarationKey
  package var body: JSONValue
  /// The keys of the declarations that it names, sorted.
  package var references: [DeclarationKey]
  /// Whether the declarations contain the hash of the body instead of the body, as for the rules of a time zone.
  package var isDigest: Bool

  package init(key: DeclarationKey, body: JSONValue, references: [DeclarationKey], isDigest: Bool = false) {
    self.key = key
    self.body = body
    self.references = references
    self.isDigest = isDigest
  }
}
