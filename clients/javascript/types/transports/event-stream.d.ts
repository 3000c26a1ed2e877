/**
 * Reads server-sent events (WHATWG HTML §9.2.6) out of bytes as they come.
 *
 * @typedef {{ event: string, data: string }} ServerSentEvent
 */
export class EventStreamReader {
    /** @param {number} largest The most characters of one event. */
    constructor(largest: number);
    largest: number;
    /**
     * @param {Uint8Array} bytes
     * @returns {ServerSentEvent[]} The events that are complete.
     * @throws {ProtocolError} Where one is too large.
     */
    read(bytes: Uint8Array): ServerSentEvent[];
    #private;
}
/**
 * Reads server-sent events (WHATWG HTML §9.2.6) out of bytes as they come.
 */
export type ServerSentEvent = {
    event: string;
    data: string;
};
