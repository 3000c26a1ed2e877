/// A regular expression of RFC 9485 (I-Regexp), without `\p` (clauses §5).
package indirect enum Pattern: Hashable, Sendable {
  case set(ScalarSet)
  /// One after the other; of none, the empty text.
  case sequence([Pattern])
  case alternatives([Pattern])
  /// So many times; without an upper bound where that is `nil`.
  case repeated(Pattern, Int, Int?)

  /// How many states a machine for it has; one more than the limit where it has more than that.
  var stateCount: Int {
    switch self {
    case .set: 1
    case .sequence(let parts): Self.sum(parts)
    case .alternatives(let branches): min(Self.limit + 1, Self.sum(branches) + 2 * (branches.count - 1))
    case .repeated(let inner, let least, let most):
      min(Self.limit + 1, (inner.stateCount + 1) * max(1, most ?? (least + 1)) + 1)
    }
  }

  private static func sum(_ parts: [Pattern]) -> Int { parts.reduce(0) { min(limit + 1, $0 + $1.stateCount) } }

  /// The most states that a pattern may have.
  package static let limit = 10_000

  /// The most times that `{n,m}` may repeat.
  package static let repetitions = 1_000

  /// Whether it begins, or ends, with any number of any characters.
  package var isOpen: (atStart: Bool, atEnd: Bool) {
    let parts = if case .sequence(let parts) = self { parts } else { [self] }
    let anything = Pattern.repeated(.set(.dot), 0, nil)
    return (parts.first == anything, parts.last == anything)
  }
}

/// Scalars, as rising ranges of their numbers or as all others.
package struct ScalarSet: Hashable, Sendable {
  package var ranges: [ClosedRange<UInt32>]
  package var isNegated = false

  package init(_ ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
    self.ranges = ranges
    self.isNegated = isNegated
  }

  /// `.`: all but the two ends of a line.
  package static let dot = ScalarSet([0x0A...0x0A, 0x0D...0x0D], isNegated: true)

  /// The same with ranges that rise and do not meet.
  var merged: ScalarSet {
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return ScalarSet(merged, isNegated: isNegated)
  }

  /// - Complexity: O(log n) in the number of ranges, which must rise.
  package func contains(_ scalar: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return (low < ranges.count && ranges[low].contains(scalar)) != isNegated
  }
}

/// What is wrong with a pattern.
package struct PatternFault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// An escape that I-Regexp does not have, such as `\d`.
    case escape(String)
    /// `^` or `$`, which match themselves in I-Regexp and the ends elsewhere.
    case anchor(String)
    /// A character that means something else, or stands in the wrong place.
    case misplaced(String)
    case unclosed(String)
    /// A range or repetition of which the first is greater than the second.
    case falling(String)
    case tooManyRepetitions
    case tooManyStates
    case tooDeep
  }

  package var kind: Kind
  /// The bytes of the pattern that are wrong.
  package var range: Range<Int>

  package init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
