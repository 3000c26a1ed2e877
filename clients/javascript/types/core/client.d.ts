/**
 * A client of a session: a state machine from messages and moments to effects, and a view that is derived from what it has seen
 * (sessions §8). It does no input and output, and reads no clock: moments are milliseconds since 1970, and `nextWake` says when
 * it wants to be woken.
 *
 * Each call gives the effects that its caller is to carry out: try a transport, give the connection up, send a message.
 */
export class ClientCore {
    /** Every how many milliseconds it polls where nothing is pushed (contract §14.5). */
    static pollInterval: number;
    /**
     * Every how many milliseconds it asks where events are pushed, so that it learns of one that was lost and followed by no other.
     */
    static heartbeatInterval: number;
    /**
     * A client that is not connected yet.
     *
     * @param {object} options
     * @param {Actor} options.actor Who uses it. Proposals without an actor are this one's.
     * @param {string} [options.onBehalfOf] The `user_id` of the person whom the actor acts for.
     * @param {string} [options.appVersion] The version of the program, as the handshake says it.
     * @param {TransportKind[]} [options.transports] In the order in which they are tried.
     */
    constructor({ actor, onBehalfOf, appVersion, transports }: {
        actor: Actor;
        onBehalfOf?: string | undefined;
        appVersion?: string | undefined;
        transports?: import("./types.js").TransportKind[] | undefined;
    });
    following: Following;
    outbox: Outbox;
    /**
     * The answer to the last handshake.
     *
     * @type {JSONObject | undefined}
     */
    capabilities: JSONObject | undefined;
    /** @type {Answer | undefined} */
    lastAnswer: Answer | undefined;
    /** Counts what may have changed the view. */
    revision: number;
    actor: import("./types.js").JSONObject;
    onBehalfOf: string | undefined;
    appVersion: string;
    connecting: Connecting;
    /** Whether messages can be sent. */
    get isConnected(): boolean;
    /** Whether the server has answered over the open connection where the client goes on. */
    get isAnswered(): boolean;
    /**
     * When `wake` is due; `undefined` while nothing is.
     *
     * @returns {number | undefined}
     */
    get nextWake(): number | undefined;
    /**
     * The view at this moment.
     *
     * @returns {View}
     */
    get view(): import("./types.js").View;
    /** Takes what became of proposals and control messages since the last call. */
    takeOutcomes(): Outcome[];
    /**
     * Begins a session.
     *
     * @returns {Effect[]}
     */
    connect(): Effect[];
    /**
     * Ends the session: no connection, and none is tried until `connect`. Proposals are queued.
     *
     * @returns {Effect[]}
     */
    disconnect(): Effect[];
    /**
     * A connection is open: the session begins with the handshake (contract §8), then goes on from the last `seq`.
     *
     * @param {TransportKind} kind
     * @param {number} now
     * @returns {Effect[]}
     */
    opened(kind: TransportKind, now: number): Effect[];
    /**
     * A transport is not to be had: the next one is tried; after the last, later again.
     *
     * @param {TransportKind} kind
     * @param {number} now
     * @returns {Effect[]}
     */
    refused(kind: TransportKind, now: number): Effect[];
    /**
     * The connection broke.
     *
     * @param {number} now
     * @returns {Effect[]}
     */
    lost(now: number): Effect[];
    /**
     * Does what is due: tries again, polls, asks for what is missing, sends again.
     *
     * @param {number} now
     * @returns {Effect[]}
     */
    wake(now: number): Effect[];
    /**
     * Takes a message of the server in, and draws the screen anew. What is no message is passed over: what it should have told is
     * missed, and asked for again.
     *
     * @param {unknown} given The JSON value.
     * @param {number} now
     * @returns {Effect[]}
     */
    receive(given: unknown, now: number): Effect[];
    /**
     * Proposes. With a connection the proposal is sent with an idempotency key, so that it can be sent again when its answer is
     * lost; without one it is queued (contract §16), and sent when there is a connection again.
     *
     * @param {JSONObject} given
     * @param {number} now
     * @returns {{ key: string, effects: Effect[] }}
     * @throws {import("../errors.js").InputError} Where it cannot be sent, or too many wait.
     */
    propose(given: JSONObject, now: number): {
        key: string;
        effects: Effect[];
    };
    /**
     * Sends a control message (contract §13.5) about a run: the one of a job, else the one that is shown, or about the whole
     * session where that is done.
     *
     * @param {string} type
     * @param {JSONObject} [payload]
     * @param {string} [jobID]
     * @returns {Effect[] | undefined} `undefined` without a connection: control messages are not queued, since what they are about
     *   moves on meanwhile.
     * @throws {import("../errors.js").InputError} Where the payload cannot be sent.
     */
    control(type: string, payload?: import("./types.js").JSONObject | undefined, jobID?: string | undefined): Effect[] | undefined;
    /**
     * Asks for the capabilities anew.
     *
     * @param {JSONObject} [request] Members of contract §8.1's request, over those that it sends by itself.
     * @returns {Effect[] | undefined} `undefined` without a connection.
     */
    handshake(request?: import("./types.js").JSONObject | undefined): Effect[] | undefined;
    /**
     * Sends what was queued and is not safe to replay, or was refused, because somebody has looked at it again and says so.
     *
     * @returns {Effect[] | undefined} `undefined` without a connection.
     */
    force(): Effect[] | undefined;
    /**
     * Gives up a proposal that has no answer: it is sent no more. It may have been decided all the same.
     *
     * @param {string} key
     */
    forget(key: string): void;
    /**
     * What is shown, how far it has come in which stream, and which rules governed what, to be kept while the program does not run.
     *
     * @returns {JSONObject}
     */
    get saved(): import("./types.js").JSONObject;
    /**
     * Takes up what was saved, before the first connection: it goes on from the saved `seq`.
     *
     * @param {unknown} given
     * @returns {boolean} Whether it is what `saved` gives; if not, nothing is taken.
     */
    restore(given: unknown): boolean;
    /**
     * Contract §8.1's request, with who uses the client.
     *
     * @returns {JSONObject}
     */
    get handshakeRequest(): import("./types.js").JSONObject;
    /** The device that its idempotency keys name; a key names one in any case. */
    get deviceID(): string;
    #private;
}
export type JSONObject = import("./types.js").JSONObject;
export type Actor = import("./types.js").Actor;
export type Answer = import("./types.js").Answer;
export type Effect = import("./types.js").Effect;
export type Problem = import("./types.js").Problem;
export type TransportKind = import("./types.js").TransportKind;
export type View = import("./types.js").View;
/**
 * What became of something that was sent, for the program that waits for it: an answer, or a problem for good; of a problem about
 * a decision both.
 */
export type Outcome = {
    /**
     * The idempotency key of a proposal, the type of a control message, else the name of the message.
     */
    to: string;
    isProposal: boolean;
    answer?: import("./types.js").Answer | undefined;
    problem?: import("./types.js").Problem | undefined;
};
import { Following } from "./following.js";
import { Outbox } from "./outbox.js";
import { Connecting } from "./connecting.js";
