import TruthsText

/// An index of the rows of a layer by some of their fields, for joins and look-ups.
///
/// It is built on first use, and extended for appended rows. `@unchecked Sendable`: it is extended under the lock of its layer,
/// and a shared layer does not grow.
final class FactIndex: @unchecked Sendable {
  let parts: [IndexPart]
  /// The field of each part; below 0 for a computed part.
  private let fields: [Int]
  /// The computed values of each part, one for each row; empty for a field.
  private var computed: [[Cell]]
  /// The group number by the values of the parts.
  @exclusivity(unchecked) private(set) var slots = HashSlots()
  /// The oldest row of each group.
  @exclusivity(unchecked) private(set) var oldest = CellBuffer<Int32>()
  /// The next row of the same group, for each row; below 0 for the newest.
  @exclusivity(unchecked) private(set) var next = CellBuffer<Int32>()
  /// The newest row of each group.
  @exclusivity(unchecked) private(set) var newest = CellBuffer<Int32>()
  /// The number of rows in each group.
  @exclusivity(unchecked) private(set) var sizes = CellBuffer<Int32>()
  /// The rows in no group, because one of the fields is missing or is a record or list.
  @exclusivity(unchecked) private(set) var ungrouped = CellBuffer<Int32>()
  /// The sorted groups, by the sort field and their number.
  private var ordered: [Int: [Int: OrderedGroup]] = [:]

  init(_ parts: [IndexPart]) {
    self.parts = parts
    fields = parts.map { $0.field ?? -1 }
    computed = parts.map { _ in [] }
  }

  /// Extends the index over new rows.
  ///
  /// - Parameter compute: computes the value of a part for a row.
  /// - Complexity: O(new rows) on average.
  func extend(over layer: FactLayer, _ compute: (ElementCode, Int32) -> Cell) {
    while next.count < layer.count {
      let row = Int32(next.count)
      next.append(-1)
      var hash = CellHash.seed
      var isGrouped = true
      for place in fields.indices {
        if fields[place] < 0, case .computed(let code) = parts[place] { computed[place].append(compute(code, row)) }
        let cell = value(of: row, place, layer)
        isGrouped = isGrouped && !cell.isMissing && !cell.isA(.boxed)
        hash = CellHash.add(cell, to: hash)
      }
      guard isGrouped else {
        ungrouped.append(row)
        continue
      }
      let group = slots.view.find(hash) { group in
        fields.indices.allSatisfy { value(of: oldest[group], $0, layer) == value(of: row, $0, layer) }
      }
      if group >= 0 {
        next[Int(newest[group])] = row
        newest[group] = row
        sizes[group] += 1
      } else {
        slots.insert(hash, newest.count)
        newest.append(row)
        oldest.append(row)
        sizes.append(1)
      }
    }
  }

  @inline(__always)
  private func value(of row: Int32, _ place: Int, _ layer: FactLayer) -> Cell {
    fields[place] >= 0 ? layer.cell(row, fields[place]) : computed[place][Int(row)]
  }

  /// Returns the group with some values, one for each part; below 0 if none exists.
  func group(of values: [Cell], in layer: FactLayer) -> Int {
    slots.view.find(values.reduce(CellHash.seed) { CellHash.add($1, to: $0) }) { group in
      fields.indices.allSatisfy { value(of: oldest[group], $0, layer) == values[$0] }
    }
  }

  /// Returns the rows of a group in the order of arrival.
  func rows(of group: Int) -> some Sequence<Int32> {
    sequence(first: oldest[group]) { row in
      let following = self.next[Int(row)]
      return following < 0 ? nil : following
    }
  }

  /// Returns the rows of a group in the order of a field.
  ///
  /// - Complexity: O(rows of the group that are new since the last call), if they come last in the order too.
  func ordered(_ group: Int, by field: Int, in layer: FactLayer, _ symbols: Symbols) -> OrderedGroup {
    let rows = ordered[field]?[group] ?? OrderedGroup(by: field)
    if rows.newest < 0 { ordered[field, default: [:]][group] = rows }
    var row = rows.newest < 0 ? oldest[group] : next[Int(rows.newest)]
    while row >= 0 {
      rows.take(row, in: layer)
      row = next[Int(row)]
    }
    rows.settle(layer, symbols)
    return rows
  }
}

/// The rows of one group of a ``FactIndex``, sorted by a field, with running totals of other fields.
final class OrderedGroup {
  /// The value of `field` for the order of arrival.
  static var byArrival: Int { -1 }

  private let field: Int
  /// The rows in the order of the field; equal values in the order of arrival.
  private(set) var rows: [Int32] = []
  /// The rows that are not sorted, because their field is missing, a text or a big number, which are slow to compare.
  private(set) var beside: [Int32] = []
  /// The last row taken in; below 0 before the first.
  private(set) var newest: Int32 = -1
  /// The number of ``rows`` already in order.
  private var settled = 0
  private var totals: [Int: RunningTotals] = [:]

