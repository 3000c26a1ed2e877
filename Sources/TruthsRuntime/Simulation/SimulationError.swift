/// Why a step of a scenario cannot be taken. It is the scenario that is at fault, not the run.
package enum SimulationError: Error, Hashable, Sendable {
  /// A step names a client that never connected, or no client did.
  case unknownClient(String)
  /// A control message without a connection: those are not queued.
  case notConnected(String)
  /// A step's arguments are wrong.
  case badStep(String)

  /// For people: lower case, no full stop.
  package var message: String {
    switch self {
    case .unknownClient(let name): name.isEmpty ? "no client has connected yet" : "no client `\(name)` has connected yet"
    case .notConnected(let name): "`\(name)` has no connection, and control messages are not queued"
    case .badStep(let message): message
    }
  }
}
