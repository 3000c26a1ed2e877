import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

/// Produces the facts of the outputs and moves of truths.
///
/// All their expressions read the store of the evaluator, while new facts are added to the production.
struct Producer {
  let code: CompiledProgram
  var production: Production
  var program: Program { _read { yield code.program } }
  /// Whether the evaluator has other symbols than the production's store, because it has views too.
  var readsOtherSymbols = false
  /// Whether the producer works for truths on facts, whose corrections and moves must agree within one closing (one run to the
  /// fixed point).
  var isClosing = false
  /// The time of the run.
  var now: Timestamp { production.store.run?.now ?? .epoch }
  /// The instances that truths on a proposal moved, with the truth and the states.
  var moved: [ClosingMoves.Instance: (truth: Int, path: [Int])] = [:]
  /// The moves that the present firing of a truth makes, by the moved instances.
  private var movedHere: [ClosingMoves.Instance: CheckedMove] = [:]
  /// The moves by truths on facts since closing began.
  var closingMoves = ClosingMoves()
  /// The corrections by truths on facts since closing began, and the changes that wait for other matches.
  var corrections = ClosingCorrections()
  /// The current row: the fields of the fact being made.
  var row: [Cell] = []

  init(_ code: CompiledProgram, production: Production, envelope: RunEnvelope) {
    self.code = code
    self.production = production
    self.production.store.run = envelope
  }

  /// Produces the moves, then the outputs of a truth whose frame is filled.
  mutating func work(_ compiled: CompiledTruth, at index: Int, _ evaluator: Evaluator) {
    let maker = Maker(compiled, at: index)
    if !compiled.moves.isEmpty { movedHere.removeAll(keepingCapacity: true) }
    for (place, move) in compiled.moves.enumerated() { self.move(program.truths[index].moves[place], move, of: maker, evaluator) }
    for (place, output) in compiled.outputs.enumerated() {
      produce(program.truths[index].outputs[place], output, of: maker, evaluator)
    }
  }

  /// The truth that makes a fact.
  struct Maker {
    /// The index in ``Program/truths``.
    let index: Int
    let id: String
    /// The symbol of the truth's id.
    let symbol: Int32

    init(_ truth: CompiledTruth, at index: Int) {
      self.index = index
      id = truth.id
      symbol = truth.maker
    }
  }

  /// Returns a cell of the evaluator as a cell of the production's store.
  mutating func adopted(_ cell: Cell, _ evaluator: Evaluator) -> Cell {
    switch cell.kind {
    case .missing, .boolean, .number, .date, .timestamp, .duration, .period, .time, .enumeration: return cell
    case .bigNumber, .text, .boxed, .fact:
      if !readsOtherSymbols, cell.kind != .fact, cell.bits < Int64(SymbolOverlay.base) { return cell }
      let value = evaluator.value(of: cell)
      if case .text(let text) = value { evaluator.work?.left -= text.string.utf8.count / WorkMeter.bytesPerStep }
      return production.store.symbols.cell(of: value)
    }
  }

  // MARK: Outputs

  private mutating func produce(
    _ output: CheckedOutput, _ compiled: CompiledOutput, of maker: Maker, _ evaluator: Evaluator
  ) {
    guard let loop = output.loop else { return produceOne(output, compiled, of: maker, evaluator) }
    guard let elements = evaluator.elements(loop.source, of: compiled) else {
      let chain = loop.source.list.map { self.chain(.list(output.position), $0, output, maker, evaluator) } ?? []
      return refuse(.factIncomplete, output, maker, joined(["\(name(output)): the list that it goes through is missing"] + chain))
    }
    for element in elements where evaluator.work?.isExceeded != true {
      evaluator.set(loop.slot, to: element)
      produceOne(output, compiled, of: maker, evaluator)
    }
  }

  private mutating func produceOne(
    _ output: CheckedOutput, _ compiled: CompiledOutput, of maker: Maker, _ evaluator: Evaluator
  ) {
    guard makeRow(output, compiled, of: maker, evaluator) else { return }
    if output.isCorrection {
      correct(output, of: maker, evaluator)
    } else if isWhole(output, maker, evaluator) {
      assert(output.fact, of: maker, position: output.position, span: output.span)
    }
  }

