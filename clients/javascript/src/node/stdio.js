import { spawn } from "node:child_process";
import { isObject, text } from "../core/json.js";
import { ProtocolError, TransportError } from "../errors.js";
import { LARGEST_MESSAGE, PATIENCE } from "../transports/transport.js";

/** @typedef {import("../core/types.js").JSONObject} JSONObject */
/** @typedef {import("../transports/transport.js").Session} Session */
/** @typedef {import("../transports/transport.js").Transport} Transport */

/**
 * A process whose standard input and output the client has (server §8): JSON-RPC 2.0, a message a line. It is started for a
 * connection, and ends with it.
 *
 * @param {{ command: string, args: string[], cwd?: string, env?: Record<string, string | undefined>, largestMessage?: number }}
 *   process The server's, with `--stdio` among the
 *   arguments.
 * @returns {Transport}
 */
export const stdioTransport = ({ command, args, cwd, env, largestMessage = LARGEST_MESSAGE }) => ({
  kind: "stdio",
  open: (session) => new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], cwd, ...(env === undefined ? {} : { env }) });
    const connection = new StdioConnection(child.stdin, session);
    let isReady = false;
    /** @param {Error} error */
    const end = (error) => {
      clearTimeout(timer);
      lines.stop();
      child.stdin.end();
      if (!isReady) reject(error);
      else if (!session.signal.aborted) session.lost(error);
    };
    const timer = setTimeout(() => end(new TransportError("the server is not ready in time")), 2 * PATIENCE);
    const lines = readLines(child.stdout, largestMessage, (line) => {
      const message = connection.read(line);
      if (message === "ready") {
        isReady = true;
        clearTimeout(timer);
        resolve(connection);
      } else if (message !== undefined && !session.signal.aborted) {
        session.receive(message);
      }
    }, end);
    child.on("error", (error) => end(new TransportError(`the server does not start: ${error.message}`, error)));
    child.on("close", (code, signal) => end(new TransportError(`the server ended: ${signal ?? code}`)));
    child.stdin.on("error", (error) => end(new TransportError(`the server does not read: ${error.message}`, error)));
    session.signal.addEventListener("abort", () => end(new TransportError("it is given up")));
  }),
});

/** Messages as requests of JSON-RPC, and its answers and notifications as messages. */
class StdioConnection {
  #lastID = 0;
  /**
   * What a request was, until it is answered.
   *
   * @type {Map<number, { name: string, to: string }>}
   */
  #open = new Map();

  /**
   * @param {{ write: (line: string) => unknown }} input
   * @param {Session} session
   */
  constructor(input, session) {
    this.input = input;
    this.session = session;
  }

  /** @param {JSONObject} message */
  send(message) {
    const [name] = Object.keys(message);
    const params = message[name];
    this.#lastID += 1;
    const to = name === "propose" ? params.idempotency_key : name === "control" ? params.control_type : name;
    this.#open.set(this.#lastID, { name, to });
    const method = name === "handshake" ? "capabilities" : name;
    this.input.write(`${JSON.stringify({ jsonrpc: "2.0", id: this.#lastID, method, params })}\n`);
  }

  /**
   * @param {string} line
   * @returns {JSONObject | "ready" | undefined}
   * @throws {ProtocolError}
   */
  read(line) {
    let given;
    try {
      given = JSON.parse(line);
    } catch {
      throw new ProtocolError(`a line is no JSON: ${line.slice(0, 100)}`);
    }
    if (!isObject(given)) throw new ProtocolError(`a line is no message: ${line.slice(0, 100)}`);
    const method = text(given, "method");
    if (method === "ready") return "ready";
    if (method !== undefined) return { [method]: given.params };
    const request = this.#open.get(given.id);
    if (request === undefined) return undefined;
    this.#open.delete(given.id);
    if (given.error !== undefined) return { problem: { to: request.to, ...problemOf(given.error) } };
    switch (request.name) {
      case "handshake":
        return { capabilities: given.result };
      case "range":
        return Array.isArray(given.result) ? { range: given.result } : { snapshot: given.result };
      case "propose":
      case "control":
        return { answer: given.result };
      default:
        // What was asked for came before, as a notification.
        return undefined;
    }
  }
}

/**
 * @param {unknown} error
 * @returns {JSONObject}
 */
function problemOf(error) {
  if (isObject(error) && isObject(error.data)) return error.data;
  return { status: 400, code: "bad_body", detail: isObject(error) ? String(error.message) : "the request is refused" };
}

/**
 * @param {{ on: (event: "data", listener: (bytes: Uint8Array) => void) => unknown }} output
 * @param {number} largest
 * @param {(line: string) => void} read
 * @param {(error: Error) => void} failed
 */
function readLines(output, largest, read, failed) {
  const decoder = new TextDecoder("utf-8");
  let [rest, isOver] = ["", false];
  output.on("data", (bytes) => {
    if (isOver) return;
    const lines = decoder.decode(bytes, { stream: true }).split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    try {
      for (const line of lines) if (!isOver) read(line);
      if (rest.length > largest) throw new ProtocolError(`a line has more than ${largest} characters`);
    } catch (error) {
      failed(error instanceof Error ? error : new ProtocolError(String(error)));
    }
  });
  return { stop: () => void (isOver = true) };
}
