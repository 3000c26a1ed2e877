import TruthsJSON
import TruthsRuntime
import TruthsText

/// One event of a stream of runs (contract §13.3): an entry of the ledger as it is appended, a fact that waits for its
/// decision, or the status of a run.
public struct RunEvent: Hashable, Sendable {
  private let event: Event

  /// What an event tells of.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case fact, proposal, trace, decision, status
  }

  init(_ event: Event) { self.event = event }

  /// Its place in the stream, from 1, without gaps.
  public var seq: Int { event.seq }
  /// What it tells of.
  public var kind: Kind {
    switch event.type {
    case .fact: .fact
    case .proposal: .proposal
    case .trace: .trace
    case .decision: .decision
    case .status: .status
    }
  }
  /// The job that it belongs to, one a run.
  public var jobID: String { event.jobID }
  /// The run that it belongs to; `nil` where its payload names none.
  public var runID: String? { event.runID }
  /// What ties the runs of one story together.
  public var correlationID: String { event.correlationID }
  /// The entries of the ledger at that moment, its own included.
  public var contextVersion: Int { event.contextVersion }
  /// When it happened, RFC 3339 in UTC.
  public var timestamp: String { event.timestamp.text }
  /// Whether it is a fact that no decision has accepted yet; such a fact is shown marked.
  public var isProvisional: Bool { event.isProvisional }
  /// Whether it takes a provisional fact back.
  public var isDropped: Bool { event.isDropped }
  /// The event as one line of JSON without its line break, with its payload: the bytes of `truths run --format ndjson`.
  public var json: String { String(decoding: JSONValue.object(event.json).compact(), as: UTF8.self) }
}

extension RunReport {
  /// The runs, each with what was decided and why.
  public var decisions: [Decision] { outcomes.map { Decision($0, source: source) } }

  /// The events of all runs in the order in which they happened; each run is a stream of its own, numbered from 1.
  public var runEvents: [RunEvent] { outcomes.flatMap { RunEvents.events(of: $0) }.map { RunEvent($0) } }
}
