/**
 * A WebSocket (RFC 6455) for Node 20, which has none that is stable: the part of a browser's that `webSocketTransport` uses, of
 * texts alone and without extensions. A message beyond the limit ends the connection when its head is read.
 */
export class NodeWebSocket {
    /**
     * @param {string} url
     * @param {string[]} protocols
     * @param {{ largestMessage?: number, headers?: Record<string, string> }} [options]
     */
    constructor(url: string, protocols: string[], options?: {
        largestMessage?: number | undefined;
        headers?: Record<string, string> | undefined;
    } | undefined);
    /** @type {((event: any) => void) | null} */
    onopen: ((event: any) => void) | null;
    /** @type {((event: { data: string }) => void) | null} */
    onmessage: ((event: {
        data: string;
    }) => void) | null;
    /** @type {((event: { code: number, reason: string }) => void) | null} */
    onclose: ((event: {
        code: number;
        reason: string;
    }) => void) | null;
    /** @type {((event: { message: string }) => void) | null} */
    onerror: ((event: {
        message: string;
    }) => void) | null;
    protocol: string;
    /** @param {string} data */
    send(data: string): void;
    /**
     * Ends the connection; the server has two seconds to end it too.
     *
     * @param {number} [code]
     * @param {string} [reason]
     */
    close(code?: number | undefined, reason?: string | undefined): void;
    #private;
}
