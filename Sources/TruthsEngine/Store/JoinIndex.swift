/// The rows of a layer by the values of some of their fields: what truths on facts join by. Built when first asked for.
///
/// Sendable although it changes: it is extended under the lock of its layer, and a layer that somebody else has does not grow.
final class JoinIndex: @unchecked Sendable {
  let fields: [Int]
  /// Rows gone through so far.
  private(set) var count = 0
  private var slots = HashSlots()
  /// The newest row of each group.
  private var newest: [Int32] = []
  /// The oldest row of each group.
  private var oldest: [Int32] = []
  /// For each row the next one of its group; below 0 where it is the newest.
  private var next: [Int32] = []

  init(_ fields: [Int]) { self.fields = fields }

  /// The oldest row whose fields have these values; below 0 where there is none.
  @inline(__always)
  func firstRow(of values: [Cell], hash: UInt64, in layer: FactLayer) -> Int {
    let width = layer.shape.width
    let group = slots.find(hash) { group in
      let base = Int(oldest[group]) * width
      return fields.indices.allSatisfy { layer.cells[base + fields[$0]] == values[$0] }
    }
    return group.map { Int(oldest[$0]) } ?? -1
  }

  /// The next row with the same values; below 0 where there is none.
  @inline(__always)
  func row(after row: Int) -> Int { Int(next[row]) }

  @inline(__always)
  static func hash(_ values: [Cell]) -> UInt64 { values.reduce(CellHash.seed) { CellHash.add($1, to: $0) } }

  func extend(over layer: FactLayer) {
    if count == 0, slots.count == 0 { slots = HashSlots(capacity: layer.count) }
    var values = [Cell](repeating: .absent, count: fields.count)
    while count < layer.count {
      for (place, field) in fields.enumerated() { values[place] = layer.cells[count * layer.shape.width + field] }
      next.append(-1)
      if !values.contains(where: \.isMissing) { add(count, values, layer) }
      count += 1
    }
  }

  private func add(_ row: Int, _ values: [Cell], _ layer: FactLayer) {
    let hash = Self.hash(values)
    let width = layer.shape.width
    let known = slots.find(hash) { group in
      let base = Int(oldest[group]) * width
      return fields.indices.allSatisfy { layer.cells[base + fields[$0]] == values[$0] }
    }
    if let known {
      next[Int(newest[known])] = Int32(row)
      newest[known] = Int32(row)
    } else {
      slots.insert(hash, newest.count)
      newest.append(Int32(row))
      oldest.append(Int32(row))
    }
  }
}
