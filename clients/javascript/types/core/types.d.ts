/**
 * A JSON object.
 */
export type JSONObject = {
    [member: string]: any;
};
/**
 * Who acts (contract §4.2).
 */
export type Actor = {
    /**
     * `user`, `agent` or `system`.
     */
    type: string;
    user_id: string;
    device_id?: string | undefined;
    org_id?: string | undefined;
    roles?: string[] | undefined;
};
/**
 * A transport's flag (contract §13.6).
 */
export type TransportKind = "websocket" | "sse" | "rest" | "stdio";
/**
 * How a client is connected (contract §1.5).
 */
export type ConnectionState = "streaming" | "reconnecting" | "degraded" | "offline";
/**
 * What people see of it.
 */
export type Indicator = {
    color: "green" | "yellow" | "orange" | "red";
    label?: "Limited mode" | "Offline" | undefined;
};
/**
 * One event of the stream (contract §13.3).
 */
export type StreamEvent = {
    job_id: string;
    stream_id: string;
    /**
     * Place in the stream, from 1.
     */
    seq: number;
    /**
     * The event before it in a view that leaves events out.
     */
    prev_seq?: number | undefined;
    context_version: number;
    correlation_id: string;
    trace_id: string;
    event_type: "fact" | "proposal" | "trace" | "decision" | "status";
    timestamp: string;
    /**
     * The whole entry; a provisional fact; the status object.
     */
    payload: JSONObject;
};
/**
 * That no event of the view up to `seq` is to come.
 */
export type Checkpoint = {
    seq: number;
    prev_seq?: number;
};
/**
 * Everything after a `seq` (contract §13.4).
 */
export type Delta = {
    resumed_at_seq: number;
    current_seq: number;
    events: StreamEvent[];
    checkpoint?: Checkpoint | undefined;
};
/**
 * The state at one `seq`, and the events after it.
 */
export type Snapshot = {
    resumed_at_seq: number;
    current_seq: number;
    stream_id?: string | undefined;
    snapshot: ContextState;
    events: StreamEvent[];
    checkpoint?: Checkpoint | undefined;
};
/**
 * What a proposal or a control message came to (sessions §1).
 */
export type Answer = {
    /**
     * The idempotency key of the proposal, or the control type.
     */
    to: string;
    /**
     * Absent where nothing was decided.
     */
    decision?: "rejected" | "accepted" | "halted" | undefined;
    truth_id?: string | undefined;
    /**
     * Why, for people.
     */
    reason: string;
    job_id?: string | undefined;
    proposal_id?: string | undefined;
    /**
     * The run's status object (contract §1.8).
     */
    run?: JSONObject | undefined;
    /**
     * Whether the answer was given before.
     */
    replay?: boolean | undefined;
    /**
     * Whether the message could not be carried out; then nothing was recorded.
     */
    refused?: boolean | undefined;
    /**
     * The last `seq` of the stream.
     */
    current_seq: number;
    decision_id?: string | undefined;
    head?: {
        size: number;
        head: string;
    } | undefined;
    truths?: string | undefined;
};
/**
 * A document of problem details (RFC 9457, server §2).
 */
export type Problem = {
    status: number;
    code: string;
    type?: string | undefined;
    title?: string | undefined;
    detail?: string | undefined;
    /**
     * As in an answer.
     */
    to?: string | undefined;
    findings?: JSONObject[] | undefined;
    truth_id?: string | undefined;
    reason?: string | undefined;
};
/**
 * A fact as it stands in a snapshot.
 */
export type Fact = {
    run_id: string;
    /**
     * Of the entry that it stands in; absent while it has none.
     */
    entry_id?: string | undefined;
    /**
     * Whether it waits for the decision of its run.
     */
    provisional?: boolean | undefined;
    /**
     * Why it is shown no longer.
     */
    dropped_because?: string | undefined;
    /**
     * `{"type", …fields}`.
     */
    payload: JSONObject;
};
/**
 * A run: what its events came to so far.
 */
export type Run = {
    run_id: string;
    job_id: string;
    correlation_id: string;
    action?: string | undefined;
    proposal_id?: string | undefined;
    proposer?: JSONObject | undefined;
    /**
     * `running`, `converged`, `halted` or `waiting` (contract §1.8).
     */
    status: string;
    waiting_for: string[];
    decision?: string | undefined;
    truth_id?: string | undefined;
    /**
     * Why the last decision came so; what a halt is explained with.
     */
    reason?: string | undefined;
    entries: number;
    rendered_before_done: boolean;
};
/**
 * What was counted of the entries seen.
 */
export type AuditCounts = {
    entries: number;
    without_actor: number;
    traces: number;
    without_truth: number;
    related: number;
    unlinked: number;
};
/**
 * What events come to, as a snapshot has it (sessions §5).
 */
export type ContextState = {
    context_version: number;
    revisions: number;
    audit: AuditCounts;
    facts: Fact[];
    early_facts: Fact[];
    dropped_facts: Fact[];
    runs: Run[];
};
/**
 * Everything that a client shows at one moment: derived, nothing sets it (contract §12).
 */
export type View = {
    connection_state: ConnectionState;
    indicator: Indicator;
    /**
     * Of the open connection.
     */
    transport?: TransportKind | undefined;
    /**
     * The client's own last run, else anybody's last.
     */
    run?: Run | undefined;
    run_status?: string | undefined;
    waiting_for: string[];
    /**
     * Whether the one who looks can do something about what the run waits for.
     */
    can_i_act: boolean;
    /**
     * Those of the ledger, newest versions; early ones have `"provisional": true`.
     */
    facts: JSONObject[];
    /**
     * Facts that wait for their run's decision, without the mark.
     */
    provisional: JSONObject[];
    /**
     * Provisional facts that were taken back, with `dropped_because`.
     */
    dropped: JSONObject[];
    events_seen: number;
    /**
     * The highest `seq` without a gap below it.
     */
    seq: number;
    resumed_at_seq?: number | undefined;
    /**
     * At most 10,000 are listed.
     */
    missing_seqs: number[];
    duplicates: number;
    rendered_before_done: boolean;
    /**
     * The answer to the last handshake.
     */
    capabilities?: JSONObject | undefined;
    truth_ids_present: boolean;
    actors_present: boolean;
    correlation_linked: boolean;
    /**
     * Facts shown before and revised since.
     */
    revisions: number;
    /**
     * Proposals that wait for a connection (contract §16.2).
     */
    queue: JSONObject[];
    /**
     * Every run heard of, in order.
     */
    runs: Run[];
    last_answer?: Answer | undefined;
};
/**
 * What a client wants done: try a transport;
 *   give the connection up; send a message (sessions §1).
 */
export type Effect = {
    open: TransportKind;
} | {
    close: true;
} | {
    send: JSONObject;
};
