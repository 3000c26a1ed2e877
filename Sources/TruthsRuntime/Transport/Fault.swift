import TruthsJSON
import TruthsText

/// Something that goes wrong on the way, as a scenario's `fault` step says it (runtime.md §6):
///
///     {"kind": "drop" | "duplicate" | "reorder" | "delay" | "cut" | "block" | "unblock" | "restore",
///      "client": "ann", "event_type": "decision", "seq": 7, "after": 2, "count": 1, "seconds": 10, "transports": ["h2-grpc"]}
///
/// Only `kind` is needed. The first five are about events that the session pushes; those meant are, of `client` (else of the
/// step's `as`, else of every client), those of `event_type` and with `seq` where these are given; the first `after` of them are
/// spared.
///
/// - `drop`: the next `count` (1) are lost. `duplicate`: the next `count` (1) come twice.
/// - `reorder`: the next `count` (2) come in reverse order; fewer, if no more come.
/// - `delay`: the next `count` (1) come `seconds` (1) later, and what follows waits behind them.
/// - `cut`: the connection breaks before the one meant comes; without `event_type`, `seq` and `after` it breaks at once, and what
///   is
///   on its way is lost. It can be made anew after `seconds`; without them after a `reconnect` step or a `restore`.
/// - `block`: `transports` (`h2-grpc` and `websocket`) cannot be had, connections over them break: the client falls back,
///   degraded.
///   `unblock` ends that. `restore` ends a `cut`.
package struct Fault: Hashable, Sendable {
  package var kind: Kind
  /// `nil` means every client.
  package var client: String?
  package var eventType: Event.Kind?
  package var seq: Int?
  /// How many of the events meant are spared first.
  package var after: Int
  package var count: Int
  /// Milliseconds.
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

  /// Whether it strikes at once rather than at an event to come.
  var isImmediate: Bool {
    switch kind {
    case .block, .unblock, .restore: true
    case .cut: eventType == nil && seq == nil && after == 0
    case .drop, .duplicate, .reorder, .delay: false
    }
  }

  /// Whether it means an event on its way to a client.
  func means(_ event: Event, to name: String) -> Bool {
    (client == nil || client == name) && (eventType == nil || eventType == event.type) && (seq == nil || seq == event.seq)
  }
}
