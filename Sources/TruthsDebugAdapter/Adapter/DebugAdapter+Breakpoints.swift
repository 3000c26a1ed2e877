import TruthsJSON
import TruthsProgram
import TruthsText

/// Requests about breakpoints, which a client may send at any time after the launch.
extension DebugAdapter {
  /// Maximum number of breakpoints in one request.
  private static let mostBreakpoints = 10_000

  /// Answers a request about breakpoints; `nil` for another request.
  func breakpointResult(
    of command: String, _ arguments: JSONValue, _ session: DebugSession
  ) throws(DebugFault) -> JSONObject? {
    switch command {
    case "setBreakpoints": try setBreakpoints(arguments, session)
    case "setFunctionBreakpoints": try setFunctionBreakpoints(arguments, session)
    case "setExceptionBreakpoints": try setExceptionBreakpoints(arguments, session)
    case "breakpointLocations": try locations(arguments, session)
    default: nil
    }
  }

  private func setBreakpoints(_ arguments: JSONValue, _ session: DebugSession) throws(DebugFault) -> JSONObject {
    guard let path = arguments["source"]?["path"]?.stringValue else { throw DebugFault("`setBreakpoints` lacks `source.path`") }
    let wanted = try requested(arguments)
    guard let file = session.places.file(at: path) else {
      return answer(wanted.map { _ in unverified("the file is not among those of the set", &session.breakpoints) })
    }
    // Everything is read first: a request with a fault leaves the breakpoints as they are.
    var numbered: [(breakpoint: JSONValue, number: Int)] = []
    for breakpoint in wanted {
      guard let number = breakpoint["line"]?.wholeNumber else { throw DebugFault("a breakpoint has a whole number `line`") }
      numbered.append((breakpoint, number))
    }
    for line in session.breakpoints.lines.keys where line.file == file { session.breakpoints.lines[line] = nil }
    var answers: [JSONObject] = []
    for (breakpoint, number) in numbered {
      let (asked, overflows) = number.subtractingReportingOverflow(firstLine - 1)
      guard !overflows, let line = session.places.line(for: asked, in: file) else {
        answers.append(unverified("no clause, let, row or declaration follows", &session.breakpoints))
        continue
      }
      session.breakpoints.lines[line] = breakpoint.condition
      answers.append([
        "id": .int(session.breakpoints.nextID()), "verified": .boolean(true), "line": .int(line.number + firstLine - 1),
      ])
    }
    return answer(answers)
  }

  private func setFunctionBreakpoints(_ arguments: JSONValue, _ session: DebugSession) throws(DebugFault) -> JSONObject {
    let wanted = try requested(arguments)
    var named: [(breakpoint: JSONValue, name: String)] = []
    for breakpoint in wanted {
      guard let name = breakpoint["name"]?.stringValue else { throw DebugFault("a function breakpoint has a text `name`") }
      named.append((breakpoint, name))
    }
    session.breakpoints.names = [:]
    var answers: [JSONObject] = []
    for (breakpoint, name) in named {
      let program = session.recording.program
      let tables = program.tables.filter { $0.name == name || $0.qualifiedName == name }.map(\.qualifiedName)
      let found = tables + program.truths.map(\.id).filter { $0 == name } + program.invariants.map(\.id).filter { $0 == name }
      for each in found { session.breakpoints.names[each] = breakpoint.condition }
      answers.append(
        found.isEmpty
          ? unverified("no truth, invariant, function or table is called `\(name)`", &session.breakpoints)
          : ["id": .int(session.breakpoints.nextID()), "verified": .boolean(true)])
    }
    return answer(answers)
  }

  private func setExceptionBreakpoints(_ arguments: JSONValue, _ session: DebugSession) throws(DebugFault) -> JSONObject {
    guard let filters = arguments["filters"]?.arrayValue else { throw DebugFault("`setExceptionBreakpoints` lacks `filters`") }
    let known = filters.map { $0.stringValue.flatMap { ExceptionFilter(rawValue: $0) } }
    session.breakpoints.exceptions = Set(known.compactMap(\.self))
    return answer(
      known.map { filter in
        filter == nil
          ? unverified(
            "the filters are \(ExceptionFilter.allCases.map(\.rawValue).joined(separator: ", "))", &session.breakpoints)
          : ["verified": .boolean(true)]
      })
  }

  private func locations(_ arguments: JSONValue, _ session: DebugSession) throws(DebugFault) -> JSONObject {
    guard let path = arguments["source"]?["path"]?.stringValue, let first = arguments["line"]?.wholeNumber else {
      throw DebugFault("`breakpointLocations` lacks `source.path` or `line`")
    }
    let last = arguments["endLine"]?.wholeNumber ?? first
    let shift = firstLine - 1
    let lines = session.places.file(at: path).map { file in
      session.places.lines(from: first.clampedLine - shift, to: last.clampedLine - shift, in: file)
    }
    return ["breakpoints": .array((lines ?? []).map { .object(["line": .int($0 + shift)]) })]
  }

  private func requested(_ arguments: JSONValue) throws(DebugFault) -> [JSONValue] {
    let wanted = arguments["breakpoints"]?.arrayValue ?? []
    guard wanted.count <= Self.mostBreakpoints else {
      throw DebugFault("a request has at most \(Self.mostBreakpoints) breakpoints")
    }
    return wanted
  }

  private func answer(_ breakpoints: [JSONObject]) -> JSONObject { ["breakpoints": .array(breakpoints.map { .object($0) })] }

  private func unverified(_ why: String, _ breakpoints: inout Breakpoints) -> JSONObject {
    ["id": .int(breakpoints.nextID()), "verified": .boolean(false), "message": .text(why)]
  }
}

extension JSONValue {
  /// The condition of a breakpoint; `nil` where it has none.
  fileprivate var condition: String? { self["condition"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
}

extension Int {
  /// The number within the lines that a file can have.
  fileprivate var clampedLine: Int { Swift.min(Swift.max(self, 0), Int(Int32.max)) }
}
