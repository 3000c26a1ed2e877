import TruthsLedger
import TruthsProgram

/// For a view in which some fields have given values: how to find its facts through the facts that its truths match.
///
/// Only a part of a view may be computed if no reader of that part can meet a fault of the other facts (declarations §7). This is
/// so if the view's truths give every field of the key, and either a field of the key is given, or the view can have no fault at
/// all. A view that the truths match must then be one without possible faults.
final class ViewWays: Sendable {
  /// The steps by which one truth makes the facts of a part of a view.
  struct Way: Sendable {
    let plan: MatchPlan
    /// The position, among the matched facts, of the one whose fields get the given values.
    let position: Int
    /// The given fields of the matched fact, and the fields of the view that they are copied to.
    let fields: [(matched: Int, made: Int)]
    /// The pattern for the question to the matched view, if the matched fact belongs to a view.
    let matched: ViewPattern?
    /// The views that the truth reads without matching them, over a frame with the match.
    let reads: ViewReads
  }

  /// The ways by pattern. Other patterns need the whole view.
  let ways: [ViewPattern: [Way]]
  /// The truths that make a view, by the view's index.
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

/// Finds the fields by which parts of views can be asked for.
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
  private var makingsByView: [Int: Makings] = [:]
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

  /// Returns the views that a truth reads in its outputs and in all its clauses except `ensures`.
  func reads(of truth: CheckedTruth) -> ViewReader {
    var reader = reader(inputs: truth.matches.isEmpty ? truth.inputs.count : truth.matches.count, lets: truth.lets)
    if let condition = truth.condition { reader.read(condition.test) }
    reader.read(truth.requires + truth.invariants + truth.moves.map(\.clause))
    for key in truth.moves.flatMap(\.key.keys) { reader.read(key) }
    reader.read(truth.outputs)
    return reader
  }

  /// Returns the views that the `ensures` of a truth read.
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

  /// Returns which of the given fields can ask for a part of a view; empty where the whole view is needed.
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

  /// Returns whether a part can be asked for by a pattern, and then adds it to ``ways``.
  private func find(_ pattern: ViewPattern) -> Bool {
    if ways[pattern] != nil { return true }
    if refused.contains(pattern) { return false }
    // A recursive view comes back to this pattern, or to another one in progress; then the whole view is computed.
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
    // A second matched view would need a question for each match.
    for (place, match) in truth.matches.enumerated() where place != position && program.facts[match.fact].isDerived { return nil }
    var matched: ViewPattern?
    let type = truth.matches[position].fact
    if program.facts[type].isDerived {
      // A fault of a matched fact may concern every fact that is made.
      guard isSound(type) else { return nil }
      let given = usable(type, Set(fields.map(\.matched)))
      if given.isEmpty { return nil }
      matched = ViewPattern(view: type, fields: given)
    }
    let reader = reads(of: truth)
    guard reader.wholeViews.isEmpty else { return nil }
    return Way(truth: index, position: position, fields: fields, matched: matched, reader: reader)
  }

  /// Returns whether no fact of a view can have a fault, neither from its truths nor from their reads.
  private func isSound(_ view: Int) -> Bool {
    if let found = sound[view] { return found }
    // Recursive views, and views that are too high, are not examined.
    let isSound =
      heights.low.contains(view) && makings(of: view).areSound && (heights.inner[view] ?? []).allSatisfy { self.isSound($0) }
    sound[view] = isSound
    return isSound
  }

  // MARK: Makings of truths

  /// The properties of all truths that make a view.
  private struct Makings {
    /// The fields of matched facts that fields of the view are copied from, by truth.
    var copies: [Int: [Int: (position: Int, field: Int)]] = [:]
    /// Whether the key of every fact is known, so that each fault concerns one known fact.
    var areTold = true
    /// Whether no two matches give facts with the same key, and every required field has a value.
    var areSound = true
  }

  private func makings(of view: Int) -> Makings {
    if let found = makingsByView[view] { return found }
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
      // A fault in a loop or condition of an output concerns an unknown fact.
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
    makingsByView[view] = makings
    return makings
  }

  /// Returns whether an expression over a match always has a value.
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

  /// Returns whether a condition over a match is always true or false, and never unknown.
  ///
  /// - Parameter variables: the fact type of each enclosing quantifier's variable, by slot.
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

  /// Returns whether some fields of matched facts determine all matched facts.
  ///
  /// The keys of all of them must be among the fields, or equal to such fields by the truth's conditions.
  private func tells(matchesOf truth: CheckedTruth, by given: [(position: Int, field: Int)]) -> Bool {
    var determined = given.map { [$0.position, $0.field] }
    let equalities = Conditions(of: truth).equalities(truth.matches, program)
    var isStable = false
    while !isStable {
      isStable = true
      for equality in equalities where !determined.contains([equality.position, equality.field]) {
        switch equality.value {
        case .field(let position, let field) where !determined.contains([position, field]): continue
        default: determined.append([equality.position, equality.field])
        }
        isStable = false
      }
    }
    return truth.matches.enumerated().allSatisfy { position, match in
      let key = program.facts[match.fact].key
      return !key.isEmpty && key.allSatisfy { determined.contains([position, $0]) }
    }
  }
}

extension Array {
  fileprivate subscript(at place: Int) -> Element? { indices.contains(place) ? self[place] : nil }
}