  /// Computes the fields of a fact into the current row.
  ///
  /// - Returns: whether the output produces a fact.
  private mutating func makeRow(
    _ output: CheckedOutput, _ compiled: CompiledOutput, of maker: Maker, _ evaluator: Evaluator
  ) -> Bool {
    if let filter = compiled.filter {
      let answer = evaluator.cell(filter)
      guard answer.isA(.boolean) else {
        let isOfRow = code.language >= .three
        if isOfRow { takeRow(output, compiled, evaluator) }
        let condition = output.filterText ?? "its condition"
        let chain = output.filter.map { self.chain(.filter(output.position), $0, output, maker, evaluator) } ?? []
        refuse(
          .factIncomplete, output, maker, joined(["\(name(output)): cannot tell whether \(condition)"] + chain), isOfRow: isOfRow)
        return false
      }
      guard answer.isTrue else { return false }
    }
    takeRow(output, compiled, evaluator)
    for place in row.indices where row[place].kind == .text {
      let text = production.store.symbols.text(Int(row[place].bits))
      let type = program.facts[output.fact]
      guard let fault = EntrySize.fault(of: text.string, "\(type.name).\(type.fields[place].name)", in: "fact") else { continue }
      refuse(.budget, output, maker, fault)
      return false
    }
    return true
  }

  /// Computes the fields of a fact into the current row, required or not.
  private mutating func takeRow(_ output: CheckedOutput, _ compiled: CompiledOutput, _ evaluator: Evaluator) {
    evaluator.run(from: compiled.row)
    row.removeAll(keepingCapacity: true)
    for place in output.fields.indices { row.append(adopted(evaluator.cell(in: compiled.fields + place), evaluator)) }
    if !output.isCorrection { hold(output.fact, row) }
  }

  /// Returns the facts of one type that a truth whose frame is filled produces, as rows.
  ///
  /// Nothing is appended, and facts that it cannot produce are left out.
  mutating func rows(of type: Int, _ compiled: CompiledTruth, at index: Int, _ evaluator: Evaluator) -> [[Cell]] {
    let maker = Maker(compiled, at: index)
    let known = production.violations.count
    defer { production.violations.removeSubrange(known...) }
    var rows: [[Cell]] = []
    for (place, output) in program.truths[index].outputs.enumerated() where output.fact == type && !output.isCorrection {
      let code = compiled.outputs[place]
      var elements: [Cell?] = [nil]
      if let loop = output.loop { elements = evaluator.elements(loop.source, of: code) ?? [] }
      for element in elements {
        if let loop = output.loop, let element { evaluator.set(loop.slot, to: element) }
        if makeRow(output, code, of: maker, evaluator), isWhole(output, maker, evaluator) { rows.append(row) }
      }
    }
    return rows
  }

  /// Returns whether the current row has all required fields, and all numbers within the ranges of theirs. The causes of
  /// missing optional fields are dropped.
  private mutating func isWhole(_ output: CheckedOutput, _ maker: Maker, _ evaluator: Evaluator) -> Bool {
    for field in row.indices where row[field].isMissing {
      guard program.facts[output.fact].fields[field].isOptional else {
        refuse(missing: lacking(field, of: output.fact), of: output, maker, evaluator)
        return false
      }
      row[field] = .absent
    }
    let type = program.facts[output.fact]
    for (place, field) in type.fields.enumerated() where field.range != nil {
      let value = production.store.symbols.value(of: row[place])
      guard let outside = field.range?.fault(of: value) else { continue }
      let reason = "\(type.name): \(field.name) is \(Quotation.of(program.display(value))), \(outside)"
      refuse(.factIncomplete, output, maker, reason, isOfRow: true)
      return false
    }
    return true
  }

  /// Reports that a fact lacks a required field.
  ///
  /// - Parameter evaluator: an evaluator with the frame of the truth.
  mutating func refuse(missing field: Int, of output: CheckedOutput, _ maker: Maker, _ evaluator: Evaluator) {
    let type = program.facts[output.fact]
    let own = "\(type.fields[field].name) is missing"
    var chain = ["not given"]
    if let node = output.fields[field] {
      chain = self.chain(.field(field, output: output.position), node, output, maker, evaluator)
      if chain.first == own { chain.removeFirst() }
    }
    // With no missing operand, the value was too large and may not be when computed again, or its currency changed.
    if chain.isEmpty || output.fields[field] == nil, case .missing(let cause) = evaluator.value(of: row[field]),
      let words = cause.words(code.currencies)
    {
      chain = [words]
    }
    refuse(.factIncomplete, output, maker, joined(["\(type.name): \(own)"] + chain), isOfRow: true)
  }

  /// Returns why a part of an output is missing.
  private func chain(
    _ place: FrameCauses.Place, _ node: Node, _ output: CheckedOutput, _ maker: Maker, _ evaluator: Evaluator
  ) -> [String] {
    let frame = code.truths[maker.index].causes
    return CauseReader(evaluator, frame).chain(frame.code(of: node, output.terms, at: place, program, code.symbols))
  }

