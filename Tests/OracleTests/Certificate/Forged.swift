import TruthsJSON
import TruthsText

/// Certificates with false claims.
enum Forged {
  typealias Strata = [[[String]]]

  /// A certificate that is changed in one place, each time in another; every change makes a claim false.
  static func all(of certificate: JSONObject) -> [(what: String, certificate: JSONObject)] {
    let strata = strata(of: certificate)
    var forged: [(what: String, certificate: JSONObject)] = []
    func add(_ what: String, _ member: String, _ value: JSONValue) {
      var changed = certificate
      changed[member] = value
      forged.append((what, changed))
    }
    for index in strata.indices.dropFirst() {
      var lower = strata
      lower[index - 1] += lower.remove(at: index)
      add("stratum \(index + 1) is too low", "strata", json(lower))
    }
    for (index, groups) in strata.enumerated() {
      for group in groups.indices {
        var less = strata
        less[index].remove(at: group)
        add("\(groups[group]) is left out", "strata", json(less))
        var twice = strata
        twice[index].append(groups[group])
        add("\(groups[group]) is there twice", "strata", json(twice))
      }
      if groups.count > 1, index == 0 {
        var reversed = strata
        reversed[index].reverse()
        add("the groups of stratum \(index + 1) are turned round", "strata", json(reversed))
      }
    }
    add("no stratum", "strata", .array([]))
    add("no cycle", "cycles", .array([]))
    let cycles = certificate["cycles"]?.arrayValue ?? []
    for (index, cycle) in cycles.enumerated() {
      for member in cycle["bounded"]?.objectValue?.members ?? [] {
        var (changed, less) = (cycle.objectValue ?? [:], cycle["bounded"]?.objectValue ?? [:])
        less[member.name.string] = nil
        changed["bounded"] = .object(less)
        add("\(member.name) is not bounded", "cycles", .array(cycles.replacing(index, with: .object(changed))))
      }
      var changed = cycle.objectValue ?? [:]
      changed["truths"] = .array(Array((changed["truths"]?.arrayValue ?? []).dropLast()))
      add("a cycle lacks a truth", "cycles", .array(cycles.replacing(index, with: .object(changed))))
    }
    add("nothing moves", "moves", .array([]))
    let moves = certificate["moves"]?.arrayValue ?? []
    for (index, move) in moves.enumerated() {
      for (member, list) in [("order", move["order"]), ("transitions", move["transitions"])] {
        guard let list = list?.arrayValue else { continue }
        let changes = member == "order" ? [Array(list.reversed()), Array(list.dropLast())] : [Array(list.dropLast()), []]
        for change in changes {
          var changed = move.objectValue ?? [:]
          changed[member] = .array(change)
          add("another \(member)", "moves", .array(moves.replacing(index, with: .object(changed))))
        }
      }
    }
    return forged
  }

  /// A certificate with its truths placed in each way that its groups may be spread over as many strata, where these are few.
  static func everyPlacing(of set: Certified) -> [JSONObject] {
    let groups = strata(of: set.certificate).flatMap { $0 }
    guard groups.count <= 4 else { return [] }
    var placings: [[Int]] = [[]]
    for _ in groups { placings = placings.flatMap { placing in groups.indices.map { placing + [$0] } } }
    return placings.map { placing in
      var strata = Strata(repeating: [], count: groups.count)
      for (group, stratum) in zip(groups, placing) { strata[stratum].append(group) }
      var certificate = set.certificate
      certificate["strata"] = json(strata)
      return certificate
    }
  }

  private static func strata(of certificate: JSONObject) -> Strata {
    (certificate["strata"]?.arrayValue ?? []).map { stratum in
      (stratum["groups"]?.arrayValue ?? []).map { $0.arrayValue?.compactMap(\.stringValue) ?? [] }
    }
  }

  private static func json(_ strata: Strata) -> JSONValue {
    .array(
      strata.enumerated().map { index, groups in
        let groups = groups.map { JSONValue.array($0.map { .text($0) }) }
        return .object(["stratum": .number(Decimal(index + 1)), "groups": .array(groups)])
      })
  }
}

extension [JSONValue] {
  fileprivate func replacing(_ index: Int, with value: JSONValue) -> [JSONValue] {
    var changed = self
    changed[index] = value
    return changed
  }
}
