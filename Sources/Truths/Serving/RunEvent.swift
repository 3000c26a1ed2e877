import TruthsJSON
import TruthsRuntime
import TruthsText

/// One event of a stream of runs (contract §13.3): an appended ledger entry, a fact whose decision is still open, or a run's
/// status.
public struct RunEvent: Hashable, Sendable {
  private let event: Event

  /// The kinds of events.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case fact, proposal, trace, decision, status
  }

  init(_ event: Event) { self.event = event }

  /// Position of the event in the stream, from 1, without gaps.
  public var seq: Int { event.seq }
  /// The kind of the event.
  public var kind: Kind {
    switch event.type {
    case .fact: .fact
    case .proposal: .proposal
    case .trace: .trace
    case .decision: .decision
    case .status: .status
    }
  }
  /// The job that the event belongs to; each run has one.
  public var jobID: String { event.jobID }
  /// The run that the event belongs to; `nil` where the payload names none.
  public var runID: String? { event.runID }
  /// The id shared by related runs.
  public var correlationID: String { event.correlationID }
  /// Number of ledger entries at the time of the event, including the event's own entry.
  public var contextVersion: Int { event.contextVersion }
  /// The time of the event, RFC 3339 in UTC.
  public var timestamp: String { event.timestamp.text }
  /// Whether the event is a fact that no decision has accepted yet. Such a fact should be shown with a mark.
  public var isProvisional: Bool { event.isProvisional }
  /// Whether the event withdraws a provisional fact.
  public var isDropped: Bool { event.isDropped }
  /// The event with its payload as one line of JSON without its line break: the bytes of `truths run --format ndjson`.
  public var json: String { String(decoding: JSONValue.object(event.json).compact(), as: UTF8.self) }
}

extension RunReport {
  /// The runs' decisions with their reasons.
  public var decisions: [Decision] { outcomes.map { Decision($0, source: source) } }

  /// The events of all runs in order of time. Each run is a stream of its own, numbered from 1.
  public var runEvents: [RunEvent] { outcomes.flatMap { RunEvents.events(of: $0) }.map { RunEvent($0) } }
}
