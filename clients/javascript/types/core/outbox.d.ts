/**
 * Contract §16.2's record, with the hashes of the truths that govern the intent and of the policies that they read, as the last
 * handshake told them: where they change meanwhile, the run halts and says so (§16.3).
 *
 * @param {JSONObject} proposal With its key, or such a record already.
 * @param {string} key
 * @param {JSONObject | undefined} capabilities
 * @param {number} now
 * @returns {JSONObject}
 */
export function queueRecord(proposal: JSONObject, key: string, capabilities: JSONObject | undefined, now: number): JSONObject;
/** @typedef {import("./types.js").JSONObject} JSONObject */
/**
 * A proposal without an answer.
 *
 * @typedef {object} OutboxItem
 * @property {string} key
 * @property {JSONObject} message What is sent: the proposal with its key, or the queue's record of it (contract §16.2).
 * @property {boolean} queued Whether it was made without a connection.
 * @property {boolean} refused Whether the session could not decide it.
 * @property {boolean} [sent] Whether it is on its way.
 * @property {boolean} [putOff] Whether the server had no room for it.
 */
/** Proposals that have no answer yet, in the order in which they were made. */
export class Outbox {
    /** The most proposals that are kept. */
    static most: number;
    /** The most proposals that are on their way at once. */
    static mostInFlight: number;
    /** @type {OutboxItem[]} */
    items: OutboxItem[];
    /**
     * When the proposals for which the server had no room are sent again.
     *
     * @type {number | undefined}
     */
    resendAt: number | undefined;
    /** @param {string} key */
    find(key: string): OutboxItem | undefined;
    /**
     * @param {OutboxItem} item
     * @throws {InputError} Where it is full.
     */
    add(item: OutboxItem): void;
    /** @param {string} key */
    remove(key: string): void;
    /**
     * Takes the proposals that are sent now, in order, as long as not too many are on their way. Later ones do not overtake one
     * that waits to be sent again.
     *
     * @returns {OutboxItem[]}
     */
    takeReady(): OutboxItem[];
    /** Makes all proposals ready to be sent over a new connection. */
    startAnew(): void;
    /**
     * Keeps a proposal for which the server has no room, until it is sent again.
     *
     * @param {OutboxItem} item
     * @param {number} moment
     */
    putOff(item: OutboxItem, moment: number): void;
    /**
     * Makes what was put off ready where its time has come.
     *
     * @param {number} now
     */
    wake(now: number): void;
    /**
     * Marks what is not sent by itself as looked at again.
     */
    force(): void;
    /**
     * What is to be kept while the program does not run.
     *
     * @returns {JSONObject[]}
     */
    get saved(): import("./types.js").JSONObject[];
    /**
     * Takes up what was saved, before what was proposed since.
     *
     * @param {unknown} given
     * @returns {boolean} Whether it is what `saved` gives; if not, nothing is taken.
     */
    restore(given: unknown): boolean;
}
export type JSONObject = import("./types.js").JSONObject;
/**
 * A proposal without an answer.
 */
export type OutboxItem = {
    key: string;
    /**
     * What is sent: the proposal with its key, or the queue's record of it (contract §16.2).
     */
    message: JSONObject;
    /**
     * Whether it was made without a connection.
     */
    queued: boolean;
    /**
     * Whether the session could not decide it.
     */
    refused: boolean;
    /**
     * Whether it is on its way.
     */
    sent?: boolean | undefined;
    /**
     * Whether the server had no room for it.
     */
    putOff?: boolean | undefined;
};
