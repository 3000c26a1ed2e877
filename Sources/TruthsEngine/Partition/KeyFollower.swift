import TruthsProgram

/// Follows the partition key through a program, to the facts that are read and written.
///
/// It follows `let`s, copied fields, arguments of functions, joins and views. An expression that it cannot follow counts as
/// reaching other partitions.
struct KeyFollower {
  let program: Program
  let finder: ViewFinder
  let closure: WriteClosure
  /// The field that contains the key, by fact type.
  let columns: [Int: KeyColumn]
  /// The types of facts that follow from the partitioned proposals.
  let written: Set<Int>
  /// The view of people who may answer a request besides those with the role.
  let authority: Int
  private(set) var reaches: [PartitionReach] = []
  /// The types of entries that are read or written.
  private(set) var touched: Set<Int> = []
  private(set) var votes = KeyVotes()
  private var seenLets: Set<Int> = []
  private var seenViews: Set<AskedView> = []
  private var seenCalls: Set<Call> = []

  private struct AskedView: Hashable {
    var pattern: ViewPattern
    var tag: KeyTag
  }

  private struct Call: Hashable {
    var table: Int
    var arguments: [KeyTag?]
    var isOfState: Bool
  }

  init(
    _ program: Program, _ finder: ViewFinder, _ closure: WriteClosure, columns: [Int: KeyColumn], written: Set<Int>
  ) {
    (self.program, self.finder, self.closure, self.columns, self.written) = (program, finder, closure, columns, written)
    authority = program.facts.firstIndex { $0.isBuiltIn && $0.name == "authority.held" } ?? -1
  }

  mutating func add(_ kind: PartitionReach.Kind, _ scope: KeyScope) {
    let reach = PartitionReach(span: scope.span, kind: kind)
    if !reaches.contains(reach) { reaches.append(reach) }
  }

  mutating func touch(_ types: Set<Int>) { touched.formUnion(types) }

  /// Runs `body` for a new frame, whose `let`s are not those of the frame around it.
  mutating func inFrame(_ body: (inout KeyFollower) -> Void) {
    let outer = seenLets
    seenLets = []
    body(&self)
    seenLets = outer
  }

  // MARK: Expressions

  /// Follows the key through an expression. It visits children itself, because the scope changes inside a loop.
  mutating func visit(_ node: Node, _ scope: KeyScope) {
    switch node {
    case .slot(let slot):
      if let binding = scope.lets[slot], seenLets.insert(slot).inserted { visit(binding.node, scope) }
    case .present(let key), .lookUp(let key, _), .lookUpExists(let key, _):
      let tags = tags(zip(program.facts[key.fact].key, key.keys), scope)
      read(key.fact, tags, key.keys.isEmpty ? .presence : .lookUp(key.keyLabels), scope)
    case .state(let key):
      read(program.lifecycles[key.lifecycle].history, tags(zip(key.keys.indices, key.keys), scope), .lookUp(key.keyLabels), scope)
    case .quantified(let quantified): return visit(quantified, scope)
    case .aggregate(let aggregate): return visit(aggregate, scope)
    case .table(let index, let arguments): visit(table: index, arguments.map { scope.tag(of: $0) }, scope)
    case .old(let old): for binding in old.lets { visit(binding.node, scope) }
    case .entry(let base, let field): visit(field, of: base, scope)
    case .builtin: if scope.isOfState { add(.environment, scope) }
    default: break
    }
    for child in node.children { visit(child, scope) }
  }

  private mutating func visit(_ quantified: QuantifiedNode, _ scope: KeyScope) {
    if let list = quantified.loop.source.list { visit(list, scope) }
    var walked = quantified
    walked.loop.source = facts(quantified.loop.source)
    let inner = enter(walked.loop, AccessPath(walked), scope)
    for node in [quantified.filter, quantified.body].compactMap(\.self) { visit(node, inner) }
  }

