import TruthsCheck
import TruthsEngine

/// The parts of every intent of one truth set: its own clauses, and what decides with them. These are the truths on facts that
/// make what is read, those that go on from what is made, invariants, types.
struct IntentParts {
  private let parts: PartWriter
  private var program: Program { parts.program }
  private var types: TypeForms { parts.types }
  /// By index in ``Program/truths``.
  private let ofTruths: [[Part]]
  /// By index in ``Program/invariants``.
  private let ofInvariants: [[Part]]
  /// What each truth reads and makes, and each invariant.
  private let truthReads: [Reach]
  private let invariantReads: [Reach]
  /// By fact type, the truths on facts that make it, and those that fire on it.
  private var makers: [Int: [Int]] = [:]
  private var followers: [Int: [Int]] = [:]

  /// Fact types that are read and made.
  private struct Reach {
    var reads: Set<Int> = []
    var makes: Set<Int> = []
  }

  init(_ parts: PartWriter) {
    self.parts = parts
    let program = parts.program
    ofTruths = program.truths.indices.map { index in
      program.truths[index].matches.isEmpty ? parts.parts(ofTruthOnIntents: index) : parts.parts(ofTruthOnFacts: index)
    }
    ofInvariants = program.invariants.indices.map { parts.parts(ofInvariant: $0) }
    truthReads = program.truths.map { Self.reach(of: $0, program) }
    invariantReads = program.invariants.map { invariant in
      var reads = NodeReads(program.tables)
      reads.add([invariant.clause])
      return Reach(reads: Self.facts(reads, program))
    }
    for (index, truth) in program.truths.enumerated() where !truth.matches.isEmpty {
      for fact in truthReads[index].makes { makers[fact, default: []].append(index) }
      for match in truth.matches { followers[match.fact, default: []].append(index) }
    }
  }

  private static func facts(_ reads: NodeReads, _ program: Program) -> Set<Int> {
    reads.facts.union(reads.lifecycles.map { program.lifecycles[$0].history })
  }

  private static func reach(of truth: CheckedTruth, _ program: Program) -> Reach {
    var reads = NodeReads(program.tables)
    reads.add(truth.condition?.test)
    for binding in truth.lets { reads.add(binding.node) }
    reads.add(truth.requires + truth.invariants + truth.ensures + truth.moves.map(\.clause))
    reads.add(truth.outputs)
    let made = truth.outputs.map(\.fact) + truth.moves.map { program.lifecycles[$0.key.lifecycle].history }
    return Reach(reads: facts(reads, program).union(truth.matches.map(\.fact)), makes: Set(made))
  }

  // MARK: Intents

  /// The parts of an intent. Facts of the built-in pack are the engine's own.
  func parts(ofIntent index: Int) -> [Part] {
    let intent = program.intents[index]
    var found = vocabulary(of: intent)
    var (reads, made) = (Set<Int>(), Set<Int>())
    for (place, truth) in program.truths.enumerated() where truth.intents.contains(index) {
      found += ofTruths[place]
      reads.formUnion(truthReads[place].reads)
      made.formUnion(truthReads[place].makes)
    }
    for (place, invariant) in program.invariants.enumerated() {
      switch invariant.applies {
      case .all: break
      case .intents(let intents): if !intents.contains(index) { continue }
      case .state: continue
      }
      found += ofInvariants[place]
      reads.formUnion(invariantReads[place].reads)
    }
    found += following(&reads, &made)
    for fact in reads.union(made).sorted() where !program.facts[fact].isBuiltIn {
      found.append(
        Part(form: types.fact(fact), kind: .vocabulary, pack: program.facts[fact].pack, place: .vocabulary))
    }
    return found
  }

  /// The parts of truths on facts that make what is read or go on from what is made, and of invariants of the state that read it.
  private func following(_ reads: inout Set<Int>, _ made: inout Set<Int>) -> [Part] {
    var found: [Part] = []
    var seen = Set<Int>()
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      let next = Set(reads.flatMap { makers[$0] ?? [] } + made.flatMap { followers[$0] ?? [] })
      for truth in next.sorted() where seen.insert(truth).inserted {
        isGrowing = true
        found += ofTruths[truth]
        reads.formUnion(truthReads[truth].reads)
        made.formUnion(truthReads[truth].makes)
      }
    }
    for (place, invariant) in program.invariants.enumerated()
    where invariant.applies == .state && !invariantReads[place].reads.isDisjoint(with: made) {
      found += ofInvariants[place]
    }
    return found
  }

  private func vocabulary(of intent: IntentType) -> [Part] {
    let forms = types.forms
    let consent = forms.form("consent \(intent.consent) \(intent.consentBy ?? "") \(intent.isOpen)")
    return ([consent] + intent.fields.map { types.field($0) }).map {
      Part(form: $0, kind: .vocabulary, pack: intent.pack, place: .vocabulary)
    }
  }

  // MARK: Views and truths on facts

  /// The parts that make a fact of a view, with all that they are made of.
  func parts(ofView fact: Int) -> [Part] {
    var (reads, made) = (Set([fact]), Set<Int>())
    return [Part(form: types.fact(fact), kind: .vocabulary, pack: program.facts[fact].pack, place: .vocabulary)]
      + following(&reads, &made)
  }

  /// The parts of a truth on facts alone.
  func parts(ofTruth index: Int) -> [Part] { ofTruths[index] }

  /// The parts of an invariant alone.
  func parts(ofInvariant index: Int) -> [Part] { ofInvariants[index] }
}
