import { ProblemError, RefusedError } from "./errors.js";

/** @typedef {import("./core/types.js").Answer} Answer */
/** @typedef {import("./core/client.js").Outcome} Outcome */
/** @typedef {{ resolve: (answer: Answer) => void, reject: (error: Error) => void }} Waiter */

/** Promises of answers, until what was sent is answered. */
export class Awaiting {
  /**
   * By idempotency key.
   *
   * @type {Map<string, Waiter[]>}
   */
  #proposals = new Map();
  /**
   * By control type, in the order in which they were sent: they are answered in that order.
   *
   * @type {Map<string, Waiter[]>}
   */
  #controls = new Map();

  /**
   * @param {string} key
   * @returns {Promise<Answer>}
   */
  proposal(key) {
    return promised(this.#proposals, key);
  }

  /**
   * @param {string} type
   * @returns {Promise<Answer>}
   */
  control(type) {
    return promised(this.#controls, type);
  }

  /**
   * Tells what became of something.
   *
   * @param {Outcome} outcome
   * @returns {Error | undefined} What went wrong that nobody waits for.
   */
  settle(outcome) {
    const error = errorOf(outcome);
    const map = outcome.isProposal ? this.#proposals : this.#controls;
    const waiters = map.get(outcome.to) ?? [];
    const settled = waiters.splice(0, outcome.isProposal ? waiters.length : 1);
    if (waiters.length === 0) map.delete(outcome.to);
    for (const { resolve, reject } of settled) {
      if (error !== undefined) reject(error);
      else if (outcome.answer !== undefined) resolve(outcome.answer);
    }
    return settled.length === 0 ? error : undefined;
  }

  /**
   * Nobody answers a proposal any more.
   *
   * @param {string} key
   * @param {Error} error
   */
  forget(key, error) {
    for (const { reject } of this.#proposals.get(key) ?? []) reject(error);
    this.#proposals.delete(key);
  }

  /**
   * Nobody answers control messages that were sent any more.
   *
   * @param {Error} error
   */
  forgetControls(error) {
    for (const { reject } of [...this.#controls.values()].flat()) reject(error);
    this.#controls.clear();
  }
}

/**
 * @param {Outcome} outcome
 * @returns {Error | undefined}
 */
function errorOf({ answer, problem }) {
  if (answer?.refused === true) return new RefusedError(answer, problem);
  return answer === undefined && problem !== undefined ? new ProblemError(problem) : undefined;
}

/**
 * @param {Map<string, Waiter[]>} map
 * @param {string} name
 * @returns {Promise<Answer>}
 */
function promised(map, name) {
  /** @type {Promise<Answer>} */
  const answer = new Promise((resolve, reject) => {
    map.set(name, [...(map.get(name) ?? []), { resolve, reject }]);
  });
  // Who does not wait for it is not told.
  answer.catch(() => {});
  return answer;
}