  private mutating func visit(_ aggregate: AggregateNode, _ scope: KeyScope) {
    // The text of the invariant names the element that breaks it, which belongs to the proposal's partition.
    if let loop = aggregate.loops.first, scope.elements.contains(loop.slot) { return }
    var walked = aggregate
    walked.filter = aggregate.filter?.whereKnown
    for place in walked.loops.indices { walked.loops[place].source = facts(walked.loops[place].source) }
    var inner = scope
    for (place, loop) in walked.loops.enumerated() {
      if let list = loop.source.list { visit(list, inner) }
      let path = loop.source.list == nil ? AccessPath(withoutLists(walked, behind: place, inner), loop: place) : nil
      inner = enter(loop, path, inner)
    }
    for node in [aggregate.value, aggregate.filter].compactMap(\.self) + aggregate.order.map(\.value) { visit(node, inner) }
  }

  /// Returns the facts of a lifecycle's history as the source in place of its instances, which have the same key.
  private func facts(_ source: SourceNode) -> SourceNode {
    if case .instances(let lifecycle) = source { return .facts(program.lifecycles[lifecycle].history) }
    return source
  }

  /// Returns a condition with loops over instances of lifecycles replaced by loops over their histories.
  func overFacts(_ condition: Node) -> Node {
    switch condition {
    case .and(let left, let right): return .and(overFacts(left), overFacts(right))
    case .or(let left, let right): return .or(overFacts(left), overFacts(right))
    case .not(let inner): return .not(overFacts(inner))
    case .quantified(var quantified):
      quantified.loop.source = facts(quantified.loop.source)
      return .quantified(quantified)
    default: return condition
    }
  }

  /// Returns an aggregate without the lists that are required fields of facts, because none of them can be missing.
  private func withoutLists(_ aggregate: AggregateNode, behind place: Int, _ scope: KeyScope) -> AggregateNode {
    var types = scope.types
    var result = aggregate
    for index in place..<aggregate.loops.count {
      switch aggregate.loops[index].source {
      case .facts(let type): types[aggregate.loops[index].slot] = type
      case .list(.field(.slot(let slot), let field)):
        guard let type = types[slot], !program.facts[type].fields[field].isOptional else { return aggregate }
        result.loops[index].source = .instances(0)
      case .list, .instances: break
      }
    }
    return result
  }

  /// Returns the scope inside a loop, and records the facts that the loop's condition lets it read.
  mutating func enter(_ loop: LoopNode, _ path: AccessPath?, _ scope: KeyScope) -> KeyScope {
    guard case .facts(let type) = facts(loop.source) else { return scope }
    let equalities = path?.equalities.compactMap { equality in equality.part.field.map { ($0, equality.value) } } ?? []
    // A missing field is neither equal to the key nor different from it.
    let tags = tags(equalities, scope).filter { !program.facts[type].fields[$0.key].isOptional }
    read(type, tags, .loop(scope.text), scope)
    var inner = scope
    inner.types[loop.slot] = type
    for (field, tag) in tags { inner.fields[KeyScope.SlotField(slot: loop.slot, field: field)] = tag }
    return inner
  }

  private func tags(_ pairs: some Sequence<(Int, Node)>, _ scope: KeyScope) -> [Int: KeyTag] {
    pairs.reduce(into: [:]) { tags, pair in if tags[pair.0] == nil { tags[pair.0] = scope.tag(of: pair.1) } }
  }

  private mutating func visit(table index: Int, _ arguments: [KeyTag?], _ scope: KeyScope) {
    let table = program.tables[index]
    let call = Call(table: index, arguments: arguments, isOfState: scope.isOfState)
    guard table.readsContext, seenCalls.insert(call).inserted else { return }
    var inner = KeyScope(span: scope.span, lets: table.lets)
    inner.isOfState = scope.isOfState
    for (slot, tag) in arguments.enumerated() { inner.slots[slot] = tag }
    inFrame { follower in
      for node in table.rows.flatMap(\.nodes) { follower.visit(node, inner) }
      for binding in table.lets { follower.visit(.slot(binding.slot), inner) }
    }
  }

