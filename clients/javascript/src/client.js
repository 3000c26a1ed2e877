import { Awaiting } from "./awaiting.js";
import { ClientCore } from "./core/client.js";
import { ProtocolError, TransportError } from "./errors.js";
import { Keeper } from "./keeper.js";

/** @typedef {import("./core/types.js").Actor} Actor */
/** @typedef {import("./core/types.js").Answer} Answer */
/** @typedef {import("./core/types.js").Effect} Effect */
/** @typedef {import("./core/types.js").JSONObject} JSONObject */
/** @typedef {import("./core/types.js").Run} Run */
/** @typedef {import("./core/types.js").TransportKind} TransportKind */
/** @typedef {import("./core/types.js").View} View */
/** @typedef {import("./storage.js").Storage} Storage */
/** @typedef {import("./transports/transport.js").Connection} Connection */
/** @typedef {import("./transports/transport.js").Transport} Transport */

/**
 * @typedef {object} ClientOptions
 * @property {Actor} actor Who uses it, as the server knows them: of a token what it says, else that of `--actor`.
 * @property {Transport[]} transports In the order in which they are tried.
 * @property {string} [onBehalfOf] The `user_id` of the person whom the actor acts for.
 * @property {string} [appVersion] The version of the program, as the handshake says it.
 * @property {Storage} [storage] Where the queue, and what is shown, are kept while the program does not run.
 * @property {(error: Error) => void} [onError] What goes wrong on the way: a transport that is not to be had, a refused request,
 *   a storage that does not save. The client goes on by itself.
 * @property {() => number} [now] The clock, in milliseconds since 1970.
 * @property {(work: () => void, milliseconds: number) => () => void} [schedule] Does something later; what it gives calls that
 *   off.
 */

/**
 * A proposal that was sent, or queued.
 *
 * @typedef {object} Submission
 * @property {string} key Its idempotency key.
 * @property {Promise<Answer>} answer What it came to, however long that takes; rejected with a `ProblemError` where the server
 *   will not decide it, with a `RefusedError` where it cannot. It may be left alone.
 * @property {Promise<void>} kept Fulfilled once the storage has it.
 */

/** How often what is shown is saved, in milliseconds. */
const VIEW_INTERVAL = 5_000;

/** A client of a server: it connects and stays connected, follows the stream, keeps proposals, and says what is to be shown. */
export class TruthsClient {
  #core;
  /** @type {Map<TransportKind, Transport>} */
  #transports;
  /** @type {{ connection: Connection, controller: AbortController } | undefined} */
  #open;
  /** @type {AbortController | undefined} */
  #opening;
  #callOff = () => {};
  /** @type {(() => void)[]} */
  #starting = [];
  /** @type {Set<(client: TruthsClient) => void>} */
  #listeners = new Set();
  #awaiting = new Awaiting();
  /** The revision that listeners have seen. */
  #told = 0;
  /** @type {{ view: View, revision: number } | undefined} */
  #shown;
  /** @type {Promise<void> | undefined} */
  #restored;
  #storage;
  #onError;
  #now;
  #schedule;
  #outboxKeeper;
  #viewKeeper;
  /** Whether it was loaded what is kept: before that nothing is saved over it. */
  #isRestored = false;
  #savedOutbox = "[]";
  #savedSeq = -1;

  /** @param {ClientOptions} options */
  constructor({ transports, storage, onError = () => {}, now = Date.now, schedule = later, ...identity }) {
    this.#transports = new Map(transports.map((transport) => [transport.kind, transport]));
    this.#core = new ClientCore({ ...identity, transports: [...this.#transports.keys()] });
    this.#storage = storage;
    this.#onError = (/** @type {Error} */ error) => guarded(() => onError(error));
    this.#now = now;
    this.#schedule = schedule;
    /** @param {unknown} error */
    const failed = (error) => this.#onError(new TransportError(`the storage does not save: ${error}`, error));
    this.#outboxKeeper = storage && new Keeper(storage, "outbox", 0, failed);
    this.#viewKeeper = storage && new Keeper(storage, "view", VIEW_INTERVAL, failed);
  }