  private func joined(_ links: [String]) -> String { links.joined(separator: ": ") }

  /// Adds the current row as a fact.
  ///
  /// An unchanged fact is only counted; a changed one is a conflict unless it comes from a correction (declarations §3).
  mutating func assert(_ type: Int, of maker: Maker, position: Int, span: Span) {
    let hash = production.store.tables[type].hash(ofRow: row)
    let newest = production.store.tables[type].newest(ofRow: row, hash: hash)
    if newest < 0 {
      production.append(row, to: type, hash: hash, newest: -1, maker: maker.symbol, isCorrection: false)
    } else if production.store.isSame(type, at: newest, row) {
      production.unchanged += 1
    } else {
      change(type, newest, of: maker, position: position, span: span)
    }
  }

  /// Adds a row that a truth made by copying.
  ///
  /// - Returns: `false` where the fact exists with another content, which the slow path handles.
  @inline(__always)
  mutating func add(_ made: BoundOutput, _ match: Int, _ maker: Int32) -> Bool {
    let known = made.newest(match)
    if known < 0 {
      production.append(made, match, maker: maker)
    } else if made.isSame(match, at: known) {
      production.unchanged += 1
    } else {
      return false
    }
    return true
  }

  /// Handles a copied row whose fact exists with another content.
  mutating func change(_ made: BoundOutput, _ match: Int, _ maker: Maker, _ output: CheckedOutput) {
    row = Array(UnsafeBufferPointer(start: made.row(match), count: made.width))
    assert(made.type, of: maker, position: output.position, span: output.span)
  }

  /// Handles a fact that exists with another content.
  ///
  /// For a match of truths on facts the change waits until the other matches are known, unless the fact cannot be corrected at
  /// all.
  private mutating func change(_ type: Int, _ newest: Int, of maker: Maker, position: Int, span: Span) {
    let declared = program.facts[type]
    if isClosing, !declared.isDerived, declared.lifecycle == nil {
      corrections.changes.append(
        ClosingCorrections.Change(type: type, row: row, maker: maker, position: position, span: span))
    } else {
      let changes = changes(type, newest)
      let reason = "\(declared.name) is there already with another content: \(changes.text)"
      refuse(.factConflict, of: type, position, span, maker, reason, changes.types, isOfRow: true)
    }
  }

  /// Appends a new version that all matches of its key agree on.
  mutating func settle(_ change: ClosingCorrections.Change) {
    row = change.row
    let hash = production.store.tables[change.type].hash(ofRow: row)
    let newest = production.store.tables[change.type].newest(ofRow: row, hash: hash)
    if production.store.isSame(change.type, at: newest, row) {
      production.unchanged += 1
    } else if program.facts[change.type].isImmutable {
      refuse(.factImmutable, change.position, change.span, change.maker, immutable(change.type))
    } else {
      production.append(row, to: change.type, hash: hash, newest: newest, maker: change.maker.symbol, isCorrection: true)
    }
  }

  /// Reports a fact that exists with another content and keeps it.
  mutating func refuse(_ change: ClosingCorrections.Change) {
    row = change.row
    let known = production.store.tables[change.type].newest(
      ofRow: row, hash: production.store.tables[change.type].hash(ofRow: row))
    if production.store.isSame(change.type, at: known, row) { return }
    let name = program.facts[change.type].name
    let changes = changes(change.type, known)
    refuse(
      .factConflict, change.position, change.span, change.maker,
      "\(name) is there already with another content: \(changes.text)", changes.types)
  }

  private func immutable(_ type: Int) -> String { "\(program.facts[type].name) is immutable: it may not be corrected" }

