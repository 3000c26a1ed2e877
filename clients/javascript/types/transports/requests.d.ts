/**
 * The bytes of a body as they come. A body that is not read to its end is given up.
 *
 * @param {Response} response
 * @returns {AsyncGenerator<Uint8Array, void, void>}
 */
export function chunks(response: Response): AsyncGenerator<Uint8Array, void, void>;
/**
 * @param {unknown} error
 * @returns {Error}
 */
export function asTransportError(error: unknown): Error;
/** @typedef {import("../core/types.js").JSONObject} JSONObject */
/** @typedef {import("../core/types.js").Problem} Problem */
/**
 * Where the server is, and who speaks.
 *
 * @typedef {object} Server
 * @property {string | URL} url Of the server, `http:` or `https:`.
 * @property {() => string | undefined | Promise<string | undefined>} [token] Gives a bearer token; it is asked for each request.
 * @property {typeof fetch} [fetch] In place of the global one.
 * @property {number} [largestMessage] The most bytes of one message, 64 MiB by default.
 */
/** Requests to a server (server §2). */
export class Requests {
    /** @param {Server} server */
    constructor({ url, token, fetch, largestMessage }: Server);
    base: URL;
    token: (() => string | undefined | Promise<string | undefined>) | undefined;
    fetch: typeof fetch;
    largestMessage: number;
    /**
     * Asks, and reads the answer.
     *
     * @param {string} method
     * @param {string} path With its query.
     * @param {AbortSignal} signal
     * @param {JSONObject} [body]
     * @returns {Promise<any>} The JSON of the answer.
     * @throws {ProblemError} Where the server refuses.
     * @throws {TransportError} Where it cannot be reached, or does not answer within 15 seconds.
     * @throws {ProtocolError} Where the answer is no JSON, or too large.
     */
    ask(method: string, path: string, signal: AbortSignal, body?: import("../core/types.js").JSONObject | undefined): Promise<any>;
    /**
     * Asks, and gives the answer before its body is read.
     *
     * @param {string} method
     * @param {string} path
     * @param {AbortSignal} signal
     * @param {JSONObject} [body]
     * @param {Record<string, string>} [headers]
     * @returns {Promise<Response>} One with a status below 300.
     */
    send(method: string, path: string, signal: AbortSignal, body?: import("../core/types.js").JSONObject | undefined, headers?: Record<string, string> | undefined): Promise<Response>;
    #private;
}
export type JSONObject = import("../core/types.js").JSONObject;
export type Problem = import("../core/types.js").Problem;
/**
 * Where the server is, and who speaks.
 */
export type Server = {
    /**
     * Of the server, `http:` or `https:`.
     */
    url: string | URL;
    /**
     * Gives a bearer token; it is asked for each request.
     */
    token?: (() => string | undefined | Promise<string | undefined>) | undefined;
    /**
     * In place of the global one.
     */
    fetch?: typeof fetch | undefined;
    /**
     * The most bytes of one message, 64 MiB by default.
     */
    largestMessage?: number | undefined;
};
