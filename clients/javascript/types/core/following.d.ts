/** @typedef {import("./types.js").JSONObject} JSONObject */
/** @typedef {import("./types.js").Checkpoint} Checkpoint */
/** @typedef {import("./types.js").StreamEvent} StreamEvent */
/** @typedef {import("./messages.js").ServerMessage} ServerMessage */
/** The place in a stream, and what its events come to. Messages that ask for what is missing are given back. */
export class Following {
    /** How long it waits before it asks again for events that did not come. */
    static mendInterval: number;
    context: ContextView;
    tracker: SequenceTracker;
    /**
     * The stream that its `seq` is of.
     *
     * @type {string | undefined}
     */
    streamID: string | undefined;
    eventsSeen: number;
    /**
     * The `seq` from which the last connection went on.
     *
     * @type {number | undefined}
     */
    resumedAtSeq: number | undefined;
    /**
     * When to ask once more for events that are missing.
     *
     * @type {number | undefined}
     */
    mendAt: number | undefined;
    /**
     * The message that asks for everything from here.
     *
     * @param {boolean} subscribe
     * @returns {JSONObject}
     */
    resume(subscribe: boolean): JSONObject;
    /**
     * @param {StreamEvent[]} events
     * @param {number} now
     * @returns {JSONObject[]}
     */
    takeEvents(events: StreamEvent[], now: number): JSONObject[];
    /**
     * @param {Extract<ServerMessage, { kind: "delta" }>} delta
     * @param {number} now
     * @returns {JSONObject[]}
     */
    takeDelta(delta: Extract<ServerMessage, {
        kind: "delta";
    }>, now: number): JSONObject[];
    /**
     * @param {Extract<ServerMessage, { kind: "snapshot" }>} snapshot
     * @param {number} now
     * @returns {JSONObject[]}
     */
    takeSnapshot(snapshot: Extract<ServerMessage, {
        kind: "snapshot";
    }>, now: number): JSONObject[];
    /**
     * @param {Checkpoint} checkpoint
     * @param {number} now
     */
    takeCheckpoint(checkpoint: Checkpoint, now: number): void;
    /**
     * Asks again for what is missing, where that is due.
     *
     * @param {number} now
     * @returns {JSONObject[]}
     */
    wake(now: number): JSONObject[];
    /** @param {number} now */
    planMend(now: number): void;
    /**
     * What is shown, and how far it has come in which stream, to be kept while the program does not run.
     *
     * @returns {JSONObject}
     */
    get saved(): import("./types.js").JSONObject;
    /**
     * Takes up what was saved.
     *
     * @param {unknown} given
     * @returns {boolean} Whether it is what `saved` gives; if not, nothing is taken.
     */
    restore(given: unknown): boolean;
    #private;
}
export type JSONObject = import("./types.js").JSONObject;
export type Checkpoint = import("./types.js").Checkpoint;
export type StreamEvent = import("./types.js").StreamEvent;
export type ServerMessage = import("./messages.js").ServerMessage;
import { ContextView } from "./context.js";
import { SequenceTracker } from "./sequence.js";
