import TruthsCheck
import TruthsJSON
import TruthsText

/// Works through the outputs and moves of truths; every expression is read on the store that the evaluator has.
struct Producer {
  private let code: CompiledProgram
  var production: Production
  var program: Program { _read { yield code.program } }
  /// Whether the evaluator has other symbols than the store of the production: one with views beside the facts.
  var readsOtherSymbols = false
  /// For truths on facts: the sequence of the first fact that the round makes, which says whether a version that is corrected was
  /// there at its beginning.
  var round: Int?
  /// The moment of the run.
  var now: Timestamp { production.store.run?.now ?? .epoch }
  /// Whether the match at hand holds a corrected fact: what it yields anew under a key that its truth produced before is a
  /// correction (language.md §6).
  var holdsCorrection = false
  /// For truths of a proposal: the instances that they have moved, by which truth, and through which states.
  var moved: [ClosingMoves.Instance: (truth: Int, path: [Int])] = [:]
  /// For truths on facts: what they have moved since closing began.
  var closingMoves = ClosingMoves()
  /// The fact at hand.
  var row: [Cell] = []

  init(_ code: CompiledProgram, production: Production, envelope: RunEnvelope) {
    self.code = code
    self.production = production
    self.production.store.run = envelope
  }

  /// Works through the moves, then the outputs of a truth whose frame stands.
  mutating func work(_ compiled: CompiledTruth, at index: Int, _ evaluator: Evaluator) {
    let maker = Maker(compiled, at: index)
    for (place, move) in compiled.moves.enumerated() { self.move(program.truths[index].moves[place], move, of: maker, evaluator) }
    for (place, output) in compiled.outputs.enumerated() {
      produce(program.truths[index].outputs[place], output, of: maker, evaluator)
    }
  }

  /// The truth that makes facts.
  struct Maker {
    /// In ``Program/truths``.
    let index: Int
    let id: String
    /// The symbol of its id.
    let symbol: Int32

    init(_ truth: CompiledTruth, at index: Int) {
      self.index = index
      id = truth.id
      symbol = truth.maker
    }
  }

  /// A cell of the evaluator as one of the store.
  mutating func adopted(_ cell: Cell, _ evaluator: Evaluator) -> Cell {
    switch cell.kind {
    case .missing, .boolean, .number, .date, .timestamp, .duration, .enumeration: return cell
    case .bigNumber, .text, .boxed, .fact:
      if !readsOtherSymbols, cell.kind != .fact, cell.bits < Int64(SymbolOverlay.base) { return cell }
      return production.store.symbols.cell(of: evaluator.value(of: cell))
    }
  }

  // MARK: Outputs

  private mutating func produce(
    _ output: CheckedOutput, _ compiled: CompiledOutput, of maker: Maker, _ evaluator: Evaluator
  ) {
    guard let loop = output.loop else { return produceOne(output, compiled, of: maker, evaluator) }
    guard let elements = evaluator.elements(loop.source, list: compiled.list) else {
      return refuse(.factIncomplete, output, maker, "\(name(output)): the list that it goes through is missing")
    }
    for element in elements {
      evaluator.set(loop.slot, to: element)
      produceOne(output, compiled, of: maker, evaluator)
    }
  }

  private mutating func produceOne(
    _ output: CheckedOutput, _ compiled: CompiledOutput, of maker: Maker, _ evaluator: Evaluator
  ) {
    if let filter = compiled.filter {
      let answer = evaluator.cell(filter)
      guard answer.isA(.boolean) else {
        let condition = output.filterText ?? "its condition"
        return refuse(
          .factIncomplete, output, maker, "\(name(output)): cannot tell whether \(condition) holds\(why(answer.cause))")
      }
      guard answer.isTrue else { return }
    }
    evaluator.run(from: compiled.row)
    row.removeAll(keepingCapacity: true)
    for place in output.fields.indices { row.append(adopted(evaluator.cell(in: compiled.fields + place), evaluator)) }
    for place in row.indices where row[place].kind == .text {
      let text = production.store.symbols.text(Int(row[place].bits))
      let type = program.facts[output.fact]
      guard let fault = EntrySize.fault(of: text.string, "\(type.name).\(type.fields[place].name)", in: "fact") else { continue }
      return refuse(.budget, output, maker, fault)
    }
    if output.isCorrection {
      correct(output, of: maker)
    } else if isWhole(output, maker, causes: row) {
      assert(output.fact, of: maker, position: output.position, span: output.span)
    }
  }

  /// Whether the fact at hand lacks nothing. Why a field that may be missing is so is no part of a fact.
  ///
  /// - Parameter causes: the cells of the fields as they were worked out.
  private mutating func isWhole(_ output: CheckedOutput, _ maker: Maker, causes: [Cell]) -> Bool {
    for place in row.indices where row[place].isMissing {
      guard program.facts[output.fact].fields[place].isOptional else {
        refuse(missing: place, of: output, maker, causes[place].cause)
        return false
      }
      row[place] = .absent
    }
    return true
  }

  /// A fact that lacks a field is no fact.
  mutating func refuse(missing field: Int, of output: CheckedOutput, _ maker: Maker, _ cause: MissingCause = .absent) {
    let type = program.facts[output.fact]
    refuse(.factIncomplete, output, maker, "\(type.name): \(type.fields[field].name) is missing\(why(cause))")
  }

