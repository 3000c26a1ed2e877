import TruthsProgram

/// A part of the space of a table's inputs: the possible ranges by column; no entry where all values are possible.
struct InputRegion {
  fileprivate(set) var ranges = NumberMap<[Range<Int32>]>()

  fileprivate init() {}
}

extension FormulaBoxes {
  /// Returns the region in which some rows hold together; `nil` without one.
  func region(of rows: [Int]) -> InputRegion? {
    var region = InputRegion()
    for row in rows {
      if isEmpty(row) { return nil }
      for cell in cells[row] {
        let common = region.ranges[cell.column].map { $0.intersection(cell.ranges) } ?? cell.ranges
        if common.isEmpty { return nil }
        region.ranges[cell.column] = common
      }
    }
    return region
  }

  /// Returns a part of a region in which none of some rows holds; `nil` without such a part.
  ///
  /// Rows that leave out values of one column only are subtracted at once. Where none does, the region is split at a column of
  /// the row that leaves out values of the fewest columns. One step is counted for eight rows, each looked at once.
  func uncovered(_ region: InputRegion, by rows: [Int], _ fuel: Fuel) throws(OutOfFuel) -> InputRegion? {
    var open = [(region: region, rows: rows)]
    while var piece = open.popLast() {
      switch try subtract(&piece.rows, from: &piece.region, fuel) {
      case .nothing: continue
      case .open: return piece.region
      case .split(let cell):
        let ranges = piece.region.ranges[cell.column] ?? full(cell.column)
        var (inside, outside) = (piece, piece)
        inside.region.ranges[cell.column] = ranges.intersection(cell.ranges)
        outside.region.ranges[cell.column] = ranges.subtracting(cell.ranges)
        open.append(inside)
        // The part outside is looked at first, because the row is not in it.
        open.append(outside)
      }
    }
    return nil
  }

  private func full(_ column: Int) -> [Range<Int32>] { [0..<Int32(columns[column].segmentCount)] }

  /// The part of a region that some rows leave.
  private enum Rest {
    case nothing
    /// A region in which no row holds.
    case open
    /// A region in which some rows hold, to be split at a cell of one of them.
    case split(Cell)
  }

  /// Subtracts the rows that leave out values of at most one column, and drops rows that never hold in the region.
  private func subtract(_ rows: inout [Int], from region: inout InputRegion, _ fuel: Fuel) throws(OutOfFuel) -> Rest {
    while true {
      try fuel.spend(1 + rows.count / 8)
      var split: (cutCount: Int, cell: Cell)?
      var isChanged = false
      var remaining: [Int] = []
      for row in rows {
        guard let cuts = cuts(of: row, in: region) else { continue }
        guard let first = cuts.first else { return .nothing }
        if cuts.count == 1 {
          region.ranges[first.column] = (region.ranges[first.column] ?? full(first.column)).subtracting(first.ranges)
          isChanged = true
        } else {
          remaining.append(row)
          if split.map({ cuts.count < $0.cutCount }) ?? true { split = (cuts.count, first) }
        }
      }
      rows = remaining
      guard let split else { return .open }
      if !isChanged { return .split(split.cell) }
    }
  }

  /// Returns the cells of a row that leave out a part of a region; `nil` if the row never holds in it.
  private func cuts(of row: Int, in region: InputRegion) -> [Cell]? {
    var cuts: [Cell] = []
    for cell in cells[row] {
      switch (region.ranges[cell.column] ?? full(cell.column)).relation(to: cell.ranges) {
      case .disjoint: return nil
      case .inside: break
      case .cut: cuts.append(cell)
      }
    }
    return cuts
  }

  /// Returns formulas that hold only in a region, without alternatives: if a column has several ranges, the first one counts.
  func formulas(for region: InputRegion, _ encoding: EncodingContext) -> [Formula] {
    region.ranges.entries.flatMap { entry -> [Formula] in
      let (column, ranges) = (columns[entry.key], entry.value)
      guard let first = ranges.first, ranges != full(entry.key) else { return [] }
      if column.key < 0 {
        let atom = -1 - column.key
        guard case .isTrue(let term) = encoding.atoms[atom] else { return [] }
        return [encoding.inputTerms[term].isThere, .atom(atom, !column.cuts[Int(first.lowerBound)].value.isZero)]
      }
      let isThere = encoding.variableTerms[column.key].map { encoding.inputTerms[$0].isThere } ?? .yes
      if encoding.variables[column.key].kind == .text {
        return [isThere] + column.formulas(forText: ranges, encoding)
      }
      let (lower, upper) = (column.cuts[Int(first.lowerBound)], column.cuts[Int(first.upperBound)])
      return [
        isThere, .literal(.constraint(.single(column.key, lower.isAfter ? .greater : .greaterOrEqual, lower.value))),
        .literal(.constraint(.single(column.key, upper.isAfter ? .lessOrEqual : .less, upper.value))),
      ]
    }
  }
}

extension FormulaBoxes.Column {
  /// Returns formulas for a text in some ranges: it equals the first literal in the ranges, or, if they contain none, differs
  /// from all literals.
  fileprivate func formulas(forText ranges: [Range<Int32>], _ encoding: EncodingContext) -> [Formula] {
    func compare(_ comparison: Comparison, _ segment: Int) -> Formula? {
      let literal = Int(cuts[segment].value.floor)
      guard literal >= 0, case .textConstant = encoding.variables[literal].kind else { return nil }
      return try? encoding.formula(Linear(variable: key).subtracting(Linear(variable: literal)), comparison)
    }
    for range in ranges {
      for segment in range { if let formula = compare(.equal, Int(segment)) { return [formula] } }
    }
    return (0..<segmentCount).compactMap { compare(.notEqual, $0) }
  }
}
