/** A client of a server: it connects and stays connected, follows the stream, keeps proposals, and says what is to be shown. */
export class TruthsClient {
    /** @param {ClientOptions} options */
    constructor({ transports, storage, onError, now, schedule, ...identity }: ClientOptions);
    /**
     * What is to be shown at this moment. Its parts are the client's, and not to be changed.
     *
     * @returns {View}
     */
    get view(): import("./core/types.js").View;
    /**
     * What the events taken in come to, as the state of a snapshot (sessions §5). Its parts are the client's, and not to be
     * changed.
     *
     * @returns {import("./core/types.js").ContextState}
     */
    get state(): import("./core/types.js").ContextState;
    /** Who uses it. */
    get actor(): import("./core/types.js").Actor;
    /**
     * Calls a function now, and after each message that may have changed the view. Making the view costs as much as there are
     * facts: where many messages come, ask for it once a frame.
     *
     * @param {(client: TruthsClient) => void} listener
     * @returns {() => void} Ends that.
     */
    subscribe(listener: (client: TruthsClient) => void): () => void;
    /**
     * Begins a session: takes up what was saved, connects, and stays connected until `stop`. Fulfilled once the server has
     * answered, or no transport is to be had for now; the client tries on by itself. What is proposed before is queued, and where
     * no handshake ever told which rules govern it, halted (contract §16.3): wait for this first.
     */
    start(): Promise<void>;
    /** Takes up what was saved, without connecting. `start` does so too, once. */
    restore(): Promise<void>;
    /** Ends the session; what is proposed from now on is queued. Fulfilled once everything is saved. */
    stop(): Promise<void>;
    /**
     * Proposes; without a connection the proposal is queued, and sent once there is one (contract §16).
     *
     * @param {JSONObject} proposal In any form of `runs §2`; without `actor` it is by the client's.
     * @returns {Submission}
     * @throws {import("./errors.js").InputError} Where it cannot be sent.
     */
    propose(proposal: JSONObject): Submission;
    /**
     * Grants what a proposal waits for.
     *
     * @param {string} proposalID
     * @param {{ truthID?: string, jobID?: string }} [options] `truthID` where several approvals are asked and one is meant.
     * @returns {Promise<Answer>}
     */
    approve(proposalID: string, options?: {
        truthID?: string | undefined;
        jobID?: string | undefined;
    } | undefined): Promise<Answer>;
    /**
     * Denies what a proposal waits for.
     *
     * @param {string} proposalID
     * @param {string} why
     * @param {{ truthID?: string, jobID?: string }} [options]
     * @returns {Promise<Answer>}
     */
    reject(proposalID: string, why: string, options?: {
        truthID?: string | undefined;
        jobID?: string | undefined;
    } | undefined): Promise<Answer>;
    /**
     * Consents to a proposal that waits.
     *
     * @param {string} proposalID
     * @param {string} [jobID]
     * @returns {Promise<Answer>}
     */
    consent(proposalID: string, jobID?: string | undefined): Promise<Answer>;
    /**
     * Appends a fact from outside.
     *
     * @param {JSONObject} fact `{"type", …fields}`, or `{"fact": {…}, "corrects": "ctx_…"}`.
     * @returns {Promise<Answer>}
     */
    injectFact(fact: JSONObject): Promise<Answer>;
    /**
     * Pauses a run that waits, or the session.
     *
     * @param {string} [jobID] Else the run that is shown, or the session where that is done.
     * @returns {Promise<Answer>}
     */
    pause(jobID?: string | undefined): Promise<Answer>;
    /**
     * Ends a pause.
     *
     * @param {string} [jobID]
     * @returns {Promise<Answer>}
     */
    resume(jobID?: string | undefined): Promise<Answer>;
    /**
     * Cancels a run that waits, or all of them.
     *
     * @param {string} [jobID]
     * @returns {Promise<Answer>}
     */
    cancel(jobID?: string | undefined): Promise<Answer>;
    /**
     * Changes the budget (sessions §7.3).
     *
     * @param {Record<string, number | null>} budget
     * @returns {Promise<Answer>}
     */
    updateBudget(budget: Record<string, number | null>): Promise<Answer>;
    /**
     * Sends a control message (sessions §7). It is not queued: what it is about moves on.
     *
     * @param {string} type
     * @param {JSONObject} [payload]
     * @param {string} [jobID] The job that it is about; else the run that is shown, or the session where that is done.
     * @returns {Promise<Answer>} What the rules said, also where they rejected it. Rejected with a `RefusedError` where it cannot
     *   be carried out, with a `ProblemError` where the server refuses, with a `TransportError` where there is no connection, or it
     *   broke before the answer: the message may have been carried out or not.
     */
    control(type: string, payload?: import("./core/types.js").JSONObject | undefined, jobID?: string | undefined): Promise<Answer>;
    /**
     * Asks for the capabilities anew; the answer is the view's `capabilities`.
     *
     * @param {JSONObject} [request] Members of contract §8.1's request, over those that it sends by itself.
     * @returns {boolean} Whether there is a connection.
     */
    shakeHands(request?: import("./core/types.js").JSONObject | undefined): boolean;
    /**
     * Sends proposals that are kept because they are not safe to repeat, or were refused: somebody has looked at them again.
     *
     * @returns {boolean} Whether there is a connection.
     */
    force(): boolean;
    /**
     * Gives up a proposal without an answer: it is sent no more. It may have been decided all the same.
     *
     * @param {string} key
     */
    forget(key: string): void;
    /**
     * Waits until a run is done or waits for somebody.
     *
     * @param {string} runID
     * @param {(run: Run) => boolean} [isSettled] Whether it is as it is wanted.
     * @returns {Promise<Run>}
     */
    settled(runID: string, isSettled?: ((run: Run) => boolean) | undefined): Promise<Run>;
    #private;
}
export type Actor = import("./core/types.js").Actor;
export type Answer = import("./core/types.js").Answer;
export type Effect = import("./core/types.js").Effect;
export type JSONObject = import("./core/types.js").JSONObject;
export type Run = import("./core/types.js").Run;
export type TransportKind = import("./core/types.js").TransportKind;
export type View = import("./core/types.js").View;
export type Storage = import("./storage.js").Storage;
export type Connection = import("./transports/transport.js").Connection;
export type Transport = import("./transports/transport.js").Transport;
export type ClientOptions = {
    /**
     * Who uses it, as the server knows them: of a token what it says, else that of `--actor`.
     */
    actor: Actor;
    /**
     * In the order in which they are tried.
     */
    transports: Transport[];
    /**
     * The `user_id` of the person whom the actor acts for.
     */
    onBehalfOf?: string | undefined;
    /**
     * The version of the program, as the handshake says it.
     */
    appVersion?: string | undefined;
    /**
     * Where the queue, and what is shown, are kept while the program does not run.
     */
    storage?: import("./storage.js").Storage | undefined;
    /**
     * What goes wrong on the way: a transport that is not to be had, a refused request,
     * a storage that does not save. The client goes on by itself.
     */
    onError?: ((error: Error) => void) | undefined;
    /**
     * The clock, in milliseconds since 1970.
     */
    now?: (() => number) | undefined;
    /**
     * Does something later; what it gives calls that
     * off.
     */
    schedule?: ((work: () => void, milliseconds: number) => () => void) | undefined;
};
/**
 * A proposal that was sent, or queued.
 */
export type Submission = {
    /**
     * Its idempotency key.
     */
    key: string;
    /**
     * What it came to, however long that takes; rejected with a `ProblemError` where the server
     * will not decide it, with a `RefusedError` where it cannot. It may be left alone.
     */
    answer: Promise<Answer>;
    /**
     * Fulfilled once the storage has it.
     */
    kept: Promise<void>;
};
