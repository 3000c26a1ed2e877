import HTTPTypes

/// Descriptions of the operations on the server process: health, readiness, metrics, and this document.
extension OperationDescription {
  static let health = OperationDescription(
    summary: "Tells that the process answers.", answers: [(.ok, "It does.", .json("Health"))])

  static let readiness = OperationDescription(
    summary: "Tells whether decisions are made and recorded.", answers: [(.ok, "They are.", .json("Readiness"))])

  static let metrics = OperationDescription(
    summary: "Tells what the server counts, in Prometheus' text format. With identities only systems are told.",
    answers: [(.ok, "The metrics.", .text("text/plain"))], problems: [.notAllowed])

  static let document = OperationDescription(summary: "This document.", answers: [(.ok, "OpenAPI 3.1.", .json("Document"))])
}
