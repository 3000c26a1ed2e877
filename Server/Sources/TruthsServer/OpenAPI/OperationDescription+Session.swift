import HTTPTypes

/// Descriptions of the operations on the session and its stream.
extension OperationDescription {
  static let control = OperationDescription(
    summary: "Carries out a control message about the session.", body: (.json("Control"), true),
    answers: [(.ok, "It is carried out.", .json("Answer"))],
    problems: [.badBody, .notAllowed, .nothingToSteer, .tooLarge, .mediaType])

  static let handshake = OperationDescription(
    summary: "Shakes hands.", body: (.json("Handshake"), false),
    answers: [(.ok, "What the server can do.", .json("capabilities"))], problems: [.badBody, .tooLarge, .mediaType])

  static let capabilities = OperationDescription(
    summary: "Tells what the server can do.", answers: [(.ok, "What the server can do.", .json("capabilities"))])

  static let sender = OperationDescription(
    summary: "Tells who the caller is.", answers: [(.ok, "The actor.", .json("Sender"))])

  static let events = OperationDescription(
    summary: "Tells the events of all jobs, or streams them.",
    answers: [(.ok, "A delta behind `since_seq`, or a snapshot.", .events(besides: .json("Delta")))],
    problems: [.tooManyStreams], headers: [.lastEventID])

  static let stream = OperationDescription(
    summary: "Opens a WebSocket, over which messages go both ways.",
    answers: [(.switchingProtocols, "The connection is a WebSocket.", nil)],
    problems: [.badHandshake, .upgradeRequired, .tooManyStreams])
}
