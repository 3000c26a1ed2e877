import TruthsDiagnostics
import TruthsJSON
import TruthsProtocol
import TruthsText

/// What a ``RunSession`` is run with.
public struct RunSessionOptions: Hashable, Sendable {
  /// Who may pause the session, resume it, set its budgets and ask for others, where no truth of the set is about that: an actor
  /// of contract §4.2 as JSON; `nil`: nobody.
  public var operatorActor: String?
  /// The transports that the process serves, in the order of preference; empty: each connection's own.
  public var transports: [RunTransport] = []
  /// After how many milliseconds without a message a subscriber gets a checkpoint; `nil`: never.
  public var heartbeat: Int?
  /// The most work of one decision, in steps, whatever a message asks for; `nil`: as by default, and messages
  /// may raise it.
  public var mostWork: Int?
  /// The most facts of one decision; the same holds.
  public var mostFacts: Int?

  /// As for a program of its own: nobody steers the session.
  public init() {}

  func session(_ sources: SourceMap) throws(Findings) -> SessionOptions {
    var options = SessionOptions()
    if let operatorActor {
      var sources = sources
      options.operators = .actor(try sources.actor(SourceText(path: "operator", bytes: Array(operatorActor.utf8))))
    }
    if !transports.isEmpty { options.transports = transports.map { TransportFlags.Flag($0.kind.rawValue, "supported") } }
    options.heartbeat = heartbeat
    options.ceilings["max_work"] = mostWork
    options.ceilings["max_facts"] = mostFacts
    return options
  }
}

/// What a client is connected over (contract §13.7). The protocol is the same over each.
public enum RunTransport: Hashable, Sendable, CaseIterable {
  /// gRPC over HTTP/2.
  case grpc
  /// A WebSocket.
  case webSocket
  /// Server-sent events for what comes from the session, requests for what goes to it.
  case sse
  /// Requests alone; the client asks every five seconds.
  case rest
  /// Standard input and output of the process that serves.
  case stdio

  var kind: TransportKind {
    switch self {
    case .grpc: .grpc
    case .webSocket: .webSocket
    case .sse: .sse
    case .rest: .rest
    case .stdio: .stdio
    }
  }

  init(_ kind: TransportKind) {
    switch kind {
    case .grpc: self = .grpc
    case .webSocket: self = .webSocket
    case .sse: self = .sse
    case .rest: self = .rest
    case .stdio: self = .stdio
    }
  }
}
