import TruthsProgram
import TruthsSyntax
import TruthsText

/// Explains why a value in the frame of an evaluator is missing: `weight is missing`, `not sent`.
struct CauseReader {
  private let evaluator: Evaluator
  private let frame: FrameCauses
  /// The largest number of names in a chain of causes.
  private static let limit = 8

  init(_ evaluator: Evaluator, _ frame: FrameCauses) {
    self.evaluator = evaluator
    self.frame = frame
  }

  /// Returns the reasons why an expression has no value, from the first missing name down to the original cause. The list is
  /// empty if no named value is missing.
  func chain(_ code: CauseCode) -> [String] { chain(code.root, code.unit, Self.limit) ?? [] }

  /// Returns the chain of missing names, from one step of the search down to the cause.
  ///
  /// - Parameter budget: how many more names the chain may have.
  /// - Returns: `nil` where nothing is missing.
  private func chain(_ step: CauseCode.Step, _ unit: CompiledUnit, _ budget: Int) -> [String]? {
    switch step {
    case .leftOut: return ["left out"]
    case .first(let steps): return first(steps, unit, budget)
    case .name(let name, let value, let origin):
      guard budget > 0, evaluator.explainedCell(value, of: unit).isMissing else { return nil }
      return ["\(name) is missing"] + cause(origin, of: value, unit, budget - 1)
    case .conditional(let test, let condition, let consequence, let alternative):
      if let cause = chain(condition, unit, budget) { return cause }
      guard case .boolean(let holds) = evaluator.explainedValue(test, of: unit) else { return nil }
      return chain(holds ? consequence : alternative, unit, budget)
    case .coalesce(let value, let last):
      return evaluator.explainedCell(value, of: unit).isMissing ? chain(last, unit, budget) : nil
    case .operation(let operands, let value, let missing):
      if let cause = first(operands, unit, budget) { return cause }
      guard case .missing(let cause) = evaluator.explainedValue(value, of: unit) else { return nil }
      return [words(of: cause) ?? missing.rawValue]
    case .meeting(let operands, let value):
      if let cause = first(operands, unit, budget) { return cause }
      guard case .missing(let cause) = evaluator.explainedValue(value, of: unit), case .units = cause else { return nil }
      return words(of: cause).map { [$0] }
    case .extreme(let sources, let value, let count):
      if let cause = first(sources, unit, budget) { return cause }
      let whole = evaluator.explainedValue(value, of: unit)
      guard whole.isMissing else { return nil }
      if case .missing(let cause) = whole, case .units = cause { return words(of: cause).map { [$0] } }
      return evaluator.explainedValue(count, of: unit) == .number(.zero) ? [CauseCode.MissingWords.nothing.rawValue] : nil
    }
  }

  private func first(_ steps: [CauseCode.Step], _ unit: CompiledUnit, _ left: Int) -> [String]? {
    for step in steps {
      if let cause = chain(step, unit, left) { return cause }
    }
    return nil
  }

  /// Returns the texts that follow the name of a missing value.
  private func cause(_ origin: CauseCode.Origin, of value: CompiledExpression, _ unit: CompiledUnit, _ budget: Int) -> [String] {
    switch origin {
    case .policy: return ["not set"]
    case .envelope: return ["not sent"]
    case .given: return ["not given"]
    case .place(let whole, let place, let isMember):
      if let cause = chain(whole, unit, budget) ?? chain(place, unit, budget) { return cause }
      return [isMember ? "not given" : CauseCode.MissingWords.nothing.rawValue]
    case .amount(let amount, let origin, let currency):
      if evaluator.explainedCell(amount, of: unit).isMissing {
        // An amount in a record that exists is missing where its currency is missing.
        if case .member(let base, _) = origin, !evaluator.explainedCell(base, of: unit).isMissing,
          let cause = chain(currency, unit, budget)
        {
          return cause
        }
        return cause(origin, of: amount, unit, budget)
      }
      return chain(currency, unit, budget) ?? words(of: evaluator.explainedValue(value, of: unit)).map { [$0] } ?? []
    case .slot(let slot):
      return cause(ofSlot: slot, budget) ?? [words(of: evaluator.explainedValue(value, of: unit)) ?? "not given"]
    case .member(let base, let origin):
      if evaluator.explainedCell(base, of: unit).isMissing { return cause(origin, of: base, unit, budget) }
      return ["not given"]
    case .fact(let query): return cause(of: query, unit, budget)
    case .table(let index, let arguments): return cause(ofTable: index, arguments, unit, budget)
    case .old(let code, let arguments):
      return cause(ofOld: code, arguments.map { evaluator.explainedValue($0, of: unit) }, budget)
    }
  }

  /// Returns the cause of an expression that is missing in the context before. For a single name, the name itself is left out.
  private func cause(ofOld old: OldCode, _ arguments: [Value], _ budget: Int) -> [String] {
    guard let inside = evaluator.before?.evaluator else { return [] }
    inside.enter(old, arguments, frameSize: frame.frameSize)
    let code = CauseCode(old.node.body, old.node.terms, frame, evaluator.program, evaluator.execution.code.symbols)
    evaluator.spend(compiling: code.unit)
    let reader = CauseReader(inside, frame)
    guard case .name = code.root else { return reader.chain(code.root, code.unit, budget) ?? [] }
    return Array((reader.chain(code.root, code.unit, budget + 1) ?? []).dropFirst())
  }

