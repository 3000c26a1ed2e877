/**
 * Where the server's paths begin.
 *
 * @param {string | URL} url
 * @returns {URL}
 */
export function baseOf(url: string | URL): URL;
/**
 * A signal that ends with another one, and where its time runs out.
 *
 * @param {AbortSignal} signal
 * @param {number} milliseconds
 * @returns {{ signal: AbortSignal, stopTimer: () => void, release: () => void }} `release` also lets the other one go.
 */
export function limited(signal: AbortSignal, milliseconds: number): {
    signal: AbortSignal;
    stopTimer: () => void;
    release: () => void;
};
/** @typedef {import("../core/types.js").JSONObject} JSONObject */
/** @typedef {import("../core/types.js").TransportKind} TransportKind */
/**
 * What carries messages: the protocol is the same over each (sessions §9).
 *
 * @typedef {object} Transport
 * @property {TransportKind} kind
 * @property {(session: Session) => Promise<Connection>} open Connects; rejects where the transport is not to be had.
 */
/**
 * What a connection is opened for.
 *
 * @typedef {object} Session
 * @property {JSONObject} resume The message `resume` that the client would send now.
 * @property {AbortSignal} signal Ends the attempt, and the connection.
 * @property {(message: JSONObject) => void} receive Takes a message of the server, with its name around it.
 * @property {(error: Error) => void} lost Is told once that the connection broke; nothing is received behind it.
 */
/**
 * An open connection. It is closed by the session's signal.
 *
 * @typedef {object} Connection
 * @property {(message: JSONObject) => void} send Sends a message, in order. What goes wrong is told by `lost`.
 */
/** The most bytes of one message that a client takes, unless it is told otherwise: snapshots are the largest. */
export const LARGEST_MESSAGE: number;
/** How long a transport has to connect, and a request to be answered, in milliseconds. */
export const PATIENCE: 15000;
export type JSONObject = import("../core/types.js").JSONObject;
export type TransportKind = import("../core/types.js").TransportKind;
/**
 * What carries messages: the protocol is the same over each (sessions §9).
 */
export type Transport = {
    kind: TransportKind;
    /**
     * Connects; rejects where the transport is not to be had.
     */
    open: (session: Session) => Promise<Connection>;
};
/**
 * What a connection is opened for.
 */
export type Session = {
    /**
     * The message `resume` that the client would send now.
     */
    resume: JSONObject;
    /**
     * Ends the attempt, and the connection.
     */
    signal: AbortSignal;
    /**
     * Takes a message of the server, with its name around it.
     */
    receive: (message: JSONObject) => void;
    /**
     * Is told once that the connection broke; nothing is received behind it.
     */
    lost: (error: Error) => void;
};
/**
 * An open connection. It is closed by the session's signal.
 */
export type Connection = {
    /**
     * Sends a message, in order. What goes wrong is told by `lost`.
     */
    send: (message: JSONObject) => void;
};
