import HTTPTypes

/// Descriptions of the AuthZEN 1.0 operations.
extension OperationDescription {
  static let accessMetadata = OperationDescription(
    summary: "Tells where evaluations and searches of AuthZEN are asked.",
    answers: [(.ok, "The endpoints.", .json("AccessMetadata"))], headers: [.requestID])

  static let accessEvaluation = access(
    "Tells whether a subject may do an action to a resource.", "Evaluation", "The decision.", "AccessDecision")

  static let accessEvaluations = access(
    "Answers several evaluations, or one.", "Evaluations", "The decisions, or the one.", "AccessDecisions")

  static func accessSearch(_ summary: String, _ body: String) -> OperationDescription {
    access(summary, body, "Those that are permitted.", "AccessResults")
  }

  private static func access(
    _ summary: String, _ body: String, _ answer: String, _ schema: String
  ) -> OperationDescription {
    OperationDescription(
      summary: summary, body: (.json(body), true), answers: [(.ok, answer, .json(schema))],
      problems: [.badBody, .notAllowed, .notDecided, .tooLarge, .tooManyQuestions, .tooManyRuns], headers: [.requestID])
  }
}
