package import TruthsJSON
package import TruthsSyntax
package import TruthsText

/// A checked truth set: what the engine runs. A program made from a set without errors never meets a type error at run time.
///
/// Every table is sorted by name or id (by pack, then name, where names repeat across packs), so that indices do not depend on
/// the order of files and declarations. The enum, record and fact type of a lifecycle follow the declared ones. Pack `converge`,
/// the built-in one, is part of every program.
package struct Program: Sendable {
  package var packs: [PackInfo] = []
  package var enums: [EnumType] = []
  package var records: [RecordType] = []
  package var facts: [FactType] = []
  /// By fact type, the place in ``records`` of the record that a fact of it is taken for.
  package var factRecords: [Int] = []
  package var intents: [IntentType] = []
  package var policies: [PolicyType] = []
  /// The declared roles: those of pack trust, then the others, each by name.
  package var roles: [String] = []
  package var calendars: [CalendarType] = []
  package var lifecycles: [LifecycleType] = []
  package var tables: [CheckedTable] = []
  /// By id.
  package var truths: [CheckedTruth] = []
  /// By id.
  package var invariants: [CheckedInvariant] = []
  /// By pack, then name. Records inferred from sources follow all others.
  package var sources: [CheckedSource] = []
  package var jobs: [JobInfo] = []
  package var blueprints: [BlueprintInfo] = []
  /// Where the canonical declarations come from.
  package var deferred = DeferredDeclarations([])

  /// The canonical declarations, by key; the built-in pack is not among them.
  ///
  /// - Complexity: O(1), but for the first time that a copy of a checked program is asked for them.
  package var declarations: [CanonicalDeclaration] {
    get { deferred.list }
    set { deferred = DeferredDeclarations(newValue) }
  }

  package init() {}
}

/// A job, with its guardrails, for looking up what enforces them.
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

/// A declaration as it is hashed (hashes §5.1): without `summary`, `outcome` and comments, expressions as the
/// formatter writes them.
package struct CanonicalDeclaration: Hashable, Sendable {
  package var key: DeclarationKey
  package var body: JSONValue
  /// Keys of the declarations that it names, sorted.
  package var references: [DeclarationKey]
  /// Whether the hash of the body stands among the declarations, and not the body: of the rules of a time zone.
  package var isDigest: Bool

  package init(key: DeclarationKey, body: JSONValue, references: [DeclarationKey], isDigest: Bool = false) {
    self.key = key
    self.body = body
    self.references = references
    self.isDigest = isDigest
  }
}
