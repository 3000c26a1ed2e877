// Who uses the page, and its one client of the server.

import {
  TruthsClient, indexedDBStorage, memoryStorage, pollingTransport, sseTransport, webSocketTransport,
} from "./client/index.js";
import { at } from "./dom.js";
import { Heads } from "./heads.js";
import { Queue } from "./queue.js";
import { Timeline } from "./timeline.js";

const TOKEN = "truths-token";

/** How many entries of an older job are asked for, one by one. */
const MOST = 100;

/** The server refused, with what it said. */
export class Refusal extends Error {
  /** @param {any} problem */
  constructor(problem) {
    super(problem.reason ?? problem.detail ?? problem.title ?? "The server refused");
    this.problem = problem;
  }
}

/** A signed-in page: one actor, one client, and what is asked besides the stream. */
export class Session {
  timeline = new Timeline();
  heads = new Heads();
  /**
   * What somebody has typed and not sent, by the place of its form in the browser's history.
   *
   * @type {Map<string, any>}
   */
  drafts = new Map();
  /**
   * What *Live* showed before a run was opened from it.
   *
   * @type {{ words: string, status: string, most: number, scroll: number } | undefined}
   */
  list;
  /** Jobs that wait for the actor, as the server said last. */
  answerable = new Set();
  #vocabulary;
  #storage;

  /** @param {any} actor As the server knows it. */
  constructor(actor) {
    this.actor = actor;
    this.#storage = queueStorage(this);
    this.client = this.#newClient();
    this.queue = new Queue(this.client, this.#storage);
  }

  /** A client speaks for one actor: who comes with another token may have other roles there, or another device. */
  #newClient() {
    const server = { url: location.origin, token: () => sessionStorage.getItem(TOKEN) ?? undefined };
    const transports = [webSocketTransport(server), sseTransport(server), pollingTransport(server)];
    return new TruthsClient({
      actor: this.actor, transports: transports.map((transport) => this.#watched(transport)), storage: this.#storage,
      appVersion: "page", onError: (error) => this.#hear(error),
    });
  }

  /**
   * Goes on with another token of the same user. What waits in the queue is sent as that actor.
   *
   * @param {any} actor As the server knows it now.
   */
  goOn(actor) {
    this.actor = actor;
    this.client = this.#newClient();
    this.queue.client = this.client;
  }

  /**
   * Asks the server.
   *
   * @param {string} path
   * @param {object} [body] With it the request is a POST.
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   * @throws {Refusal}
   */
  async ask(path, body, signal) {
    const answer = await asked(path, body, signal);
    if (typeof answer.head === "object") this.heads.take(answer.head);
    return answer;
  }

  /** A transport that shows its messages to the page before the client takes them. */
  #watched(transport) {
    const receive = (session, message) => {
      this.timeline.take(message);
      this.heads.take(message?.answer?.head);
      this.queue.take(message);
      session.receive(message);
    };
    return {
      kind: transport.kind,
      open: (session) => transport.open({ ...session, receive: (message) => receive(session, message) }),
    };
  }

  /** Called where the token counts no longer, with what the server said. */
  onRefused = (why) => {};

  /** The client goes on by itself; without a token that counts it cannot. */
  #hear(error) {
    if (error.status !== 401 || !this.hasToken) return console.info(String(error));
    void this.end();
    this.onRefused(error.message);
  }

  /** What can be proposed under the rules in force; the browser asks whether it is still so. */
  async vocabulary() {
    const truths = this.client.view.capabilities?.truths;
    if (this.#vocabulary === undefined || this.#vocabulary.truths !== (truths ?? this.#vocabulary.truths)) {
      this.#vocabulary = typed(await this.ask("/vocabulary"));
    }
    return this.#vocabulary;
  }

  /** The rules whose vocabulary is known by now; what is drawn with types is drawn anew where it changes. */
  get knownRules() {
    return this.#vocabulary?.truths ?? "";
  }

  /** The fields of a type of facts, as far as they are known by now. */
  fieldsOfFact(type) {
    return this.#vocabulary?.facts.find((each) => each.type === type)?.fields ?? [];
  }

  /** The fields of an intent, as far as they are known by now. */
  fieldsOfIntent(action) {
    const isMeant = (each) => each.action === action || each.action.endsWith(`.${action}`);
    return this.#vocabulary?.intents.find(isMeant)?.fields ?? [];
  }

  /** The summary of a rule, where its author wrote one. */
  summary(truthID) {
    const summaries = this.#vocabulary?.summaries ?? {};
    return truthID !== undefined && Object.hasOwn(summaries, truthID) ? summaries[truthID] : undefined;
  }

  /** What the actor may answer of what a job waits for; `undefined` where the server does not say. */
  async inboxOf(jobID) {
    const told = await this.ask("/inbox").catch(() => undefined);
    const none = told === undefined || told.exhausted ? undefined : { requests: [], consent: false };
    return told?.inbox.find((each) => each.job_id === jobID) ?? none;
  }

  /**
   * The events of a job. The server keeps the newest alone: those of an older job are made of its entries in the ledger, from its
   * proposal and from its last decision on.
   */
  async eventsOf(jobID) {
    const path = at`/jobs/${jobID}`;
    const events = await this.ask(`${path}/events`);
    if (events.length > 0) return events;
    const { decision_id: id, run } = await this.ask(path);
    if (id === undefined) return events;
    const { nodes } = await this.ask(at`/why/${id}`);
    /** @type {Map<number, any>} */
    const entries = new Map();
    for (const node of nodes) {
      if (node.run_id !== run.run_id) continue;
      for (let place = node.entry; entries.size < MOST && !entries.has(place); place++) {
        const told = await this.ask(`/ledger/entries/${place}`).catch(() => undefined);
        if (told?.entry.run_id !== run.run_id) break;
        entries.set(place, told.entry);
      }
    }
    return [...entries.values()].sort((one, other) => one.sequence - other.sequence)
      .map((entry) => ({ event_type: entry.entry_type, timestamp: entry.timestamp, payload: entry }));
  }

  /** Forgets who uses the page. */
  async end() {
    sessionStorage.removeItem(TOKEN);
    await this.client.stop();
  }

  /** Who the actor is, whatever their token says of roles. */
  get name() {
    return nameOf(this.actor);
  }

  get hasToken() {
    return sessionStorage.getItem(TOKEN) !== null;
  }
}

