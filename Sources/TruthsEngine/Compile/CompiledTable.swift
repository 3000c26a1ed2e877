import TruthsProgram
import TruthsSyntax
import TruthsText

/// A compiled table or function. Its frame has the inputs, then the `let`s, then variables.
struct CompiledTable: Sendable {
  let unit: CompiledUnit
  let result: Int

  init(_ table: CheckedTable, index: Int, _ symbols: inout Symbols) {
    var writer = TableWriter(table, index: index)
    writer.writeRows()
    result = writer.result
    unit = CompiledUnit(writer.code.unit, &symbols)
  }
}

/// Compiles a table by its hit policy, the rule for rows that match together (declarations §8.1).
private struct TableWriter {
  var code: CodeWriter
  let result: Int
  private let table: CheckedTable
  private let index: Int

  init(_ table: CheckedTable, index: Int) {
    self.table = table
    self.index = index
    code = CodeWriter(frameSize: max(table.frameSize, table.inputs.count))
    result = code.push()
    if table.inputs.contains(where: { $0.currency != nil }) { code.emit(slow: .inputs(table: index), to: result, from: 0) }
    code.write(lets: table.lets)
  }

  mutating func writeRows() {
    switch table.hit {
    case .first: writeFirst()
    case .unique: writeOnly(isAgreeing: false)
    case .any: writeOnly(isAgreeing: true)
    case .collect(let collection): writeAll(collection)
    }
    if let currency = table.currency, table.hit != .collect(.count) {
      code.emit(.amount, to: result, .register(result), .register(currency))
    }
    code.emit(.end)
  }

  /// Records that a row gives the value, and writes the value into a register.
  private mutating func writeValue(of number: Int, to register: Int) {
    if !table.isFunction { code.emit(slow: .row(table: index, row: number), to: register, from: 0) }
    code.write(table.rows[number].value ?? .constant(.missing(.absent)), to: register)
  }

  /// Compiles the policy `first`: the first row that is true. An unknown row before it makes the value missing.
  private mutating func writeFirst() {
    var exits: [Int] = []
    for (number, row) in table.rows.enumerated() {
      var next: Int?
      if let condition = row.condition {
        code.write(condition, to: result)
        exits.append(code.emitJump(.jumpIfMissing, .register(result)))
        next = code.emitJump(.jumpIfFalse, .register(result))
      }
      writeValue(of: number, to: result)
      exits.append(code.emitJump(.jump))
      if let next { code.land(next) }
    }
    code.emit(.move, to: result, code.constant(.missing(.absent)))
    for exit in exits { code.land(exit) }
  }

  /// Compiles `unique` and `any`: the row that is true, if no other is true or all agree.
  ///
  /// Unknown rows matter only where no row is true.
  private mutating func writeOnly(isAgreeing: Bool) {
    let (isMatched, unknown, condition, value) = (code.push(), code.push(), code.push(), code.push())
    let (yes, no) = (code.constant(.boolean(true)), code.constant(.boolean(false)))
    code.emit(.move, to: isMatched, no)
    code.emit(.move, to: unknown, no)
    var ends: [Int] = []
    for (number, row) in table.rows.enumerated() {
      guard let test = row.condition else { continue }
      code.write(test, to: condition)
      let isUnknown = code.emitJump(.jumpIfMissing, .register(condition))
      let isFalse = code.emitJump(.jumpIfFalse, .register(condition))
      let isFirst = code.emitJump(.jumpIfFalse, .register(isMatched))
      if isAgreeing {
        writeValue(of: number, to: value)
        code.emit(slow: .agree(result, value), to: condition, from: 0)
        let agrees = code.emitJump(.jumpIfTrue, .register(condition))
        writeDisagreement(&ends)
        code.land(agrees)
      } else {
        writeDisagreement(&ends)
      }
      let again = code.emitJump(.jump)
      code.land(isFirst)
      code.emit(.move, to: isMatched, yes)
      writeValue(of: number, to: result)
      let next = code.emitJump(.jump)
      code.land(isUnknown)
      code.emit(.move, to: unknown, yes)
      for jump in [isFalse, again, next] { code.land(jump) }
    }
    ends.append(code.emitJump(.jumpIfTrue, .register(isMatched)))
    code.emit(.move, to: result, code.constant(.missing(.absent)))
    ends.append(code.emitJump(.jumpIfTrue, .register(unknown)))
    if let otherwise = table.rows.firstIndex(where: { $0.condition == nil }) { writeValue(of: otherwise, to: result) }
    for end in ends { code.land(end) }
  }

  private mutating func writeDisagreement(_ ends: inout [Int]) {
    code.emit(.move, to: result, code.constant(.missing(.absent)))
    ends.append(code.emitJump(.jump))
  }

  /// Compiles `collect`: every row that is true. An unknown row, or a true row with a missing value, makes the result missing.
  private mutating func writeAll(_ collection: HitPolicy.Collection) {
    let number = code.aggregateDepth
    code.aggregateDepth += 1
    let (isMatched, value) = (code.push(), code.push())
    code.emit(slow: .beginAggregate(number, aggregate(collection), descending: []), to: result, from: 0)
    code.emit(.move, to: isMatched, code.constant(.boolean(false)))
    var ends: [Int] = []
    for (rowIndex, row) in table.rows.enumerated() {
      guard let condition = row.condition else { continue }
      code.write(condition, to: result)
      ends.append(code.emitJump(.jumpIfMissing, .register(result)))
      let next = code.emitJump(.jumpIfFalse, .register(result))
      code.emit(.move, to: isMatched, code.constant(.boolean(true)))
      writeTaking(rowIndex, number, value, collection, &ends)
      code.land(next)
    }
    if let otherwise = table.rows.firstIndex(where: { $0.condition == nil }) {
      let taken = code.emitJump(.jumpIfTrue, .register(isMatched))
      writeTaking(otherwise, number, value, collection, &ends)
      code.land(taken)
    }
    code.emit(slow: .endAggregate(number), to: result, from: 0)
    code.aggregateDepth -= 1
    for end in ends { code.land(end) }
  }

  /// Adds the value of a row to the collection; a written `missing` adds nothing.
  private mutating func writeTaking(
    _ rowIndex: Int, _ number: Int, _ value: Int, _ collection: HitPolicy.Collection, _ ends: inout [Int]
  ) {
    guard table.rows[rowIndex].value != nil else {
      return code.emit(slow: .row(table: index, row: rowIndex), to: value, from: 0)
    }
    writeValue(of: rowIndex, to: value)
    code.emit(.move, to: result, .register(value))
    ends.append(code.emitJump(.jumpIfMissing, .register(result)))
    code.emit(slow: .take(number, hasValue: collection != .count, keys: 0), to: result, from: value)
  }

  private func aggregate(_ collection: HitPolicy.Collection) -> AggregateKind {
    switch collection {
    case .list: .list
    case .sum: .sum(zero: zero)
    case .min: .min
    case .max: .max
    case .count: .count
    }
  }

  /// The sum of no values.
  private var zero: Value {
    switch table.rowType {
    case .duration: .duration(.zero)
    case .period: .period(.zero)
    default: .number(.zero)
    }
  }
}