  /// Corrects a fact: the key is copied, and each other field is either written or kept from the corrected version.
  ///
  /// An optional field whose value is missing keeps the old value, unless the output removes it. Within one closing, all
  /// corrections of truths on facts must write the same value into one member of one fact (declarations §6).
  private mutating func correct(_ output: CheckedOutput, of maker: Maker, _ evaluator: Evaluator) {
    let type = program.facts[output.fact]
    if type.isImmutable { return refuse(.factImmutable, output, maker, immutable(output.fact)) }
    for field in type.key where row[field].isMissing { return refuse(missing: field, of: output, maker, evaluator) }
    for place in row.indices where row[place].isMissing { row[place] = .absent }
    holdKey(output.fact)
    let table = production.store.tables[output.fact]
    let hash = table.hash(ofRow: row)
    let newest = table.newest(ofRow: row, hash: hash)
    guard newest >= 0 else { return refuse(.factAbsent, output, maker, "there is no \(type.name) to correct") }
    let (identity, present) = (table.shape.identity.map { row[$0] }, table.cells(at: newest))
    func isKept(_ index: Int) -> Bool {
      output.fields[index] == nil || row[index].isMissing && type.fields[index].isOptional && output.fields[index] != .takenAway
    }
    let currencies = row.indices.map { !type.key.contains($0) && isKept($0) ? present[$0] : row[$0] }
    hold(output.fact, currencies)
    let written = row
    for index in row.indices where !type.key.contains(index) {
      if isKept(index) {
        row[index] = present[index]
      } else if isClosing {
        let before = corrections.write(row[index], to: index, of: output.fact, identity: identity)
        if !production.store.symbols.same(before, row[index]) {
          return refuse(.factStale, output, maker, twice(type, index, before))
        }
      }
    }
    if let amount = relabelled(output, written: written, present) { return refuse(missing: amount, of: output, maker, evaluator) }
    guard isWhole(output, maker, evaluator) else { return }
    if production.store.isSame(output.fact, at: newest, row) {
      production.unchanged += 1
      return
    }
    production.append(row, to: output.fact, hash: hash, newest: newest, maker: maker.symbol, isCorrection: true)
  }

  /// Returns the reason for refusing a second correction of the same fact: `item was corrected beside this: v is 2 and would be
  /// 3`.
  private func twice(_ type: FactType, _ field: Int, _ before: Cell) -> String {
    let symbols = production.store.symbols
    let (was, would) = (symbols.value(of: before), symbols.value(of: row[field]))
    let words = "is \(Quotation.of(program.display(was))) and would be \(Quotation.of(program.display(would)))"
    return "\(type.name) was corrected beside this: \(type.fields[field].name) \(words)"
  }

  /// Reports a refused output.
  ///
  /// - Parameter isOfRow: whether the fault belongs to the current row; otherwise the fact's key is unknown.
  private mutating func refuse(
    _ truth: BuiltInTruth, _ output: CheckedOutput, _ maker: Maker, _ reason: String, isOfRow: Bool = false
  ) {
    refuse(truth, of: output.fact, output.position, output.span, maker, reason, isOfRow: isOfRow)
  }

  /// Reports a refused fact. A fault in a view counts only where that fact is read; any other fault halts the run.
  private mutating func refuse(
    _ truth: BuiltInTruth, of type: Int, _ position: Int, _ span: Span, _ maker: Maker, _ reason: String,
    _ types: [String: DisplayType] = [:], isOfRow: Bool
  ) {
    guard program.facts[type].isDerived else { return refuse(truth, position, span, maker, reason, types) }
    let key = isOfRow ? program.facts[type].key.map { production.store.symbols.value(of: row[$0]) } : nil
    production.viewFaults.append(
      ViewFaults.Fault(type: type, key: key, violation: violation(truth, position, span, maker, reason, types)))
  }

  mutating func refuse(
    _ truth: BuiltInTruth, _ position: Int, _ span: Span, _ maker: Maker, _ reason: String, _ types: [String: DisplayType] = [:]
  ) {
    production.violations.append(violation(truth, position, span, maker, reason, types))
  }

  private func violation(
    _ truth: BuiltInTruth, _ position: Int, _ span: Span, _ maker: Maker, _ reason: String, _ types: [String: DisplayType]
  ) -> Violation {
    var violation = Violation(
      truthID: truth.rawValue, declaredBy: maker.id, clause: "built-in", place: .builtIn, position: position, kind: .structural,
      reason: reason, span: span)
    violation.displayTypes = types
    return violation
  }

  private func name(_ output: CheckedOutput) -> String { program.facts[output.fact].name }

  /// Returns the changed fields, `amount is 5 and would be 7`, and the display types of their values by field. The violation has
  /// no `values` for them, because these are hashed.
  private func changes(_ type: Int, _ known: Int) -> (text: String, types: [String: DisplayType]) {
    let symbols = production.store.symbols
    let present = production.store.tables[type].cells(at: known)
    var types: [String: DisplayType] = [:]
    let texts = zip(program.facts[type].fields, zip(present, row)).compactMap { field, pair -> String? in
      if symbols.same(pair.0, pair.1) { return nil }
      let (old, new) = (symbols.value(of: pair.0), symbols.value(of: pair.1))
      let (was, would) = (Quotation.of(program.display(old)), Quotation.of(program.display(new)))
      types[field.name] =
        program.displayType(of: program.json(of: old), as: field.type)
        ?? program.displayType(of: program.json(of: new), as: field.type)
      return "\(field.name) is \(was) and would be \(would)"
    }
    return (texts.joined(separator: ", "), types)
  }
}

