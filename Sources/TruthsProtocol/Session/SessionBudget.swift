package import TruthsJSON
package import TruthsRuntime
import TruthsText

/// The budgets in effect (contract §8.2).
///
/// Budgets of a run decide (runs §3.7). Those of time, tokens and cost never decide: if one is exceeded, the session pauses.
package struct SessionBudget: Hashable, Sendable {
  /// Limits of one run.
  package var run = Budget.standard
  /// Time until the session pauses, in seconds, counted from its beginning and again from each `resume`.
  package var maxSeconds: Int?
  package var maxTokens: Int?
  /// Maximum cost, in units of the client that reports the spending.
  package var maxCost: Int?
  package private(set) var spentTokens = 0
  package private(set) var spentCost = 0

  package init() {}

  /// Applies the members of an `update_budget`, all or none. Values are whole numbers from 0.
  ///
  /// `max_cycles`, `max_steps`, `max_facts`, `max_work`, `max_seconds`, `max_tokens` and `max_cost` set a limit; `null` removes
  /// one of the last three. `spent_tokens` and `spent_cost` add to the spent amounts.
  ///
  /// - Parameter ceilings: the largest value of a member; a limit with a ceiling cannot be removed.
  /// - Returns: the fault, for people; `nil` if the members were applied.
  package mutating func update(_ members: JSONObject, below ceilings: [String: Int] = [:]) -> String? {
    guard !members.members.isEmpty else { return "update_budget names no budget" }
    var updated = self
    for member in members.members {
      let name = member.name.string
      if let ceiling = ceilings[name], member.value == .null || member.value.integerValue.map({ $0 > ceiling }) == true {
        return "`\(name)` is at most \(ceiling) on this server"
      }
      if let fault = updated.set(name, member.value) { return fault }
    }
    self = updated
    return nil
  }

  private mutating func set(_ name: String, _ value: JSONValue) -> String? {
    guard SessionBudget.names.contains(name) else {
      let nearest = nearestName(to: name, among: SessionBudget.names)
      return "unknown budget `\(name)`" + (nearest.map { ", did you mean `\($0)`?" } ?? "")
    }
    if value == .null, ["max_seconds", "max_tokens", "max_cost"].contains(name) { return clear(name) }
    guard let number = value.integerValue, number >= 0, number <= SessionBudget.largest else {
      return "`\(name)` is not a whole number from 0 to \(SessionBudget.largest)"
    }
    switch name {
    case "max_cycles": run.maxCycles = number
    case "max_steps": run.maxSteps = number
    case "max_facts": run.maxFacts = number
    case "max_work": run.maxWork = number
    case "max_seconds": maxSeconds = number
    case "max_tokens": maxTokens = number
    case "max_cost": maxCost = number
    case "spent_tokens": spentTokens = min(SessionBudget.largest, spentTokens + number)
    default: spentCost = min(SessionBudget.largest, spentCost + number)
    }
    return nil
  }

  /// The members of an `update_budget` that produces this budget.
  var members: JSONObject {
    var members: JSONObject = ["spent_tokens": .integer(spentTokens), "spent_cost": .integer(spentCost)]
    for name in Self.names where limit(name) != nil && members[name] == nil { members[name] = limit(name).map { .integer($0) } }
    return members
  }

  /// Returns the budget with every limit at most at its ceiling.
  func limited(by ceilings: [String: Int]) -> SessionBudget {
    var budget = self
    for (name, ceiling) in ceilings where (budget.limit(name) ?? Int.max) > ceiling { _ = budget.set(name, .integer(ceiling)) }
    return budget
  }

  private func limit(_ name: String) -> Int? {
    switch name {
    case "max_cycles": run.maxCycles
    case "max_steps": run.maxSteps
    case "max_facts": run.maxFacts
    case "max_work": run.maxWork
    case "max_seconds": maxSeconds
    case "max_tokens": maxTokens
    case "max_cost": maxCost
    default: 0
    }
  }

  private mutating func clear(_ name: String) -> String? {
    switch name {
    case "max_seconds": maxSeconds = nil
    case "max_tokens": maxTokens = nil
    default: maxCost = nil
    }
    return nil
  }

  /// The exceeded budget of tokens or cost, for people; `nil` if neither is exceeded.
  var exceeded: String? {
    if let maxTokens, spentTokens > maxTokens { return "token budget: \(spentTokens) of \(maxTokens) spent" }
    if let maxCost, spentCost > maxCost { return "cost budget: \(spentCost) of \(maxCost) spent" }
    return nil
  }

  /// The budgets as the handshake reports them. Those without a limit are left out, and so is `max_work`, which decides nothing.
  static let record = JSONRecord<SessionBudget>([
    .required("max_cycles", .count, "A limit of one run.") { $0.run.maxCycles },
    .required("max_steps", .count, "A limit of one run.") { $0.run.maxSteps },
    .required("max_facts", .count, "A limit of one run.") { $0.run.maxFacts },
    .optional("max_seconds", .count, "A limit of the session.") { $0.maxSeconds },
    .optional("max_tokens", .count, "A limit of the session.") { $0.maxTokens },
    .optional("max_cost", .count, "A limit of the session.") { $0.maxCost },
  ])

  private static let largest = 1_000_000_000_000

  /// Members that an `update_budget` may have.
  package static let names = [
    "max_cycles", "max_steps", "max_facts", "max_work", "max_seconds", "max_tokens", "max_cost", "spent_tokens", "spent_cost",
  ]
}
