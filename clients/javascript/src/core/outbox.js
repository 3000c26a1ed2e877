import { InputError } from "../errors.js";
import { inner, isObject, member, text } from "./json.js";

/** @typedef {import("./types.js").JSONObject} JSONObject */

/**
 * A proposal without an answer.
 *
 * @typedef {object} OutboxItem
 * @property {string} key
 * @property {JSONObject} message What is sent: the proposal with its key, or the queue's record of it (contract §16.2).
 * @property {boolean} queued Whether it was made without a connection.
 * @property {boolean} refused Whether the session could not decide it.
 * @property {number} [resendAt] When it is sent again, after the server had no room for it.
 */

/** Proposals that have no answer yet, in the order in which they were made. */
export class Outbox {
  /** The most proposals that are kept. */
  static most = 10_000;

  /** @type {OutboxItem[]} */
  items = [];

  /** @param {string} key */
  find(key) {
    return this.items.find((item) => item.key === key);
  }

  /**
   * @param {OutboxItem} item
   * @throws {InputError} Where it is full.
   */
  add(item) {
    if (this.items.length >= Outbox.most) throw new InputError(`${Outbox.most} proposals wait for an answer; no more are kept`);
    this.items.push(item);
  }

  /** @param {string} key */
  remove(key) {
    this.items = this.items.filter((item) => item.key !== key);
  }

  /** Those that are sent whenever there is a connection. What is not safe to replay waits until somebody forces it. */
  get sentByThemselves() {
    return this.items.filter(isSentByItself);
  }

  /**
   * Marks what is not sent by itself as looked at again.
   *
   * @returns {OutboxItem[]} Those that are to be sent now.
   */
  force() {
    const held = this.items.filter((item) => !isSentByItself(item));
    for (const item of held) {
      if (item.message.replay_safe === false) item.message = { ...item.message, forced: true };
      item.refused = false;
    }
    return held;
  }

  /**
   * When the first one is sent again; `undefined` while none is.
   *
   * @returns {number | undefined}
   */
  get nextResend() {
    const moments = this.items.flatMap((item) => item.resendAt ?? []);
    return moments.length > 0 ? Math.min(...moments) : undefined;
  }

  /**
   * Those that are due to be sent again.
   *
   * @param {number} now
   * @returns {OutboxItem[]}
   */
  takeDue(now) {
    const due = this.items.filter((item) => item.resendAt !== undefined && item.resendAt <= now);
    for (const item of due) delete item.resendAt;
    return due;
  }

  /**
   * What is to be kept while the program does not run.
   *
   * @returns {JSONObject[]}
   */
  get saved() {
    return this.items.map(({ key, message, queued, refused }) => ({ key, message, queued, refused }));
  }

  /**
   * Takes up what was saved, before what was proposed since.
   *
   * @param {unknown} given
   * @returns {boolean} Whether it is what `saved` gives; if not, nothing is taken.
   */
  restore(given) {
    if (!Array.isArray(given) || given.length > Outbox.most || !given.every(isItem)) return false;
    const items = given.map(({ key, message, queued, refused }) => {
      return { key, message, queued: queued === true, refused: refused === true };
    });
    this.items = [...items.filter((item) => this.find(item.key) === undefined), ...this.items];
    return true;
  }
}

/**
 * Contract §16.2's record, with the hashes of the truths that govern the intent and of the policies that they read, as the last
 * handshake told them: where they change meanwhile, the run halts and says so (§16.3).
 *
 * @param {JSONObject} proposal With its key, or such a record already.
 * @param {string} key
 * @param {JSONObject | undefined} capabilities
 * @param {number} now
 * @returns {JSONObject}
 */
export function queueRecord(proposal, key, capabilities, now) {
  const { idempotency_key: _, ...bare } = proposal;
  const isRecord = proposal.action === undefined && inner(proposal, "proposal") !== undefined;
  /** @type {JSONObject} */
  const record = isRecord ? { ...proposal } : { idempotency_key: key, proposal: bare };
  if (!isRecord && proposal.truth_id !== undefined) record.truth_id = proposal.truth_id;
  const within = inner(record, "proposal") ?? {};
  const action = text(within, "action") ?? "";
  /** @type {[string, unknown][]} */
  const rest = [
    ["truths_hash", within.truths_hash ?? member(inner(capabilities, "governing"), action)],
    ["policies_hash", within.policies_hash ?? member(inner(capabilities, "governing_policies"), action)],
    ["queued_at", new Date(now).toISOString()],
    ["replay_safe", true],
  ];
  for (const [name, value] of rest) if (!Object.hasOwn(record, name) && value !== undefined) record[name] = value;
  return record;
}

/** @param {OutboxItem} item */
function isSentByItself(item) {
  if (item.refused) return false;
  return !item.queued || item.message.replay_safe !== false || item.message.forced === true;
}

/** @param {unknown} given */
const isItem = (given) => isObject(given) && text(given, "key") !== undefined && inner(given, "message") !== undefined;
