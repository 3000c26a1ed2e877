import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// What all parts of one check read: the declarations, where their names lead, and the program so far. Filled by one hand; while
/// parts are worked on side by side nobody writes to it.
final class CheckTables {
  var declared: DeclarationTable
  var names: NameTable
  var program = Program()
  var members = MemberIndex()
  /// The fact types that truths on facts make, by their places in the program; known before clauses are decided.
  var derived: Set<Int> = []
  /// How many records the vocabulary makes; those behind them follow from what sources read.
  var recordCount = 0

  init(_ declared: DeclarationTable) {
    self.declared = declared
    names = NameTable(declared)
  }

  /// Makes room for another vocabulary.
  func renew(_ declared: DeclarationTable) {
    self.declared = declared
    names = NameTable(declared)
    program = Program()
    members = MemberIndex()
  }
}

/// One check of one truth set, or a part of one: the tables, what was found, and which names were used. It lives for one call of
/// ``Checker/check(_:today:)``.
///
/// The inside of every truth, invariant and table is a part of its own, with findings of its own, so that parts can be worked on
/// side by side; ``take(_:)`` then adds them to the whole in order.
final class CheckSession {
  /// How many names are looked through for nearest-name proposals, over the whole check.
  static let candidateLimit = 100_000

  let tables: CheckTables
  private(set) var diagnostics: [Diagnostic] = []
  var usage = Usage()
  /// Bodies of truths by their place in ``Program/truths``, for the passes behind the first.
  var truthBodies: [TruthBody] = []
  var invariantBodies: [InvariantBody] = []
  /// By their place in ``Program/tables``.
  var tableBodies: [TableBody] = []
  /// By their place in ``Program/sources``.
  var sourceBodies: [SourceBody] = []
  /// Records of ``Program/records`` that follow from what sources read; nobody declares them.
  var documentRecords: Set<Int> = []
  /// The truths and invariants of each intent, by its place in ``Program/intents``; `nil` where there are none.
  var groups: [IntentGroup?] = []
  /// What was found of convergence, beside the truths on facts.
  var convergence: Kept<[TruthBody]>?
  /// What resolving the vocabulary found.
  private var vocabulary = VocabularyFindings()
  /// What an earlier check left to go on with.
  var kept = KeptBodies()
  /// What has been looked up by name.
  var lookUps: FewSet<LookUp> = []
  private var candidatesLeft: Int
  /// Whether it was given fewer candidates than there are for a whole check.
  let isLimited: Bool
  /// How many names have been looked through.
  private(set) var candidatesSpent = 0
  /// Where each id of a truth or invariant is given.
  var idPlaces: [String: Span] = [:]
  /// Findings about clauses with what shows them.
  var proofs: [Proof] = []

  var declared: DeclarationTable { _read { yield tables.declared } }
  var names: NameTable { _read { yield tables.names } }
  var program: Program {
    _read { yield tables.program }
    _modify { yield &tables.program }
  }

  /// A whole check.
  init(_ declared: DeclarationTable) {
    tables = CheckTables(declared)
    candidatesLeft = Self.candidateLimit
    isLimited = false
    diagnostics = declared.diagnostics
  }

  /// A part of a check.
  ///
  /// - Parameter candidates: how many names it may look through.
  init(_ tables: CheckTables, candidates: Int = candidateLimit) {
    self.tables = tables
    candidatesLeft = candidates
    isLimited = candidates < Self.candidateLimit
  }

  /// A whole check with the vocabulary of an earlier one.
  init(goingOnFrom other: CheckSession) {
    tables = other.tables
    vocabulary = other.vocabulary
    diagnostics = vocabulary.diagnostics
    usage = vocabulary.usage
    candidatesSpent = vocabulary.candidatesSpent
    candidatesLeft = Self.candidateLimit - vocabulary.candidatesSpent
    isLimited = false
  }

