import { TruthsClient } from "./client.js";
import { pollingTransport, sseTransport } from "./transports/http.js";
import { webSocketTransport } from "./transports/websocket.js";

/** @typedef {import("./core/types.js").Actor} Actor */
/** @typedef {import("./core/types.js").Answer} Answer */
/** @typedef {import("./core/types.js").ConnectionState} ConnectionState */
/** @typedef {import("./core/types.js").Fact} Fact */
/** @typedef {import("./core/types.js").Problem} Problem */
/** @typedef {import("./core/types.js").Run} Run */
/** @typedef {import("./core/types.js").StreamEvent} StreamEvent */
/** @typedef {import("./core/types.js").TransportKind} TransportKind */
/** @typedef {import("./core/types.js").View} View */
/** @typedef {import("./client.js").ClientOptions} ClientOptions */
/** @typedef {import("./client.js").Submission} Submission */
/** @typedef {import("./storage.js").Storage} Storage */
/** @typedef {import("./transports/requests.js").Server} Server */
/** @typedef {import("./transports/transport.js").Transport} Transport */
/** @typedef {import("./transports/websocket.js").SocketMaker} SocketMaker */

export { TruthsClient } from "./client.js";
export * from "./errors.js";
export { indexedDBStorage, localStorageStorage, memoryStorage } from "./storage.js";
export { pollingTransport, sseTransport } from "./transports/http.js";
export { webSocketTransport } from "./transports/websocket.js";

/**
 * A client of a server over the network: WebSocket, else server-sent events and requests, else polling (contract §13.7).
 *
 * @param {Server & Omit<ClientOptions, "transports"> & { WebSocket?: SocketMaker }} options
 * @returns {TruthsClient}
 */
export const clientOf = (options) =>
  new TruthsClient({ ...options, transports: [webSocketTransport(options), sseTransport(options), pollingTransport(options)] });
