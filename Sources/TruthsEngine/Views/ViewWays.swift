import TruthsLedger
import TruthsProgram

/// How the facts of views are found in which some fields are given: by facts that the truths which make them match.
///
/// A view can be asked for a part of its facts where nothing that is wrong with the rest of them could be read with that part
/// (declarations §7): its truths give every field of the key, and either a field of the key is given, or
/// nothing can be wrong with it at all. A view that it matches must be such that nothing can be wrong with it.
final class ViewWays: Sendable {
  /// How one truth that makes a view is asked for a part of it.
  struct Way: Sendable {
    let plan: MatchPlan
    /// The matched fact of which fields are given.
    let position: Int
    /// Those fields, and those of the view that they are copied to.
    let fields: [(matched: Int, made: Int)]
    /// Of a view that is matched there: what is asked of that.
    let matched: ViewPattern?
    /// What the truth reads of views beside what it matches, over a frame that holds the match.
    let reads: ViewReads
  }

  /// By what may be asked for. A pattern that is not here is answered by the whole view alone.
  let ways: [ViewPattern: [Way]]
  /// The truths that make a view, by its index.
  let strata: [Int: [Stratum]]

  init(_ program: Program, _ plans: [MatchPlan], _ code: CompiledProgram, _ reads: EngineReads, _ finder: ViewFinder) {
    var strata: [Int: [Stratum]] = [:]
    for view in Set(finder.ways.keys.map(\.view)) {
      let making = plans.filter { plan in program.truths[plan.truth].outputs.contains { $0.fact == view } }
      strata[view] = Stratum.all(of: making, program, reads)
    }
    self.strata = strata
    let byTruth = Dictionary(plans.map { ($0.truth, $0) }) { first, _ in first }
    ways = finder.ways.mapValues { found in
      found.compactMap { way in
        guard let plan = byTruth[way.truth] else { return nil }
        return Way(
          plan: plan, position: way.position, fields: way.fields, matched: way.matched,
          reads: ViewReads(way.reader, code.symbols, frameSize: code.truths[way.truth].frameSize))
      }
    }
  }
}

/// Finds by which fields the facts of views can be asked for.
final class ViewFinder {
  struct Way {
    var truth: Int
    var position: Int
    var fields: [(matched: Int, made: Int)]
    var matched: ViewPattern?
    var reader: ViewReader
  }

  private let program: Program
  private let language: LanguageVersion
  private let makers: [Int: [Int]]
  private(set) var ways: [ViewPattern: [Way]] = [:]
  private var refused: Set<ViewPattern> = []
  private var known: [Int: Makings] = [:]
  private var sound: [Int: Bool] = [:]
  private lazy var heights = ViewHeights(makers, program)

  init(_ program: Program, _ language: LanguageVersion = .current) {
    self.program = program
    self.language = language
    var makers: [Int: [Int]] = [:]
    for (index, truth) in program.truths.enumerated() where truth.isView {
      for view in Set(truth.outputs.map(\.fact)) { makers[view, default: []].append(index) }
    }
    self.makers = makers
  }

  /// What a truth reads of views: its clauses but `ensures`, and what it produces.
  func reads(of truth: CheckedTruth) -> ViewReader {
    var reader = reader(inputs: truth.matches.isEmpty ? truth.inputs.count : truth.matches.count, lets: truth.lets)
    if let condition = truth.condition { reader.read(condition.test) }
    reader.read(truth.requires + truth.invariants + truth.moves.map(\.clause))
    for key in truth.moves.flatMap(\.key.keys) { reader.read(key) }
    reader.read(truth.outputs)
    return reader
  }

  /// What its `ensures` read.
  func ensuredReads(of truth: CheckedTruth) -> ViewReader {
    var reader = reader(inputs: truth.inputs.count, lets: truth.lets)
    reader.read(truth.ensures)
    return reader
  }

  func reads(of invariant: CheckedInvariant) -> ViewReader {
    var reader = reader(inputs: invariant.inputs.count, lets: [])
    reader.read([invariant.clause])
    return reader
  }

  private func reader(inputs: Int, lets: [CheckedLet]) -> ViewReader {
    ViewReader(program, language, inputs: inputs, lets: lets) { [unowned self] view, fields in usable(view, fields) }
  }