  init(by field: Int) { self.field = field }

  fileprivate func take(_ row: Int32, in layer: FactLayer) {
    newest = row
    if field >= 0, !layer.cell(row, field).isOrdered { beside.append(row) } else { rows.append(row) }
  }

  /// Sorts the new rows into ``rows``.
  fileprivate func settle(_ layer: FactLayer, _ symbols: Symbols) {
    defer { settled = rows.count }
    guard settled < rows.count, field >= 0 else { return }
    func isBefore(_ one: Int32, _ other: Int32) -> Bool {
      let (left, right) = (layer.cell(one, field), layer.cell(other, field))
      return symbols.precedes(left, right) || (one < other && !symbols.precedes(right, left))
    }
    let added = rows[settled...].sorted(by: isBefore)
    var (settledEnd, fresh, target) = (settled, added.count, rows.count)
    // It merges from the end, so that rows appended in order move nothing.
    while fresh > 0 {
      target -= 1
      if settledEnd > 0, isBefore(added[fresh - 1], rows[settledEnd - 1]) {
        settledEnd -= 1
        rows[target] = rows[settledEnd]
      } else {
        fresh -= 1
        rows[target] = added[fresh]
      }
    }
    for value in totals.keys { totals[value]?.cut(to: target) }
  }

  /// Returns the indices in ``rows`` between two bounds.
  ///
  /// - Parameters:
  ///   - isBelow: whether a value is before the range.
  ///   - isAbove: whether a value is after the range.
  /// - Complexity: O(log n).
  func range(in layer: FactLayer, isBelow: (Cell) -> Bool, isAbove: (Cell) -> Bool) -> Range<Int> {
    guard field >= 0 else { return 0..<rows.count }
    let lower = partition(layer) { !isBelow($0) }
    return lower..<max(lower, partition(layer, isAbove))
  }

  /// Returns the first index from which on a test is true.
  private func partition(_ layer: FactLayer, _ isBehind: (Cell) -> Bool) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(layer.cell(rows[middle], field)) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the rows with the least or the greatest value in a range.
  ///
  /// - Parameter isCurrent: whether a row counts; called for each visited row.
  /// - Complexity: O(these rows, and rows before them that do not count).
  func end(
    of range: Range<Int>, isLeast: Bool, in layer: FactLayer, _ symbols: Symbols, _ isCurrent: (Int32) -> Bool
  ) -> [Int32] {
    var current: [Int32] = []
    for step in 0..<range.count {
      let row = rows[isLeast ? range.lowerBound + step : range.upperBound - 1 - step]
      if let first = current.first {
        let (one, other) = (layer.cell(first, field), layer.cell(row, field))
        if symbols.precedes(one, other) || symbols.precedes(other, one) { break }
      }
      if isCurrent(row) { current.append(row) }
    }
    return current
  }

  /// Returns the sum of a field over a range of ``rows`` with ``RunningTotals/scale`` decimal places.
  ///
  /// - Returns: `nil` where the values must be added one by one.
  /// - Complexity: O(1), and once O(n).
  func total(of value: Int, over range: Range<Int>, in layer: FactLayer) -> Int128? {
    totals[value, default: RunningTotals()].extend(to: rows.count) { layer.cell(rows[$0], value) }
    return totals[value]?.sum(over: range)
  }
}

/// The exact sums of the numbers before each index of a row, up to the first value that is missing or not short.
struct RunningTotals {
  /// The decimal places of the sums, as many as values of facts may have.
  static var scale: Int32 { 12 }

  private var sums: [Int128] = [0]
  private var isBroken = false

  /// Drops the sums over more than `count` elements.
  fileprivate mutating func cut(to count: Int) {
    isBroken = false
    if sums.count > count + 1 { sums.removeSubrange((count + 1)...) }
  }

  fileprivate mutating func extend(to count: Int, _ cell: (Int) -> Cell) {
    while !isBroken, sums.count <= count {
      let next = cell(sums.count - 1)
      guard next.isA(.number), next.unit == 0, Int32(next.small) <= Self.scale else {
        isBroken = true
        return
      }
      // A fact holds less than 10^15 with 12 decimal places, and a layer less than 2^31 rows, so a sum fits 128 bits.
      let factor = (Int32(next.small)..<Self.scale).reduce(Int128(1)) { product, _ in product * 10 }
      sums.append(sums[sums.count - 1] + Int128(next.bits) * factor)
    }
  }

  fileprivate func sum(over range: Range<Int>) -> Int128? {
    range.upperBound < sums.count ? sums[range.upperBound] - sums[range.lowerBound] : nil
  }
}

extension Cell {
  /// Whether values of the cell's type compare in a few instructions.
  var isOrdered: Bool { !isMissing && !isA(.bigNumber) && !isA(.text) && !isA(.boxed) }
}
