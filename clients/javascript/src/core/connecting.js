import { Backoff } from "./backoff.js";
import { isPushed, isStreaming } from "./connection.js";

/** @typedef {import("./types.js").Effect} Effect */
/** @typedef {import("./types.js").TransportKind} TransportKind */
/** @typedef {import("./types.js").ConnectionState} ConnectionState */

/** Connecting, losing the connection, trying again, falling back (contract §14.3 to §14.5; sessions §8.1). */
export class Connecting {
  /**
   * How long nothing may come where events are pushed: a checkpoint is due after 15 s, and an answer after a heartbeat of 30 s.
   */
  static quietLimit = 45_000;

  /** @type {ConnectionState} */
  state = "offline";
  /**
   * The transport of the open connection.
   *
   * @type {TransportKind | undefined}
   */
  transport;
  /** Whether the connection is new, and has not answered yet. */
  isNew = false;
  /**
   * The state before the new connection.
   *
   * @type {ConnectionState}
   */
  #before = "offline";
  #backoff = new Backoff();
  #isWanted = false;
  /**
   * Transports left to try in the attempt under way.
   *
   * @type {TransportKind[]}
   */
  #attempt = [];
  /**
   * When to try again to connect.
   *
   * @type {number | undefined}
   */
  #retryAt;
  /**
   * When to look again whether the preferred transport is to be had.
   *
   * @type {number | undefined}
   */
  #probeAt;
  /**
   * When the connection counts as broken, if nothing comes.
   *
   * @type {number | undefined}
   */
  #quietAt;

  /** @param {TransportKind[]} transports In the order in which they are tried. */
  constructor(transports) {
    this.transports = [...transports];
  }

  /** When `wake` is due. */
  get moments() {
    return [this.#retryAt, this.#probeAt, this.#quietAt];
  }

  /** @returns {Effect[]} */
  connect() {
    this.#isWanted = true;
    this.#retryAt = undefined;
    return this.#startAttempt();
  }

  /** @returns {Effect[]} */
  disconnect() {
    this.#isWanted = false;
    this.state = "offline";
    this.#backoff.reset();
    this.#forgetConnection();
    this.#retryAt = undefined;
    return [{ close: true }];
  }

  /**
   * @param {TransportKind} kind
   * @param {number} now
   */
  opened(kind, now) {
    this.#forgetConnection();
    this.#retryAt = undefined;
    this.transport = kind;
    this.isNew = true;
    this.#before = this.state;
    this.state = isStreaming(kind) ? "streaming" : "degraded";
    this.#quietAt = isPushed(kind) ? now + Connecting.quietLimit : undefined;
    this.#probeAt = kind === this.transports[0] ? undefined : now + Backoff.ceiling;
  }

  /**
   * The new connection answered where it goes on.
   *
   * @returns {boolean} Whether it was new.
   */
  noteAnswer() {
    const wasNew = this.isNew;
    this.isNew = false;
    if (wasNew) this.#backoff.reset();
    return wasNew;
  }

  /**
   * Something came over the connection.
   *
   * @param {number} now
   */
  noteSign(now) {
    if (this.#quietAt !== undefined) this.#quietAt = now + Connecting.quietLimit;
  }

  /**
   * A transport is not to be had: the next one is tried; after the last, later again.
   *
   * @param {TransportKind} kind
   * @param {number} now
   * @returns {Effect[]}
   */
  refused(kind, now) {
    this.#attempt = this.#attempt.filter((other) => other !== kind);
    if (this.#attempt.length > 0) return [{ open: this.#attempt[0] }];
    if (this.transport !== undefined) {
      // It only looked whether something better is to be had.
      this.#probeAt = now + Backoff.ceiling;
      return [];
    }
    if (this.#isWanted) this.#retryAt = now + this.#backoff.next();
    return [];
  }

  /**
   * The connection broke. The first new try comes at once. A connection that broke before it answered anything was none: the next
   * transport is tried, so that what is accepted and broken at once is not tried without end.
   *
   * @param {number} now
   * @returns {Effect[]}
   */
  lost(now) {
    const [kind, wasNew] = [this.transport, this.isNew];
    this.#forgetConnection();
    if (!this.#isWanted) return [];
    this.state = "reconnecting";
    if (kind === undefined || !wasNew) return this.#startAttempt();
    if (this.#before === "offline") this.state = "offline";
    this.#attempt = this.transports.slice(this.transports.indexOf(kind));
    return this.refused(kind, now);
  }

  /**
   * Whether nothing came for so long that the connection counts as broken.
   *
   * @param {number} now
   */
  isQuiet(now) {
    return isDue(this.#quietAt, now);
  }

  /**
   * Tries again, and looks whether the preferred transport is to be had, where that is due.
   *
   * @param {number} now
   * @returns {Effect[]}
   */
  wake(now) {
    if (isDue(this.#retryAt, now)) {
      this.#retryAt = undefined;
      return this.#startAttempt();
    }
    if (!isDue(this.#probeAt, now)) return [];
    this.#probeAt = undefined;
    this.#attempt = this.transports.slice(0, 1);
    return [{ open: this.transports[0] }];
  }

  /** @returns {Effect[]} */
  #startAttempt() {
    this.#attempt = [...this.transports];
    return this.#attempt.length > 0 ? [{ open: this.#attempt[0] }] : [];
  }

  #forgetConnection() {
    this.transport = undefined;
    this.isNew = false;
    this.#attempt = [];
    this.#probeAt = this.#quietAt = undefined;
  }
}

/**
 * @param {number | undefined} moment
 * @param {number} now
 */
export const isDue = (moment, now) => moment !== undefined && moment <= now;
