import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// One check of one truth set: the tables so far, what was found, and which names were used. It lives for one call of
/// ``Checker/check(_:)`` and is not shared.
final class CheckSession {
  let declared: DeclarationTable
  let names: NameTable
  var program = Program()
  private(set) var diagnostics: [Diagnostic]
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
  private var candidatesLeft = 100_000
  private var members = MemberIndex()
  /// Where each id of a truth or invariant is given.
  var idPlaces: [String: Span] = [:]
  /// Findings about clauses with what shows them.
  var proofs: [Proof] = []

  init(_ declared: DeclarationTable) {
    self.declared = declared
    names = NameTable(declared)
    diagnostics = declared.diagnostics
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
  func field(_ name: String, of type: ValueType) -> Int? { members.field(name, of: type, in: program) }

  /// The value of an enum with a name, if it has one. Asked once the table of enums is filled.
  func enumConstant(_ name: Text, of index: Int) -> Value? {
    members.ordinal(name, of: index, in: program).map { .enumeration(EnumValue(type: index, ordinal: $0, name: name)) }
  }

  /// Candidates for a nearest-name proposal, as long as there is time for them: a set with very many wrong names gets its
  /// findings, but only the first of them get proposals.
  func candidates(_ list: @autoclosure () -> [String]) -> [String] {
    if candidatesLeft <= 0 { return [] }
    let list = list()
    candidatesLeft -= list.count + 1
    return list
  }

  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  func report(_ found: [Diagnostic]) { diagnostics += found }
}

/// Which declared names something reads or makes.
struct Usage {
  /// Indices in ``Program/policies``.
  var policies: Set<Int> = []
  /// Indices in ``Program/tables``.
  var tables: Set<Int> = []
  /// Indices in ``Program/lifecycles`` whose state something reads.
  var readLifecycles: Set<Int> = []
  /// Lifecycles of which a word could not be understood: what they seem to lack may be meant there.
  var faultyLifecycles: Set<Int> = []
  /// What truths do with lifecycles.
  var moves: Set<Move> = []
  /// Index in ``Program/facts``, with the first place that reads it.
  var readFacts: [Int: Span] = [:]
  var producedFacts: Set<Int> = []
  /// Fact types that jobs name.
  var namedFacts: Set<Int> = []
  var governedIntents: Set<Int> = []
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

  mutating func read(fact: Int, at span: Span) {
    if let known = readFacts[fact], known <= span { return }
    readFacts[fact] = span
  }
}
