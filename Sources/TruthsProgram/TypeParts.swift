extension Program {
  /// Whether a condition holds of a type, or of one that it is made of: elements, members and fields, each looked at once.
  ///
  /// A loop, because record types may be in one another to any depth, and in themselves.
  ///
  /// - Complexity: O(record types and their fields).
  package func hasPart(_ type: ValueType, where holds: (ValueType) -> Bool) -> Bool {
    var (rest, seen) = ([type], Set<Int>())
    while let part = rest.popLast() {
      if holds(part) { return true }
      switch part {
      case .list(let element), .map(let element): rest.append(element)
      case .record(let index): if seen.insert(index).inserted { rest += records[index].fields.map(\.type) }
      default: break
      }
    }
    return false
  }

  /// Whether values of a type can be compared with `==`: not where there is a `json` value in them, which is never read.
  package func isComparable(_ type: ValueType) -> Bool {
    !hasPart(type) { part in
      switch part {
      case .json, .fact: true
      default: false
      }
    }
  }
}

extension ValueType {
  /// The type of what stands in lists and maps in one another; any other type itself.
  package var innermost: ValueType {
    var type = self
    while true {
      switch type {
      case .list(let element), .map(let element): type = element
      default: return type
      }
    }
  }
}
