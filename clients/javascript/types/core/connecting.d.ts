/** @typedef {import("./types.js").Effect} Effect */
/** @typedef {import("./types.js").TransportKind} TransportKind */
/** @typedef {import("./types.js").ConnectionState} ConnectionState */
/** Connecting, losing the connection, trying again, falling back (contract §14.3 to §14.5; sessions §8.1). */
export class Connecting {
    /**
     * How long nothing may come where events are pushed: a checkpoint is due after 15 s, and an answer after a heartbeat of 30 s.
     */
    static quietLimit: number;
    /** @param {TransportKind[]} transports In the order in which they are tried. */
    constructor(transports: TransportKind[]);
    /** @type {ConnectionState} */
    state: ConnectionState;
    /**
     * The transport of the open connection.
     *
     * @type {TransportKind | undefined}
     */
    transport: TransportKind | undefined;
    /** Whether the connection is new, and has not answered yet. */
    isNew: boolean;
    transports: import("./types.js").TransportKind[];
    /** When `wake` is due. */
    get moments(): (number | undefined)[];
    /** @returns {Effect[]} */
    connect(): Effect[];
    /** @returns {Effect[]} */
    disconnect(): Effect[];
    /**
     * @param {TransportKind} kind
     * @param {number} now
     */
    opened(kind: TransportKind, now: number): void;
    /**
     * The new connection answered where it goes on.
     *
     * @returns {boolean} Whether it was new.
     */
    noteAnswer(): boolean;
    /**
     * Something came over the connection.
     *
     * @param {number} now
     */
    noteSign(now: number): void;
    /**
     * A transport is not to be had: the next one is tried; after the last, later again.
     *
     * @param {TransportKind} kind
     * @param {number} now
     * @returns {Effect[]}
     */
    refused(kind: TransportKind, now: number): Effect[];
    /**
     * The connection broke. The first new try comes at once. A connection that broke before it answered anything was none: the next
     * transport is tried, so that what is accepted and broken at once is not tried without end.
     *
     * @param {number} now
     * @returns {Effect[]}
     */
    lost(now: number): Effect[];
    /**
     * Whether nothing came for so long that the connection counts as broken.
     *
     * @param {number} now
     */
    isQuiet(now: number): boolean;
    /**
     * Tries again, and looks whether the preferred transport is to be had, where that is due.
     *
     * @param {number} now
     * @returns {Effect[]}
     */
    wake(now: number): Effect[];
    #private;
}
export function isDue(moment: number | undefined, now: number): boolean;
export type Effect = import("./types.js").Effect;
export type TransportKind = import("./types.js").TransportKind;
export type ConnectionState = import("./types.js").ConnectionState;
