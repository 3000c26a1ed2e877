import Synchronization
import Testing
import TruthsCheck
import TruthsEval
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A fault in the feature that a fixture tests.
struct FaultInjection {
  /// Truths that say something else.
  var truths: (path: String, old: String, new: String)?
  /// A procedure over other truths than those that were checked.
  var program: @Sendable (Program) -> Program
  /// Falsifies the outcome of a decision.
  var outcome: @Sendable (RunOutcome) -> RunOutcome
  /// The wire between session and clients falsifies messages.
  var wire: Tampering?
  /// The screen shows something else than the client knows.
  var screen: @Sendable (ClientView) -> ClientView

  init(
    truths: (path: String, old: String, new: String)? = nil,
    program: @escaping @Sendable (Program) -> Program = { program in program },
    outcome: @escaping @Sendable (RunOutcome) -> RunOutcome = { outcome in outcome }, wire: Tampering? = nil,
    screen: @escaping @Sendable (ClientView) -> ClientView = { view in view }
  ) {
    self.truths = truths
    self.program = program
    self.outcome = outcome
    self.wire = wire
    self.screen = screen
  }

  /// Returns the result of a fixture of the repository in a world with this fault.
  func result(of id: String) throws -> FixtureResult {
    let set = try Repository.truths(truths)
    let fixture = try Repository.fixture(id, against: set)
    let (falsify, wire) = (outcome, wire)
    let changed = ChangedProcedures(program)
    let runner = FixtureRunner(
      EvalSubject(set),
      decide: { procedure, request, context in falsify(try changed[procedure].run(request, on: context)) },
      begin: { procedure, context, now in
        Simulation(procedure: changed[procedure], context: context, now: now, tampering: wire)
      },
      look: screen)
    return runner.run(fixture)
  }

  /// Whether a fixture fails in a world that is broken in this way.
  func isNoticed(by id: String) throws -> Bool { try result(of: id).outcome.isFailure }

  /// The screen shows something else than the client knows.
  static func screen(_ change: @escaping @Sendable (inout ClientView) -> Void) -> FaultInjection {
    FaultInjection(screen: { view in
      var view = view
      change(&view)
      return view
    })
  }

  /// A handshake is answered with something else, or not at all.
  static func capabilities(_ change: @escaping @Sendable (JSONObject) -> JSONObject?) -> FaultInjection {
    FaultInjection(
      wire: Tampering(toClient: { message, _ in
        guard case .capabilities(let answer) = message else { return message }
        return change(answer).map { .capabilities($0) }
      }))
  }

  /// Every event on its way to a client is falsified.
  static func event(_ change: @escaping @Sendable (Event, _ client: String) -> Event?) -> FaultInjection {
    FaultInjection(wire: events(change))
  }

  /// A falsified request to resume.
  static func resumption(_ change: @escaping @Sendable (inout Resumption) -> Void) -> FaultInjection {
    FaultInjection(
      wire: Tampering(toSession: { message, _ in
        guard case .resume(var resumption) = message else { return message }
        change(&resumption)
        return .resume(resumption)
      }))
  }

  /// Control messages of a kind get lost.
  static func deaf(to kind: ControlMessage.Kind) -> FaultInjection {
    FaultInjection(
      wire: Tampering(toSession: { message, _ in
        if case .control(let control) = message, control.type == kind { return nil }
        return message
      }))
  }

  /// The outcome of a decision is falsified.
  static func outcome(_ change: @escaping @Sendable (inout RunOutcome) -> Void) -> FaultInjection {
    FaultInjection(outcome: { outcome in
      var outcome = outcome
      change(&outcome)
      return outcome
    })
  }

  /// Every trace of a decision is falsified.
  static func traces(_ change: @escaping @Sendable (inout JSONObject) -> Void) -> FaultInjection {
    outcome { outcome in
      outcome.traceContents = outcome.traces.map { trace in
        var trace = trace
        change(&trace)
        return GivenPayload(trace)
      }
    }
  }

  /// Every event on its way to a client, whether pushed, in a delta or in a range, goes through `change`; `nil` takes it away.
  static func events(_ change: @escaping @Sendable (Event, _ client: String) -> Event?) -> Tampering {
    Tampering(toClient: { message, client in
      switch message {
      case .event(let event): return change(event, client).map { .event($0) }
      case .range(let events): return .range(events.compactMap { change($0, client) })
      case .delta(var delta):
        delta.events = delta.events.compactMap { change($0, client) }
        return .delta(delta)
      default: return message
      }
    })
  }
}

/// The procedures over changed programs, each compiled once.
final class ChangedProcedures: Sendable {
  private let change: @Sendable (Program) -> Program
  private let known = Mutex<[ObjectIdentifier: (original: RunProcedure, changed: RunProcedure)]>([:])

  init(_ change: @escaping @Sendable (Program) -> Program) { self.change = change }

  subscript(procedure: RunProcedure) -> RunProcedure {
    known.withLock { known in
      if let pair = known[ObjectIdentifier(procedure)] { return pair.changed }
      let changed = RunProcedure(program: change(procedure.program))
      known[ObjectIdentifier(procedure)] = (procedure, changed)
      return changed
    }
  }
}

extension Event {
  /// Returns an event with a member of its payload removed or replaced.
  func with(_ name: String, _ value: JSONValue?) -> Event {
    var event = self
    event.payload[name] = value
    return event
  }

  /// The event of an entry whose own payload lost a member or got another.
  func withInner(_ name: String, _ value: JSONValue?) -> Event {
    guard var inner = payload["payload"]?.objectValue else { return self }
    inner[name] = value
    return with("payload", .object(inner))
  }

  /// An event of the same place that says nothing.
  var silenced: Event {
    var event = self
    event.type = .status
    event.payload = ["run_id": payload["run_id"] ?? .text(""), "status": .text("running")]
    return event
  }

  /// The actor of the entry.
  var userID: String? { payload["actor"]?["user_id"]?.stringValue }
}
