import TruthsEngine
import TruthsProgram
import TruthsText

/// The steps of functions and tables, of `let`s, and the terms of expressions.
extension Recorder {
  /// Records a call with its result, and what happens inside of it.
  func call(_ index: Int, _ arguments: [Node], _ scope: EvaluationScope, under parent: Int) {
    let table = program.tables[index]
    guard depth(of: parent) < 2 * Self.deepest else { return cut("calls are nested deeper than \(Self.deepest)") }
    let result = scope.value(.table(index, arguments))
    let inputs = zip(table.inputs, arguments).map { input, argument in
      NamedValue(name: input.name, type: input.type, value: scope.value(argument))
    }
    let shown = procedure.shown(table.name, result, unit: table.output.innermost.unit).text
    let listed = inputs.map { "\($0.name) = \(procedure.shown($0.name, $0.value, unit: $0.type.innermost.unit).text)" }
    let title = "\(table.kind) \(table.name)"
    let text = "\(table.name)(\(listed.joined(separator: ", "))) gives \(shown)"
    let facts = frames[scope.frame].facts
    let frame = addFrame(RecordedFrame(table.qualifiedName, pack: table.pack, inputs: inputs, isCall: true, facts: facts))
    guard let step = add(.call, title, text, at: table.span, in: parent, frame: frame) else { return }
    change(step) {
      $0.terms = [procedure.shown("result", result, unit: table.output.innermost.unit)]
      $0.isMissing = result.isMissing
      $0.reads = program.factTypes(readBy: table.nodes)
    }
    let evaluator = engine.reader(
      of: table.nodes, on: scope.evaluator.store, environment, frameSize: table.frameSize, now: now)
    for (slot, argument) in inputs.enumerated() { evaluator.set(slot, to: argument.value) }
    let types = Dictionary(table.inputs.enumerated().map { ($0.offset, $0.element.type) }) { first, _ in first }
    let inner = EvaluationScope(evaluator, frame: frame, key: table.span, types: types)
    record(table.lets, inner, under: step)
    // Without its arguments a table has no value, whatever its rows.
    if table.requiredInputs.contains(where: { inputs[$0].value.isMissing }) { return }
    if table.isFunction, let row = table.rows.first, let value = row.value {
      let made = add(.row(isTaken: true), "\(table.name): value", "the value is \(shown)", at: row.span, in: step, frame: frame)
      tell(row.terms, inner, of: made, reads: row.nodes)
      record(insideOf: value, at: row.span, inner, under: made)
    } else {
      record(table, inner, under: step)
    }
  }

  private func record(_ table: CheckedTable, _ scope: EvaluationScope, under parent: Int) {
    var hasTaken = false
    for (count, row) in table.rows.enumerated() {
      guard isWithinLimit(count) else { return }
      let isTaken = row.condition.map { scope.isTrue($0) } ?? !hasTaken
      let value = row.value.map { procedure.shown("", scope.value($0), unit: table.rowType.innermost.unit).text } ?? "missing"
      let text = isTaken ? "the row holds and gives \(value)" : "the row does not hold"
      let step = add(
        .row(isTaken: isTaken), "row \(count + 1): \(row.text)", text, at: row.span, in: parent, frame: scope.frame)
      tell(row.terms, scope, of: step, reads: row.nodes)
      if let condition = row.condition { record(insideOf: condition, at: row.span, scope, under: step) }
      if isTaken, let value = row.value { record(insideOf: value, at: row.span, scope, under: step) }
      hasTaken = hasTaken || isTaken
      if isTaken, table.takesFirst { return }
    }
  }

  /// Returns the given order, changed so that each `let` follows those that it reads. Iterative, because chains are long.
  private static func afterWhatTheyRead(_ lets: [CheckedLet], _ order: [Int]) -> [Int] {
    var (result, isVisited) = ([Int](), [Bool](repeating: false, count: lets.count))
    var stack = order.reversed().map { (index: $0, isReady: false) }
    while let (index, isReady) = stack.popLast() {
      if isReady {
        result.append(index)
      } else if !isVisited[index] {
        isVisited[index] = true
        stack.append((index, true))
        let read = lets[index].node.slots.read
        for prerequisite in order.reversed() where read.contains(lets[prerequisite].slot) && !isVisited[prerequisite] {
          stack.append((prerequisite, false))
        }
      }
    }
    return result
  }

  /// Computes `let`s and records them in the order of the text, each after those that it reads (command-line §5.25).
  func record(_ lets: [CheckedLet], _ scope: EvaluationScope, under parent: Int) {
    let computed = lets.map { binding in
      let value = scope.value(binding.node)
      scope.evaluator.set(binding.slot, to: value)
      scope.types[binding.slot] = binding.type
      return (binding: binding, value: value, span: places.place(ofLet: binding.name, in: scope.key))
    }
    let written = computed.indices.sorted { computed[$0].span?.start ?? 0 < computed[$1].span?.start ?? 0 }
    for (binding, value, span) in Self.afterWhatTheyRead(lets, written).map({ computed[$0] }) {
      let shown = procedure.shown(binding.name, value, unit: binding.type.innermost.unit).text
      let step = add(
        .binding, "let \(binding.name)", "\(binding.name) is \(shown)", at: span ?? scope.key, in: parent, frame: scope.frame)
      let named = NamedValue(name: binding.name, type: binding.type, value: value)
      frames[scope.frame].lets.append((step ?? parent, named))
      if let step { change(step) { $0.isMissing = value.isMissing } }
      tell(binding.terms, scope, of: step, reads: [binding.node])
      record(insideOf: binding.node, at: span, scope, under: step)
    }
  }

  /// Sets the terms of a step, with their values, and the fact types that its expressions read.
  func tell(_ terms: [Term], _ scope: EvaluationScope, of step: Int?, reads nodes: [Node]) {
    guard let step else { return }
    let shown = terms.filter { !$0.isFirstFailingElement }.map { term in
      procedure.shown(term.label, scope.value(term.node), unit: term.unit)
    }
    change(step) {
      $0.terms = shown
      $0.reads = program.factTypes(readBy: nodes)
    }
  }
}

extension Program {
  /// Returns the fact types that expressions read, with the histories of lifecycles.
  func factTypes(readBy nodes: [Node]) -> Set<Int> {
    var reads = NodeReads(self)
    reads.add(nodes)
    return reads.types
  }
}