  /// The fields, of those given, by which a view can be asked for a part of its facts; none where only all of it will do.
  func usable(_ view: Int, _ given: Set<Int>) -> [Int] {
    guard makings(of: view).areTold, heights.low.contains(view) else { return [] }
    let type = program.facts[view]
    let fields = given.filter { field in
      type.fields[field].type.isHashedAsCompared && !type.fields[field].isOptional
        && (isSound(view) || type.key.contains(field))
    }
    let pattern = ViewPattern(view: view, fields: fields.sorted())
    return !fields.isEmpty && find(pattern) ? pattern.fields : []
  }

  /// Whether a pattern can be asked for; then ``ways`` tells how.
  private func find(_ pattern: ViewPattern) -> Bool {
    if ways[pattern] != nil { return true }
    if refused.contains(pattern) { return false }
    // A view that is made of itself comes back to this pattern, or to one that is being looked for: all of it is made then.
    refused.insert(pattern)
    let found = (makers[pattern.view] ?? []).compactMap { way(pattern, $0) }
    guard !found.isEmpty, found.count == makers[pattern.view]?.count else { return false }
    refused.remove(pattern)
    ways[pattern] = found
    return true
  }

  private func way(_ pattern: ViewPattern, _ index: Int) -> Way? {
    let truth = program.truths[index]
    guard truth.invariants.isEmpty else { return nil }
    let copies = makings(of: pattern.view).copies[index] ?? [:]
    let byPosition = Dictionary(grouping: pattern.fields.filter { copies[$0] != nil }) { copies[$0]?.position ?? 0 }
    guard let best = byPosition.max(by: { ($0.value.count, -$0.key) < ($1.value.count, -$1.key) }) else { return nil }
    let position = best.key
    let fields = best.value.compactMap { made in copies[made].map { (matched: $0.field, made: made) } }
    // Another view that is matched would have to be asked for each match.
    for (place, match) in truth.matches.enumerated() where place != position && program.facts[match.fact].isDerived { return nil }
    var matched: ViewPattern?
    let type = truth.matches[position].fact
    if program.facts[type].isDerived {
      // What is wrong with a fact that is matched may concern every fact that is made.
      guard isSound(type) else { return nil }
      let given = usable(type, Set(fields.map(\.matched)))
      if given.isEmpty { return nil }
      matched = ViewPattern(view: type, fields: given)
    }
    let reader = reads(of: truth)
    guard reader.whole.isEmpty else { return nil }
    return Way(truth: index, position: position, fields: fields, matched: matched, reader: reader)
  }

  /// Whether nothing can be wrong with any fact of a view, neither by the truths that make it nor by what they read.
  private func isSound(_ view: Int) -> Bool {
    if let found = sound[view] { return found }
    // What is too high, or made of itself, is not looked into.
    let isSound =
      heights.low.contains(view) && makings(of: view).areSound && (heights.inner[view] ?? []).allSatisfy { self.isSound($0) }
    sound[view] = isSound
    return isSound
  }

  // MARK: What truths make

  /// What is known of all truths that make a view.
  private struct Makings {
    /// By truth, the matched facts' fields that fields of the view are copied from.
    var copies: [Int: [Int: (position: Int, field: Int)]] = [:]
    /// Whether every fact has its key, so that what is wrong with one is known to concern that alone.
    var areTold = true
    /// Whether no two matches give one key, and every field that there must be has a value.
    var areSound = true
  }

