/// Questions about the parts of a type.
extension Program {
  /// Whether a condition holds for a type, or for one of its element, member or field types; each is visited once.
  ///
  /// It is a loop, because record types may be nested to any depth, and may contain themselves.
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

  /// Whether values of a type can be compared with `==`, which excludes types that contain `json`.
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
  /// The type inside of all nested lists and maps; any other type unchanged.
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
