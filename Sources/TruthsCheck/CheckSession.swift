import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Tables that all parts of one check read: the declarations, the names and the program so far. Serial phases change them;
/// parallel phases only read them.
final class CheckTables {
  var declared: DeclarationTable
  var names: NameTable
  var program = Program()
  var members = MemberIndex()
  /// Indices in ``Program/facts`` of the views: fact types that truths on facts make. Known before clauses are decided.
  var derived: Set<Int> = []
  /// Number of records that the vocabulary declares; records of sources follow them.
  var recordCount = 0
  /// Indices in ``Program/records`` of records that are inferred from sources, not declared.
  var documentRecords: Set<Int> = []
  /// Whether the check records each use of a name with its meaning (``NameUse``).
  let keepsUses: Bool
  /// Whether findings about wrong names suggest similar names.
  let proposesNames: Bool

  init(_ declared: DeclarationTable, keepsUses: Bool = false, proposesNames: Bool = true) {
    self.declared = declared
    self.keepsUses = keepsUses
    self.proposesNames = proposesNames
    names = NameTable(declared)
  }

  func renew(_ declared: DeclarationTable) {
    self.declared = declared
    names = NameTable(declared)
    program = Program()
    members = MemberIndex()
  }
}

/// State of one check of a truth set, or of a part of it: tables, findings, and which names were used. It lives for one call of
/// ``Checker/check(_:today:)``.
///
/// Each truth, invariant and table body is a part with findings of its own, so that parts can be checked in parallel.
/// ``take(_:_:again:)`` then adds the parts to the whole in order.
final class CheckSession {
  /// Limit of names compared for suggestions, over the whole check.
  static let candidateLimit = 200_000
  /// Number of parts that a thread takes at a time in parallel phases.
  static let stride = 16

  let tables: CheckTables
  private(set) var diagnostics: [Diagnostic] = []
  var usage = Usage()
  /// Meanings of the names in this part.
  var uses = NameUses()
  /// Findings and uses from resolving the vocabulary.
  private var vocabulary = VocabularyFindings()
  var lookUps: SmallSet<LookedUpDeclaration> = []
  private var candidatesLeft: Int
  /// Whether the session got fewer candidates than a whole check.
  private(set) var isLimited: Bool
  /// The number of candidates that all parts of a pass have compared together. `nil` for a session that checks a whole pass, and
  /// for a part that is checked again.
  private let pool: FuelPool?
  private(set) var candidatesSpent = 0

  var declared: DeclarationTable { _read { yield tables.declared } }
  var names: NameTable { _read { yield tables.names } }
  var program: Program {
    _read { yield tables.program }
    _modify { yield &tables.program }
  }

  init(_ declared: DeclarationTable, keepsUses: Bool = false, proposesNames: Bool = true) {
    tables = CheckTables(declared, keepsUses: keepsUses, proposesNames: proposesNames)
    candidatesLeft = Self.candidateLimit
    isLimited = false
    pool = nil
    diagnostics = declared.diagnostics
  }

  /// Returns the counter that the parts of one pass share.
  static func candidatePool() -> FuelPool { FuelPool(limit: candidateLimit) }

  /// Starts a part of a check, one of many that are checked in parallel.
  init(_ tables: CheckTables, sharing pool: FuelPool = CheckSession.candidatePool()) {
    self.tables = tables
    self.pool = pool
    candidatesLeft = Self.candidateLimit
    isLimited = false
  }

  /// Starts a part that is checked again.
  ///
  /// - Parameter candidates: how many names the part may compare.
  private init(_ tables: CheckTables, candidates: Int) {
    self.tables = tables
    pool = nil
    candidatesLeft = candidates
    isLimited = candidates < Self.candidateLimit
  }

  /// Starts a whole check that reuses the vocabulary of an earlier one.
  init(goingOnFrom other: CheckSession) {
    tables = other.tables
    vocabulary = other.vocabulary
    diagnostics = vocabulary.diagnostics
    usage = vocabulary.usage
    uses = vocabulary.uses
    candidatesSpent = vocabulary.candidatesSpent
    candidatesLeft = Self.candidateLimit - vocabulary.candidatesSpent
    isLimited = false
    pool = nil
  }

  /// Records the findings of the vocabulary, for a later check with the same vocabulary.
  func keepVocabulary() {
    tables.recordCount = program.records.count
    vocabulary = VocabularyFindings(diagnostics: diagnostics, usage: usage, uses: uses, candidatesSpent: candidatesSpent)
  }

  private struct VocabularyFindings {
    var diagnostics: [Diagnostic] = []
    var usage = Usage()
    var uses = NameUses()
    var candidatesSpent = 0
  }

  /// Adds parts that were checked in parallel, in order. The result equals that of checking them one after another.
  ///
  /// - Parameter again: checks a part again with the candidates that are left, if it used more or got fewer.
  func take<Part>(_ parts: inout [Part], _ session: (Part) -> CheckSession, again: (Int, CheckSession) -> Part) {
    for partIndex in parts.indices {
      let made = session(parts[partIndex])
      let hadNoneEither = candidatesLeft <= 0 && made.candidatesSpent == 0
      if !hadNoneEither, made.isLimited || made.candidatesSpent > max(0, candidatesLeft) {
        parts[partIndex] = again(partIndex, CheckSession(tables, candidates: candidatesLeft))
      }
      let part = session(parts[partIndex])
      candidatesLeft -= part.candidatesSpent
      candidatesSpent += part.candidatesSpent
      diagnostics += part.diagnostics
      usage.formUnion(part.usage)
    }
  }