  /// ` (division by zero)`; empty where no more is known than that a value is missing.
  private func why(_ cause: MissingCause) -> String { cause.words.map { " (\($0))" } ?? "" }

  /// Producing a fact again unchanged is nothing; changed, it is a conflict, unless a correction is behind it (language.md §6).
  mutating func assert(_ type: Int, of maker: Maker, position: Int, span: Span) {
    let hash = production.store.tables[type].hash(ofRow: row)
    let known = production.store.tables[type].newest(ofRow: row, hash: hash)
    if known < 0 {
      production.append(row, to: type, hash: hash, known: -1, maker: maker.symbol, isCorrection: false)
    } else if production.store.isSame(type, at: known, row) {
      production.unchanged += 1
    } else {
      change(type, known, hash, of: maker, position: position, span: span)
    }
  }

  /// The same for a row that a truth has made by copying.
  ///
  /// - Returns: whether that settles it; a fact that is there with another content needs a closer look.
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

  /// The closer look.
  mutating func change(_ made: BoundOutput, _ match: Int, _ maker: Maker, _ output: CheckedOutput) {
    row = Array(UnsafeBufferPointer(start: made.row(match), count: made.width))
    assert(made.type, of: maker, position: output.position, span: output.span)
  }

  private mutating func change(
    _ type: Int, _ known: Int, _ hash: UInt64, of maker: Maker, position: Int, span: Span
  ) {
    if holdsCorrection, !program.facts[type].isDerived, production.store.hasVersion(type, at: known, by: maker.symbol) {
      return replace(type, known, hash, of: maker, position: position, span: span)
    }
    let reason = "\(program.facts[type].name) is there already with another content: \(changes(type, known))"
    refuse(.factConflict, position, span, maker, reason)
  }

  /// A correction copies the key only: every other field is written, or that of the version corrected. An optional field whose
  /// value is missing keeps the old one, unless it is taken away on purpose (language-2.md §7).
  private mutating func correct(_ output: CheckedOutput, of maker: Maker) {
    let type = program.facts[output.fact]
    if type.isImmutable { return refuse(.factImmutable, output, maker, "\(type.name) is immutable: it may not be corrected") }
    for field in type.key where row[field].isMissing { return refuse(missing: field, of: output, maker, row[field].cause) }
    let causes = row
    for place in row.indices where row[place].isMissing { row[place] = .absent }
    let hash = production.store.tables[output.fact].hash(ofRow: row)
    let known = production.store.tables[output.fact].newest(ofRow: row, hash: hash)
    var read = known
    while isOfRound(output.fact, read) { read = production.store.tables[output.fact].earlier(than: read) }
    guard read >= 0 else { return refuse(.factAbsent, output, maker, "there is no \(type.name) to correct") }
    let present = production.store.tables[output.fact].cells(at: read)
    for index in row.indices where row[index].isMissing {
      let isTakenAway = output.fields[index] == .takenAway
      let isKept = output.fields[index] == nil || type.fields[index].isOptional && !isTakenAway
      if isKept { row[index] = present[index] }
    }
    guard isWhole(output, maker, causes: causes) else { return }
    if production.store.isSame(output.fact, at: known, row) {
      production.unchanged += 1
      return
    }
    replace(output.fact, known, hash, of: maker, position: output.position, span: output.span)
  }

  /// Appends a new version. A version that another match of the round has just made is not the one that this one was read from.
  private mutating func replace(
    _ type: Int, _ known: Int, _ hash: UInt64, of maker: Maker, position: Int, span: Span
  ) {
    let declared = program.facts[type]
    if declared.isImmutable {
      return refuse(.factImmutable, position, span, maker, "\(declared.name) is immutable: it may not be corrected")
    }
    if isOfRound(type, known) {
      let reason = "\(declared.name) was corrected beside this: \(changes(type, known))"
      return refuse(.factStale, position, span, maker, reason)
    }
    production.append(row, to: type, hash: hash, known: known, maker: maker.symbol, isCorrection: true)
  }

  /// Whether a version was made in this very round; below 0 there is none.
  private func isOfRound(_ type: Int, _ place: Int) -> Bool {
    guard let round, place >= 0 else { return false }
    return production.store.sequence(type, at: place) >= round
  }

  private mutating func refuse(_ truth: BuiltInTruth, _ output: CheckedOutput, _ maker: Maker, _ reason: String) {
    refuse(truth, output.position, output.span, maker, reason)
  }

  mutating func refuse(_ truth: BuiltInTruth, _ position: Int, _ span: Span, _ maker: Maker, _ reason: String) {
    production.violations.append(
      Violation(
        truthID: truth.rawValue, declaredBy: maker.id, clause: "built-in", place: .builtIn, position: position,
        kind: .structural, reason: reason, span: span))
  }

  private func name(_ output: CheckedOutput) -> String { program.facts[output.fact].name }

  /// `amount is 5 and would be 7`
  private func changes(_ type: Int, _ known: Int) -> String {
    let symbols = production.store.symbols
    let present = production.store.tables[type].cells(at: known)
    return zip(program.facts[type].fields, zip(present, row)).compactMap { field, pair in
      if symbols.same(pair.0, pair.1) { return nil }
      let (old, new) = (symbols.value(of: pair.0), symbols.value(of: pair.1))
      let (was, would) = (Quotation.of(program.display(old)), Quotation.of(program.display(new)))
      return "\(field.name) is \(was) and would be \(would)"
    }.joined(separator: ", ")
  }
}
