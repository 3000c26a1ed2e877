import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A search for the fixtures that a change of a declaration can affect, based on what each fixture exercised before the change.
///
/// It omits only fixtures that cannot notice the change:
///
/// - Fixtures that read a truth on an intent, or an invariant, can notice a change of it.
/// - A truth that starts from facts and did not fire may fire after the change, if facts of all its types exist.
/// - A change of any other declaration is noticed through the declarations that name it, directly or through others.
struct FixtureReach {
  private let set: LoadedSet
  private let fixtures: [Fixture]
  private let records: [CoverageRecord]
  /// The indices of fixtures that read a part of a declaration, keyed by the span of the declaration's key.
  private var readers: [Span: [Int]] = [:]
  /// The indices of fixtures that read a part of a pack, keyed by the pack's name.
  private var packReaders: [String: Set<Int>] = [:]
  /// The declarations that name a declaration, keyed by the named declaration.
  private var namers: [DeclarationKey: [DeclarationKey]] = [:]
  private var truths: [DeclarationKey: CheckedTruth] = [:]
  private var invariants: [DeclarationKey: CheckedInvariant] = [:]
  /// The types of all facts that existed at some time in a fixture. The index is that of the fixture.
  private var facts: [Set<String>] = []

  /// - Parameter records: the record of what each fixture exercised, in the order of the fixtures.
  init(_ set: LoadedSet, _ fixtures: [Fixture], _ records: [CoverageRecord]) {
    self.set = set
    self.fixtures = fixtures
    self.records = records
    for truth in set.program.truths { truths[DeclarationKey(.truth, truth.id)] = truth }
    for invariant in set.program.invariants { invariants[DeclarationKey(.invariant, invariant.id)] = invariant }
    for declaration in set.program.declarations {
      for key in declaration.references { namers[key, default: []].append(declaration.key) }
    }
    addReaders()
    facts = records.map { $0.facts.union(producedTypes(in: $0)) }
  }

  private mutating func addReaders() {
    let declarations = set.units.flatMap { unit in unit.declarations.map { (span: $0.span, key: $0.keySpan, pack: unit.pack) } }
      .sorted { $0.span < $1.span }
    for (fixture, record) in records.enumerated() {
      let readings = record.readings
      let spans =
        readings.clauses.map(\.key) + readings.conditions.map(\.key) + readings.truths.map(\.key) + readings.rows.map(\.key)
      var seen: Set<Span> = []
      for span in spans {
        guard let place = declarations.lastIndex(atOrBefore: span), seen.insert(declarations[place].key).inserted else {
          continue
        }
        readers[declarations[place].key, default: []].append(fixture)
        packReaders[declarations[place].pack, default: []].insert(fixture)
      }
    }
  }

  /// Returns the types of facts that truths produced while a fixture ran, including facts of halted runs.
  private func producedTypes(in record: CoverageRecord) -> Set<String> {
    var types: Set<String> = []
    for truth in set.program.truths where record.readings.truths[truth.span] != nil {
      for output in truth.outputs { types.insert(set.program.facts[output.fact].name) }
      for move in truth.moves {
        types.insert(set.program.facts[set.program.lifecycles[move.key.lifecycle].history].name)
      }
    }
    return types
  }

  // MARK: Asking

  /// Returns the indices of the fixtures that a change of a declaration can affect.
  ///
  /// Fixtures that read the declaration come first, because they most likely notice the change. Among these, scenarios come
  /// last, because they take the longest.
  func fixtures(for owner: MutationOwner) -> [Int] {
    let first = readers[owner.keySpan] ?? []
    let known = Set(first)
    return first.filter { !isScenario($0) } + first.filter(isScenario) + affected(owner).subtracting(known).sorted()
  }

  private func isScenario(_ fixture: Int) -> Bool {
    if case .scenario = fixtures[fixture].body { return true }
    return false
  }

  private func affected(_ owner: MutationOwner) -> Set<Int> {
    var affectedFixtures: Set<Int> = []
    var seen: Set<DeclarationKey> = []
    var open = [DeclarationKey(owner.kind, owner.id)]
    while let key = open.popLast() {
      guard seen.insert(key).inserted else { continue }
      if let truth = truths[key] {
        affectedFixtures.formUnion(affected(truth))
      } else if let invariant = invariants[key] {
        affectedFixtures.formUnion(readers[invariant.span] ?? [])
        affectedFixtures.formUnion(scenarios(of: invariant.pack))
      } else {
        open += namers[key] ?? []
      }
    }
    switch owner.kind {
    case .source: affectedFixtures.formUnion(fixtures.indices.filter { fixtures[$0].hasDocuments })
    case .policy: affectedFixtures.formUnion(packReaders[owner.pack] ?? [])
    case .intent, .record, .fact, .lifecycle: affectedFixtures.formUnion(mentions(of: owner))
    default: break
    }
    if seen.contains(where: { $0.kind == .source }) {
      affectedFixtures.formUnion(fixtures.indices.filter { fixtures[$0].hasDocuments })
    }
    return affectedFixtures
  }

  private func affected(_ truth: CheckedTruth) -> Set<Int> {
    var readingFixtures = Set(readers[truth.span] ?? [])
    if truth.matches.isEmpty {
      readingFixtures.formUnion(scenarios(of: truth.pack))
    } else {
      let wanted = truth.matches.map { set.program.facts[$0.fact].name }
      readingFixtures.formUnion(facts.indices.filter { facts[$0].isSuperset(of: wanted) })
    }
    return readingFixtures
  }

  /// Returns the indices of the scenarios that read a part of a pack. A paused session reads a proposal's truths without an
  /// observer.
  private func scenarios(of pack: String) -> [Int] {
    (packReaders[pack] ?? []).filter(isScenario)
  }

  /// Returns the indices of the fixtures whose text contains the name of a declaration.
  private func mentions(of owner: MutationOwner) -> [Int] {
    let name = owner.id.split(separator: ".", maxSplits: 1).last.map(String.init) ?? owner.id
    return fixtures.indices.filter { fixtures[$0].origin.json.mentions(Text(name), Text(owner.id), Text("\(name).entered")) }
  }
}

extension Fixture {
  fileprivate var hasDocuments: Bool {
    !origin.givenDocuments.isEmpty || origin.json.member("context")?.value.member("documents") != nil
  }
}

extension LocatedJSON {
  /// Whether the JSON contains one of some texts as a value, at any depth.
  fileprivate func mentions(_ texts: Text...) -> Bool {
    var open = [self]
    while let json = open.popLast() {
      switch json.kind {
      case .string(let text): if texts.contains(text) { return true }
      case .array(let elements): open += elements
      case .object(let members): open += members.map(\.value)
      case .null, .boolean, .number: continue
      }
    }
    return false
  }
}

extension [(span: Span, key: Span, pack: String)] {
  /// Returns the index of the last element that begins at or before a span in the same file; `nil` if the file has none.
  fileprivate func lastIndex(atOrBefore span: Span) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if (self[middle].span.file, self[middle].span.start) <= (span.file, span.start) { low = middle + 1 } else { high = middle }
    }
    guard low > 0, self[low - 1].span.file == span.file else { return nil }
    return low - 1
  }
}