  /// Remembers what the vocabulary gave, for a later check of the same.
  func keepVocabulary() {
    tables.recordCount = program.records.count
    vocabulary = VocabularyFindings(diagnostics: diagnostics, usage: usage, candidatesSpent: candidatesSpent)
  }

  private struct VocabularyFindings {
    var diagnostics: [Diagnostic] = []
    var usage = Usage()
    var candidatesSpent = 0
  }

  /// Adds parts that were worked on side by side, in order: what comes of it is what working on one after the other gives.
  ///
  /// - Parameter again: works on a part once more, for the sake of what fewer candidates leave of its proposals.
  func take<Part>(_ parts: inout [Part], _ session: (Part) -> CheckSession, again: (Int, CheckSession) -> Part) {
    for place in parts.indices {
      let made = session(parts[place])
      if made.isLimited || made.candidatesSpent > max(0, candidatesLeft) {
        parts[place] = again(place, CheckSession(tables, candidates: candidatesLeft))
      }
      let part = session(parts[place])
      candidatesLeft -= part.candidatesSpent
      candidatesSpent += part.candidatesSpent
      diagnostics += part.diagnostics
      usage.formUnion(part.usage)
    }
  }

  /// Whether a record or fact type could not be read to its end, so that a field that it seems to lack may well be there.
  func isPartial(_ type: ValueType) -> Bool {
    switch type {
    case .record(let index) where index < declared.records.count: !declared.records[index].isWhole
    case .fact(let index) where index < declared.facts.count: !declared.facts[index].isWhole
    case .record(let index) where documentRecords.contains(index): false
    case .record(let index): !declared.lifecycles[index - declared.records.count].isWhole
    case .fact(let index): !declared.lifecycles[index - declared.facts.count].isWhole
    default: false
    }
  }

  /// The place of a field of a record or bound fact.
  func field(_ name: String, of type: ValueType) -> Int? { tables.members.field(name, of: type, in: program) }

  /// The value of an enum with a name, if it has one. Asked once the table of enums is filled.
  func enumConstant(_ name: Text, of index: Int) -> Value? {
    tables.members.ordinal(name, of: index, in: program).map { .enumeration(EnumValue(type: index, ordinal: $0, name: name)) }
  }

  /// Candidates for a nearest-name proposal, as long as there is time for them: a set with very many wrong names gets its
  /// findings, but only the first of them get proposals.
  func candidates(_ list: @autoclosure () -> [String]) -> [String] {
    if candidatesLeft <= 0 { return [] }
    let list = list()
    candidatesLeft -= list.count + 1
    candidatesSpent += list.count + 1
    return list
  }

  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  func report(_ found: [Diagnostic]) { diagnostics += found }
}

/// Which declared names something reads or makes.
struct Usage {
  /// Indices in ``Program/policies``.
  var policies = PlaceSet()
  /// Indices in ``Program/tables``.
  var tables = PlaceSet()
  /// Indices in ``Program/lifecycles`` whose state something reads.
  var readLifecycles = PlaceSet()
  /// Lifecycles of which a word could not be understood: what they seem to lack may be meant there.
  var faultyLifecycles = PlaceSet()
  /// What truths do with lifecycles.
  var moves: Set<Move> = []
  /// Index in ``Program/facts``, with the first place that reads it.
  var readFacts: [Int: Span] = [:]
  var producedFacts = PlaceSet()
  /// Fact types that jobs name.
  var namedFacts = PlaceSet()
  var governedIntents = PlaceSet()
  /// Guardrails (job's place in ``Program/jobs``, number from 0) that a truth or invariant says it enforces.
  var enforcedGuardrails: Set<GuardrailKey> = []

  /// A move of some truth: the states that it may leave, and those that it enters.
  struct Move: Hashable {
    var lifecycle: Int
    var from: Set<Int>
    var path: [Int]
  }

  struct GuardrailKey: Hashable {
    var job: Int
    var number: Int
  }

  /// Takes in what something else reads or makes.
  mutating func formUnion(_ other: Usage) {
    policies.formUnion(other.policies)
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
