import Foundation

/// The expectation of a view in a step `expect` (fixtures §5.3).
struct ScenarioExpectation {
  private let expected: [String: Any]
  private let isCut: Bool

  /// - Parameter isCut: whether connections broke that the scenario does not know of.
  init(_ expected: [String: Any], isCut: Bool) { (self.expected, self.isCut) = (expected, isCut) }

  /// Returns the differences of a view from the expectation.
  func differences(from view: [String: Any]) -> [String] {
    var differences: [String] = []
    for (name, value) in expected {
      let actual = view[name]
      let isSame: Bool
      switch name {
      // The transport of a connection may differ, and only the simulation replays.
      case "connection_state", "indicator", "same_output": continue
      // Repeated messages have events of their own.
      case "seq", "events_seen", "duplicates",
        "resumed_at_seq" where isCut:
        continue
      case "facts": isSame = Self.isPart(value, of: actual)
      case "provisional":
        let count = (actual as? [Any])?.count ?? 0
        let wanted = (value as? [Any])?.count ?? (value as? Int ?? 0)
        isSame = (value as? Bool).map { $0 == (count > 0) } ?? (wanted == count)
      default: isSame = (value as? NSObject) == (actual as? NSObject) || value is NSNull && actual == nil
      }
      if !isSame { differences.append("\(name) is \(actual ?? "nothing"), and not \(value)") }
    }
    return differences
  }

  /// Whether a partial list or object is in another one (fixtures §3).
  private static func isPart(_ part: Any, of whole: Any?) -> Bool {
    switch (part, whole) {
    case (let part as [Any], let whole as [Any]):
      return part.isEmpty ? whole.isEmpty : part.allSatisfy { element in whole.contains { isPart(element, of: $0) } }
    case (let part as [String: Any], let whole as [String: Any]):
      return part.allSatisfy { isPart($0.value, of: whole[$0.key]) }
    default: return (part as? NSObject) == (whole as? NSObject)
    }
  }
}

extension Scenario {
  /// The actor of a client, with the members that fixtures §5.2 gives it.
  static func actor(_ actor: [String: Any], of name: String) -> [String: Any] {
    ["type": "user", "user_id": name, "device_id": name, "org_id": "fixture", "roles": [String]()].merging(actor) { $1 }
  }
}
