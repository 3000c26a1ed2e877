import TruthsEngine
import TruthsJSON

/// What an evaluation comes to, before it is written down.
struct Verdict {
  var decision: Decision
  var status: RunState.Status
  var truthID: String
  var reason: String
  var violations: [Violation]
  var waitingFor: [String] = []
  var steps: [Step]
  /// The facts to append, in order.
  var facts: [ProducedFact] = []
  /// The matches of truths on facts, in the order in which they fired; each leaves a trace.
  var matches = MatchLog()

  /// Whether a limit of the run decides it.
  var isOutOfBudget: Bool { truthID == BuiltInTruth.budget.rawValue }

  /// An evaluation that ends at one step with one violation.
  static func stop(_ decision: Decision, _ step: Step.Name, _ violation: Violation) -> Verdict {
    Verdict(
      decision: decision, status: .halted, truthID: violation.truthID, reason: violation.reason, violations: [violation],
      steps: Step.upTo(step, .stop))
  }
}

extension Step {
  /// The steps before one went well; that one ended so.
  static func upTo(_ last: Name, _ result: Result) -> [Step] {
    Name.allCases.prefix { $0 != last }.map { Step($0, .ok) } + [Step(last, result)]
  }

  /// All six went well.
  static var all: [Step] { Name.allCases.map { Step($0, .ok) } }
}

extension Violation {
  /// A violation of a built-in truth.
  static func builtIn(_ truth: BuiltInTruth, _ kind: Kind, _ reason: String) -> Violation {
    Violation(
      truthID: truth.rawValue, declaredBy: truth.rawValue, clause: "built-in", place: .builtIn, position: 0, kind: kind,
      reason: reason)
  }
}
