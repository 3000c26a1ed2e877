import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// Violations that have one cause: a fact that is not there. An explanation shows the first violation of a group, and counts the
/// others (runs §10.5).
struct MissingFactGroups {
  /// The groups, by the index of their first violation.
  private var groups: [Int: Group] = [:]
  private var followers: Set<Int> = []

  private struct Group {
    let fact: String
    /// The number of violations after the first.
    var count = 0
  }

  /// A fact that is not there, as a reason names it.
  private struct MissingFact: Hashable {
    let name: String
    /// The values of the fact's key; `nil` for a fact without a key.
    let key: String?

    /// Reads the end of a reason such as `cannot tell whether p.age >= 18: p.age is missing: there is no p for p1` (clauses
    /// §13.1). The result is `nil` for a reason of an author, and for one with a different cause.
    init?(reason: String) {
      guard reason.hasPrefix("cannot tell whether "), let cause = reason.ranges(of: ": there is no ").last else { return nil }
      let words = reason[cause.upperBound...]
      if let divider = words.firstRange(of: " for ") {
        (name, key) = (String(words[..<divider.lowerBound]), String(words[divider.upperBound...]))
      } else {
        (name, key) = (String(words), nil)
      }
    }
  }

  /// Groups violations.
  ///
  /// - Parameter violations: the reason and the values of each, in the order in which they are shown.
  /// - Complexity: O(length of the reasons).
  init(_ violations: [(reason: String, values: JSONObject)]) {
    let causes = violations.map { MissingFact(reason: $0.reason) }
    var keys: [String: Set<MissingFact>] = [:]
    for cause in causes { if let cause { keys[cause.name, default: []].insert(cause) } }
    var first: [MissingFact: Int] = [:]
    for (index, violation) in violations.enumerated() {
      guard let cause = causes[index] ?? Self.absentFact(in: violation.values, keys) else { continue }
      guard let leader = first[cause] else {
        first[cause] = index
        let isOnlyKey = keys[cause.name]?.count == 1
        groups[index] = Group(fact: isOnlyKey ? cause.name : cause.key.map { "\(cause.name) of \($0)" } ?? cause.name)
        continue
      }
      groups[leader]?.count += 1
      followers.insert(index)
    }
  }

  /// Returns the fact that a clause such as `patient.screened` asks for, if other clauses read the fact with one key only.
  private static func absentFact(in values: JSONObject, _ keys: [String: Set<MissingFact>]) -> MissingFact? {
    guard values.members.count == 1, let term = values.members.first, term.value == .boolean(false),
      let facts = keys[term.name.string], facts.count == 1
    else { return nil }
    return facts.first
  }

  /// Whether a violation is only counted.
  func isFolded(_ index: Int) -> Bool { followers.contains(index) }

  /// Returns the line after the first violation of a group, such as `3 more wait for patient.screened`. The result is `nil` for a
  /// violation that no other one follows.
  func remainder(after index: Int) -> String? {
    guard let group = groups[index], group.count > 0 else { return nil }
    return "\(group.count) more \(group.count == 1 ? "waits" : "wait") for \(visible(group.fact))"
  }
}
