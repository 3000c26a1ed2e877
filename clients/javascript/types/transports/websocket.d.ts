export function webSocketTransport({ url, token, largestMessage, WebSocket: maker }: Server & {
    WebSocket?: SocketMaker;
}): Transport;
export type JSONObject = import("../core/types.js").JSONObject;
export type Server = import("./requests.js").Server;
export type Session = import("./transport.js").Session;
export type Transport = import("./transport.js").Transport;
/**
 * The part of a browser's `WebSocket` that is used.
 */
export type Socket = {
    protocol: string;
    onopen: ((event: any) => void) | null;
    onmessage: ((event: any) => void) | null;
    onclose: ((event: any) => void) | null;
    onerror: ((event: any) => void) | null;
    send: (data: string) => void;
    close: (code?: number, reason?: string) => void;
};
/**
 * Makes sockets: the global `WebSocket` of browsers, or `NodeWebSocket`.
 */
export type SocketMaker = new (url: string, protocols: string[], options?: any) => Socket;
