/// The rows of a layer by the values of some of their fields: what truths on facts join by. Built when first asked for.
///
/// Sendable although it changes: it is extended under the lock of its layer, and a layer that somebody else has does not grow.
final class JoinIndex: @unchecked Sendable {
  let fields: [Int]
  /// From values to the number of their group.
  @exclusivity(unchecked) private(set) var slots = HashSlots()
  /// The oldest row of each group.
  @exclusivity(unchecked) private(set) var oldest = CellBuffer<Int32>()
  /// For each row the next one of its group; below 0 where it is the newest.
  @exclusivity(unchecked) private(set) var next = CellBuffer<Int32>()
  /// The newest row of each group.
  @exclusivity(unchecked) private var newest = CellBuffer<Int32>()

  init(_ fields: [Int]) { self.fields = fields }

  /// Goes on over rows that are new since.
  func extend(over layer: FactLayer) {
    let width = layer.shape.width
    while next.count < layer.count {
      let row = next.count
      let base = layer.cells.elements + row * width
      next.append(-1)
      if fields.contains(where: { base[$0].isMissing }) { continue }
      var hash = CellHash.seed
      for field in fields { hash = CellHash.add(base[field], to: hash) }
      let group = slots.view.find(hash) { group in
        let other = layer.cells.elements + Int(oldest[group]) * width
        return fields.allSatisfy { other[$0] == base[$0] }
      }
      if group >= 0 {
        next[Int(newest[group])] = Int32(row)
        newest[group] = Int32(row)
      } else {
        slots.insert(hash, newest.count)
        newest.append(Int32(row))
        oldest.append(Int32(row))
      }
    }
  }
}
