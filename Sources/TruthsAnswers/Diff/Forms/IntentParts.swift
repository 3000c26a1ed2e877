import TruthsProgram

/// Collects the parts of one truth set that affect decisions about each intent.
///
/// These are the intent's own clauses, invariants and types. Also included are truths that start from facts, if they produce
/// facts that the intent's clauses read, or start from facts that it produces.
struct IntentParts {
  private let parts: PartWriter
  private var program: Program { parts.program }
  private var types: TypeForms { parts.types }
  /// The parts of each truth. The index is that in ``Program/truths``.
  private let ofTruths: [[Part]]
  /// The parts of each invariant. The index is that in ``Program/invariants``.
  private let ofInvariants: [[Part]]
  /// The fact types that each truth reads and produces. The index is that of the truth.
  private let truthReach: [PartReach]
  /// The fact types that each invariant reads and produces. The index is that of the invariant.
  private let invariantReach: [PartReach]
  /// The truths that start from facts and produce facts of a type, as indices, keyed by that fact type.
  private var makers: [Int: [Int]] = [:]
  /// The truths that start from, or read, facts of a type, as indices, keyed by that fact type.
  private var followers: [Int: [Int]] = [:]

  init(_ parts: PartWriter) {
    self.parts = parts
    let program = parts.program
    ofTruths = program.truths.indices.map { index in
      program.truths[index].matches.isEmpty ? parts.parts(ofTruthOnIntents: index) : parts.parts(ofTruthOnFacts: index)
    }
    ofInvariants = program.invariants.indices.map { parts.parts(ofInvariant: $0) }
    truthReach = program.truths.map { PartReach($0, program) }
    invariantReach = program.invariants.map { PartReach($0, program) }
    for (index, truth) in program.truths.enumerated() where !truth.matches.isEmpty {
      for fact in truthReach[index].makes { makers[fact, default: []].append(index) }
      for fact in truthReach[index].reads { followers[fact, default: []].append(index) }
    }
  }

  // MARK: Intents

  /// Returns the parts of an intent. Built-in facts are omitted, because the engine defines them.
  func parts(ofIntent index: Int) -> [Part] {
    let intent = program.intents[index]
    let own = program.truths.indices.filter { program.truths[$0].intents.contains(index) }
    var reach = PartReach()
    for truth in own { reach.add(truthReach[truth]) }
    let applying = program.invariants.indices.filter { place in
      switch program.invariants[place].applies {
      case .all: true
      case .intents(let intents): intents.contains(index)
      case .state: false
      }
    }
    for invariant in applying { reach.add(invariantReach[invariant]) }
    if let authority = authority(of: intent) { reach.reads.insert(authority) }
    let (after, held) = following(&reach)
    let others = Set(after).union(before(&reach.reads)).sorted()
    let truths = (own + others).sorted()
    var intentParts = vocabulary(of: intent) + required(of: index)
    intentParts += truths.flatMap { ofTruths[$0] } + (applying + held).flatMap { ofInvariants[$0] }
    intentParts += inOrder(own, truths, reach, pack: intent.pack)
    for fact in reach.reads.union(reach.makes).sorted() where !program.facts[fact].isBuiltIn {
      intentParts.append(
        Part(form: types.fact(fact), kind: .vocabulary, pack: program.facts[fact].pack, place: .vocabulary))
    }
    return intentParts
  }

  /// Returns the fact type `authority.held` for an intent that answers a request; otherwise `nil`. The engine reads that view
  /// to find delegated authority (approvals §7).
  private func authority(of intent: IntentType) -> Int? {
    guard intent.isBuiltIn, ["grant_approval", "deny_approval"].contains(intent.name) else { return nil }
    return program.facts.firstIndex { $0.isBuiltIn && $0.name == "authority.held" }
  }

  /// Returns the truths, including views, that start from or read the produced facts, directly or indirectly. Also returns the
  /// invariants over the state that read their results.
  private func following(_ reach: inout PartReach) -> (truths: [Int], invariants: [Int]) {
    var (open, seen) = (reach.makes.sorted(), Set<Int>())
    var truths: [Int] = []
    while let fact = open.popLast() {
      for truth in followers[fact] ?? [] where seen.insert(truth).inserted {
        truths.append(truth)
        open += truthReach[truth].makes.subtracting(reach.makes).sorted()
        reach.add(truthReach[truth])
      }
    }
    let made = reach.makes
    let invariants = program.invariants.indices.filter { place in
      program.invariants[place].applies == .state && !invariantReach[place].reads.isDisjoint(with: made)
    }
    for invariant in invariants { reach.add(invariantReach[invariant]) }
    return (truths, invariants)
  }

  /// Returns the truths that start from facts and produce the facts that are read, directly or indirectly.
  private func before(_ reads: inout Set<Int>) -> Set<Int> {
    var (open, seen) = (reads.sorted(), Set<Int>())
    while let fact = open.popLast() {
      for truth in makers[fact] ?? [] where seen.insert(truth).inserted {
        open += truthReach[truth].reads.subtracting(reads).sorted()
        reads.formUnion(truthReach[truth].reads)
      }
    }
    return seen
  }

