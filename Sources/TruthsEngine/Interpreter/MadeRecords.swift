import TruthsProgram
import TruthsText

extension Interpreter {
  /// Returns a record, or a list of records, from another one and from written values (types §6).
  ///
  /// - Parameter hasBase: whether the record is made from another one.
  mutating func madeRecord(
    _ shape: RecordShape, of base: Cell, _ hasBase: Bool, _ values: UnsafeMutablePointer<Cell>
  ) -> Cell {
    if hasBase, base.isMissing { return base }
    switch shape {
    case .same: return base
    case .list(let inner):
      var elements = elements(of: base)
      spend(elements.count)
      for place in elements.indices {
        elements[place] = madeRecord(inner, of: elements[place], true, values)
        if elements[place].isMissing { return elements[place] }
      }
      return box(list: elements)
    case .record(let type, let fields):
      spend(WorkMeter.stepsPerCall + fields.count)
      if hasNoRoom { return .missing(.total) }
      var cells: [Cell] = []
      cells.reserveCapacity(fields.count)
      for written in fields {
        let cell: Cell =
          switch written.source {
          case .field(let index, .same): field(index, of: base)
          case .field(let index, let inner): madeRecord(inner, of: field(index, of: base), true, values)
          case .value(let place): values[place]
          case .constant(let value): box(value)
          }
        if written.isRequired, cell.isMissing { return cell }
        cells.append(cell)
      }
      let pairs = execution.code.currencies.records[type]
      if !pairs.isEmpty {
        for pair in pairs {
          cells[pair.amount] = withoutUnit(
            inOwnUnit(cells[pair.amount], fields[pair.amount].source, of: base), in: cells[pair.currency])
          if fields[pair.amount].isRequired, cells[pair.amount].isMissing { return cells[pair.amount] }
        }
      }
      return box(cells, record: UInt32(truncatingIfNeeded: type))
    }
  }

  /// Returns an amount copied from another record or fact, in the unit that it has there.
  private mutating func inOwnUnit(_ amount: Cell, _ source: RecordShape.Source, of base: Cell) -> Cell {
    guard case .field(let index, _) = source else { return amount }
    let currencies = execution.code.currencies
    let pairs = base.isA(.fact) ? currencies.facts[Int(base.extra)] : currencies.records[Int(base.extra)]
    guard let pair = pairs.first(where: { $0.amount == index }) else { return amount }
    return self.amount(amount, in: field(pair.currency, of: base))
  }

  /// Returns a record from consecutive fields; its amounts are checked against their currencies.
  mutating func record(_ type: Int, _ arguments: UnsafeMutablePointer<Cell>, _ count: Int) -> Cell {
    hold(execution.code.currencies.records[type], arguments)
    return box((0..<count).map { arguments[$0] }, record: UInt32(truncatingIfNeeded: type))
  }
}
