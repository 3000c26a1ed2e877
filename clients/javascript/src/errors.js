/** @typedef {import("./core/types.js").Problem} Problem */
/** @typedef {import("./core/types.js").Answer} Answer */

/** Every error of this package. `code` says which, for programs. */
export class TruthsError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {unknown} [cause]
   */
  constructor(code, message, cause) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    /** @readonly */
    this.code = code;
  }
}

/** What a program passed cannot be sent: a number with too many digits, no JSON. Nothing was sent. */
export class InputError extends TruthsError {
  /** @param {string} message */
  constructor(message) {
    super("input", message);
  }
}

/** No connection, or one that broke. A proposal is kept and sent again; a control message may have been carried out or not. */
export class TransportError extends TruthsError {
  /**
   * @param {string} message
   * @param {unknown} [cause]
   */
  constructor(message, cause) {
    super("transport", message, cause);
  }
}

/** The server sent what is no message of the protocol, or more than the client takes. */
export class ProtocolError extends TruthsError {
  /** @param {string} message */
  constructor(message) {
    super("protocol", message);
  }
}

/** The server refused, and says why in a document of problem details (RFC 9457). `code` is the document's. */
export class ProblemError extends TruthsError {
  /**
   * @param {Problem} problem
   * @param {number} [retryAfter] Seconds, where the server says so.
   */
  constructor(problem, retryAfter) {
    super(problem.code, problem.reason ?? problem.detail ?? problem.title ?? problem.code);
    /** The document. @readonly */
    this.problem = problem;
    /** The HTTP status. @readonly */
    this.status = problem.status;
    /** Seconds until it is worth trying again. @readonly */
    this.retryAfter = retryAfter;
  }
}

/**
 * The server could not carry a message out, and recorded nothing: there is nothing to steer, or it takes more work than allowed.
 */
export class RefusedError extends TruthsError {
  /**
   * @param {Answer} answer
   * @param {Problem} [problem]
   */
  constructor(answer, problem) {
    super(problem?.code ?? "refused", answer.reason);
    /** The answer. @readonly */
    this.answer = answer;
    /** The document, where the transport has one. @readonly */
    this.problem = problem;
  }
}