  /**
   * What is to be shown at this moment. Its parts are the client's, and not to be changed.
   *
   * @returns {View}
   */
  get view() {
    if (this.#shown?.revision !== this.#core.revision) {
      this.#shown = { view: this.#core.view, revision: this.#core.revision };
    }
    return this.#shown.view;
  }

  /**
   * What the events taken in come to, as the state of a snapshot (sessions §5). Its parts are the client's, and not to be
   * changed.
   *
   * @returns {import("./core/types.js").ContextState}
   */
  get state() {
    return this.#core.following.context.state;
  }

  /** Who uses it. */
  get actor() {
    return /** @type {Actor} */ (this.#core.actor);
  }

  /**
   * Calls a function now, and after each message that may have changed the view. Making the view costs as much as there are
   * facts: where many messages come, ask for it once a frame.
   *
   * @param {(client: TruthsClient) => void} listener
   * @returns {() => void} Ends that.
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    listener(this);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Begins a session: takes up what was saved, connects, and stays connected until `stop`. Fulfilled once the server has
   * answered, or no transport is to be had for now; the client tries on by itself. What is proposed before is queued, and where
   * no handshake ever told which rules govern it, halted (contract §16.3): wait for this first.
   */
  async start() {
    await this.restore();
    const started = new Promise((resolve) => this.#starting.push(() => resolve(undefined)));
    this.#perform(this.#core.connect());
    await started;
  }

  /** Takes up what was saved, without connecting. `start` does so too, once. */
  restore() {
    this.#restored ??= this.#restore();
    return this.#restored;
  }

  /** Ends the session; what is proposed from now on is queued. Fulfilled once everything is saved. */
  async stop() {
    this.#perform(this.#core.disconnect());
    await Promise.all([this.#outboxKeeper?.flush(), this.#viewKeeper?.flush()]);
  }

  /**
   * Proposes; without a connection the proposal is queued, and sent once there is one (contract §16).
   *
   * @param {JSONObject} proposal In any form of `runs §2`; without `actor` it is by the client's.
   * @returns {Submission}
   * @throws {import("./errors.js").InputError} Where it cannot be sent.
   */
  propose(proposal) {
    const { key, effects } = this.#core.propose(proposal, this.#now());
    const answer = this.#awaiting.proposal(key);
    this.#perform(effects);
    return { key, answer, kept: this.restore().then(() => this.#outboxKeeper?.flush()) };
  }

  /**
   * Grants what a proposal waits for.
   *
   * @param {string} proposalID
   * @param {{ truthID?: string, jobID?: string }} [options] `truthID` where several approvals are asked and one is meant.
   * @returns {Promise<Answer>}
   */
  approve(proposalID, options = {}) {
    return this.control("approve", { proposal_id: proposalID, truth_id: options.truthID }, options.jobID);
  }

  /**
   * Denies what a proposal waits for.
   *
   * @param {string} proposalID
   * @param {string} why
   * @param {{ truthID?: string, jobID?: string }} [options]
   * @returns {Promise<Answer>}
   */
  reject(proposalID, why, options = {}) {
    return this.control("reject", { proposal_id: proposalID, why, truth_id: options.truthID }, options.jobID);
  }

  /**
   * Consents to a proposal that waits.
   *
   * @param {string} proposalID
   * @param {string} [jobID]
   * @returns {Promise<Answer>}
   */
  consent(proposalID, jobID) {
    return this.control("consent", { proposal_id: proposalID }, jobID);
  }

  /**
   * Appends a fact from outside.
   *
   * @param {JSONObject} fact `{"type", …fields}`, or `{"fact": {…}, "corrects": "ctx_…"}`.
   * @returns {Promise<Answer>}
   */
  injectFact(fact) {
    return this.control("inject_fact", fact);
  }

  /**
   * Pauses a run that waits, or the session.
   *
   * @param {string} [jobID] Else the run that is shown, or the session where that is done.
   * @returns {Promise<Answer>}
   */
  pause(jobID) {
    return this.control("pause", {}, jobID);
  }

  /**
   * Ends a pause.
   *
   * @param {string} [jobID]
   * @returns {Promise<Answer>}
   */
  resume(jobID) {
    return this.control("resume", {}, jobID);
  }

  /**
   * Cancels a run that waits, or all of them.
   *
   * @param {string} [jobID]
   * @returns {Promise<Answer>}
   */
  cancel(jobID) {
    return this.control("cancel", {}, jobID);
  }

  /**
   * Changes the budget (sessions §7.3).
   *
   * @param {Record<string, number | null>} budget
   * @returns {Promise<Answer>}
   */
  updateBudget(budget) {
    return this.control("update_budget", budget);
  }

  /**
   * Sends a control message (sessions §7). It is not queued: what it is about moves on.
   *
   * @param {string} type
   * @param {JSONObject} [payload]
   * @param {string} [jobID] The job that it is about; else the run that is shown, or the session where that is done.
   * @returns {Promise<Answer>} What the rules said, also where they rejected it. Rejected with a `RefusedError` where it cannot
   *   be carried out, with a `ProblemError` where the server refuses, with a `TransportError` where there is no connection, or it
   *   broke before the answer: the message may have been carried out or not.
   */
  async control(type, payload = {}, jobID = undefined) {
    const effects = this.#core.control(type, payload, jobID);
    if (effects === undefined) throw new TransportError("there is no connection: control messages are not queued");
    const answer = this.#awaiting.control(type);
    this.#perform(effects);
    return answer;
  }

  /**
   * Asks for the capabilities anew; the answer is the view's `capabilities`.
   *
   * @param {JSONObject} [request] Members of contract §8.1's request, over those that it sends by itself.
   * @returns {boolean} Whether there is a connection.
   */
  shakeHands(request = {}) {
    const effects = this.#core.handshake(request);
    if (effects !== undefined) this.#perform(effects);
    return effects !== undefined;
  }

  /**
   * Sends proposals that are kept because they are not safe to repeat, or were refused: somebody has looked at them again.
   *
   * @returns {boolean} Whether there is a connection.
   */
  force() {
    const effects = this.#core.force();
    if (effects !== undefined) this.#perform(effects);
    return effects !== undefined;
  }

  /**
   * Gives up a proposal without an answer: it is sent no more. It may have been decided all the same.
   *
   * @param {string} key
   */
  forget(key) {
    this.#core.forget(key);
    this.#awaiting.forget(key, new TransportError("the proposal was given up"));
    this.#changed();
  }

  /**
   * Waits until a run is done or waits for somebody.
   *
   * @param {string} runID
   * @param {(run: Run) => boolean} [isSettled] Whether it is as it is wanted.
   * @returns {Promise<Run>}
   */
  settled(runID, isSettled = (run) => run.status !== "running") {
    return new Promise((resolve) => {
      const look = () => {
        const run = this.#core.following.context.runs.get(runID);
        if (run === undefined || !isSettled(run)) return;
        this.#listeners.delete(look);
        resolve(run);
      };
      this.#listeners.add(look);
      look();
    });
  }

  async #restore() {
    if (this.#storage === undefined) return;
    try {
      const [outbox, view] = await Promise.all([this.#storage.load("outbox"), this.#storage.load("view")]);
      this.#isRestored = true;
      const isWhole = [
        outbox === undefined || this.#core.outbox.restore(parsed(outbox)),
        view === undefined || this.#core.restore(parsed(view)),
      ];
      if (isWhole.includes(false)) this.#onError(new ProtocolError("what was saved is none of this client's; it is passed over"));
    } catch (error) {
      this.#onError(new TransportError(`the storage does not load, so nothing is saved over it: ${error}`, error));
    }
    this.#core.revision += 1;
    this.#changed();
  }

  /** @param {Effect[]} effects */
  #perform(effects) {
    for (const effect of effects) {
      if ("close" in effect) this.#close(new TransportError("the connection was given up"));
      else if ("open" in effect) void this.#connect(effect.open);
      else this.#open?.connection.send(effect.send);
    }
    this.#deliverOutcomes();
    this.#changed();
    this.#plan();
    const isSettled = this.#core.isConnected ? this.#core.isAnswered : this.#opening === undefined;
    if (isSettled) for (const started of this.#starting.splice(0)) started();
  }

  /** @param {TransportKind} kind */
  async #connect(kind) {
    this.#opening?.abort();
    const controller = new AbortController();
    this.#opening = controller;
    const { signal } = controller;
    /** @type {Error | undefined} */
    let broken;
    try {
      const transport = this.#transports.get(kind);
      if (transport === undefined) throw new TransportError(`there is no transport ${kind}`);
      const connection = await transport.open({
        resume: this.#core.following.resume(true), signal,
        receive: (message) => {
          if (this.#open?.controller === controller) this.#perform(this.#core.receive(message, this.#now()));
        },
        lost: (error) => {
          if (this.#open?.controller === controller) this.#lose(error);
          else broken = error;
        },
      });
      if (signal.aborted) return;
      if (broken !== undefined) throw broken;
      this.#opening = undefined;
      this.#close(new TransportError("another connection took its place"));
      this.#open = { connection, controller };
      this.#perform(this.#core.opened(kind, this.#now()));
    } catch (error) {
      if (signal.aborted) return;
      this.#opening = undefined;
      controller.abort();
      this.#onError(error instanceof Error ? error : new TransportError(String(error)));
      this.#perform(this.#core.refused(kind, this.#now()));
    }
  }

  /** @param {Error} error */
  #lose(error) {
    this.#onError(error);
    this.#close(error);
    this.#perform(this.#core.lost(this.#now()));
  }

  /**
   * Gives up the connection that is open. Nobody answers what steers over it any more.
   *
   * @param {Error} why
   */
  #close(why) {
    this.#opening?.abort();
    this.#opening = undefined;
    this.#open?.controller.abort();
    this.#open = undefined;
    this.#awaiting.forgetControls(new TransportError(`nobody knows whether it was carried out: ${why.message}`, why));
  }

  #deliverOutcomes() {
    for (const outcome of this.#core.takeOutcomes()) {
      const error = this.#awaiting.settle(outcome);
      if (error !== undefined) this.#onError(error);
    }
  }

  #changed() {
    if (this.#told === this.#core.revision) return;
    this.#told = this.#core.revision;
    for (const listener of [...this.#listeners]) guarded(() => listener(this));
    this.#save();
  }

  #save() {
    if (!this.#isRestored) return;
    const outbox = JSON.stringify(this.#core.outbox.saved);
    if (outbox !== this.#savedOutbox) {
      this.#savedOutbox = outbox;
      this.#outboxKeeper?.save(() => outbox);
    }
    if (this.#core.following.tracker.seq === this.#savedSeq) return;
    this.#savedSeq = this.#core.following.tracker.seq;
    this.#viewKeeper?.save(() => JSON.stringify(this.#core.saved));
  }

  #plan() {
    this.#callOff();
    const due = this.#core.nextWake;
    if (due === undefined) this.#callOff = () => {};
    else this.#callOff = this.#schedule(() => this.#perform(this.#core.wake(this.#now())), Math.max(0, due - this.#now()));
  }
}

/**
 * Calls a function of the program: what it throws is the program's, and does not stop the client.
 *
 * @param {() => void} call
 */
function guarded(call) {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/**
 * @param {string} text
 * @returns {unknown} `undefined` where it is no JSON.
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {() => void} work
 * @param {number} milliseconds
 */
function later(work, milliseconds) {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}
