import { ProtocolError, TransportError } from "../errors.js";
import { LARGEST_MESSAGE, PATIENCE, baseOf } from "./transport.js";

/** @typedef {import("../core/types.js").JSONObject} JSONObject */
/** @typedef {import("./requests.js").Server} Server */
/** @typedef {import("./transport.js").Session} Session */
/** @typedef {import("./transport.js").Transport} Transport */

/**
 * The part of a browser's `WebSocket` that is used.
 *
 * @typedef {object} Socket
 * @property {string} protocol
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onclose
 * @property {((event: any) => void) | null} onerror
 * @property {(data: string) => void} send
 * @property {(code?: number, reason?: string) => void} close
 */

/**
 * Makes sockets: the global `WebSocket` of browsers, or `NodeWebSocket`.
 *
 * @typedef {new (url: string, protocols: string[], options?: any) => Socket} SocketMaker
 */

/** The subprotocol (server §7). */
const SUBPROTOCOL = "converge.v1";

/**
 * A WebSocket. The token goes into the first message, since pages can send no header.
 *
 * @param {Server & { WebSocket?: SocketMaker }} server
 * @returns {Transport}
 */
export const webSocketTransport = ({ url, token, largestMessage = LARGEST_MESSAGE, WebSocket: maker }) => ({
  kind: "websocket",
  open: async (session) => {
    const Maker = maker ?? /** @type {SocketMaker | undefined} */ (globalThis.WebSocket);
    if (Maker === undefined) throw new TransportError("there is no WebSocket here: pass one, in Node `NodeWebSocket`");
    const credential = await token?.();
    const address = new URL("stream", baseOf(url));
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new Maker(address.href, [SUBPROTOCOL], { largestMessage });
    await opening(socket, session.signal);
    if (credential !== undefined) socket.send(JSON.stringify({ authorization: `Bearer ${credential}` }));
    follow(socket, session, largestMessage);
    return { send: (message) => socket.send(JSON.stringify(message)) };
  },
});

/**
 * @param {Socket} socket
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function opening(socket, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail("nothing came in time"), PATIENCE);
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      socket.onopen = socket.onclose = socket.onerror = null;
    };
    /** @param {string} why */
    const fail = (why) => {
      settle();
      socket.close();
      reject(new TransportError(`no WebSocket: ${why}`));
    };
    const giveUp = () => fail("it is given up");
    signal.addEventListener("abort", giveUp);
    if (signal.aborted) return giveUp();
    socket.onopen = () => {
      if (socket.protocol !== SUBPROTOCOL) return fail(`the server does not speak ${SUBPROTOCOL}`);
      settle();
      resolve();
    };
    socket.onerror = (event) => fail(event?.message ?? "the connection is refused");
    socket.onclose = (event) => fail(event?.reason || "the connection is refused");
  });
}

/**
 * @param {Socket} socket
 * @param {Session} session
 * @param {number} largestMessage
 */
function follow(socket, session, largestMessage) {
  let isOver = false;
  /** @param {Error} [error] */
  const end = (error) => {
    if (isOver) return;
    isOver = true;
    socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close();
    if (error !== undefined && !session.signal.aborted) session.lost(error);
  };
  session.signal.addEventListener("abort", () => end());
  socket.onmessage = ({ data }) => {
    if (typeof data !== "string") return end(new ProtocolError("a message is not text"));
    if (data.length > largestMessage) return end(new ProtocolError(`a message has more than ${largestMessage} characters`));
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return end(new ProtocolError(`a message is no JSON: ${data.slice(0, 100)}`));
    }
    session.receive(message);
  };
  socket.onerror = (event) => end(new TransportError(`the connection broke: ${event?.message ?? "nobody knows why"}`));
  socket.onclose = ({ code, reason }) => end(new TransportError(`the connection ended: ${code} ${reason}`.trim()));
}
