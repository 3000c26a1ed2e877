import { ProblemError, ProtocolError, TransportError, TruthsError } from "../errors.js";
import { isObject, text } from "../core/json.js";
import { LARGEST_MESSAGE, PATIENCE, baseOf, limited } from "./transport.js";

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
  constructor({ url, token, fetch = globalThis.fetch, largestMessage = LARGEST_MESSAGE }) {
    this.base = baseOf(url);
    this.token = token;
    this.fetch = fetch;
    this.largestMessage = largestMessage;
  }

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
  async ask(method, path, signal, body) {
    const limit = limited(signal, PATIENCE);
    try {
      return await this.#read(await this.send(method, path, limit.signal, body));
    } catch (error) {
      throw asTransportError(error);
    } finally {
      limit.release();
    }
  }

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
  async send(method, path, signal, body, headers = {}) {
    const token = await this.token?.();
    /** @type {Record<string, string>} */
    const all = { ...headers };
    if (token !== undefined) all.Authorization = `Bearer ${token}`;
    if (body !== undefined) all["Content-Type"] = "application/json";
    try {
      const { fetch } = this;
      const response = await fetch(new URL(path, this.base), {
        method, headers: all, signal, cache: "no-store", redirect: "error",
        body: body === undefined ? null : JSON.stringify(body),
      });
      if (response.ok) return response;
      throw await this.#problem(response);
    } catch (error) {
      throw asTransportError(error);
    }
  }

  /** @param {Response} response */
  async #problem(response) {
    const retryAfter = Number(response.headers.get("Retry-After") ?? NaN);
    let document;
    try {
      document = await this.#read(response);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
    }
    // A proxy in between answers in its own words.
    if (!isObject(document) || text(document, "code") === undefined) {
      document = { code: "unknown", title: `the answer is ${response.status} ${response.statusText}`.trim() };
    }
    const problem = /** @type {Problem} */ ({ ...document, status: response.status });
    return new ProblemError(problem, Number.isFinite(retryAfter) ? Math.ceil(retryAfter) : undefined);
  }

  /** @param {Response} response */
  async #read(response) {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let [body, size] = ["", 0];
    try {
      for await (const bytes of chunks(response)) {
        size += bytes.length;
        if (size > this.largestMessage) throw new ProtocolError(`an answer has more than ${this.largestMessage} bytes`);
        body += decoder.decode(bytes, { stream: true });
      }
      return JSON.parse(body + decoder.decode());
    } catch (error) {
      if (error instanceof SyntaxError) throw new ProtocolError(`an answer is no JSON: ${body.slice(0, 100)}`);
      if (error instanceof TypeError && body === "" && size > 0) throw new ProtocolError("an answer is no UTF-8");
      throw error;
    }
  }
}

/**
 * The bytes of a body as they come. A body that is not read to its end is given up.
 *
 * @param {Response} response
 * @returns {AsyncGenerator<Uint8Array, void, void>}
 */
export async function* chunks(response) {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * @param {unknown} error
 * @returns {Error}
 */
export function asTransportError(error) {
  if (error instanceof TruthsError) return error;
  const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);
  return new TransportError(`the server cannot be reached: ${reason}`, error);
}
