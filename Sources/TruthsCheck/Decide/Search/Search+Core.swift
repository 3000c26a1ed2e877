extension Search {
  /// The least part of some formulas that is impossible beside others (Junker's QuickXplain): their places, ascending.
  func core(of formulas: [Formula], beside fixed: [Formula] = []) -> [Int] {
    func core(_ fixed: [Formula], _ hasNew: Bool, _ places: ArraySlice<Int>) -> [Int] {
      if hasNew, isImpossible(fixed) { return [] }
      if places.count <= 1 { return Array(places) }
      let middle = places.startIndex + places.count / 2
      let (first, second) = (places[..<middle], places[middle...])
      let right = core(fixed + first.map { formulas[$0] }, true, second)
      let left = core(fixed + right.map { formulas[$0] }, !right.isEmpty, first)
      return left + right
    }
    return core(fixed, !fixed.isEmpty, ArraySlice(formulas.indices)).sorted()
  }
}
