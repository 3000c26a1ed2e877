/**
 * What an event came to: events that are in order now; or it is held, and a hole was found, of `size` events in all.
 *
 * @typedef {{ ready: StreamEvent[] } | { duplicate: true } | { held: true } | { from: number, to: number, size: number }} Receipt
 */
/** Orders events by their `seq`: drops duplicates, holds early ones, never moves back (sessions §8.2). */
export class SequenceTracker {
    /** The largest gap that is filled by a range; for a larger one a snapshot is asked for (contract §14.6). */
    static largestRange: number;
    /** The most missing events that are listed. */
    static listedMissing: number;
    /** The most early events that are held. What comes beyond is dropped, and asked for again. */
    static mostHeld: number;
    /** @param {number} [seq] Where it goes on. */
    constructor(seq?: number | undefined);
    /** The highest `seq` up to which nothing of the view is missing. */
    seq: number;
    /** The highest `seq` that is known to exist. */
    highest: number;
    /** How many events came more than once. */
    duplicates: number;
    /**
     * Events behind a gap, by `seq`.
     *
     * @type {StreamEvent[]}
     */
    early: StreamEvent[];
    /**
     * Receives an event.
     *
     * @param {StreamEvent} event
     * @returns {Receipt}
     */
    receive(event: StreamEvent): Receipt;
    /**
     * Records that the stream has reached a `seq`, without its event.
     *
     * @param {number} seq
     */
    learn(seq: number): void;
    /**
     * Takes in that nothing of the view is to come up to a checkpoint, but for events that are known to be missing.
     *
     * @param {Checkpoint} checkpoint
     */
    take(checkpoint: Checkpoint): void;
    /**
     * Goes on from a snapshot, which holds everything up to its `seq`. Never moves back.
     *
     * @param {number} target
     * @returns {StreamEvent[] | undefined} The held events that follow it; `undefined` where the snapshot is older than what is
     *   known.
     */
    jump(target: number): StreamEvent[] | undefined;
    /** The first hole, both ends included; `undefined` where nothing is missing. */
    get firstHole(): {
        from: number;
        to: number;
    } | undefined;
    /**
     * The missing ones between `seq` and `highest`, ascending, the first 10,000 of them.
     *
     * @returns {number[]}
     */
    get missing(): number[];
    #private;
}
export type StreamEvent = import("./types.js").StreamEvent;
export type Checkpoint = import("./types.js").Checkpoint;
/**
 * What an event came to: events that are in order now; or it is held, and a hole was found, of `size` events in all.
 */
export type Receipt = {
    ready: StreamEvent[];
} | {
    duplicate: true;
} | {
    held: true;
} | {
    from: number;
    to: number;
    size: number;
};
