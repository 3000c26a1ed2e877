export function pollingTransport(server: Server): Transport;
export function sseTransport(server: Server): Transport;
export type JSONObject = import("../core/types.js").JSONObject;
export type Server = import("./requests.js").Server;
export type Connection = import("./transport.js").Connection;
export type Session = import("./transport.js").Session;
export type Transport = import("./transport.js").Transport;
/**
 * A message as a request, and its answer as a message.
 */
export type Exchange = {
    name: string;
    to: string;
    method: string;
    path: string;
    body?: import("../core/types.js").JSONObject | undefined;
    read: (answer: any) => JSONObject[];
};
