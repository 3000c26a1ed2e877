// The objects of the protocol, as they stand on the wire (sessions §1 to §5). Members that may be missing are marked with `?`.

/** @typedef {{ [member: string]: any }} JSONObject A JSON object. */

/**
 * @typedef {object} Actor Who acts (contract §4.2).
 * @property {string} type `user`, `agent` or `system`.
 * @property {string} user_id
 * @property {string} [device_id]
 * @property {string} [org_id]
 * @property {string[]} [roles]
 */

/** @typedef {"websocket" | "sse" | "rest" | "stdio"} TransportKind A transport's flag (contract §13.6). */

/** @typedef {"streaming" | "reconnecting" | "degraded" | "offline"} ConnectionState How a client is connected (contract §1.5). */

/**
 * @typedef {object} Indicator What people see of it.
 * @property {"green" | "yellow" | "orange" | "red"} color
 * @property {"Limited mode" | "Offline"} [label]
 */

/**
 * @typedef {object} StreamEvent One event of the stream (contract §13.3).
 * @property {string} job_id
 * @property {string} stream_id
 * @property {number} seq Place in the stream, from 1.
 * @property {number} [prev_seq] The event before it in a view that leaves events out.
 * @property {number} context_version
 * @property {string} correlation_id
 * @property {string} trace_id
 * @property {"fact" | "proposal" | "trace" | "decision" | "status"} event_type
 * @property {string} timestamp
 * @property {JSONObject} payload The whole entry; a provisional fact; the status object.
 */

/** @typedef {{ seq: number, prev_seq?: number }} Checkpoint That no event of the view up to `seq` is to come. */

/**
 * @typedef {object} Delta Everything after a `seq` (contract §13.4).
 * @property {number} resumed_at_seq
 * @property {number} current_seq
 * @property {StreamEvent[]} events
 * @property {Checkpoint} [checkpoint]
 */

/**
 * @typedef {object} Snapshot The state at one `seq`, and the events after it.
 * @property {number} resumed_at_seq
 * @property {number} current_seq
 * @property {string} [stream_id]
 * @property {ContextState} snapshot
 * @property {StreamEvent[]} events
 * @property {Checkpoint} [checkpoint]
 */

/**
 * @typedef {object} Answer What a proposal or a control message came to (sessions §1).
 * @property {string} to The idempotency key of the proposal, or the control type.
 * @property {"accepted" | "rejected" | "halted"} [decision] Absent where nothing was decided.
 * @property {string} [truth_id]
 * @property {string} reason Why, for people.
 * @property {string} [job_id]
 * @property {string} [proposal_id]
 * @property {JSONObject} [run] The run's status object (contract §1.8).
 * @property {boolean} [replay] Whether the answer was given before.
 * @property {boolean} [refused] Whether the message could not be carried out; then nothing was recorded.
 * @property {number} current_seq The last `seq` of the stream.
 * @property {string} [decision_id]
 * @property {{ size: number, head: string }} [head]
 * @property {string} [truths]
 */

/**
 * @typedef {object} Problem A document of problem details (RFC 9457, server §2).
 * @property {number} status
 * @property {string} code
 * @property {string} [type]
 * @property {string} [title]
 * @property {string} [detail]
 * @property {string} [to] As in an answer.
 * @property {JSONObject[]} [findings]
 * @property {string} [truth_id]
 * @property {string} [reason]
 */

/**
 * @typedef {object} Fact A fact as it stands in a snapshot.
 * @property {string} run_id
 * @property {string} [entry_id] Of the entry that it stands in; absent while it has none.
 * @property {boolean} [provisional] Whether it waits for the decision of its run.
 * @property {string} [dropped_because] Why it is shown no longer.
 * @property {JSONObject} payload `{"type", …fields}`.
 */

/**
 * @typedef {object} Run A run: what its events came to so far.
 * @property {string} run_id
 * @property {string} job_id
 * @property {string} correlation_id
 * @property {string} [action]
 * @property {string} [proposal_id]
 * @property {JSONObject} [proposer]
 * @property {string} status `running`, `converged`, `halted` or `waiting` (contract §1.8).
 * @property {string[]} waiting_for
 * @property {string} [decision]
 * @property {string} [truth_id]
 * @property {string} [reason] Why the last decision came so; what a halt is explained with.
 * @property {number} entries
 * @property {boolean} rendered_before_done
 */

/**
 * @typedef {object} AuditCounts What was counted of the entries seen.
 * @property {number} entries
 * @property {number} without_actor
 * @property {number} traces
 * @property {number} without_truth
 * @property {number} related
 * @property {number} unlinked
 */

/**
 * @typedef {object} ContextState What events come to, as a snapshot has it (sessions §5).
 * @property {number} context_version
 * @property {number} revisions
 * @property {AuditCounts} audit
 * @property {Fact[]} facts
 * @property {Fact[]} early_facts
 * @property {Fact[]} dropped_facts
 * @property {Run[]} runs
 */

/**
 * @typedef {object} View Everything that a client shows at one moment: derived, nothing sets it (contract §12).
 * @property {ConnectionState} connection_state
 * @property {Indicator} indicator
 * @property {TransportKind} [transport] Of the open connection.
 * @property {Run} [run] The client's own last run, else anybody's last.
 * @property {string} [run_status]
 * @property {string[]} waiting_for
 * @property {boolean} can_i_act Whether the one who looks can do something about what the run waits for.
 * @property {JSONObject[]} facts Those of the ledger, newest versions; early ones have `"provisional": true`.
 * @property {JSONObject[]} provisional Facts that wait for their run's decision, without the mark.
 * @property {JSONObject[]} dropped Provisional facts that were taken back, with `dropped_because`.
 * @property {number} events_seen
 * @property {number} seq The highest `seq` without a gap below it.
 * @property {number} [resumed_at_seq]
 * @property {number[]} missing_seqs At most 10,000 are listed.
 * @property {number} duplicates
 * @property {boolean} rendered_before_done
 * @property {JSONObject} [capabilities] The answer to the last handshake.
 * @property {boolean} truth_ids_present
 * @property {boolean} actors_present
 * @property {boolean} correlation_linked
 * @property {number} revisions Facts shown before and revised since.
 * @property {JSONObject[]} queue Proposals that wait for a connection (contract §16.2).
 * @property {Run[]} runs Every run heard of, in order.
 * @property {Answer} [last_answer]
 */

/**
 * @typedef {{ open: TransportKind } | { close: true } | { send: JSONObject }} Effect What a client wants done: try a transport;
 *   give the connection up; send a message (sessions §1).
 */

export {};
