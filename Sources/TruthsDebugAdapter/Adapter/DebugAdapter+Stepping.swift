import TruthsEngine
import TruthsJSON
import TruthsRuntime

/// Moves the position in the recording, forwards and backwards.
extension DebugAdapter {
  /// Begins the walk after the client has set its breakpoints.
  func begin() {
    guard let session else { return }
    if launch?.isPlainRun == true { return end() }
    stage = .stopped
    session.position = 0
    if launch?.stopsOnEntry == true { return stop("entry") }
    if let stop = session.stop(at: 0, tell) { return self.stop(stop) }
    run(forwards: true, session)
  }

  /// Handles a request that moves the position.
  func step(_ command: String, _ session: DebugSession) {
    switch command {
    case "next": move(to: session.recording.stepOver(from: session.position), session)
    case "stepIn": move(to: session.position + 1 < session.steps.count ? session.position + 1 : nil, session)
    case "stepOut": move(to: session.recording.stepOut(from: session.position), session)
    case "stepBack":
      session.position = session.recording.stepBack(from: session.position)
      stop(session.position == 0 ? "entry" : "step")
    case "continue": run(forwards: true, session)
    case "reverseContinue": run(forwards: false, session)
    // The session never runs between two messages.
    default: stop("pause")
    }
  }

  /// Moves forwards to a step, or to the first one before it at which a breakpoint or filter stops; `nil` is the end.
  private func move(to step: Int?, _ session: DebugSession) {
    for passed in (session.position + 1)..<max(session.position + 1, step ?? session.steps.count) {
      guard let reason = session.stop(at: passed, tell) else { continue }
      session.position = passed
      return stop(reason)
    }
    guard let step else { return end() }
    session.position = step
    stop("step")
  }

  private func run(forwards: Bool, _ session: DebugSession) {
    var next = session.position + (forwards ? 1 : -1)
    while session.steps.indices.contains(next) {
      if let reason = session.stop(at: next, tell) {
        session.position = next
        return stop(reason)
      }
      next += forwards ? 1 : -1
    }
    if forwards { return end() }
    session.position = 0
    stop("entry")
  }

  /// Tells the client that the condition of a breakpoint cannot be evaluated.
  private func tell(_ fault: String) {
    send("output", ["category": .text("important"), "output": .text("breakpoint: \(fault)\n")])
  }

  private func stop(_ reason: String) {
    guard let session else { return }
    let text = session.steps[session.position].text
    if reason != "exception" { session.exception = nil }
    send(
      "stopped",
      [
        "reason": .text(reason), "description": .text(text), "text": .text(text), "threadId": .int(1),
        "allThreadsStopped": .boolean(true),
      ])
  }
}

extension DebugSession {
  /// Returns the reason why a running session stops at a step; `nil` if it does not stop there.
  ///
  /// - Parameter tell: called with the fault of a condition that cannot be evaluated; the session stops then too.
  func stop(at step: Int, _ tell: (String) -> Void) -> String? {
    if let filter = ExceptionFilter.allCases.first(where: { breakpoints.exceptions.contains($0) && isCaught(step, by: $0) }) {
      exception = filter
      return "exception"
    }
    switch steps[step].kind {
    case .element, .stage, .decision: return nil
    default: break
    }
    if let line = line(of: step), let condition = breakpoints.lines[line], holds(condition, at: step, tell) {
      return "breakpoint"
    }
    guard let name = name(of: step), let condition = breakpoints.names[name], holds(condition, at: step, tell) else { return nil }
    return "function breakpoint"
  }

  /// The name of a rule, function or table at its first step; `nil` for other steps.
  private func name(of step: Int) -> String? {
    switch steps[step].kind {
    case .rule, .call: steps[step].frame.map { recording.frames[$0].name }
    default: nil
    }
  }

  private func isCaught(_ step: Int, by filter: ExceptionFilter) -> Bool {
    switch (filter, steps[step].kind) {
    case (.halted, .decision): recording.outcome.decision != .accepted
    case (.violated, .clause(.violated)), (.unknown, .clause(.unknown)), (.unknown, .condition(.unknown)): true
    case (.unknown, .binding), (.unknown, .call): steps[step].isMissing
    default: false
    }
  }

  private func holds(_ condition: String?, at step: Int, _ tell: (String) -> Void) -> Bool {
    guard let condition else { return true }
    do throws(DebugFault) {
      let found = try evaluate(condition, at: step)
      switch found.value {
      case .boolean(let isTrue): return isTrue
      case .null: return false
      default: tell("\(condition): a condition is true or false, and this is \(found.text)")
      }
      return true
    } catch {
      // A condition about values that a step does not have, such as those of another function, does not hold there.
      if error.isMissingValue { return false }
      tell("\(condition): \(error.message)")
      return true
    }
  }
}

extension DecisionRecording {
  /// Returns the step at which stepping over a step stops: the first step inside a rule, a call or a group, otherwise the first
  /// step after everything inside the given step. `nil` after the last step.
  func stepOver(from step: Int) -> Int? {
    let next = steps[step].isEntered ? step + 1 : end(of: step)
    return next < steps.count ? next : nil
  }

  /// Returns the first step after the rule or call that a step begins or is inside of; `nil` after the last step.
  func stepOut(from step: Int) -> Int? {
    let around = stack(of: step).first { steps[$0].isEntered } ?? 0
    let next = end(of: around)
    return next < steps.count ? next : nil
  }

  /// Returns the step from which ``stepOver(from:)`` leads to the given step; for the first step, that step itself.
  func stepBack(from step: Int) -> Int {
    guard step > 0 else { return 0 }
    let around = Set(stack(of: step))
    let path = stack(of: step - 1).prefix { !around.contains($0) }
    return path.reversed().first { !steps[$0].isEntered } ?? step - 1
  }

  /// Returns the index after a step and all steps inside of it.
  private func end(of step: Int) -> Int {
    var next = step + 1
    while next < steps.count, steps[next].depth > steps[step].depth { next += 1 }
    return next
  }
}

extension RecordedStep {
  /// Whether ``stepOver(from:)`` leads into the step instead of past it.
  fileprivate var isEntered: Bool {
    switch kind {
    case .run, .rule, .call, .stage: true
    case .condition, .binding, .clause, .row, .element, .fact, .decision: false
    }
  }
}
