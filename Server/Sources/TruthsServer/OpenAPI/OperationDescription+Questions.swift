import HTTPTypes

/// Descriptions of the questions, which record nothing.
extension OperationDescription {
  static let dryRun = question("Returns what a proposal's decision would be.", "What would.", "DryRun")

  static let whyNot = question("Tells what would have to be different for a proposal to be accepted.", "Ways.", "WhyNot")

  static let suggestions = question(
    "Tells what the caller could propose next.", "Suggestions.", "Suggestions", body: "NextQuestion")

  static let proof = OperationDescription(
    summary: "Tells why a decision or a fact is as it is.", answers: [(.ok, "The proof.", .json("Why"))],
    problems: [.notFound, .tooManyQuestions])

  static let inbox = OperationDescription(
    summary: "Tells what waits and the caller may answer.", answers: [(.ok, "What waits.", .json("Inbox"))],
    problems: [.tooManyQuestions])

  static let decisions = OperationDescription(
    summary: "Tells decisions, page by page.", answers: [(.ok, "A page.", .json("Decisions"))],
    problems: [.tooManyQuestions])

  /// Returns the description of a question about a proposal, or about possible proposals.
  private static func question(
    _ summary: String, _ answer: String, _ schema: String, body: String = "Question"
  ) -> OperationDescription {
    OperationDescription(
      summary: summary, body: (.json(body), true), answers: [(.ok, answer, .json(schema))],
      problems: [.badBody, .notDecided, .tooLarge, .mediaType, .tooManyQuestions])
  }
}
