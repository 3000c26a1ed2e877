import HTTPTypes

/// Descriptions of the operations on proposals and their jobs.
extension OperationDescription {
  static let proposing = OperationDescription(
    summary: "Decides a proposal, and answers once the decision is on the disk.", body: (.json("Proposal"), true),
    answers: [
      (.created, "It was decided, whatever the decision. `Location` is its job.", .json("Answer")),
      (.ok, "It was decided before, under this key.", .json("Answer")),
    ], problems: [.badBody, .notAllowed, .keyConflict, .tooLarge, .mediaType, .tooManyRuns, .notDecided],
    headers: [.idempotencyKey, .traceParent])

  static let cancelling = OperationDescription(
    summary: "Cancels a job.", answers: [(.ok, "It is cancelled.", .json("Answer"))],
    problems: [.notAllowed, .notFound, .nothingToSteer])

  static let job = OperationDescription(
    summary: "Tells how a job is, and its last decision.", answers: [(.ok, "The job.", .json("Job"))], problems: [.notFound])

  static let jobEvents = OperationDescription(
    summary: "Tells the events of a job, or streams them.",
    answers: [(.ok, "Its events behind `since_seq`.", .events(besides: .list("Event")))],
    problems: [.notFound, .tooManyStreams], headers: [.lastEventID])

  static let jobControl = OperationDescription(
    summary: "Carries out a control message about a job.", body: (.json("Control"), true),
    answers: [(.ok, "It is carried out.", .json("Answer"))],
    problems: [.badBody, .notAllowed, .notFound, .nothingToSteer, .tooLarge, .mediaType])
}
