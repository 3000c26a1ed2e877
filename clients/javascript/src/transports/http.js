import { isObject, text } from "../core/json.js";
import { ProblemError, ProtocolError, TransportError } from "../errors.js";
import { EventStreamReader } from "./event-stream.js";
import { Requests, asTransportError, chunks } from "./requests.js";
import { PATIENCE, limited } from "./transport.js";

/** @typedef {import("../core/types.js").JSONObject} JSONObject */
/** @typedef {import("./requests.js").Server} Server */
/** @typedef {import("./transport.js").Connection} Connection */
/** @typedef {import("./transport.js").Session} Session */
/** @typedef {import("./transport.js").Transport} Transport */

/**
 * Requests alone: events are polled (contract §14.5).
 *
 * @param {Server} server
 * @returns {Transport}
 */
export const pollingTransport = (server) => ({
  kind: "rest",
  open: async (session) => {
    const connection = new RequestConnection(new Requests(server), session);
    await connection.prepare();
    return connection;
  },
});

/**
 * Server-sent events over `fetch`, and requests for what is sent.
 *
 * @param {Server} server
 * @returns {Transport}
 */
export const sseTransport = (server) => ({
  kind: "sse",
  open: async (session) => {
    const connection = new RequestConnection(new Requests(server), session);
    await connection.prepare();
    await connection.openStream();
    return connection;
  },
});

/**
 * A message as a request, and its answer as a message.
 *
 * @typedef {{ name: string, to: string, method: string, path: string, body?: JSONObject, read: (answer: any) => JSONObject[] }}
 *   Exchange
 */

/**
 * A client's connection over requests: it is open as long as each of them is answered. They are sent one behind the other, so
 * that proposals come in their order.
 *
 * @implements {Connection}
 */
class RequestConnection {
  /** @type {Promise<void>} */
  #last = Promise.resolve();
  /**
   * The answer to the first `resume`, which was asked for when the connection was opened.
   *
   * @type {JSONObject | undefined}
   */
  #first;
  /**
   * The stream of events, once its first bytes are there.
   *
   * @type {{ bytes: AsyncGenerator<Uint8Array, void, void>, start: Uint8Array } | undefined}
   */
  #stream;
  /** Where the stream goes on: what the first answer brought is not told again. */
  #seen = 0;
  #isOver = false;

  /**
   * @param {Requests} requests
   * @param {Session} session
   */
  constructor(requests, session) {
    this.requests = requests;
    this.session = session;
  }

  /** Asks where the client goes on: the server is there, and takes its token. */
  async prepare() {
    const { method, path, read } = exchangeFor(this.session.resume);
    [this.#first] = read(await this.requests.ask(method, path, this.session.signal));
  }

  /** Opens the stream of events behind the first answer. */
  async openStream() {
    const answer = this.#first?.delta ?? this.#first?.snapshot ?? {};
    this.#seen = Number.isSafeInteger(answer.current_seq) ? answer.current_seq : 0;
    const streamID = text(answer, "stream_id") ?? text(answer.events?.[0], "stream_id")
      ?? text(this.session.resume.resume, "stream_id");
    const query = new URLSearchParams({ since_seq: String(this.#seen) });
    if (streamID !== undefined) query.set("stream_id", streamID);
    const limit = limited(this.session.signal, PATIENCE);
    try {
      const accept = { Accept: "text/event-stream" };
      const response = await this.requests.send("GET", `events?${query}`, limit.signal, undefined, accept);
      const type = response.headers.get("Content-Type") ?? "";
      if (!type.startsWith("text/event-stream")) throw new ProtocolError(`the stream of events has the type ${type}`);
      await this.#readStart(response);
    } finally {
      limit.stopTimer();
    }
  }

  /** @param {JSONObject} message */
  send(message) {
    const first = "resume" in message ? this.#first : undefined;
    if (first !== undefined) {
      this.#first = undefined;
      this.#queue(async () => this.session.receive(first));
      this.#queue(async () => void this.#follow());
      return;
    }
    this.#queue(() => this.#ask(exchangeFor(message)));
  }

  /** @param {() => Promise<void>} work */
  #queue(work) {
    this.#last = this.#last.then(async () => {
      if (!this.#isOver && !this.session.signal.aborted) await work();
    }).catch((error) => this.#end(error));
  }

  /** @param {Exchange} exchange */
  async #ask({ to, method, path, body, read }) {
    try {
      for (const message of read(await this.requests.ask(method, path, this.session.signal, body))) this.session.receive(message);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.session.receive({
        problem: { to, ...error.problem }, ...(error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }),
      });
    }
  }

  /**
   * The server begins a stream with a comment: where it does not come, something in between holds the stream up.
   *
   * @param {Response} response
   */
  async #readStart(response) {
    const bytes = chunks(response);
    const { done, value } = await bytes.next().catch((error) => {
      throw new TransportError("the stream of events does not begin", error);
    });
    if (done) throw new TransportError("the stream of events ended at once");
    this.#stream = { bytes, start: value };
  }

