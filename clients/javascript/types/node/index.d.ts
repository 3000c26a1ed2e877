export * from "../index.js";
export { fileStorage } from "./storage.js";
export { stdioTransport } from "./stdio.js";
export { NodeWebSocket } from "./websocket.js";
export function clientOf(options: Server & Omit<ClientOptions, "transports">): TruthsClient;
export type ClientOptions = import("../client.js").ClientOptions;
export type Server = import("../transports/requests.js").Server;
import { TruthsClient } from "../client.js";
