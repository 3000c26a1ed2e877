/// A regular expression of RFC 9485 (I-Regexp), without `\p` (clauses §5).
package indirect enum Pattern: Hashable, Sendable {
  case set(ScalarSet)
  /// A sequence of patterns. An empty sequence matches the empty text.
  case sequence([Pattern])
  case alternatives([Pattern])
  /// A pattern with its least and greatest number of repetitions. `nil` means no upper bound.
  case repeated(Pattern, Int, Int?)

  /// The number of states of the automaton for this pattern. If it exceeds the limit, it is the limit plus one.
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

  /// The greatest number of states that a pattern may have.
  package static let limit = 10_000

  /// The greatest number that a repetition `{n,m}` may contain.
  package static let repetitions = 1_000

  /// Whether the pattern begins, and whether it ends, with any number of any characters (`.*`).
  package var isOpen: (atStart: Bool, atEnd: Bool) {
    let parts = if case .sequence(let parts) = self { parts } else { [self] }
    let anything = Pattern.repeated(.set(.dot), 0, nil)
    return (parts.first == anything, parts.last == anything)
  }
}

/// A set of Unicode scalars. It holds the code points in rising ranges or, if negated, all code points outside the ranges.
package struct ScalarSet: Hashable, Sendable {
  package var ranges: [ClosedRange<UInt32>]
  package var isNegated = false

  package init(_ ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
    self.ranges = ranges
    self.isNegated = isNegated
  }

  /// The set that `.` matches, which is all scalars except line feed and carriage return.
  package static let dot = ScalarSet([0x0A...0x0A, 0x0D...0x0D], isNegated: true)

  /// This set with sorted ranges that do not overlap.
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

  /// Whether the set contains a scalar.
  ///
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

/// An error in a pattern.
package struct PatternFault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// An escape that I-Regexp does not have, such as `\d`.
    case escape(String)
    /// The characters `^` and `$`. In I-Regexp they match themselves; in other dialects they match the ends of the text.
    case anchor(String)
    /// A character that has a special meaning, or that is not allowed at its position.
    case misplaced(String)
    case unclosed(String)
    /// A range or repetition whose first number is greater than its second.
    case falling(String)
    case tooManyRepetitions
    case tooManyStates
    case tooDeep
  }

  package var kind: Kind
  /// The range of the error, as byte offsets in the pattern.
  package var range: Range<Int>

  package init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