  async #follow() {
    if (this.#stream === undefined) return;
    const reader = new EventStreamReader(this.requests.largestMessage);
    try {
      this.#tell(reader.read(this.#stream.start));
      for await (const bytes of this.#stream.bytes) this.#tell(reader.read(bytes));
      this.#end(new TransportError("the stream of events ended"));
    } catch (error) {
      this.#end(error);
    }
  }

  /** @param {import("./event-stream.js").ServerSentEvent[]} events */
  #tell(events) {
    for (const { event, data } of events) {
      if (this.#isOver || this.session.signal.aborted) return;
      if (event === "end") return this.#end(new TransportError(`the server ended the stream: ${data}`));
      const body = parsed(data);
      const name = event === "snapshot" || event === "checkpoint" ? event : "event";
      // Another stream counts anew.
      if (name === "snapshot") this.#seen = 0;
      // The stream began before the first answer was told.
      if (name === "event" && isObject(body) && body.seq <= this.#seen) continue;
      this.session.receive({ [name]: body });
    }
  }

  /** @param {unknown} error */
  #end(error) {
    if (this.#isOver || this.session.signal.aborted) return;
    this.#isOver = true;
    this.session.lost(asTransportError(error));
  }
}

/**
 * @param {string} data
 * @returns {unknown}
 */
function parsed(data) {
  try {
    return JSON.parse(data);
  } catch {
    throw new ProtocolError(`an event is no JSON: ${data.slice(0, 100)}`);
  }
}

/**
 * How a message is asked over HTTP (server §3 to §5).
 *
 * @param {JSONObject} message
 * @returns {Exchange}
 */
function exchangeFor(message) {
  const [name] = Object.keys(message);
  const body = message[name];
  /** @param {any} delta */
  const told = (delta) => [{ [isObject(delta?.snapshot) ? "snapshot" : "delta"]: delta }];
  switch (name) {
    case "handshake":
      return { name, to: name, method: "POST", path: "capabilities", body, read: (capabilities) => [{ capabilities }] };
    case "propose":
      return { name, to: body.idempotency_key, method: "POST", path: "jobs", body, read: (answer) => [{ answer }] };
    case "control":
      return { name, to: body.control_type, method: "POST", path: "control", body, read: (answer) => [{ answer }] };
    case "range":
      return {
        name, to: name, method: "GET", path: `events?since_seq=${body.from - 1}`,
        // A poll tells all that comes behind; of that the client may have some.
        read: (delta) => {
          if (!Array.isArray(delta?.events) || isObject(delta.snapshot)) return told(delta);
          const range = delta.events.filter((/** @type {any} */ event) => event?.seq <= body.to);
          return [{ range }, ...(isObject(delta.checkpoint) ? [{ checkpoint: delta.checkpoint }] : [])];
        },
      };
    case "snapshot":
      return { name, to: name, method: "GET", path: "events?stream_id=none", read: told };
    default: {
      const query = new URLSearchParams({ since_seq: String(body.resume_from_seq) });
      if (typeof body.stream_id === "string") query.set("stream_id", body.stream_id);
      return { name, to: name, method: "GET", path: `events?${query}`, read: told };
    }
  }
}
