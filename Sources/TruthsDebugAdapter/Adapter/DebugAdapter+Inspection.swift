import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Requests about the step at which the session is stopped: its stack, its values, and expressions over them.
extension DebugAdapter {
  /// Answers a request about the present step; `nil` for another request.
  func inspectionResult(
    of command: String, _ arguments: JSONValue, _ session: DebugSession
  ) throws(DebugFault) -> JSONObject? {
    switch command {
    case "stackTrace": return stack(arguments, session)
    case "scopes":
      let place = try step(of: arguments, session)
      let scopes = session.scopes(at: place)
      return ["scopes": .array(scopes.map { .object($0) })]
    case "variables":
      guard let reference = arguments["variablesReference"]?.wholeNumber else {
        throw DebugFault("`variables` lacks `variablesReference`")
      }
      let found = try session.variables(
        of: reference, from: arguments["start"]?.wholeNumber ?? 0, count: arguments["count"]?.wholeNumber ?? 0)
      return ["variables": .array(found.map { .object($0) })]
    case "evaluate":
      guard let text = arguments["expression"]?.stringValue else { throw DebugFault("`evaluate` lacks `expression`") }
      let place = try arguments["frameId"] == nil ? session.position : step(of: arguments, session)
      do throws(DebugFault) {
        return session.shown(try session.evaluate(text, at: place), as: "result", named: nil)
      } catch {
        // That a value is missing, and why, is the result. A client would show a fault as one of the expression.
        guard error.isMissingValue else { throw error }
        return ["result": .text(error.message), "variablesReference": .int(0)]
      }
    case "exceptionInfo": return exceptionInfo(session)
    default: return nil
    }
  }

  private func stack(_ arguments: JSONValue, _ session: DebugSession) -> JSONObject {
    let stack = session.recording.stack(of: session.position)
    let start = max(0, arguments["startFrame"]?.wholeNumber ?? 0)
    let levels = arguments["levels"]?.wholeNumber ?? 0
    let wanted = stack.dropFirst(start).prefix(levels > 0 ? levels : stack.count)
    return [
      "stackFrames": .array(wanted.map { .object(frame($0, session)) }), "totalFrames": .int(stack.count),
    ]
  }

  /// Returns the stack frame of a step. Its id is the number of the step, from 1.
  private func frame(_ step: Int, _ session: DebugSession) -> JSONObject {
    let recorded = session.steps[step]
    var frame: JSONObject = ["id": .int(step + 1), "name": .text(recorded.title)]
    guard let span = recorded.span else {
      frame["line"] = .int(0)
      frame["column"] = .int(0)
      frame["presentationHint"] = .text("label")
      return frame
    }
    let (start, end) = (session.places.position(span, atEnd: false), session.places.position(span, atEnd: true))
    frame["line"] = .int(start.line + firstLine)
    frame["column"] = .int(start.column + firstColumn)
    frame["endLine"] = .int(end.line + firstLine)
    frame["endColumn"] = .int(end.column + firstColumn)
    var source: JSONObject = ["name": .text(session.places.name(of: span.file))]
    if let path = session.places.path(of: span.file) {
      source["path"] = .text(path)
    } else {
      frame["presentationHint"] = .text("subtle")
    }
    frame["source"] = .object(source)
    return frame
  }

  private func step(of arguments: JSONValue, _ session: DebugSession) throws(DebugFault) -> Int {
    guard let id = arguments["frameId"]?.wholeNumber else { throw DebugFault("the request lacks `frameId`") }
    guard let step = session.recording.stack(of: session.position).first(where: { $0 + 1 == id }) else {
      throw DebugFault("there is no frame \(id) at this step")
    }
    return step
  }

  private func exceptionInfo(_ session: DebugSession) -> JSONObject {
    let filter = session.exception
    return [
      "exceptionId": .text(filter?.rawValue ?? "none"), "description": .text(session.steps[session.position].text),
      "breakMode": .text(filter == nil ? "never" : "always"),
    ]
  }
}
