import Truths
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsText

/// A debug adapter (Debug Adapter Protocol) for decisions, as a state machine: messages in, messages out.
///
/// Files are read only through the host, and there is no thread or clock. The owner calls ``take(_:)`` for each message. Not
/// thread-safe.
package final class DebugAdapter {
  enum Stage {
    /// Before `initialize`, after it, and after the launch.
    case new, initialized, launched
    /// At a step of the recording.
    case stopped
    /// After the last step.
    case ended
  }

  let host: any DebugHost
  var stage = Stage.new
  /// The number of the first line and column, as the client counts.
  var (firstLine, firstColumn) = (1, 1)
  var session: DebugSession?
  var launch: DebugLaunch?
  private var sequence = 0
  private var outbox: [JSONObject] = []

  /// Whether the client has disconnected.
  package private(set) var isDisconnected = false

  /// Whether the run has ended, after which clients may go away without a word.
  package var hasEnded: Bool { stage == .ended || isDisconnected }

  package init(host: any DebugHost) { self.host = host }

  /// Handles a message.
  ///
  /// - Returns: the messages for the client, each without its head.
  package func take(_ message: DebugMessage) -> [[UInt8]] {
    switch message {
    case .ignored: break
    case .fault(let text): send("output", ["category": .text("stderr"), "output": .text("truths debug: \(text)\n")])
    case .request(let number, let command, let arguments): answer(number, command, arguments)
    }
    defer { outbox = [] }
    return outbox.map { message in
      sequence += 1
      return JSONValue.object(JSONObject([JSONObject.Member(name: "seq", value: .int(sequence))] + message.members)).compact()
    }
  }

  private func answer(_ number: Int, _ command: String, _ arguments: JSONValue) {
    var response: JSONObject = [
      "type": .text("response"), "request_seq": .int(number), "command": .text(command),
    ]
    let position = outbox.count
    do throws(DebugFault) {
      let body = try result(of: command, arguments)
      response["success"] = .boolean(true)
      if !body.members.isEmpty { response["body"] = .object(body) }
    } catch {
      response["success"] = .boolean(false)
      response["message"] = .text(error.message)
      // Clients show `format`, in which braces would name variables.
      let format = error.message.replacing("{", with: "(").replacing("}", with: ")")
      response["body"] = .object([
        "error": .object(["id": .int(1), "format": .text(format), "showUser": .boolean(true)])
      ])
    }
    // A response comes before the events that the request causes.
    outbox.insert(response, at: position)
  }

  /// Sends an event with the response to the present request.
  func send(_ event: String, _ body: JSONObject = [:]) {
    var message: JSONObject = ["type": .text("event"), "event": .text(event)]
    if !body.members.isEmpty { message["body"] = .object(body) }
    outbox.append(message)
  }

  // MARK: Requests

  private func result(of command: String, _ arguments: JSONValue) throws(DebugFault) -> JSONObject {
    switch (command, stage) {
    case ("initialize", .new): return initialize(arguments)
    case ("initialize", _): throw DebugFault("the adapter is initialized already")
    case ("disconnect", _):
      isDisconnected = true
      return [:]
    case (_, .new): throw DebugFault("`\(command)` came before `initialize`")
    case ("launch", .initialized):
      try launch(arguments)
      return [:]
    case ("launch", _): throw DebugFault("a proposal is launched already")
    case ("attach", _): throw DebugFault("`truths debug` launches a proposal, and attaches to nothing: use the request `launch`")
    case (_, .initialized): throw DebugFault("`\(command)` came before `launch`")
    case ("configurationDone", .launched):
      begin()
      return [:]
    case ("configurationDone", _): throw DebugFault("the run has begun already")
    case ("terminate", _):
      if stage != .ended { end() }
      return [:]
    default: break
    }
    guard let session else { throw DebugFault("`\(command)` came before `launch`") }
    if let body = try breakpointResult(of: command, arguments, session) { return body }
    if command == "threads" { return ["threads": .array([.object(["id": .int(1), "name": .text("decision")])])] }
    guard Self.needingStop.contains(command) else { throw DebugFault("this adapter does not know the request `\(command)`") }
    switch stage {
    case .launched: throw DebugFault("`\(command)` came before `configurationDone`")
    case .ended: throw DebugFault("the run has ended")
    default: break
    }
    if let body = try inspectionResult(of: command, arguments, session) { return body }
    step(command, session)
    return command == "continue" ? ["allThreadsContinued": .boolean(true)] : [:]
  }

  /// The requests that are about the step at which the session is stopped.
  private static let needingStop: Set = [
    "stackTrace", "scopes", "variables", "evaluate", "exceptionInfo", "next", "stepIn", "stepOut", "continue", "stepBack",
    "reverseContinue", "pause",
  ]

  private func initialize(_ arguments: JSONValue) -> JSONObject {
    stage = .initialized
    if arguments["linesStartAt1"] == .boolean(false) { firstLine = 0 }
    if arguments["columnsStartAt1"] == .boolean(false) { firstColumn = 0 }
    let supported = [
      "supportsConfigurationDoneRequest", "supportsStepBack", "supportsConditionalBreakpoints", "supportsEvaluateForHovers",
      "supportsExceptionInfoRequest", "supportsFunctionBreakpoints", "supportsBreakpointLocationsRequest",
      "supportsTerminateRequest", "supportsDelayedStackTraceLoading",
    ]
    var capabilities = JSONObject(supported.map { JSONObject.Member(name: Text($0), value: .boolean(true)) })
    capabilities["exceptionBreakpointFilters"] = .array(
      ExceptionFilter.allCases.map { filter in
        .object([
          "filter": .text(filter.rawValue), "label": .text(filter.label), "description": .text(filter.summary),
          "default": .boolean(filter == .halted),
        ])
      })
    return capabilities
  }

  private func launch(_ arguments: JSONValue) throws(DebugFault) {
    let launch = try DebugLaunch(arguments)
    do throws(DebugLaunchFault) {
      session = try DebugSession(try host.open(launch), launch)
    } catch {
      switch error {
      case .message(let text): throw DebugFault(text)
      case .findings(let findings): throw DebugFault(findings.lines)
      }
    }
    self.launch = launch
    stage = .launched
    send("initialized")
  }

  /// Ends the run: sends the decision with its reasons, then the end.
  func end() {
    stage = .ended
    if let session {
      let text = session.explanation + (session.recording.remark.map { "\n\($0)\n" } ?? "")
      send("output", ["category": .text("stdout"), "output": .text(text)])
      send("exited", ["exitCode": .int(session.recording.outcome.decision == .accepted ? 0 : 1)])
    }
    send("terminated")
  }
}

extension Findings {
  /// The findings of a launch that failed, each in a line with its place: `a.truths:3:5: … (T1001)`.
  fileprivate var lines: String {
    let most = 5
    let shown = diagnostics.filter { $0.severity == .error }.prefix(most).map { diagnostic in
      let place = sources.start(of: diagnostic.span)
      let path = sources.file(diagnostic.span.file)?.path ?? ""
      return "\(path):\(place.line):\(place.column): \(diagnostic.message) (\(diagnostic.code))"
    }
    let rest = diagnostics.count { $0.severity == .error } - most
    return (shown + (rest > 0 ? ["and \(rest) more; `truths check` lists them"] : [])).joined(separator: "\n")
  }
}