/**
 * Finds out who uses the page.
 *
 * @param {string} [token] A token to try; it is kept as long as the tab is open where the server takes it.
 * @returns {Promise<any>} The actor, as the server knows it.
 * @throws {Refusal} With the status 401 where the server wants a token, or another one.
 */
export async function signIn(token) {
  const before = sessionStorage.getItem(TOKEN);
  if (token !== undefined) sessionStorage.setItem(TOKEN, plainToken(token));
  try {
    return (await asked("/actor")).actor;
  } catch (error) {
    const isRefused = error instanceof Refusal && error.problem.status === 401;
    // A token that nobody has tried to the end is not kept.
    if (isRefused || (token !== undefined && before === null)) sessionStorage.removeItem(TOKEN);
    else if (token !== undefined) sessionStorage.setItem(TOKEN, before);
    throw error;
  }
}

/** A token without the white space with which it was copied. No header can have other characters than those of ASCII. */
function plainToken(text) {
  const token = text.replace(/^\s*Bearer\s|\s/g, "");
  if (/[^!-~]/.test(token)) throw new Error("A token has letters, digits and signs of ASCII alone; copy it once more.");
  return token;
}

/** Names an actor by organisation and user: no two have one name, whatever their ids contain. */
export const nameOf = (actor) => JSON.stringify([actor.org_id ?? "", actor.user_id]);

async function asked(path, body, signal) {
  const token = sessionStorage.getItem(TOKEN);
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST", signal, redirect: "error",
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const { status } = response;
  const answer = await response.json().catch(() => ({ status, title: `The server answered ${status}` }));
  if (!response.ok) throw new Refusal(answer);
  return answer;
}

/** The vocabulary, with the fields of records at each type that names one. */
function typed(vocabulary) {
  const complete = (type) => {
    if (type?.kind === "record") type.fields = vocabulary.records[type.name];
    if (type?.of !== undefined) complete(type.of);
  };
  const lists = [...vocabulary.intents, ...vocabulary.facts].map((each) => each.fields).concat(Object.values(vocabulary.records));
  for (const field of lists.flat()) complete(field.type);
  return vocabulary;
}

/** What is kept: the client's proposals, and the queue's control messages. */
const KEPT = new Set(["outbox", "controls"]);

/**
 * Where proposals and control messages stay that wait for a connection. One tab has the queue of its actor; further ones keep
 * theirs as long as they are open. What is shown is never kept: it is read from the stream anew.
 */
function queueStorage(session) {
  const name = `truths-queue:${session.name}`;
  /** @type {Promise<import("./client/storage.js").Storage>} */
  const opened = new Promise((resolve) => {
    if (navigator.locks === undefined) return resolve(indexedDBStorage(name));
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock === null ? memoryStorage() : indexedDBStorage(name));
      // It is held until the tab closes.
      return lock === null ? undefined : new Promise(() => {});
    });
  });
  return {
    load: async (what) => {
      const text = KEPT.has(what) ? await (await opened).load(what) : undefined;
      return text !== undefined && what === "outbox" ? byActor(text, session.actor) : text;
    },
    save: async (what, text) => void (KEPT.has(what) && (await (await opened).save(what, text))),
  };
}

/** Kept proposals as those of the actor of today's token: the server refuses the roles and the device of an earlier one. */
function byActor(text, actor) {
  const items = JSON.parse(text);
  for (const { message } of items) {
    for (const each of [message, message.proposal]) if (each?.actor !== undefined) each.actor = actor;
  }
  return JSON.stringify(items);
}