extension Producer {
  /// Enters the states of a move, one after the other.
  mutating func move(_ move: CheckedMove, _ compiled: CompiledMove, of maker: Maker, _ evaluator: Evaluator) {
    let read = compiled.keys.map { evaluator.cell($0) }
    let instance = ClosingMoves.Instance(lifecycle: move.key.lifecycle, key: read.map { adopted($0, evaluator) })
    let current = evaluator.store.state(move.key.lifecycle, key: read.span) ?? (ordinal: LifecycleType.start, step: 0)
    guard isOnlyMove(move, instance, maker) else { return }
    if !isClosing {
      if isAllowed(move, instance, maker) { enter(move.path[...], instance, after: current.step, move.clause, maker) }
      return
    }
    switch closingMoves.move(instance, move, found: current, by: maker.index) {
    case .entered(let states, let step): enter(states, instance, after: step - 1, move.clause, maker)
    case .conflict(let left, let target, let other):
      let names = program.enums[program.lifecycles[instance.lifecycle].states].values
      let words = "\(program.truths[other].id) leaves \(names[left]) for \(names[target]) in this run"
      refuse(.factConflict, move.clause.position, move.clause.span, maker, "\(move.clause.text): \(words)")
    }
  }

  private mutating func enter(
    _ states: ArraySlice<Int>, _ instance: ClosingMoves.Instance, after step: Int, _ clause: CheckedClause, _ maker: Maker
  ) {
    let lifecycle = program.lifecycles[instance.lifecycle]
    for (place, ordinal) in states.enumerated() {
      row.removeAll(keepingCapacity: true)
      row += instance.key
      row.append(Cell(.enumeration, extra: UInt32(truncatingIfNeeded: lifecycle.states), bits: Int64(ordinal)))
      row.append(.integer(step + 1 + place))
      assert(lifecycle.history, of: maker, position: clause.position, span: clause.span)
    }
  }

  /// Returns whether no other move of the same firing moves an instance differently. Versions 1 and 2 did not ask.
  private mutating func isOnlyMove(_ move: CheckedMove, _ instance: ClosingMoves.Instance, _ maker: Maker) -> Bool {
    guard program.truths[maker.index].moves.count > 1, code.language >= .three else { return true }
    guard let earlier = movedHere[instance] else {
      movedHere[instance] = move
      return true
    }
    if earlier.path == move.path { return true }
    let name = program.lifecycles[instance.lifecycle].name
    let reason = "\(move.clause.text): \(earlier.clause.text) moves the same \(name) in this run"
    refuse(.factConflict, move.clause.position, move.clause.span, maker, reason)
    return false
  }

  /// Returns whether a truth on a proposal may move an instance that another truth may have moved.
  ///
  /// Two truths that make the same move agree. If they enter different states at one step, the facts of the history are in
  /// conflict, because both truths count the steps on the same store. This check finds the remaining case: one move goes further
  /// than the other.
  private mutating func isAllowed(_ move: CheckedMove, _ instance: ClosingMoves.Instance, _ maker: Maker) -> Bool {
    guard let other = moved.updateValue((maker.index, move.path), forKey: instance), other.truth != maker.index,
      other.path != move.path, zip(other.path, move.path).allSatisfy(==)
    else { return true }
    let name = program.lifecycles[instance.lifecycle].name
    let reason = "\(move.clause.text): \(program.truths[other.truth].id) moves the same \(name) in this run"
    refuse(.factConflict, move.clause.position, move.clause.span, maker, reason)
    return false
  }

  /// Returns whether a move of a truth on facts leaves a state of its instance (declarations §6).
  ///
  /// The state is the one at which closing began, or one entered since. The frame of the truth must be filled.
  func fits(_ move: CheckedMove, _ compiled: CompiledMove, _ evaluator: Evaluator) -> Bool {
    let present = evaluator.cell(compiled.test)
    if present.isTrue || present.isMissing || closingMoves.isEmpty { return present.isTrue }
    var key: [Cell] = []
    for expression in compiled.keys {
      guard let cell = production.store.symbols.findCell(of: evaluator.value(expression)) else { return false }
      key.append(cell)
    }
    return closingMoves.leaves(ClosingMoves.Instance(lifecycle: move.key.lifecycle, key: key), move) ?? false
  }
}