  private mutating func visit(_ field: EntryField, of base: Node, _ scope: KeyScope) {
    switch (field, scope.type(of: base)) {
    case (.sequence, _): add(.sequence, scope)
    // Entries made by truths on facts have the time and the actor of the run that closes the context.
    case (_, let type?): if closure.makes(type) { add(.entry(type), scope) }
    case (_, nil): add(.entry(nil), scope)
    }
  }

  // MARK: Facts

  mutating func read(_ type: Int, _ tags: [Int: KeyTag], _ access: PartitionReach.Way, _ scope: KeyScope) {
    if program.facts[type].isDerived { return read(view: type, tags, scope) }
    touched.insert(type)
    guard written.contains(type) else { return }
    votes.add(type, tags, isWrite: false)
    if closure.timed.contains(type) { return add(.timed(type), scope) }
    if !isPinned(type, tags) { add(program.facts[type].isRecord ? .record(type) : .reads(type, access), scope) }
  }

  mutating func write(_ type: Int, _ tags: [Int: KeyTag], _ scope: KeyScope) {
    touched.insert(type)
    guard written.contains(type) else { return }
    votes.add(type, tags, isWrite: true)
    if !isPinned(type, tags) { add(.writes(type), scope) }
  }

  private func isPinned(_ type: Int, _ tags: [Int: KeyTag]) -> Bool {
    columns[type].map { tags[$0.field] == $0.tag } ?? false
  }

  // MARK: Views

  /// Returns whether each fact of a view follows from an entry of its own partition.
  ///
  /// Facts that exist in every ledger are no such entries: from them each ledger makes the facts of all keys.
  func isRooted(_ view: Int, in fields: [Int]) -> Bool {
    let usable = finder.usable(view, Set(fields))
    let ways = finder.ways[ViewPattern(view: view, fields: usable)] ?? []
    return !usable.isEmpty
      && ways.allSatisfy { way in
        let type = program.truths[way.truth].matches[way.position].fact
        return program.facts[type].isDerived ? isRooted(type, in: way.fields.map(\.matched)) : written.contains(type)
      }
  }

  private mutating func read(view: Int, _ tags: [Int: KeyTag], _ scope: KeyScope) {
    let bases = closure.entries(ofView: view)
    if bases.isDisjoint(with: written) {
      touch(bases)
      return
    }
    for tag in KeyTag.allCases {
      let fields = finder.usable(view, Set(tags.filter { $0.value == tag }.keys))
      if fields.isEmpty { continue }
      return follow(ViewPattern(view: view, fields: fields), tag, scope)
    }
    touch(bases)
    add(.views(view), scope)
  }

  /// Follows the truths that make the facts of a view in which some fields are known.
  private mutating func follow(_ pattern: ViewPattern, _ tag: KeyTag, _ reader: KeyScope) {
    guard seenViews.insert(AskedView(pattern: pattern, tag: tag)).inserted else { return }
    for way in finder.ways[pattern] ?? [] {
      let truth = program.truths[way.truth]
      var scope = KeyScope(span: truth.span, lets: truth.lets)
      scope.isOfState = reader.isOfState
      let known = way.fields.map { KeyScope.SlotField(slot: truth.matches[way.position].slot, field: $0.matched) }
      for field in known { scope.fields[field] = tag }
      inFrame { $0.visitBody(of: truth, joined: scope) }
    }
  }
}

extension Node {
  /// The condition inside a `coalesce` with false, which is how a clause's text selects an element.
  fileprivate var whereKnown: Node {
    if case .coalesce(let values) = self, values.count == 2, values[1] == .constant(.boolean(false)) { values[0] } else { self }
  }
}
