import HTTPTypes

/// Descriptions of the operations on the ledger and on the rules in force.
extension OperationDescription {
  static let ledgerHead = OperationDescription(
    summary: "Tells the head of the ledger.", answers: [(.ok, "The head.", .json("LedgerHead"))])

  static let ledgerEntry = OperationDescription(
    summary: "Returns an entry of the ledger, with a proof that it is there.",
    answers: [
      (.ok, "The entry, with an `ETag`.", .json("LedgerEntry")), (.notModified, "The entry is as the client has it.", nil),
    ], problems: [.notFound, .tooManyQuestions], headers: [.ifNoneMatch])

  static let ledgerConsistency = OperationDescription(
    summary: "Proves that the ledger only grew.", answers: [(.ok, "The proof.", .json("Consistency"))],
    problems: [.tooManyQuestions])

  static let rulesInForce = OperationDescription(
    summary: "Tells which rules decide, and since when.", answers: [(.ok, "The rules in force.", .json("RulesInForce"))])

  static let vocabulary = OperationDescription(
    summary: "Tells what can be proposed under the rules in force.",
    answers: [
      (.ok, "The vocabulary, with an `ETag`.", .json("Vocabulary")), (.notModified, "It is as the client has it.", nil),
    ], problems: [.tooManyQuestions], headers: [.ifNoneMatch])

  static let handbook = OperationDescription(
    summary: "Tells the title and the chapters of the handbook of the rules in force.",
    answers: [(.ok, "The index, with an `ETag`.", .json("Handbook")), (.notModified, "It is as the client has it.", nil)],
    problems: [.tooManyQuestions], headers: [.ifNoneMatch])

  static let handbookChapter = OperationDescription(
    summary: "Explains a pack to people, in words and with diagrams.",
    answers: [
      (.ok, "The chapter, with an `ETag`.", .json("HandbookChapter")), (.notModified, "It is as the client has it.", nil),
    ], problems: [.notFound, .tooManyQuestions], headers: [.ifNoneMatch])

  static let pendingRules = OperationDescription(
    summary: "Returns the rules that wait to be adopted, and which decisions they change.",
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
