package import TruthsJSON
package import TruthsRuntime

/// Everything that a client shows, at one moment. It is derived: from the events taken in, the state of the connection and who
/// looks; there is no flag that somebody sets (contract §12).
package struct ClientView: Hashable, Sendable {
  package var connectionState: ConnectionState
  /// Follows from the connection state (contract §1.5).
  package var indicator: Indicator { connectionState.indicator }
  /// The run that this view is about: the last one that this client's actor proposed from this device, else the last one that
  /// anybody proposed; runs that grant or deny an approval only where there is no other. `nil` before any.
  package var run: RunView?
  /// `running`, `converged`, `halted` or `waiting`; `nil` before any run.
  package var runStatus: String? { run?.status }
  /// What the run waits for; empty unless it is waiting.
  package var waitingFor: [Awaited] { run?.waitingFor ?? [] }
  /// Whether the one who looks can do something about what the run waits for: approve in a role that they hold, unless they
  /// proposed it; consent where their consent is asked; resume. `false` without a connection, since control messages are not
  /// queued.
  package var canIAct: Bool
  /// Every fact shown, of all runs and of history, newest versions, `{"type", …fields}`; early ones with `"provisional": true`.
  package var facts: [JSONObject]
  /// Those facts that wait for their run's decision, without the mark.
  package var provisional: [JSONObject]
  /// Provisional facts that were taken back: `{"type", …fields, "dropped_because"}`.
  package var dropped: [JSONObject]
  /// Events taken in one by one, each counted once; those that a snapshot stands for are not among them.
  package var eventsSeen: Int
  /// The highest `seq` without a gap below it.
  package var seq: Int
  /// The `seq` from which the last connection went on: 0 for the first, when everything is asked for; `nil` before any answer.
  package var resumedAtSeq: Int?
  /// Those below the highest `seq` heard of that have not come, ascending; at most 10,000 are listed.
  package var missingSeqs: [Int]
  /// Events that came although they were there already; they were dropped.
  package var duplicates: Int
  /// Whether a fact of the run stood on the screen while its status was still `running`. A screen is drawn after each message, so
  /// events that come together (a poll's answer, a delta) are seen together.
  package var renderedBeforeDone: Bool { run?.isRenderedBeforeDone ?? false }
  /// The answer to the last handshake, contract §8.1; `nil` before it.
  package var capabilities: JSONObject?
  /// Every trace entry seen names its truth; `false` before the first trace.
  package var truthIDsPresent: Bool
  /// Every entry seen has an actor; `false` before the first entry.
  package var actorsPresent: Bool
  /// The entries of each run share one correlation id; `false` before two entries of a run were seen.
  package var correlationLinked: Bool
  /// Whether the last replay gave the same bytes as the one before (the first: as the session itself); `nil` before a replay.
  package var sameOutput: Bool?
  /// Facts shown before and revised since: provisional ones taken back, and facts corrected.
  package var revisions: Int
  /// Proposals that wait for the connection, in the form of contract §16.2.
  package var queue: [JSONObject]
  /// Every run heard of, in order.
  package var runs: [RunView]
  /// What the client's last proposal or control message came to.
  package var lastAnswer: Answer?
}

extension ClientView {
  /// The members that `expect` reads, by its names (fixtures §5.3), then what else is shown.
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
    object["truth_ids_present"] = .boolean(truthIDsPresent)
    object["actors_present"] = .boolean(actorsPresent)
    object["correlation_linked"] = .boolean(correlationLinked)
    object["same_output"] = sameOutput.map { .boolean($0) }
    object["dropped"] = .array(dropped.map { .object($0) })
    object["revisions"] = .integer(revisions)
    object["queue"] = .array(queue.map { .object($0) })
    object["runs"] = .array(runs.map { .object($0.json) })
    return object
  }
}

/// How a client is connected, contract §1.5.
package enum ConnectionState: String, Hashable, Sendable, CaseIterable {
  /// Live connection, facts arrive.
  case streaming
  /// A disconnect that may pass: it tries again, with back-off.
  case reconnecting
  /// SSE with REST, or polling.
  case degraded
  /// No connection; what is proposed goes into the queue.
  case offline

  /// What people see of it.
  package var indicator: Indicator {
    switch self {
    case .streaming: Indicator(color: "green", label: nil)
    case .reconnecting: Indicator(color: "yellow", label: nil)
    case .degraded: Indicator(color: "orange", label: "Limited mode")
    case .offline: Indicator(color: "red", label: "Offline")
    }
  }
}

/// A light, with words beside it where light alone is not enough.
package struct Indicator: Hashable, Sendable {
  /// `green`, `yellow`, `orange` or `red`.
  package var color: String
  /// `Limited mode`, `Offline`; `nil` where there are no words.
  package var label: String?

  /// The light and its words as one text: `green`, `orange, Limited mode`.
  package var text: String { label.map { "\(color), \($0)" } ?? color }

  /// As it stands in a view: `{"color", "label"}`, `label` absent where there are no words. Where a fixture expects a text, it is
  /// the color, the label, or ``text``.
  package var json: JSONObject {
    var object: JSONObject = ["color": .text(color)]
    object["label"] = label.map { .text($0) }
    return object
  }

  /// Whether this is the indicator that a fixture names by one text.
  package func isNamed(_ name: String) -> Bool { name == color || name == label || name == text }
}
