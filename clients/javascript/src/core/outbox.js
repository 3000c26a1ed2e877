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
 * @property {boolean} [sent] Whether it is on its way.
 * @property {boolean} [putOff] Whether the server had no room for it.
 */

/** Proposals that have no answer yet, in the order in which they were made. */
export class Outbox {
  /** The most proposals that are kept. */
  static most = 10_000;
  /** The most proposals that are on their way at once. */
  static mostInFlight = 100;

  /** @type {OutboxItem[]} */
  items = [];
  /**
   * When the proposals for which the server had no room are sent again.
   *
   * @type {number | undefined}
   */
  resendAt;

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

  /**
   * Takes the proposals that are sent now, in order, as long as not too many are on their way. Later ones do not overtake one
   * that waits to be sent again.
   *
   * @returns {OutboxItem[]}
   */
  takeReady() {
    if (this.items.some((item) => item.putOff)) return [];
    const room = Outbox.mostInFlight - this.items.filter((item) => item.sent).length;
    const ready = this.items.filter((item) => isSentByItself(item) && !item.sent).slice(0, Math.max(room, 0));
    for (const item of ready) item.sent = true;
    return ready;
  }

  /** Makes all proposals ready to be sent over a new connection. */
  startAnew() {
    for (const item of this.items) item.sent = item.putOff = false;
    this.resendAt = undefined;
  }

  /**
   * Keeps a proposal for which the server has no room, until it is sent again.
   *
   * @param {OutboxItem} item
   * @param {number} moment
   */
  putOff(item, moment) {
    [item.sent, item.putOff] = [false, true];
    this.resendAt = Math.max(moment, this.resendAt ?? moment);
  }

  /**
   * Makes what was put off ready where its time has come.
   *
   * @param {number} now
   */
  wake(now) {
    if (this.resendAt === undefined || this.resendAt > now) return;
    this.resendAt = undefined;
    for (const item of this.items) item.putOff = false;
  }

  /**
   * Marks what is not sent by itself as looked at again.
   */
  force() {
    for (const item of this.items) {
      if (isSentByItself(item)) continue;
      if (item.message.replay_safe === false) item.message = { ...item.message, forced: true };
      item.refused = false;
    }
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
    ["truths_hash", within.truths_hash ?? hashFor(action, inner(capabilities, "governing"))],
    ["policies_hash", within.policies_hash ?? hashFor(action, inner(capabilities, "governing_policies"))],
    ["queued_at", new Date(now).toISOString()],
    ["replay_safe", true],
  ];
  for (const [name, value] of rest) if (!Object.hasOwn(record, name) && value !== undefined) record[name] = value;
  return record;
}

/**
 * The hash of an intent. The handshake has intents without their packs, while an action may have its pack before it
 * (types §12.1).
 *
 * @param {string} action
 * @param {JSONObject | undefined} hashes
 */
const hashFor = (action, hashes) => member(hashes, action) ?? member(hashes, action.slice(action.indexOf(".") + 1));

/**
 * Whether it is sent whenever there is a connection. What is not safe to replay waits until somebody forces it.
 *
 * @param {OutboxItem} item
 */
function isSentByItself(item) {
  if (item.refused) return false;
  return !item.queued || item.message.replay_safe !== false || item.message.forced === true;
}

/** @param {unknown} given */
const isItem = (given) => isObject(given) && text(given, "key") !== undefined && inner(given, "message") !== undefined;
