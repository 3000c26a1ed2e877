import TruthsProgram

/// The bounding boxes (``FormulaBox``) of a table's rows in flat arrays, because ten thousand rows have fifty million pairs. Each
/// end of a range is its rank among all ends of its variable, so that comparing integers decides how two boxes lie to each other.
struct FormulaBoxes {
  /// The values of one variable, cut where a range of a row begins or ends.
  struct Column {
    /// Key of the variable in ``FormulaBox/sets``.
    let key: Int
    /// All cuts, ascending; the first and the last one are the ends of the domain.
    let cuts: [Cut]

    var segmentCount: Int { cuts.count - 1 }
  }

  /// The ranges of one row in one column.
  struct Cell {
    let column: Int
    let ranges: [Range<Int32>]
  }

  /// The columns that distinguish most rows come first.
  let columns: [Column]
  /// The columns that each row bounds, ascending.
  let cells: [[Cell]]
  /// Whether each row holds everywhere in its box; `true` for a row that never holds.
  private let isExact: [Bool]
  /// Whether each row can hold at all.
  private let holds: [Bool]
  /// The segments of a row in each of the first columns, as a set of bits. In a column with more segments than bits, neighbours
  /// share one.
  private var bits: [UInt64] = []
  private let width: Int
  /// Whether a row has ranges that its bits do not show exactly.
  private let isCoarse: [Bool]
  /// Limit of variables with bits, so that most pairs take no more time with many inputs.
  private static let mostColumns = 32

  /// Ranks the ends of all boxes.
  ///
  /// - Parameter isPlain: whether each row may be decided by its box, if the box is exact.
  /// - Complexity: O(n log n) in the ranges of all boxes.
  init(_ boxes: [FormulaBox?], _ variables: [Variable], isPlain: [Bool]) {
    holds = boxes.map { $0 != nil }
    isExact = zip(boxes, isPlain).map { ($0?.isExact ?? true) && $1 }
    var ends: [Int: Set<Cut>] = [:]
    for box in boxes {
      for entry in box?.sets.entries ?? [] {
        for range in entry.value.ranges { ends[entry.key, default: []].formUnion([range.lowerBound, range.upperBound]) }
      }
    }
    columns = ends.map { key, cuts in
      let domain = FormulaBox.domain(key, variables)
      return Column(key: key, cuts: cuts.union([domain.lowerBound, domain.upperBound]).sorted())
    }.sorted { ($1.segmentCount, $0.key) < ($0.segmentCount, $1.key) }
    let places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1.key, $0) })
    let ranks = columns.map { Dictionary(uniqueKeysWithValues: zip($0.cuts, Int32(0)...)) }
    cells = boxes.map { box in
      let cells = (box?.sets.entries ?? []).compactMap { entry -> Cell? in
        guard let column = places[entry.key] else { return nil }
        let ranges = entry.value.ranges.map { (ranks[column][$0.lowerBound] ?? 0)..<(ranks[column][$0.upperBound] ?? 0) }
        return Cell(column: column, ranges: ranges)
      }
      return cells.sorted { $0.column < $1.column }
    }
    width = min(columns.count, Self.mostColumns)
    let (width, columns) = (width, columns)
    isCoarse = cells.map { row in
      row.contains { $0.column >= width || columns[$0.column].segmentCount > UInt64.bitWidth }
    }
    bits = [UInt64](repeating: .max, count: boxes.count * width)
    for (row, cells) in cells.enumerated() {
      for cell in cells where cell.column < width {
        bits[row * width + cell.column] = cell.ranges.reduce(0) { $0 | columns[cell.column].bits($1) }
      }
    }
  }

  /// Whether the boxes of all given rows are exact, so that no search is needed.
  func areExact(_ rows: [Int]) -> Bool { rows.allSatisfy { isExact[$0] } }

  /// Whether a row certainly never holds.
  func isEmpty(_ row: Int) -> Bool { !holds[row] }

  /// Returns the rows before a row whose boxes intersect the row's box.
  ///
  /// - Complexity: O(r) in the rows before it, for those that the bits of at most ``mostColumns`` variables distinguish.
  func meeting(_ row: Int) -> [Int] {
    if !holds[row] { return [] }
    let own = row * width
    return bits.withUnsafeBufferPointer { bits in
      (0..<row).filter { second in
        let position = second * width
        for column in 0..<width where bits[own + column] & bits[position + column] == 0 { return false }
        return holds[second] && !(isCoarse[row] && isCoarse[second] && misses(cells[row], cells[second]))
      }
    }
  }

  /// Whether two rows have no value in common in a column that both bound.
  private func misses(_ first: [Cell], _ second: [Cell]) -> Bool {
    var (own, position) = (0, 0)
    while own < first.count, position < second.count {
      if first[own].column == second[position].column {
        if first[own].ranges.relation(to: second[position].ranges) == .disjoint { return true }
        own += 1
        position += 1
      } else if first[own].column < second[position].column {
        own += 1
      } else {
        position += 1
      }
    }
    return false
  }
}

extension FormulaBoxes.Column {
  /// The segments of a range as bits.
  fileprivate func bits(_ range: Range<Int32>) -> UInt64 {
    func bit(_ segment: Int32) -> UInt64 {
      let position = segmentCount <= UInt64.bitWidth ? Int(segment) : Int(segment) * UInt64.bitWidth / segmentCount
      return 1 << UInt64(position)
    }
    let (first, last) = (bit(range.lowerBound), bit(range.upperBound - 1))
    return last | (last - first)
  }
}

/// The relation between the values of two lists of ranges.
enum RangeRelation {
  case disjoint
  /// The other list has all ranges of this list.
  case inside
  /// The other list has some ranges of this list.
  case cut
}

/// Ascending ranges that do not touch each other.
extension [Range<Int32>] {
  func relation(to second: [Range<Int32>]) -> RangeRelation {
    var (isInside, isTouched, position) = (true, false, 0)
    for own in self {
      while position < second.count, second[position].upperBound <= own.lowerBound { position += 1 }
      if position == second.count || second[position].lowerBound >= own.upperBound {
        isInside = false
      } else {
        isTouched = true
        if second[position].lowerBound > own.lowerBound || second[position].upperBound < own.upperBound { isInside = false }
      }
      if isTouched, !isInside { return .cut }
    }
    return isInside ? .inside : .disjoint
  }

  func intersection(_ second: [Range<Int32>]) -> [Range<Int32>] {
    var common: [Range<Int32>] = []
    var (own, position) = (0, 0)
    while own < count, position < second.count {
      let both = self[own].clamped(to: second[position])
      if !both.isEmpty { common.append(both) }
      if self[own].upperBound < second[position].upperBound { own += 1 } else { position += 1 }
    }
    return common
  }

  func subtracting(_ second: [Range<Int32>]) -> [Range<Int32>] {
    var rest: [Range<Int32>] = []
    var position = 0
    for own in self {
      while position < second.count, second[position].upperBound <= own.lowerBound { position += 1 }
      var (start, next) = (own.lowerBound, position)
      while next < second.count, second[next].lowerBound < own.upperBound {
        if second[next].lowerBound > start { rest.append(start..<second[next].lowerBound) }
        start = Swift.max(start, second[next].upperBound)
        next += 1
      }
      if start < own.upperBound { rest.append(start..<own.upperBound) }
    }
    return rest
  }
}
