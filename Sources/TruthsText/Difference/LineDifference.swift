/// A deterministic line diff. It finds few and short changes, in time that grows with the number of lines.
///
/// Lines that occur once on each side are anchors. The stretches between anchors are compared again, and short stretches line
/// by line. A long stretch without an anchor counts as replaced.
package struct LineDifference {
  /// A run of old lines and the run of new lines that replaces it. One of the runs may be empty. The ranges are line indices
  /// from 0.
  package struct Change: Hashable {
    package let old: Range<Int>
    package let new: Range<Int>
  }

  /// The changes in order; no two are adjacent.
  package private(set) var changes: [Change] = []

  /// The number of each line of the old file and of the new file. Equal lines have equal numbers.
  private var old: [Int] = []
  private var new: [Int] = []

  /// The greatest depth to which a stretch is divided at anchors. A stretch below that depth counts as replaced.
  private static let cutLimit = 32
  /// The greatest number of lines that are compared line by line.
  private static let shortLimit = 1024

  package init(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      if let known = numbers[line] { return known }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    self.old = old.map(number)
    self.new = new.map(number)
    var open = [(stretch: Change(old: old.indices, new: new.indices), cuts: 0)]
    while let (stretch, cuts) = open.popLast() {
      let rest = trimmed(stretch)
      if rest.old.isEmpty || rest.new.isEmpty {
        add(rest)
      } else if cuts < Self.cutLimit, let parts = cut(rest) {
        open += parts.reversed().map { ($0, cuts + 1) }
      } else if rest.old.count + rest.new.count <= Self.shortLimit {
        compare(rest)
      } else {
        add(rest)
      }
    }
  }

  private mutating func add(_ change: Change) {
    if change.old.isEmpty, change.new.isEmpty { return }
    if let last = changes.last, last.old.upperBound == change.old.lowerBound, last.new.upperBound == change.new.lowerBound {
      changes[changes.count - 1] = Change(
        old: last.old.lowerBound..<change.old.upperBound, new: last.new.lowerBound..<change.new.upperBound)
    } else {
      changes.append(change)
    }
  }

  /// Returns a stretch without the equal lines at its beginning and end.
  private func trimmed(_ stretch: Change) -> Change {
    var (start, end) = (stretch.old, stretch.new)
    while let left = start.first, let right = end.first, old[left] == new[right] {
      start = start.dropFirst()
      end = end.dropFirst()
    }
    while let left = start.last, let right = end.last, old[left] == new[right] {
      start = start.dropLast()
      end = end.dropLast()
    }
    return Change(old: start, new: end)
  }

  // MARK: Unique lines

  /// Returns the stretches between the anchors of a stretch, in the order of both files; `nil` without an anchor.
  private func cut(_ stretch: Change) -> [Change]? {
    let anchors = Self.longestRising(pairs(stretch))
    guard !anchors.isEmpty else { return nil }
    var changes: [Change] = []
    var (left, right) = (stretch.old.lowerBound, stretch.new.lowerBound)
    for anchor in anchors {
      changes.append(Change(old: left..<anchor.old, new: right..<anchor.new))
      (left, right) = (anchor.old + 1, anchor.new + 1)
    }
    return changes + [Change(old: left..<stretch.old.upperBound, new: right..<stretch.new.upperBound)]
  }

  private typealias Pair = (old: Int, new: Int)

  /// Returns the indices of lines that occur once on each side, in the order of the old file.
  private func pairs(_ stretch: Change) -> [Pair] {
    let places = Self.single(new, stretch.new)
    let singles = Self.single(old, stretch.old)
    return stretch.old.compactMap { index in
      guard singles[old[index]] == index, let place = places[old[index]], place >= 0 else { return nil }
      return (index, place)
    }
  }

  /// Returns the index of each line of a range, keyed by the line's number. A line that occurs several times has the index -1.
  private static func single(_ lines: [Int], _ range: Range<Int>) -> [Int: Int] {
    var places: [Int: Int] = [:]
    for index in range { places[lines[index]] = places[lines[index]] == nil ? index : -1 }
    return places
  }

  /// Returns the longest subsequence of pairs in which the new indices rise.
  private static func longestRising(_ pairs: [Pair]) -> [Pair] {
    var ends: [Int] = []
    var before: [Int?] = []
    for (index, pair) in pairs.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var result: [Pair] = []
    var next = ends.last
    while let index = next {
      result.append(pairs[index])
      next = before[index]
    }
    return result.reversed()
  }

  // MARK: Line by line

  private mutating func compare(_ stretch: Change) {
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in new[stretch.new].difference(from: old[stretch.old]) {
      switch change {
      case .remove(let offset, _, _): removed.insert(stretch.old.lowerBound + offset)
      case .insert(let offset, _, _): inserted.insert(stretch.new.lowerBound + offset)
      }
    }
    var (left, right) = (stretch.old.lowerBound, stretch.new.lowerBound)
    while left < stretch.old.upperBound || right < stretch.new.upperBound {
      let (start, end) = (left, right)
      while removed.contains(left) { left += 1 }
      while inserted.contains(right) { right += 1 }
      add(Change(old: start..<left, new: end..<right))
      if left < stretch.old.upperBound || right < stretch.new.upperBound { (left, right) = (left + 1, right + 1) }
    }
  }
}