  private func words(of value: Value) -> String? {
    if case .missing(let cause) = value { return words(of: cause) }
    return nil
  }

  private func words(of cause: MissingCause) -> String? { cause.words(evaluator.execution.code.currencies) }

  /// Returns the cause for a slot.
  ///
  /// - Returns: `nil` where a `let` is missing although it reads no missing value.
  private func cause(ofSlot slot: Int, _ budget: Int) -> [String]? {
    guard let code = frame.code(ofLet: slot, evaluator.program, evaluator.execution.code.symbols) else {
      let cause = frame.cause(ofSlot: slot)
      return [cause + (frame.name(of: slot).map { evaluator.environment.remark(onMissing: $0) } ?? "")]
    }
    return budget > 0 ? chain(code.root, code.unit, budget) : []
  }

  private func cause(of query: CauseCode.FactQuery, _ unit: CompiledUnit, _ left: Int) -> [String] {
    var shown: [String] = []
    for key in query.keys {
      let cell = evaluator.explainedCell(key.value, of: unit)
      if cell.isMissing { return chain(key.step, unit, left) ?? [] }
      shown.append(evaluator.quoted(key: cell))
    }
    guard let presence = query.presence else { return [] }
    if evaluator.explainedValue(presence.isThere, of: unit) == .boolean(true) { return ["not given"] }
    if shown.isEmpty { return ["there is no \(presence.name)"] }
    return ["there is no \(presence.name) for \(shown.joined(separator: ", "))"]
  }

  /// Returns the cause of the first missing argument, or otherwise of the row that is unknown or has no value.
  private func cause(ofTable index: Int, _ arguments: [CauseCode.Argument], _ unit: CompiledUnit, _ budget: Int) -> [String] {
    let table = evaluator.program.tables[index]
    for (input, argument) in zip(table.inputs, arguments) where evaluator.explainedCell(argument.value, of: unit).isMissing {
      guard budget > 0 else { return [] }
      return ["\(input.name) (input of \(table.name)) is missing"] + (chain(argument.step, unit, budget - 1) ?? [])
    }
    let inside = evaluator.frame(of: table, arguments.map { evaluator.explainedValue($0.value, of: unit) })
    let frame = FrameCauses(
      inputs: table.inputs.map(\.name), lets: table.lets, frameSize: max(table.frameSize, table.inputs.count))
    return CauseReader(inside, frame).cause(ofRowsOf: table, budget)
  }

  /// Returns why the rows of a table give no value, evaluated over a frame of the table.
  private func cause(ofRowsOf table: CheckedTable, _ budget: Int) -> [String] {
    var unknown: CheckedRow?
    var matching: [CheckedRow] = []
    for row in table.rows where row.condition != nil || table.hit == .first {
      if evaluator.isOverworked { return [] }
      if table.hit == .first, unknown != nil || !matching.isEmpty { break }
      switch row.condition.map({ evaluator.value($0) }) ?? .boolean(true) {
      case .boolean(true): matching.append(row)
      case .boolean: continue
      default: unknown = unknown ?? row
      }
    }
    if matching.isEmpty, unknown == nil, let otherwise = table.rows.first(where: { $0.condition == nil }) {
      matching.append(otherwise)
    }
    if let row = unknown, let condition = row.condition, matching.isEmpty || table.hit.collects {
      return chain(condition, row.terms, budget)
    }
    if table.hit.collects { return cause(ofCollected: matching, budget) }
    if table.hit != .first, matching.count > 1, table.hit == .unique || !haveOneCause(matching) { return ["two rows hold"] }
    return matching.first.map { cause(ofRow: $0, budget) } ?? ["no row"]
  }

  /// Returns the cause of the first row with a missing value, for a table that collects the values of all rows. A row with the
  /// word `missing` adds nothing to a collection, and is passed over.
  private func cause(ofCollected rows: [CheckedRow], _ left: Int) -> [String] {
    for row in rows {
      guard let value = row.value else { continue }
      if evaluator.value(value).isMissing { return chain(value, row.terms, left) }
    }
    if rows.isEmpty { return ["no row"] }
    return rows.allSatisfy { $0.value == nil } ? ["left out"] : ["too large"]
  }

  /// Whether every row that holds has a missing value.
  private func haveOneCause(_ held: [CheckedRow]) -> Bool {
    held.allSatisfy { $0.value.map { evaluator.value($0).isMissing } ?? true }
  }

  private func cause(ofRow row: CheckedRow, _ left: Int) -> [String] {
    row.value.map { chain($0, row.terms, left) } ?? ["left out"]
  }

  private func chain(_ node: Node, _ terms: [Term], _ left: Int) -> [String] {
    let code = CauseCode(node, terms, frame, evaluator.program, evaluator.execution.code.symbols)
    evaluator.spend(compiling: code.unit)
    return chain(code.root, code.unit, left) ?? []
  }
}
