import TruthsDiagnostics
import TruthsJSON
import TruthsProtocol
import TruthsText

/// The settings of a ``RunSession``.
public struct RunSessionOptions: Hashable, Sendable {
  /// The actor (contract §4.2, as JSON) who may pause and resume the session, set its budgets and ask for others; `nil` for none.
  /// It applies if no truth of the set decides about these rights.
  public var operatorActor: String?
  /// The transports that the process serves, in order of preference; if empty, each connection reports the transport that it
  /// uses.
  public var transports: [RunTransport] = []
  /// Milliseconds without a message after which a subscriber gets a checkpoint; `nil` for never.
  public var heartbeat: Int?
  /// Maximum work of one decision in steps, whatever a message asks for; `nil` for the default, which messages may raise.
  public var mostWork: Int?
  /// Maximum number of facts of one decision; `nil` for the default, which messages may raise.
  public var mostFacts: Int?

  /// Creates the settings of an embedded session, without an operator.
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

/// The transport of a client's connection (contract §13.7). The protocol is the same over each.
public enum RunTransport: Hashable, Sendable, CaseIterable {
  /// gRPC over HTTP/2.
  case grpc
  /// A WebSocket.
  case webSocket
  /// Server-sent events from the session, and requests to it.
  case sse
  /// Requests alone; the client polls every five seconds.
  case rest
  /// Standard input and output of the serving process.
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
