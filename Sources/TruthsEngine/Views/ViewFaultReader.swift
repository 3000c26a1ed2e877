import TruthsLedger
import TruthsProgram

/// Finds the faults of views that an expression reads, over a frame whose earlier code has run.
///
/// It is used only where some view has a fault, so it may be slow. A presence test and a look-up read their key. A source reads
/// every element except those for which a part of its condition, joined by `and`, that compares a key field by `==` is false
/// (declarations §7). Both sides of `and` and `or` count as read, so that the reads do not depend on the order of evaluation.
struct ViewFaultReader {
  private let faults: ViewFaults
  private let evaluator: Evaluator
  private let lets: [Int: Node]
  /// The distinct faults, in order of reading.
  var violations: [Violation] { distinct.all }
  private var distinct = DistinctViolations()
  private var seenLets: Set<Int> = []

  private var program: Program { _read { yield evaluator.program } }
  private var language: LanguageVersion { evaluator.execution.code.language }

  /// Creates a reader.
  ///
  /// - Parameter lets: the `let`s of the truth whose frame is filled.
  init(_ faults: ViewFaults, _ evaluator: Evaluator, lets: [CheckedLet]) {
    self.faults = faults
    self.evaluator = evaluator
    self.lets = Dictionary(lets.map { ($0.slot, $0.node) }) { first, _ in first }
  }

  mutating func read(_ clauses: [CheckedClause]) {
    for clause in clauses {
      read(clause.test)
      // Approvers are computed on the context before, and only if the clause asks for an approval.
      guard clause.place != .ensures, !clause.people.isEmpty, evaluator.value(clause.test) == .boolean(clause.violatedWhen) else {
        continue
      }
      for person in clause.people { read(person.node) }
    }
  }

  mutating func read(_ outputs: [CheckedOutput]) {
    for output in outputs {
      if let loop = output.loop {
        read(loop, filter: output.filter, body: nil, rest: output.fields.compactMap(\.self))
      } else {
        for node in output.innerNodes { read(node) }
      }
    }
  }

  /// Records the faults that an expression reads. It visits children itself, because the values decide which parts are read.
  mutating func read(_ node: Node) {
    if evaluator.isOverworked { return }
    switch node {
    case .slot(let slot): if let inner = lets[slot], seenLets.insert(slot).inserted { read(inner) }
    case .present(let key), .lookUp(let key, _), .lookUpExists(let key, _):
      if faults.types.contains(key.fact) {
        let values = key.keys.map { evaluator.value($0) }
        // With a missing key nothing is read: the result is unknown whatever the facts are.
        if language < .three || !values.contains(where: \.isMissing) {
          note(values.isEmpty || key.hasAmounts ? faults.faults(ofAll: key.fact) : faults.faults(of: key.fact, key: values))
        }
      }
      for part in node.children { read(part) }
    case .quantified(let quantified):
      // `every` evaluates its body for each element that passes `where`, so its body excludes no element.
      let isOfEach = language >= .three && quantified.quantifier == .every
      read(
        quantified.loop, filter: quantified.filter, body: isOfEach ? nil : quantified.body,
        rest: isOfEach ? [quantified.body] : [])
    case .aggregate(let aggregate):
      let rest = [aggregate.value].compactMap(\.self) + aggregate.order.map(\.value)
      read(aggregate.loops[...], filter: aggregate.filter, rest: rest)
    case .old(let old): read(old)
    case .table(let index, let arguments):
      for part in arguments { read(part) }
      read(insideOf: program.tables[index], arguments)
    default: for part in node.children { read(part) }
    }
  }

  /// Records the faults that an `old` reads on the context before.
  private mutating func read(_ old: OldNode) {
    guard let before = evaluator.before, !before.faults.isEmpty else { return }
    before.evaluator.enter(OldCode(old), old.arguments.map { evaluator.value(.slot($0)) })
    var reader = ViewFaultReader(before.faults, before.evaluator, lets: old.lets)
    reader.read(old.body)
    note(reader.violations)
  }

  /// Records the faults that a function reads, over a frame of its own.
  private mutating func read(insideOf table: CheckedTable, _ arguments: [Node]) {
    guard table.readsContext else { return }
    let frame = evaluator.frame(of: table, arguments.map { evaluator.value($0) })
    var inside = ViewFaultReader(faults, frame, lets: table.lets)
    for row in table.rows { if let value = row.value { inside.read(value) } }
    note(inside.violations)
  }

  private mutating func note(_ violations: [Violation]) { distinct.add(violations) }

