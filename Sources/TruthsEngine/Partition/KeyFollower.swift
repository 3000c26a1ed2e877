import TruthsProgram

/// Follows the partition key through a program, by `let`s, copied fields, arguments of functions, joins and views, to the facts
/// that are read and written.
///
/// What cannot be followed is taken for what reaches further.
struct KeyFollower {
  let program: Program
  let finder: ViewFinder
  let closure: WriteClosure
  /// By type of fact, where its facts hold the key.
  let columns: [Int: KeyColumn]
  /// Types of facts that follow from the proposals that are partitioned.
  let written: Set<Int>
  /// The view of who may answer a request beside those who have the role.
  let authority: Int
  private(set) var reaches: [PartitionReach] = []
  /// Types of entries that are read or written.
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

  /// Goes through what stands in a frame of its own.
  mutating func inFrame(_ body: (inout KeyFollower) -> Void) {
    let outer = seenLets
    seenLets = []
    body(&self)
    seenLets = outer
  }

  // MARK: Expressions

  /// It goes from node to node itself, because the scope changes inside a loop.
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
    // The element by which an invariant over the state is broken, as its text names it: one of the proposal's key.
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

  /// The instances of a lifecycle as the facts of its history, of which they have the key.
  private func facts(_ source: SourceNode) -> SourceNode {
    if case .instances(let lifecycle) = source { return .facts(program.lifecycles[lifecycle].history) }
    return source
  }

  /// A condition in which the instances of lifecycles are the facts of their histories.
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

  /// An aggregate in which lists that a fact always has are no lists: none of them can be missing.
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

  /// The frame inside a loop, whose facts are read as far as its condition lets them through.
  mutating func enter(_ loop: LoopNode, _ path: AccessPath?, _ scope: KeyScope) -> KeyScope {
    guard case .facts(let type) = facts(loop.source) else { return scope }
    let equalities = path?.equalities.compactMap { equality in equality.part.field.map { ($0, equality.value) } } ?? []
    // A field that may be missing is neither equal to the key nor another one.
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
    // What truths on facts make has the moment and the actor of whoever closes the context.
    case (_, let type?): if closure.makes(type) { add(.entry(type), scope) }
    case (_, nil): add(.entry(nil), scope)
    }
  }

  // MARK: Facts

  mutating func read(_ type: Int, _ tags: [Int: KeyTag], _ way: PartitionReach.Way, _ scope: KeyScope) {
    if program.facts[type].isDerived { return read(view: type, tags, scope) }
    touched.insert(type)
    guard written.contains(type) else { return }
    votes.add(type, tags, isWrite: false)
    if closure.timed.contains(type) { return add(.timed(type), scope) }
    if !isPinned(type, tags) { add(program.facts[type].isRecord ? .record(type) : .reads(type, way), scope) }
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

  /// Whether each fact of a view follows from an entry of its own partition. Of facts that every ledger has, each ledger makes
  /// those of all keys.
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

  /// Goes through the truths that make the facts of a view in which some fields are known.
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
  /// A condition that counts as false where it is unknown, as of the element that a clause's text names, without that.
  fileprivate var whereKnown: Node {
    if case .coalesce(let values) = self, values.count == 2, values[1] == .constant(.boolean(false)) { values[0] } else { self }
  }
}
