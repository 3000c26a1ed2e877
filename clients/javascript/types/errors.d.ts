/** @typedef {import("./core/types.js").Problem} Problem */
/** @typedef {import("./core/types.js").Answer} Answer */
/** Every error of this package. `code` says which, for programs. */
export class TruthsError extends Error {
    /**
     * @param {string} code
     * @param {string} message
     * @param {unknown} [cause]
     */
    constructor(code: string, message: string, cause?: unknown);
    /** @readonly */
    readonly code: string;
}
/** What a program passed cannot be sent: a number with too many digits, no JSON. Nothing was sent. */
export class InputError extends TruthsError {
    /** @param {string} message */
    constructor(message: string);
}
/** No connection, or one that broke. A proposal is kept and sent again; a control message may have been carried out or not. */
export class TransportError extends TruthsError {
    /**
     * @param {string} message
     * @param {unknown} [cause]
     */
    constructor(message: string, cause?: unknown);
}
/** The server sent what is no message of the protocol, or more than the client takes. */
export class ProtocolError extends TruthsError {
    /** @param {string} message */
    constructor(message: string);
}
/** The server refused, and says why in a document of problem details (RFC 9457). `code` is the document's. */
export class ProblemError extends TruthsError {
    /**
     * @param {Problem} problem
     * @param {number} [retryAfter] Seconds, where the server says so.
     */
    constructor(problem: Problem, retryAfter?: number | undefined);
    /** The document. @readonly */
    problem: import("./core/types.js").Problem;
    /** The HTTP status. @readonly */
    status: number;
    /** Seconds until it is worth trying again. @readonly */
    retryAfter: number | undefined;
}
/**
 * The server could not carry a message out, and recorded nothing: there is nothing to steer, or it takes more work than allowed.
 */
export class RefusedError extends TruthsError {
    /**
     * @param {Answer} answer
     * @param {Problem} [problem]
     */
    constructor(answer: Answer, problem?: import("./core/types.js").Problem | undefined);
    /** The answer. @readonly */
    answer: import("./core/types.js").Answer;
    /** The document, where the transport has one. @readonly */
    problem: import("./core/types.js").Problem | undefined;
}
export type Problem = import("./core/types.js").Problem;
export type Answer = import("./core/types.js").Answer;
