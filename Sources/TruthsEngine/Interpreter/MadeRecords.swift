import TruthsCheck
import TruthsText

extension Interpreter {
  /// A record, or a list of such, made of another and of values that are written (language-2.md §3).
  ///
  /// - Parameter hasBase: whether there is another.
  mutating func made(
    _ shape: RecordShape, of base: Cell, _ hasBase: Bool, _ values: UnsafeMutablePointer<Cell>
  ) -> Cell {
    if hasBase, base.isMissing { return base }
    switch shape {
    case .same: return base
    case .list(let inner):
      var elements = elements(of: base)
      spend(elements.count)
      for place in elements.indices {
        elements[place] = made(inner, of: elements[place], true, values)
        if elements[place].isMissing { return elements[place] }
      }
      return box(list: elements)
    case .record(let type, let fields):
      spend(WorkMeter.stepsPerCall + fields.count)
      if hasNoRoom { return .missing(.total) }
      var cells: [Cell] = []
      cells.reserveCapacity(fields.count)
      for part in fields {
        let cell: Cell =
          switch part.source {
          case .field(let index, .same): field(index, of: base)
          case .field(let index, let inner): made(inner, of: field(index, of: base), true, values)
          case .value(let place): values[place]
          case .constant(let value): box(value)
          }
        if part.isRequired, cell.isMissing { return cell }
        cells.append(cell)
      }
      return box(cells, record: UInt32(truncatingIfNeeded: type))
    }
  }
}