  /// Returns whether a part of a condition, joined by `and`, is false without reading a fault, so that the other parts do not
  /// matter.
  static func isRuledOut(_ condition: Node, _ faults: ViewFaults, _ evaluator: Evaluator, lets: [CheckedLet]) -> Bool {
    condition.conjunction.contains { part in
      var reader = ViewFaultReader(faults, evaluator, lets: lets)
      reader.read(part)
      return reader.violations.isEmpty && evaluator.value(part) == .boolean(false)
    }
  }

  // MARK: Loops

  private mutating func read(_ loops: ArraySlice<LoopNode>, filter: Node?, rest: [Node]) {
    let parts = [filter].compactMap(\.self) + rest
    guard let loop = loops.first else {
      for part in parts { read(part) }
      return
    }
    let inner = loops.dropFirst()
    // The elements of inner loops are unknown here, so conditions on them exclude nothing.
    let conditions = [filter].compactMap(\.self).flatMap(\.conjunction).filter { part in !inner.contains { reads(part, $0.slot) }
    }
    let mayReadInside = parts.contains(where: mayReadFaults) || inner.contains(where: mayReadFaults)
    read(loop, conditions: conditions, mayReadInside: mayReadInside) { $0.read(inner, filter: filter, rest: rest) }
  }

  private mutating func read(_ loop: LoopNode, filter: Node?, body: Node?, rest: [Node]) {
    let conditions = [filter, body].compactMap(\.self)
    read(loop, conditions: conditions, mayReadInside: (conditions + rest).contains(where: mayReadFaults)) { reader in
      for part in conditions + rest { reader.read(part) }
    }
  }

  /// Records the faults of a loop.
  ///
  /// - Parameter mayReadInside: whether the expressions inside, evaluated for each element, can read a fault at all.
  private mutating func read(
    _ loop: LoopNode, conditions: [Node], mayReadInside: Bool, _ inside: (inout ViewFaultReader) -> Void
  ) {
    read(sourceOf: loop, conditions)
    guard mayReadInside else { return }
    for element in elements(loop.source) {
      evaluator.set(loop.slot, to: element)
      inside(&self)
    }
  }

  /// Records the faults of a loop's source. For a view, these are the faults of its facts, except facts whose key differs from
  /// a key value that the conditions require.
  mutating func read(sourceOf loop: LoopNode, _ conditions: [Node]) {
    if case .list(let list) = loop.source { read(list) }
    guard case .facts(let type) = loop.source, faults.types.contains(type) else { return }
    note(faults.faults(ofAny: type))
    if language >= .three { readWhatNarrows(loop.slot, conditions) }
    let wanted = keysWanted(loop.slot, of: type, conditions)
    for key in faults.keys(of: type) where wanted.allSatisfy({ key[$0.part] == $0.value }) {
      note(faults.faults(of: type, key: key))
    }
  }

  private func elements(_ source: SourceNode) -> [Cell] {
    guard case .list(let list) = source else { return evaluator.elements(source, list: nil) ?? [] }
    guard case .list(let values) = evaluator.value(list) else { return [] }
    return values.map { evaluator.cell(of: $0) }
  }

  /// Records the faults in values that elements are compared with by `==`, because then the excluded elements are unknown.
  private mutating func readWhatNarrows(_ slot: Int, _ conditions: [Node]) {
    for case .compare(.equal, let left, let right) in conditions.flatMap(\.conjunction) {
      for side in [left, right] where !reads(side, slot) { read(side) }
    }
  }

  /// Returns the parts of an element's key that conditions joined by `and` fix by `==`, with their values.
  private func keysWanted(_ slot: Int, of type: Int, _ conditions: [Node]) -> [(part: Int, value: Value)] {
    let key = program.facts[type].key
    return conditions.flatMap(\.conjunction).compactMap { part in
      guard case .compare(.equal, let left, let right) = part else { return nil }
      for (side, other) in [(left, right), (right, left)] {
        guard case .field(.slot(slot), let field) = side, let place = key.firstIndex(of: field), !reads(other, slot) else {
          continue
        }
        let value = evaluator.value(other)
        return value.isMissing ? nil : (place, value)
      }
      return nil
    }
  }

  private func reads(_ node: Node, _ slot: Int) -> Bool {
    if case .slot(let read) = node { return read == slot || (lets[read].map { reads($0, slot) } ?? false) }
    return node.children.contains { reads($0, slot) }
  }

  /// Returns whether any view that an expression names has a fault.
  private func mayReadFaults(_ node: Node) -> Bool {
    var reads = NodeReads(program)
    reads.add(node)
    return !reads.facts.isDisjoint(with: faults.types.union(evaluator.before?.faults.types ?? []))
  }

  private func mayReadFaults(_ loop: LoopNode) -> Bool {
    switch loop.source {
    case .facts(let type): faults.types.contains(type)
    case .list(let list): mayReadFaults(list)
    case .instances: false
    }
  }
}