  private func makings(of view: Int) -> Makings {
    if let found = known[view] { return found }
    var makings = Makings()
    let type = program.facts[view]
    let truths = makers[view] ?? []
    if type.fields.contains(where: { $0.currency != nil }) { makings.areSound = false }
    for index in truths {
      let truth = program.truths[index]
      let conditions = Conditions(of: truth)
      let names = conditions.names
      let outputs = truth.outputs.filter { $0.fact == view }
      if language >= .three, let condition = truth.condition {
        if !conditions.doubts(truth.matches, program).isEmpty { makings.areTold = false }
        if !condition.test.conjunction.allSatisfy({ isTold($0, truth, names) }) { makings.areSound = false }
      }
      // Of what a loop or a condition of an output may lack, nobody can say which fact it concerns.
      if outputs.contains(where: { $0.loop != nil || $0.filter != nil }) { makings.areTold = false }
      if truths.count > 1 || outputs.count > 1 { makings.areSound = false }
      for output in outputs {
        var copies: [Int: (position: Int, field: Int)] = [:]
        for (field, node) in output.fields.enumerated() {
          if !(node.map { isThere($0, truth, names) } ?? false) {
            if type.key.contains(field) { makings.areTold = false }
            if !type.fields[field].isOptional { makings.areSound = false }
          }
          guard let node, case .field(let position, let copied)? = names.operand(node),
            let from = program.facts[truth.matches[position].fact].fields[at: copied], !from.isOptional,
            from.type.isHashedAsCompared
          else { continue }
          copies[field] = (position, copied)
        }
        copies = copies.filter { copy in outputs.allSatisfy { $0.fields[copy.key] == output.fields[copy.key] } }
        makings.copies[index] = copies
        if !tells(matchesOf: truth, by: type.key.compactMap { copies[$0] }) { makings.areSound = false }
      }
    }
    if type.key.isEmpty || type.key.contains(where: { type.fields[$0].currency != nil }) { makings.areTold = false }
    if !makings.areTold { makings.areSound = false }
    known[view] = makings
    return makings
  }

  /// Whether an expression over a match has a value whatever was matched.
  private func isThere(_ node: Node, _ truth: CheckedTruth, _ names: ShortNames) -> Bool {
    switch names.operand(node) {
    case .constant: return true
    case .policy(let index): return !program.policies[index].initial.isMissing
    case .field(let position, let field):
      return program.facts[truth.matches[position].fact].fields[at: field]?.isOptional == false
    case nil: break
    }
    guard case .call(let function, let arguments) = node, function.readsOffDate else { return false }
    return arguments.allSatisfy { isThere($0, truth, names) }
  }

  /// Whether a condition over a match is true or false whatever was matched.
  ///
  /// - Parameter variables: by slot, the type of the facts that a quantifier around it goes through.
  private func isTold(_ node: Node, _ truth: CheckedTruth, _ names: ShortNames, _ variables: [Int: Int] = [:]) -> Bool {
    func isThere(_ node: Node) -> Bool {
      if case .field(.slot(let slot), let field) = node, let type = variables[slot] {
        return !program.facts[type].fields[field].isOptional
      }
      return self.isThere(node, truth, names)
    }
    func isTold(_ node: Node) -> Bool { self.isTold(node, truth, names, variables) }
    switch node {
    case .constant(.boolean), .exists: return true
    case .compare(_, let left, let right), .isIn(let left, let right), .contains(let left, let right), .like(let left, let right):
      return isThere(left) && isThere(right)
    case .and(let left, let right), .or(let left, let right), .implies(let left, let right): return isTold(left) && isTold(right)
    case .not(let inner): return isTold(inner)
    case .matches(let text, _, _), .isEmpty(let text): return isThere(text)
    case .present(let key), .lookUpExists(let key, _): return key.keys.allSatisfy(isThere)
    case .quantified(let quantified):
      guard case .facts(let type) = quantified.loop.source else { return false }
      let inner = variables.merging([quantified.loop.slot: type]) { $1 }
      return [quantified.filter, quantified.body].compactMap(\.self).allSatisfy { self.isTold($0, truth, names, inner) }
    default: return isThere(node)
    }
  }

  /// Whether some fields of matched facts tell which facts these are: the keys of all of them are among the fields, or equal to
  /// some by the truth's conditions.
  private func tells(matchesOf truth: CheckedTruth, by given: [(position: Int, field: Int)]) -> Bool {
    var told = given.map { [$0.position, $0.field] }
    let equalities = Conditions(of: truth).equalities(truth.matches, program)
    var isStable = false
    while !isStable {
      isStable = true
      for equality in equalities where !told.contains([equality.position, equality.field]) {
        switch equality.value {
        case .field(let position, let field) where !told.contains([position, field]): continue
        default: told.append([equality.position, equality.field])
        }
        isStable = false
      }
    }
    return truth.matches.enumerated().allSatisfy { position, match in
      let key = program.facts[match.fact].key
      return !key.isEmpty && key.allSatisfy { told.contains([position, $0]) }
    }
  }
}

extension Array {
  fileprivate subscript(at place: Int) -> Element? { indices.contains(place) ? self[place] : nil }
}