  /// Whether a record or fact type could not be read to its end, so that a field may exist although it was not read.
  func isPartial(_ type: ValueType) -> Bool {
    switch type {
    case .record(let index) where index < declared.records.count: !declared.records[index].isWhole
    case .fact(let index) where index < declared.facts.count: !declared.facts[index].isWhole
    case .record(let index):
      if let first = program.factRecords.first, program.facts.indices.contains(index - first) {
        isPartial(.fact(index - first))
      } else {
        isPartialLifecycle(index - declared.records.count)
      }
    case .fact(let index): isPartialLifecycle(index - declared.facts.count)
    default: false
    }
  }

  /// Whether a type belongs to a lifecycle that could not be read to its end. `place` counts the types after the declared ones;
  /// the types of lifecycles come first among these, then those of tables and documents.
  private func isPartialLifecycle(_ place: Int) -> Bool {
    place < declared.lifecycles.count && !declared.lifecycles[place].isWhole
  }

  /// Index of a field of a record or bound fact.
  func field(_ name: String, of type: ValueType) -> Int? { tables.members.field(name, of: type, in: program) }

  /// Value of an enum by its name, if the enum has it. Requires that the table of enums is filled.
  func enumConstant(_ name: Text, of index: Int) -> Value? {
    tables.members.ordinal(name, of: index, in: program).map { .enumeration(EnumValue(type: index, ordinal: $0, name: name)) }
  }

  /// Returns candidates for a nearest-name suggestion; empty once ``candidateLimit`` is used up. In a set with very many wrong
  /// names, only the first findings get suggestions.
  func candidates(_ list: @autoclosure () -> [String]) -> [String] {
    guard hasCandidates else { return [] }
    let list = list()
    spend(candidates: list.count)
    return list
  }

  /// Returns whether `count` declarations may be searched for the meaning of a wrong name, and counts these declarations as
  /// candidates.
  func mayLookThrough(_ count: Int) -> Bool {
    guard hasCandidates else { return false }
    spend(candidates: count)
    return true
  }

  private var hasCandidates: Bool {
    if candidatesLeft <= 0 || !tables.proposesNames { return false }
    if pool?.isUsedUp == true {
      isLimited = true
      candidatesLeft = 0
      return false
    }
    return true
  }

  private func spend(candidates count: Int) {
    candidatesLeft -= count + 1
    candidatesSpent += count + 1
    pool?.add(count + 1)
  }

  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  func report(_ found: [Diagnostic]) { diagnostics += found }

  /// Runs work, and keeps only the work's findings of one code.
  func keeping<Result>(only code: DiagnosticCode, of work: () -> Result) -> Result {
    let count = diagnostics.count
    let result = work()
    if diagnostics.count > count {
      let kept = diagnostics[count...].filter { $0.code == code }
      diagnostics.replaceSubrange(count..., with: kept)
    }
    return result
  }
}

/// Declared names that something reads or makes.
struct Usage {
  var policies = PlaceSet()
  var calendars = PlaceSet()
  var tables = PlaceSet()
  /// Indices in ``Program/lifecycles`` whose state something reads.
  var readLifecycles = PlaceSet()
  /// Lifecycles with a word that could not be resolved. Findings about their missing parts are suppressed.
  var faultyLifecycles = PlaceSet()
  var moves: Set<Move> = []
  /// First place that reads each fact, by index in ``Program/facts``.
  var readFacts: [Int: Span] = [:]
  var producedFacts = PlaceSet()
  var namedFacts = PlaceSet()
  var governedIntents = PlaceSet()
  /// Guardrails (job's index in ``Program/jobs``, number from 0) that a truth or invariant says it enforces.
  var enforcedGuardrails: Set<GuardrailKey> = []

  /// A move of a truth: the states that it may leave, and those that it enters.
  struct Move: Hashable {
    var lifecycle: Int
    var from: Set<Int>
    var path: [Int]
  }

  struct GuardrailKey: Hashable {
    var job: Int
    var number: Int
  }

  /// Adds the names that another part reads or makes.
  mutating func formUnion(_ other: Usage) {
    policies.formUnion(other.policies)
    calendars.formUnion(other.calendars)
    tables.formUnion(other.tables)
    readLifecycles.formUnion(other.readLifecycles)
    faultyLifecycles.formUnion(other.faultyLifecycles)
    moves.formUnion(other.moves)
    for (fact, span) in other.readFacts { read(fact: fact, at: span) }
    producedFacts.formUnion(other.producedFacts)
    namedFacts.formUnion(other.namedFacts)
    governedIntents.formUnion(other.governedIntents)
    enforcedGuardrails.formUnion(other.enforcedGuardrails)
  }

  mutating func read(fact: Int, at span: Span) {
    if let known = readFacts[fact], known <= span { return }
    readFacts[fact] = span
  }
}
