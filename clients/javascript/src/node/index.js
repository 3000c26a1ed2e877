import { TruthsClient } from "../client.js";
import { pollingTransport, sseTransport } from "../transports/http.js";
import { webSocketTransport } from "../transports/websocket.js";
import { NodeWebSocket } from "./websocket.js";

/** @typedef {import("../client.js").ClientOptions} ClientOptions */
/** @typedef {import("../transports/requests.js").Server} Server */

export * from "../index.js";
export { fileStorage } from "./storage.js";
export { stdioTransport } from "./stdio.js";
export { NodeWebSocket } from "./websocket.js";

/**
 * A client of a server over the network, in Node: WebSocket, else server-sent events and requests, else polling.
 *
 * @param {Server & Omit<ClientOptions, "transports">} options
 * @returns {TruthsClient}
 */
export const clientOf = (options) => new TruthsClient({
  ...options,
  transports: [webSocketTransport({ ...options, WebSocket: NodeWebSocket }), sseTransport(options), pollingTransport(options)],
});
