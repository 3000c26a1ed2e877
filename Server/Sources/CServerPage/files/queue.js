// What waits for a connection, and what came of it. The client queues proposals; control messages wait here, since what they are
// about may have moved on: their answer says so.

import { TransportError } from "./client/index.js";
import { el, faultText, fill, keyed, legible, put } from "./dom.js";
import { fieldsIn, inner } from "./proposal.js";
import { moment, plainName, runAddress, shortly } from "./words.js";

/** What control messages are called. */
export const CONTROLS = {
  approve: "Approve", reject: "Deny", consent: "Consent", resume: "Resume", cancel: "Withdraw", inject_fact: "Bring in a fact",
};

/** How many outcomes are shown. */
const MOST = 50;

/**
 * @typedef {{ id: string, type: string, payload: any, jobID?: string, about: string, queued_at: string, sent?: boolean }} Waiting
 *   `sent` where it was on its way when it was kept.
 */
/** @typedef {{ id: string, what: string, said: string, isGood: boolean, jobID?: string, again?: Waiting }} Notice */

/** Proposals and control messages of one actor that wait for a connection, and what became of those that did. */
export class Queue {
  /** @type {Waiting[]} */
  controls = [];
  /** @type {Notice[]} */
  notices = [];
  #storage;
  #isSending = false;
  #number = 0;

  /** Called where something else waits, or is told. */
  onChange = () => {};

  /**
   * @param {import("./client/index.js").TruthsClient} client
   * @param {import("./client/storage.js").Storage} storage
   */
  constructor(client, storage) {
    this.client = client;
    this.#storage = storage;
  }

  /** Takes up what was kept. */
  async restore() {
    const text = await this.#storage.load("controls").catch(() => undefined);
    if (text === undefined) return;
    try {
      const kept = JSON.parse(text).filter((item) => Object.hasOwn(CONTROLS, item?.type));
      this.controls = [...kept.filter((item) => !item.sent), ...this.controls];
      for (const item of kept) if (item.sent) this.#tellUnsure(item, "The page was closed before the answer");
    } catch {
      console.info("what was kept is no queue; it is passed over");
    }
    void this.#keep();
    await this.send();
  }

  /** Whether messages are sent at once. */
  get isOnline() {
    return ["streaming", "degraded"].includes(this.client.view.connection_state);
  }

  /** Control messages about a job that wait. */
  about(jobID) {
    return this.controls.filter((item) => item.jobID === jobID);
  }

  /**
   * Sends a control message, or keeps it until there is a connection.
   *
   * @param {string} type
   * @param {any} payload
   * @param {string} about What it is about, in words.
   * @param {string} [jobID]
   * @returns {Promise<any>} The answer; `undefined` where it waits.
   */
  async steer(type, payload, about, jobID) {
    if (this.isOnline) return this.client.control(type, payload, jobID);
    const id = `${Date.now()}-${this.#number++}`;
    this.controls.push({ id, type, payload, jobID, about, queued_at: new Date().toISOString() });
    void this.#keep();
    return undefined;
  }

