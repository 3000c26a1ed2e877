package import TruthsJSON
package import TruthsRuntime

/// Everything that a client shows, at one moment (contract §12).
///
/// It is derived from the events received, the state of the connection, and the user; no flag is set by hand.
package struct ClientView: Hashable, Sendable {
  package var connectionState: ConnectionState
  /// The connection state's indicator (contract §1.5).
  package var indicator: Indicator { connectionState.indicator }
  /// The run that this view is about; `nil` before any run.
  ///
  /// It is the last run proposed by this client's actor on this device, else the last run of anybody. Runs that answer an
  /// approval come only if no other run exists.
  package var run: RunView?
  /// Status of the run: `running`, `converged`, `halted` or `waiting`; `nil` before any run.
  package var runStatus: String? { run?.status }
  /// The things that the run waits for; empty unless it is waiting.
  package var waitingFor: [Awaited] { run?.waitingFor ?? [] }
  /// Whether the user can do something that the run waits for.
  ///
  /// That is to approve in a role that they hold, unless they proposed it; to consent if their consent is asked; or to resume.
  /// `false` without a connection, since control messages are not queued.
  package var canIAct: Bool
  /// The newest versions of all facts shown, of all runs and of history: `{"type", …fields}`. Early facts have `"provisional":
  /// true`.
  package var facts: [JSONObject]
  /// The facts that wait for their run's decision, without the mark.
  package var provisional: [JSONObject]
  /// Provisional facts that were withdrawn: `{"type", …fields, "dropped_because"}`.
  package var dropped: [JSONObject]
  /// Number of events received one by one, each counted once. Events that are only part of a snapshot do not count.
  package var eventsSeen: Int
  /// The highest `seq` without a gap below it.
  package var seq: Int
  /// The `seq` from which the last connection resumed: 0 for the first, which requests everything; `nil` before any answer.
  package var resumedAtSeq: Int?
  /// Missing events below the highest known `seq`, ascending; at most 10,000 are listed.
  package var missingSeqs: [Int]
  /// Number of events that came again and were dropped.
  package var duplicates: Int
  /// Whether a fact of the run was on the screen while its status was still `running`. A screen is drawn after each message, so
  /// events that come together (a poll's answer, a delta) are seen together.
  package var renderedBeforeDone: Bool { run?.isRenderedBeforeDone ?? false }
  /// The answer to the last handshake (contract §8.1); `nil` before it.
  package var capabilities: JSONObject?
  /// Whether every trace seen names its truth; `false` before the first trace.
  package var hasAllTruthIDs: Bool
  /// Whether every entry seen has an actor; `false` before the first entry.
  package var hasAllActors: Bool
  /// Whether the entries of each run share one correlation id; `false` before two entries of a run were seen.
  package var isCorrelationLinked: Bool
  /// Whether the last replay gave the same bytes as the one before (the first: as the session itself); `nil` before a replay.
  package var hasSameOutput: Bool?
  /// Number of shown facts that were revised since: provisional ones withdrawn, and facts corrected.
  package var revisions: Int
  /// Proposals that wait for the connection, in the form of contract §16.2.
  package var queue: [JSONObject]
  /// All known runs, in the order of their first events.
  package var runs: [RunView]
  /// The answer to the client's last proposal or control message.
  package var lastAnswer: Answer?
}

extension ClientView {
  /// The view as JSON: first the members that an `expect` step can name (fixtures §5.3), then all other members.
  package var json: JSONObject {
    var object: JSONObject = [
      "connection_state": .text(connectionState.rawValue), "indicator": .object(indicator.json),
    ]
    object["run_status"] = runStatus.map { .text($0) }
    object["waiting_for"] = .texts(waitingFor.words)
    object["can_i_act"] = .boolean(canIAct)
    object["facts"] = .array(facts.map { .object($0) })
    object["provisional"] = .array(provisional.map { .object($0) })
    object["events_seen"] = .integer(eventsSeen)
    object["seq"] = .integer(seq)
    object["resumed_at_seq"] = resumedAtSeq.map { .integer($0) }
    object["missing_seqs"] = .array(missingSeqs.map { .integer($0) })
    object["duplicates"] = .integer(duplicates)
    object["rendered_before_done"] = .boolean(renderedBeforeDone)
    object["capabilities"] = capabilities.map { .object($0) }
    object["truth_ids_present"] = .boolean(hasAllTruthIDs)
    object["actors_present"] = .boolean(hasAllActors)
    object["correlation_linked"] = .boolean(isCorrelationLinked)
    object["same_output"] = hasSameOutput.map { .boolean($0) }
    object["dropped"] = .array(dropped.map { .object($0) })
    object["revisions"] = .integer(revisions)
    object["queue"] = .array(queue.map { .object($0) })
    object["runs"] = .array(runs.map { .object($0.json) })
    return object
  }
}

/// The state of a client's connection (contract §1.5).
package enum ConnectionState: String, Hashable, Sendable, CaseIterable {
  /// Live connection, facts arrive.
  case streaming
  /// Temporary disconnect: the client tries again, with back-off.
  case reconnecting
  /// SSE with REST, or polling.
  case degraded
  /// No connection: proposals go into the queue.
  case offline

  package var indicator: Indicator {
    switch self {
    case .streaming: Indicator(color: "green", label: nil)
    case .reconnecting: Indicator(color: "yellow", label: nil)
    case .degraded: Indicator(color: "orange", label: "Limited mode")
    case .offline: Indicator(color: "red", label: "Offline")
    }
  }
}

/// A coloured light, with a label if the colour alone is not enough.
package struct Indicator: Hashable, Sendable {
  /// Colour: `green`, `yellow`, `orange` or `red`.
  package var color: String
  /// Label: `Limited mode` or `Offline`; `nil` if there is no label.
  package var label: String?

  /// Colour and label as one text: `green`, `orange, Limited mode`.
  package var text: String { label.map { "\(color), \($0)" } ?? color }

  /// The indicator in a view: `{"color", "label"}`, without `label` if that is `nil`.
  package var json: JSONObject {
    var object: JSONObject = ["color": .text(color)]
    object["label"] = label.map { .text($0) }
    return object
  }

  /// Whether a fixture's text names this indicator: by colour, label, or ``text``.
  package func isNamed(_ name: String) -> Bool { name == color || name == label || name == text }
}
