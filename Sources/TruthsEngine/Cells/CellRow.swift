/// Cells that stay where they are and never change: constants, policies, what an environment says.
///
/// Sendable although it holds a pointer: nothing is written behind it once it is made.
final class CellRow: @unchecked Sendable {
  let cells: UnsafePointer<Cell>
  let count: Int

  init(_ cells: [Cell]) {
    let copy = UnsafeMutablePointer<Cell>.allocate(capacity: max(1, cells.count))
    for (place, cell) in cells.enumerated() { (copy + place).initialize(to: cell) }
    self.cells = UnsafePointer(copy)
    count = cells.count
  }

  deinit { cells.deallocate() }

  subscript(place: Int) -> Cell { place < count ? cells[place] : .absent }
}