  /// Returns parts for cases in which the order of the produced facts matters.
  ///
  /// The order matters if one of several outputs of a type corrects facts of that type. It also matters if clauses read an
  /// entry's position, or the truth that made an entry.
  private func inOrder(_ own: [Int], _ truths: [Int], _ reach: PartReach, pack: String) -> [Part] {
    let forms = types.forms
    func outputs(_ truth: Int) -> [(output: CheckedOutput, form: NormalForms.Form)] {
      ofTruths[truth].compactMap { part in
        if case .output(let output, _) = part.place { return (output, part.form) }
        return nil
      }
    }
    var outputForms: [NormalForms.Form] = []
    for (_, made) in Dictionary(grouping: own.flatMap(outputs), by: \.output.fact).sorted(by: { $0.key < $1.key })
    where made.count > 1 && made.contains(where: \.output.isCorrection) {
      outputForms.append(forms.form("one after the other", made.map(\.form)))
    }
    if reach.readsPlaces {
      outputForms.append(
        forms.form(
          "entries",
          truths.map { forms.form("made by \(program.truths[$0].id)", outputs($0).map(\.form)) }))
    }
    return outputForms.map { Part(form: $0, kind: .output, pack: pack, place: .vocabulary) }
  }

  private func vocabulary(of intent: IntentType) -> [Part] {
    let forms = types.forms
    // A proposal may itself ask for consent by break-glass.
    let consent = forms.form(
      "consent \(intent.consent) \(intent.isOpen)",
      [forms.optional("by", intent.consentBy.map { forms.form("name \($0)") }), types.breakGlass])
    let own = adoption(intent).map { forms.form($0) }
    return ([consent] + [own].compactMap(\.self) + intent.fields.map { types.field($0) }).map {
      Part(form: $0, kind: .vocabulary, pack: intent.pack, place: .vocabulary)
    }
  }

  private func required(of index: Int) -> [Part] {
    let intent = program.intents[index]
    return intent.required.map { field in
      let form = types.forms.form("required \(intent.fields[field].jsonName)")
      return Part(form: form, kind: .requirement, pack: intent.pack, place: .required(field: field, intent: index))
    }
  }

  /// Returns the form of the built-in intent `adopt_truths`; `nil` for other intents. It states whether any user may adopt
  /// truths, or which truths name the people who may (ledgers §6.2).
  private func adoption(_ intent: IntentType) -> String? {
    guard intent.isBuiltIn, intent.name == ConvergePack.adoption else { return nil }
    let authority = AdoptionAuthority(program)
    return switch authority.adopters {
    case .anybody: "anybody adopts"
    case .nobody: "no one adopts"
    case .named: "adopted by whom these name: \(authority.namers.joined(separator: ", "))"
    }
  }

  // MARK: Views and truths on facts

  /// Returns the parts that produce the facts of a view, directly or indirectly.
  func parts(ofView fact: Int) -> [Part] {
    var reads: Set<Int> = [fact]
    return [Part(form: types.fact(fact), kind: .vocabulary, pack: program.facts[fact].pack, place: .vocabulary)]
      + before(&reads).sorted().flatMap { ofTruths[$0] }
  }

  func parts(ofTruth index: Int) -> [Part] { ofTruths[index] }

  func parts(ofInvariant index: Int) -> [Part] { ofInvariants[index] }
}

/// The fact types that a truth or invariant reads and produces.
private struct PartReach {
  var reads: Set<Int> = []
  var makes: Set<Int> = []
  /// Whether the truth or invariant reads an entry's position, or the truth that made an entry.
  var readsPlaces = false

  init() {}

  init(_ truth: CheckedTruth, _ program: Program) {
    var reads = NodeReads(program)
    reads.add(truth.firingNodes)
    reads.add(truth.clauses)
    reads.add(truth.outputs)
    self.reads = reads.types.union(truth.matches.map(\.fact))
    makes = Set(truth.outputs.map(\.fact) + truth.moves.map { program.lifecycles[$0.key.lifecycle].history })
    let tested = truth.firingNodes + truth.clauses.flatMap { [$0.test] + $0.people.map(\.node) }
    readsPlaces = Self.readsPlaces(tested + truth.outputs.flatMap(\.nodes), program)
  }

  init(_ invariant: CheckedInvariant, _ program: Program) {
    var reads = NodeReads(program)
    reads.add(invariant.clause.nodes)
    self.reads = reads.types
    readsPlaces = Self.readsPlaces([invariant.clause.test] + invariant.clause.people.map(\.node), program)
  }

  mutating func add(_ other: PartReach) {
    reads.formUnion(other.reads)
    makes.formUnion(other.makes)
    readsPlaces = readsPlaces || other.readsPlaces
  }

  /// Returns whether nodes read the sequence or the truth id of an entry, also through functions.
  ///
  /// - Complexity: O(size of the nodes and of the functions that they call); each function is visited once.
  private static func readsPlaces(_ nodes: [Node], _ program: Program) -> Bool {
    var (open, seen, readsSequence) = (nodes, Set<Int>(), false)
    while !readsSequence, let node = open.popLast() {
      node.forEachRead { read in
        switch read {
        case .entry(.sequence, _), .entry(.truthID, _): readsSequence = true
        case .table(let index, _): if seen.insert(index).inserted { open += program.tables[index].nodes }
        case .old(let old): open += old.lets.map(\.node)
        case .slot, .policy, .builtin, .entry, .fact, .state, .elements: break
        }
      }
    }
    return readsSequence
  }
}
