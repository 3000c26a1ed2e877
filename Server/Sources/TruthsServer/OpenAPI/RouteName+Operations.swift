import HTTPTypes

extension RouteName {
  /// What a method does here. Methods that the route does not take are not asked for.
  func operation(_ method: HTTPRequest.Method) -> OperationDescription {
    switch self {
    case .jobs:
      OperationDescription(
        summary: "Decides a proposal, and answers once the decision is on the disk.", body: (.json("Proposal"), true),
        answers: [
          (.created, "It was decided, whatever the decision. `Location` is its job.", .json("Answer")),
          (.ok, "It was decided before, under this key.", .json("Answer")),
        ], problems: [.badBody, .notAllowed, .keyConflict, .tooLarge, .mediaType, .tooManyRuns, .notDecided],
        headers: [.idempotencyKey, .traceParent])
    case .job where method == .delete:
      OperationDescription(
        summary: "Cancels a job.", answers: [(.ok, "It is cancelled.", .json("Answer"))],
        problems: [.notAllowed, .notFound, .nothingToSteer])
    case .job:
      OperationDescription(
        summary: "Tells how a job is, and its last decision.", answers: [(.ok, "The job.", .json("Job"))], problems: [.notFound])
    case .jobEvents:
      OperationDescription(
        summary: "Tells the events of a job, or streams them.",
        answers: [(.ok, "Its events behind `since_seq`.", .events(besides: .list("Event")))],
        problems: [.notFound, .tooManyStreams], headers: [.lastEventID])
    case .jobControl:
      OperationDescription(
        summary: "Carries out a control message about a job.", body: (.json("Control"), true),
        answers: [(.ok, "It is carried out.", .json("Answer"))],
        problems: [.badBody, .notAllowed, .notFound, .nothingToSteer, .tooLarge, .mediaType])
    case .control:
      OperationDescription(
        summary: "Carries out a control message about the session.", body: (.json("Control"), true),
        answers: [(.ok, "It is carried out.", .json("Answer"))],
        problems: [.badBody, .notAllowed, .nothingToSteer, .tooLarge, .mediaType])
    case .capabilities where method == .post:
      OperationDescription(
        summary: "Shakes hands.", body: (.json("Handshake"), false),
        answers: [(.ok, "What the server can do.", .json("capabilities"))], problems: [.badBody, .tooLarge, .mediaType])
    case .capabilities:
      OperationDescription(
        summary: "Tells what the server can do.", answers: [(.ok, "What the server can do.", .json("capabilities"))])
    case .events:
      OperationDescription(
        summary: "Tells the events of all jobs, or streams them.",
        answers: [(.ok, "A delta behind `since_seq`, or a snapshot.", .events(besides: .json("Delta")))],
        problems: [.tooManyStreams], headers: [.lastEventID])
    case .stream:
      OperationDescription(
        summary: "Opens a WebSocket, over which messages go both ways.",
        answers: [(.switchingProtocols, "The connection is a WebSocket.", nil)],
        problems: [.badHandshake, .upgradeRequired, .tooManyStreams])
    case .dryRun:
      question("Tells what would become of a proposal.", "What would.", "DryRun")
    case .whyNot:
      question("Tells what would have to be different for a proposal to be accepted.", "Ways.", "WhyNot")
    case .suggest:
      question("Tells what the caller could propose next.", "Suggestions.", "Suggestions")
    case .why:
      OperationDescription(
        summary: "Tells why a decision or a fact is as it is.", answers: [(.ok, "The proof.", .json("Why"))],
        problems: [.notFound, .tooManyQuestions])
    case .inbox:
      OperationDescription(
        summary: "Tells what waits and the caller may answer.", answers: [(.ok, "What waits.", .json("Inbox"))],
        problems: [.tooManyQuestions])
    case .decisions:
      OperationDescription(
        summary: "Tells decisions, page by page.", answers: [(.ok, "A page.", .json("Decisions"))],
        problems: [.tooManyQuestions])
    case .ledgerHead:
      OperationDescription(summary: "Tells the head of the ledger.", answers: [(.ok, "The head.", .json("LedgerHead"))])
    case .ledgerEntry:
      OperationDescription(
        summary: "Tells an entry of the ledger, and proves that it stands there.",
        answers: [
          (.ok, "The entry, with an `ETag`.", .json("LedgerEntry")), (.notModified, "The entry is as the client has it.", nil),
        ], problems: [.notFound, .tooManyQuestions], headers: [.ifNoneMatch])
    case .ledgerConsistency:
      OperationDescription(
        summary: "Proves that the ledger only grew.", answers: [(.ok, "The proof.", .json("Consistency"))],
        problems: [.tooManyQuestions])
    case .truths:
      OperationDescription(
        summary: "Tells which rules decide, and since when.", answers: [(.ok, "The rules in force.", .json("RulesInForce"))])
    case .pendingTruths:
      OperationDescription(
        summary: "Tells which rules wait to be adopted, and what they decide otherwise.",
        answers: [(.ok, "The rules that wait.", .json("PendingRules"))], problems: [.notFound])
    case .adoption:
      OperationDescription(
        summary: "Proposes that rules that wait come into force.", body: (.json("Adoption"), true),
        answers: [
          (.created, "It was decided, whatever the decision. `Location` is its job.", .json("Answer")),
          (.ok, "It was decided before, under this key.", .json("Answer")),
        ],
        problems: [
          .badBody, .notAllowed, .keyConflict, .notPending, .tooLarge, .mediaType, .tooManyRuns, .notDecided,
        ], headers: [.idempotencyKey])
    case .health:
      OperationDescription(summary: "Tells that the process answers.", answers: [(.ok, "It does.", .json("Health"))])
    case .readiness:
      OperationDescription(
        summary: "Tells whether decisions are made and recorded.", answers: [(.ok, "They are.", .json("Readiness"))])
    case .metrics:
      OperationDescription(
        summary: "Tells what the server counts, in Prometheus' text format. With identities only systems are told.",
        answers: [(.ok, "The metrics.", .text("text/plain"))], problems: [.notAllowed])
    case .openAPI:
      OperationDescription(summary: "This document.", answers: [(.ok, "OpenAPI 3.1.", .json("Document"))])
    }
  }

  /// A question about a proposal, or about what could be one.
  private func question(_ summary: String, _ answer: String, _ schema: String) -> OperationDescription {
    OperationDescription(
      summary: summary, body: (.json(self == .suggest ? "NextQuestion" : "Question"), true),
      answers: [(.ok, answer, .json(schema))], problems: [.badBody, .notDecided, .tooLarge, .mediaType, .tooManyQuestions])
  }
}
