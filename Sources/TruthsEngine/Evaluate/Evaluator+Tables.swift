import TruthsCheck
import TruthsText

extension Evaluator {
  /// A table: its rows are tried from the top, the first true one gives the value; one that is unknown before that makes it
  /// missing, and so does an input that is missing (language.md §8).
  mutating func table(_ index: Int, _ arguments: [Node]) -> Value {
    let table = program.tables[index]
    var frame = [Value](repeating: .missing(.absent), count: max(table.frameSize, arguments.count))
    for (slot, argument) in arguments.enumerated() {
      let value = value(argument)
      if value.isMissing { return value }
      frame[slot] = value
    }
    swap(&slots, &frame)
    let (orderedFacts, orderedInstances) = (orderedFacts, orderedInstances)
    defer {
      swap(&slots, &frame)
      self.orderedFacts = orderedFacts
      self.orderedInstances = orderedInstances
    }
    for row in table.rows {
      if let condition = row.condition {
        let answer = value(condition)
        if answer.isMissing { return answer }
        guard answer == .boolean(true) else { continue }
      }
      observer?.note(row)
      return row.value.map { value($0) } ?? .missing(.absent)
    }
    return .missing(.absent)
  }

  /// The state of an instance; missing when a key is (language.md §7).
  mutating func state(_ key: LifecycleKey) -> Value {
    var instance: [Value] = []
    instance.reserveCapacity(key.keys.count)
    for node in key.keys {
      let part = value(node)
      if part.isMissing { return part }
      instance.append(part)
    }
    let lifecycle = program.lifecycles[key.lifecycle]
    let ordinal = store.state(key.lifecycle, of: instance)?.ordinal ?? LifecycleType.start
    return .enumeration(
      EnumValue(type: lifecycle.states, ordinal: ordinal, name: program.enums[lifecycle.states].values[ordinal]))
  }

  /// Every instance of a lifecycle as a record, in byte order of JCS of its key.
  mutating func instances(_ index: Int) -> [Value] {
    if let known = orderedInstances[index] { return known }
    let lifecycle = program.lifecycles[index]
    let names = program.enums[lifecycle.states].values
    let keyed = store.instances(index).map { instance -> (sort: [UInt8], value: Value) in
      let state = Value.enumeration(
        EnumValue(type: lifecycle.states, ordinal: instance.ordinal, name: names[instance.ordinal]))
      let fields = instance.key + [state]
      let sort = canonicalKey(of: fields, key: Array(lifecycle.key.indices), fields: lifecycle.key, program: program)
      return (sort, .record(RecordValue(type: lifecycle.instance, fields: fields)))
    }
    let values = keyed.sorted { $0.sort.lexicographicallyPrecedes($1.sort) }.map(\.value)
    orderedInstances[index] = values
    return values
  }
}
