package import TruthsJSON
package import TruthsRuntime
import TruthsText

/// A network fault, as a scenario's `fault` step describes it (fixtures §5.4):
///
///     {"kind": "drop" | "duplicate" | "reorder" | "delay" | "cut" | "block" | "unblock" | "restore",
///      "client": "ann", "event_type": "decision", "seq": 7, "after": 2, "count": 1, "seconds": 10, "transports": ["h2-grpc"]}
///
/// Only `kind` is needed. The first five kinds affect events that the session pushes. They match events for `client` (else for
/// the step's `as`, else for every client) with this `event_type` and `seq`, if given. The first `after` matching events are
/// spared.
///
/// - `drop`: the next `count` (1) are lost. `duplicate`: the next `count` (1) come twice.
/// - `reorder`: the next `count` (2) come in reverse order; fewer, if no more come.
/// - `delay`: the next `count` (1) come `seconds` (1) later, and later messages wait behind them.
/// - `cut`: the connection breaks before the matching event; without `event_type`, `seq` and `after` it breaks at once, and
///   messages on their way are lost. A new connection is possible after `seconds` or, without them, after a `reconnect` step or a
///   `restore`.
/// - `block`: `transports` (`h2-grpc` and `websocket`) become unavailable, and connections over them break: the client falls back
///   to degraded mode. `unblock` ends that. `restore` ends a `cut`.
package struct Fault: Hashable, Sendable {
  package var kind: Kind
  /// Client to which the fault applies; `nil` means every client.
  package var client: String?
  package var eventType: Event.Kind?
  package var seq: Int?
  /// Number of matching events that are spared first.
  package var after: Int
  package var count: Int
  /// Duration in milliseconds.
  package var duration: Int?
  package var transports: [TransportKind]

  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case drop, duplicate, reorder, delay, cut, block, unblock, restore
  }

  package init(
    _ kind: Kind, client: String? = nil, eventType: Event.Kind? = nil, seq: Int? = nil, after: Int = 0, count: Int? = nil,
    duration: Int? = nil, transports: [TransportKind] = [.grpc, .webSocket]
  ) {
    self.kind = kind
    self.client = client
    self.eventType = eventType
    self.seq = seq
    self.after = after
    self.count = count ?? (kind == .reorder ? 2 : 1)
    self.duration = duration
    self.transports = transports
  }

  /// Whether the fault takes effect at once and not at a future event.
  var isImmediate: Bool {
    switch kind {
    case .block, .unblock, .restore: true
    case .cut: eventType == nil && seq == nil && after == 0
    case .drop, .duplicate, .reorder, .delay: false
    }
  }

  /// Whether the fault matches an event on its way to a client.
  func means(_ event: Event, to name: String) -> Bool {
    (client == nil || client == name) && (eventType == nil || eventType == event.type) && (seq == nil || seq == event.seq)
  }
}

extension Fault {
  /// Parses the object of a `fault` step.
  ///
  /// - Parameter actor: the step's `as`; it applies if the object names no `client`.
  /// - Throws: ``SimulationError/badStep(_:)`` for an unknown kind or member, with the nearest name, and for a member of the
  ///   wrong kind.
  package init(json object: JSONObject, as actor: String?) throws(SimulationError) {
    guard let name = object.text("kind") else {
      throw .badStep("a fault needs a `kind`: \(Fault.kindNames.joined(separator: ", "))")
    }
    guard let kind = Kind(rawValue: name) else { throw Fault.unknown("fault", name, among: Fault.kindNames) }
    self.init(kind, client: actor)
    for member in object.members where member.name != "kind" { try take(member.name.string, member.value) }
  }

  private mutating func take(_ name: String, _ value: JSONValue) throws(SimulationError) {
    switch name {
    case "client":
      guard let text = value.stringValue else { throw .badStep("`client` is not a text") }
      client = text
    case "event_type":
      guard let type = value.stringValue.flatMap(Event.Kind.init(rawValue:)) else {
        throw .badStep("`event_type` is none of \(Event.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      eventType = type
    case "seq": seq = try Fault.number(name, value)
    case "after": after = try Fault.number(name, value)
    case "count": count = try Fault.number(name, value)
    case "seconds":
      guard case .number(let seconds) = value, let milliseconds = Simulation.milliseconds(seconds) else {
        throw .badStep("`seconds` is not a number of seconds from 0 to \(Simulation.longestAdvance / 1_000)")
      }
      duration = milliseconds
    case "transports":
      let names = value.arrayValue?.map { $0.stringValue.flatMap(TransportKind.init(name:)) } ?? [nil]
      guard names.allSatisfy({ $0 != nil }) else {
        throw .badStep("`transports` is not a list of \(TransportKind.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      transports = names.compactMap { $0 }
    default: throw Fault.unknown("member", name, among: Fault.memberNames)
    }
  }

  private static func number(_ name: String, _ value: JSONValue) throws(SimulationError) -> Int {
    guard let number = value.integerValue, number >= 0 else { throw .badStep("`\(name)` is not a whole number from 0") }
    return number
  }

  private static func unknown(_ what: String, _ name: String, among names: [String]) -> SimulationError {
    let nearest = nearestName(to: name, among: names)
    return .badStep("unknown \(what) `\(name)`" + (nearest.map { ", did you mean `\($0)`?" } ?? ""))
  }

  private static let kindNames = Kind.allCases.map(\.rawValue)
  /// Members that a `fault` step may have.
  package static let memberNames = ["kind", "client", "event_type", "seq", "after", "count", "seconds", "transports"]
}

/// Changes of messages on a virtual wire, for tests that check that corruption is noticed; `nil` swallows a message.
package struct Tampering: Sendable {
  package var toClient: @Sendable (ServerMessage, _ client: String) -> ServerMessage?
  package var toSession: @Sendable (ClientMessage, _ client: String) -> ClientMessage?

  package init(
    toClient: @escaping @Sendable (ServerMessage, _ client: String) -> ServerMessage? = { message, _ in message },
    toSession: @escaping @Sendable (ClientMessage, _ client: String) -> ClientMessage? = { message, _ in message }
  ) {
    self.toClient = toClient
    self.toSession = toSession
  }
}