  /** Sends what waits, one behind the other, where there is a connection. */
  async send() {
    if (this.#isSending || this.controls.length === 0 || !this.isOnline) return;
    this.#isSending = true;
    while (this.controls.length > 0 && this.isOnline) {
      const item = this.controls[0];
      // A page that is closed before the answer must not send it once more by itself.
      item.sent = true;
      await this.#keep();
      if (!this.isOnline || !this.controls.includes(item)) {
        item.sent = false;
        void this.#keep();
        continue;
      }
      try {
        const answer = await this.client.control(item.type, item.payload, item.jobID);
        const isGood = !["rejected", "halted"].includes(answer.decision);
        this.#tell({ what: summaryOf(item), jobID: item.jobID, said: answer.reason, isGood });
      } catch (error) {
        if (error instanceof TransportError) this.#tellUnsure(item, "The connection broke before the answer");
        else this.#tell({ what: summaryOf(item), jobID: item.jobID, said: faultText(error), isGood: false });
      }
      this.giveUp(item);
    }
    this.#isSending = false;
  }

  /** Sends a control message once more of which nobody knows whether it was carried out. */
  again(notice) {
    this.controls.push({ ...notice.again, sent: false });
    this.close(notice);
    void this.send();
  }

  /** Takes a control message out. */
  giveUp(item) {
    this.controls = this.controls.filter((each) => each !== item);
    void this.#keep();
  }

  /** Shows an outcome no longer. */
  close(notice) {
    this.notices = this.notices.filter((each) => each !== notice);
    void this.#keep();
  }

  /** Takes an answer about a proposal that waited; called before the client takes it. */
  take(message) {
    const answer = message?.answer ?? message?.problem;
    if (typeof answer?.to !== "string") return;
    const record = this.client.view.queue.find((each) => each.idempotency_key === answer.to);
    if (record === undefined) return;
    const isGood = answer.decision === "accepted" || answer.run?.status === "waiting";
    const said = answer.reason ?? answer.detail ?? answer.title ?? "";
    this.#tell({ what: summary(record), said, isGood, jobID: answer.job_id });
  }

  #tell(notice) {
    this.notices = [...this.notices, { id: `told-${this.#number++}`, ...notice }].slice(-MOST);
    this.onChange();
  }

  #tellUnsure(item, before) {
    this.#tell({
      what: summaryOf(item), jobID: item.jobID, isGood: false, again: item, said: `${before}: it may have been carried out or not.`,
    });
  }

  /** Keeps what waits, and what may have been carried out until somebody has seen that. */
  async #keep() {
    this.onChange();
    const unsure = this.notices.flatMap(({ again }) => again ?? []);
    const items = [...unsure, ...this.controls.filter((item) => !unsure.includes(item))];
    await this.#storage.save("controls", JSON.stringify(items)).catch((error) => console.info(legible(error)));
  }
}

/** What a control message does, and about what. */
const summaryOf = (item) => `${CONTROLS[item.type]}: ${item.about}`;

/** What a queued proposal is, with its first values. */
const summary = (record) => `${plainName(inner(record).action)} · ${shortly(fieldsIn(record))}`;

/** Draws the queue of a session, where it differs from what is drawn. */
export function drawQueue(place, session) {
  const { queue, client } = session;
  const proposals = client.view.queue;
  const isOff = !queue.isOnline;
  const parts = [
    ...proposals.map((record) => ["proposal", record.idempotency_key, record]),
    ...queue.controls.map((item) => ["control", item.id, item]), ...queue.notices.map((notice) => ["notice", notice.id, notice]),
  ];
  if (!keyed(place, [isOff, ...parts.map(([, id]) => id)].join("\n"))) return;
  const act = (name, work) => el("button.quiet", { onclick: work }, name);
  const waiting = (what, at, giveUp) => put("li", put("strong", what), " ", moment(at), " ", act("Give up", giveUp));
  const count = proposals.length + queue.controls.length;
  fill(place, count > 0 && el("section.card.queued", { "aria-label": "Queue" }, put("h2", `Queued (${count})`),
    put("p", isOff ? "These are sent once there is a connection." : "The server did not take these; look at them again."),
    put("ul", proposals.map((record) =>
      waiting(summary(record), record.queued_at, () => client.forget(record.idempotency_key))),
    queue.controls.map((item) =>
      waiting(summaryOf(item), item.queued_at, () => queue.giveUp(item)))),
    !isOff && proposals.length > 0 && el("button", { onclick: () => client.force() }, "Send again")),
  queue.notices.length > 0 && el("section.card.outcomes", { "aria-label": "What came of the queue" },
    put("h2", "What came of the queue"),
    put("ul", queue.notices.map((notice) => put("li", put("strong", notice.what), " ",
      put(`span.${notice.isGood ? "good" : "fault"}`, notice.said), " ",
      notice.jobID && [el("a", { href: runAddress(notice.jobID) }, "See the run"), " "],
      notice.again && [act("Send again", () => queue.again(notice)), " "], act("Close", () => queue.close(notice)))))));
}
