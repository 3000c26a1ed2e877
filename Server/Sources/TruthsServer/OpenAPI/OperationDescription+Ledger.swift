import HTTPTypes

/// Descriptions of the operations on the ledger and on the rules in force.
extension OperationDescription {
  static let ledgerHead = OperationDescription(
    summary: "Tells the head of the ledger.", answers: [(.ok, "The head.", .json("LedgerHead"))])

  static let ledgerEntry = OperationDescription(
    summary: "Tells an entry of the ledger, and proves that it stands there.",
    answers: [
      (.ok, "The entry, with an `ETag`.", .json("LedgerEntry")), (.notModified, "The entry is as the client has it.", nil),
    ], problems: [.notFound, .tooManyQuestions], headers: [.ifNoneMatch])

  static let ledgerConsistency = OperationDescription(
    summary: "Proves that the ledger only grew.", answers: [(.ok, "The proof.", .json("Consistency"))],
    problems: [.tooManyQuestions])

  static let rulesInForce = OperationDescription(
    summary: "Tells which rules decide, and since when.", answers: [(.ok, "The rules in force.", .json("RulesInForce"))])

  static let pendingRules = OperationDescription(
    summary: "Tells which rules wait to be adopted, and what they decide otherwise.",
    answers: [(.ok, "The rules that wait.", .json("PendingRules"))], problems: [.notFound])

  static let adoption = OperationDescription(
    summary: "Proposes that rules that wait come into force.", body: (.json("Adoption"), true),
    answers: [
      (.created, "It was decided, whatever the decision. `Location` is its job.", .json("Answer")),
      (.ok, "It was decided before, under this key.", .json("Answer")),
    ],
    problems: [
      .badBody, .notAllowed, .keyConflict, .notPending, .tooLarge, .mediaType, .tooManyRuns, .notDecided,
    ], headers: [.idempotencyKey, .traceParent])
}
