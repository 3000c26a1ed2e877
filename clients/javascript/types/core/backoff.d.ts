/** How long to wait before the next try to connect: 1 s, doubling, at most 30 s (contract §14.4). */
export class Backoff {
    /** 1 s, in milliseconds. */
    static first: number;
    /** 30 s. */
    static ceiling: number;
    /** The wait before the next try, in milliseconds. */
    delay: number;
    /**
     * The present wait; the next one is twice as long, up to the ceiling.
     *
     * @returns {number}
     */
    next(): number;
    /** Begins with 1 s again, after a connection. */
    reset(): void;
}
