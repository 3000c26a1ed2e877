import HTTPTypes

/// Descriptions of the operations on the server process: health, readiness, metrics, and this document.
extension OperationDescription {
  static let health = OperationDescription(
    summary: "Tells that the process answers.", answers: [(.ok, "It does.", .json("Health"))])

  static let readiness = OperationDescription(
    summary: "Tells whether decisions are made and recorded.", answers: [(.ok, "They are.", .json("Readiness"))])

  static let metrics = OperationDescription(
    summary: "Returns the server's metrics in Prometheus' text format. With identities, only systems may read them.",
    answers: [(.ok, "The metrics.", .text("text/plain"))], problems: [.notAllowed])

  static let page = OperationDescription(
    summary: "The page for people.",
    answers: [(.ok, "The page.", .text("text/html")), (.notModified, "The page is as the client has it.", nil)],
    headers: [.ifNoneMatch])

  static let pageFile = OperationDescription(
    summary: "A file of the page.",
    answers: [(.ok, "The file.", .text("text/javascript")), (.notModified, "The file is as the client has it.", nil)],
    problems: [.notFound], headers: [.ifNoneMatch])

  static let document = OperationDescription(summary: "This document.", answers: [(.ok, "OpenAPI 3.1.", .json("Document"))])
}
