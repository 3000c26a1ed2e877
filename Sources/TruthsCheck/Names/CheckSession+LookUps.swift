/// A declaration that a body may look up, by its place in the program's tables.
enum LookUp: Hashable {
  case fact(Int)
  case intent(Int)
  case policy(Int)
  case table(Int)
  case lifecycle(Int)
}

/// Where the names in bodies lead. What a body looks up is noted: what becomes of that declaration concerns the body.
extension CheckSession {
  /// The fact type of a name, or the history that a lifecycle makes under it.
  func fact(named name: String) -> Int? {
    guard let index = names.facts[name] else { return nil }
    lookUps.insert(.fact(index))
    return index
  }

  func intent(named name: String) -> Int? {
    guard let index = names.intents[name] else { return nil }
    lookUps.insert(.intent(index))
    return index
  }

  func lifecycle(named name: String) -> Int? {
    guard !names.lifecycles.isEmpty, let index = names.lifecycles[name] else { return nil }
    lookUps.insert(.lifecycle(index))
    return index
  }

  /// The policies of a name, in order of pack.
  func policies(named name: String) -> [Int] {
    guard !names.policies.isEmpty, let indices = names.policies[name] else { return [] }
    for index in indices { lookUps.insert(.policy(index)) }
    return indices
  }

  /// The tables of a name, in order of pack.
  func tables(named name: String) -> [Int] {
    guard !names.tables.isEmpty, let indices = names.tables[name] else { return [] }
    for index in indices { lookUps.insert(.table(index)) }
    return indices
  }
}
