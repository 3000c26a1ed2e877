/// Where two lists of lines differ: few and short changes, found in time that grows with the lines, the same ones every time.
///
/// Lines that stand once on either side hold the two together; what lies between them is compared again, and where it is short
/// line by line. Long stretches without such a line count as replaced.
package struct LineDifference {
  /// A run of lines that another one takes the place of; one of them may be empty.
  package struct Change: Hashable {
    package let old: Range<Int>
    package let new: Range<Int>
  }

  /// In order, none touching the next.
  package private(set) var changes: [Change] = []

  /// The lines as numbers: equal lines have equal ones.
  private var old: [Int] = []
  private var new: [Int] = []

  /// How often a stretch is cut at lines that stand once; behind that it counts as replaced.
  private static let cutLimit = 32
  /// The most lines that are compared one by one.
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

  /// A stretch without the equal lines at its ends.
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

  // MARK: Lines that stand once

  /// The stretches between lines that stand once on either side, in the order of both.
  private func cut(_ stretch: Change) -> [Change]? {
    let anchors = Self.longestRising(pairs(stretch))
    guard !anchors.isEmpty else { return nil }
    var parts: [Change] = []
    var (left, right) = (stretch.old.lowerBound, stretch.new.lowerBound)
    for anchor in anchors {
      parts.append(Change(old: left..<anchor.old, new: right..<anchor.new))
      (left, right) = (anchor.old + 1, anchor.new + 1)
    }
    return parts + [Change(old: left..<stretch.old.upperBound, new: right..<stretch.new.upperBound)]
  }

  private typealias Pair = (old: Int, new: Int)

  /// Lines that stand once on either side, in the order of the old ones.
  private func pairs(_ stretch: Change) -> [Pair] {
    let places = Self.single(new, stretch.new)
    let singles = Self.single(old, stretch.old)
    return stretch.old.compactMap { index in
      guard singles[old[index]] == index, let place = places[old[index]], place >= 0 else { return nil }
      return (index, place)
    }
  }

  /// Where each line of a range stands; -1 for one that stands several times.
  private static func single(_ lines: [Int], _ range: Range<Int>) -> [Int: Int] {
    var places: [Int: Int] = [:]
    for index in range { places[lines[index]] = places[lines[index]] == nil ? index : -1 }
    return places
  }

  /// The longest list of pairs, in their order, whose new places rise.
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
