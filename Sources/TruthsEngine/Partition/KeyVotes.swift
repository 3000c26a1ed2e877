import TruthsProgram

/// The number of reads and writes of each fact type by fields with a known tag.
struct KeyVotes {
  private struct Count {
    var writes = 0
    var reads = 0
  }

  private var counts: [Int: [KeyColumn: Count]] = [:]

  mutating func add(_ type: Int, _ tags: [Int: KeyTag], isWrite: Bool) {
    for (field, tag) in tags {
      let column = KeyColumn(field: field, tag: tag)
      if isWrite {
        counts[type, default: [:]][column, default: Count()].writes += 1
      } else {
        counts[type, default: [:]][column, default: Count()].reads += 1
      }
    }
  }

  mutating func add(_ other: KeyVotes) {
    for (type, columns) in other.counts {
      counts[type, default: [:]].merge(columns) { Count(writes: $0.writes + $1.writes, reads: $0.reads + $1.reads) }
    }
  }

  /// Returns the field of a type's identity that has the most writes, with the tag of its value; `nil` if none exists.
  ///
  /// If several fields have the most writes, it is the one with the most reads.
  func best(of type: Int, _ program: Program) -> KeyColumn? {
    let fact = program.facts[type]
    let identity = Set(fact.key.isEmpty ? Array(fact.fields.indices) : fact.key)
    let candidates = (counts[type] ?? [:]).filter { column, _ in
      let field = fact.fields[column.field]
      return identity.contains(column.field) && !field.isOptional && field.currency == nil && field.type.isHashedAsCompared
    }
    return candidates.max { left, right in
      let (one, other) = (left.value, right.value)
      // Among equals, the first field wins.
      return (one.writes, one.reads, -left.key.tag.rawValue, -left.key.field)
        < (other.writes, other.reads, -right.key.tag.rawValue, -right.key.field)
    }?.key
  }
}
