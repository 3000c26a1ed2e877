import { Backoff } from "./backoff.js";
import { Connecting, isDue } from "./connecting.js";
import { fallbacks, isPushed } from "./connection.js";
import { isDone } from "./context.js";
import { Following } from "./following.js";
import { inner, isObject, sendable, text } from "./json.js";
import { proposalKey } from "./keys.js";
import { isAnswer, readMessage } from "./messages.js";
import { Outbox, queueRecord } from "./outbox.js";
import { displayedRun, viewOf } from "./view.js";

/** @typedef {import("./types.js").JSONObject} JSONObject */
/** @typedef {import("./types.js").Actor} Actor */
/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Effect} Effect */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {import("./types.js").TransportKind} TransportKind */
/** @typedef {import("./types.js").View} View */

/**
 * What became of something that was sent, for the program that waits for it: an answer, or a problem for good; of a problem about
 * a decision both.
 *
 * @typedef {object} Outcome
 * @property {string} to The idempotency key of a proposal, the type of a control message, else the name of the message.
 * @property {boolean} isProposal
 * @property {Answer} [answer]
 * @property {Problem} [problem]
 */

/**
 * Whether the server would take a message at another time.
 *
 * @param {number} status
 */
const isPassing = (status) => status >= 500 || [401, 408, 425, 429].includes(status);

/** The longest wait that a server can ask for, in seconds. */
const LONGEST_WAIT = 3_600;

/**
 * A client of a session: a state machine from messages and moments to effects, and a view that is derived from what it has seen
 * (sessions §8). It does no input and output, and reads no clock: moments are milliseconds since 1970, and `nextWake` says when
 * it wants to be woken.
 *
 * Each call gives the effects that its caller is to carry out: try a transport, give the connection up, send a message.
 */
export class ClientCore {
  /** Every how many milliseconds it polls where nothing is pushed (contract §14.5). */
  static pollInterval = 5_000;
  /**
   * Every how many milliseconds it asks where events are pushed, so that it learns of one that was lost and followed by no other.
   */
  static heartbeatInterval = 30_000;

  following = new Following();
  outbox = new Outbox();
  /**
   * The answer to the last handshake.
   *
   * @type {JSONObject | undefined}
   */
  capabilities;
  /** @type {Answer | undefined} */
  lastAnswer;
  /** Counts what may have changed the view. */
  revision = 0;
  /**
   * What became of what was sent, until `takeOutcomes`.
   *
   * @type {Outcome[]}
   */
  #outcomes = [];
  /** Waits before proposals are sent again that the server had no room for. */
  #resending = new Backoff();
  /**
   * When to ask next whether there is something new.
   *
   * @type {number | undefined}
   */
  #pollAt;

  /**
   * A client that is not connected yet.
   *
   * @param {object} options
   * @param {Actor} options.actor Who uses it. Proposals without an actor are this one's.
   * @param {string} [options.onBehalfOf] The `user_id` of the person whom the actor acts for.
   * @param {string} [options.appVersion] The version of the program, as the handshake says it.
   * @param {TransportKind[]} [options.transports] In the order in which they are tried.
   */
  constructor({ actor, onBehalfOf, appVersion = "1.0.0", transports = fallbacks("websocket") }) {
    this.actor = sendable(actor, "actor");
    this.onBehalfOf = onBehalfOf;
    this.appVersion = appVersion;
    this.connecting = new Connecting(transports);
  }

  /** Whether messages can be sent. */
  get isConnected() {
    return this.connecting.transport !== undefined;
  }

  /** Whether the server has answered over the open connection where the client goes on. */
  get isAnswered() {
    return this.isConnected && !this.connecting.isNew;
  }

  /**
   * When `wake` is due; `undefined` while nothing is.
   *
   * @returns {number | undefined}
   */
  get nextWake() {
    const moments = this.connecting.moments;
    if (this.isConnected) moments.push(this.#pollAt, this.following.mendAt, this.outbox.resendAt);
    const known = moments.flatMap((moment) => moment ?? []);
    return known.length > 0 ? Math.min(...known) : undefined;
  }

  /**
   * The view at this moment.
   *
   * @returns {View}
   */
  get view() {
    return viewOf(this);
  }

  /** Takes what became of proposals and control messages since the last call. */
  takeOutcomes() {
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    return outcomes;
  }

  /**
   * Begins a session.
   *
   * @returns {Effect[]}
   */
  connect() {
    return this.connecting.connect();
  }

  /**
   * Ends the session: no connection, and none is tried until `connect`. Proposals are queued.
   *
   * @returns {Effect[]}
   */
  disconnect() {
    this.revision += 1;
    return this.connecting.disconnect();
  }

  /**
   * A connection is open: the session begins with the handshake (contract §8), then goes on from the last `seq`.
   *
   * @param {TransportKind} kind
   * @param {number} now
   * @returns {Effect[]}
   */
  opened(kind, now) {
    this.revision += 1;
    this.connecting.opened(kind, now);
    this.following.mendAt = undefined;
    this.#planPoll(kind, now);
    return [{ send: { handshake: this.handshakeRequest } }, { send: this.following.resume(isPushed(kind)) }];
  }

  /**
   * A transport is not to be had: the next one is tried; after the last, later again.
   *
   * @param {TransportKind} kind
   * @param {number} now
   * @returns {Effect[]}
   */
  refused(kind, now) {
    return this.connecting.refused(kind, now);
  }

  /**
   * The connection broke.
   *
   * @param {number} now
   * @returns {Effect[]}
   */
  lost(now) {
    this.revision += 1;
    return this.connecting.lost(now);
  }

  /**
   * Does what is due: tries again, polls, asks for what is missing, sends again.
   *
   * @param {number} now
   * @returns {Effect[]}
   */
  wake(now) {
    if (this.connecting.isQuiet(now)) return [{ close: true }, ...this.lost(now)];
    const effects = this.connecting.wake(now);
    const transport = this.connecting.transport;
    if (transport === undefined) return effects;
    /** @type {JSONObject[]} */
    const messages = [];
    if (isDue(this.#pollAt, now)) {
      this.#planPoll(transport, now);
      messages.push(this.following.resume(false));
    }
    this.outbox.wake(now);
    messages.push(...this.following.wake(now));
    return [...effects, ...messages.map((message) => ({ send: message })), ...this.#sendReady()];
  }

  /**
   * Takes a message of the server in, and draws the screen anew. What is no message is passed over: what it should have told is
   * missed, and asked for again.
   *
   * @param {unknown} given The JSON value.
   * @param {number} now
   * @returns {Effect[]}
   */
  receive(given, now) {
    if (!this.isConnected) return [];
    const message = readMessage(given);
    if (message === undefined) return [];
    this.revision += 1;
    this.connecting.noteSign(now);
    const effects = this.#take(message, now);
    this.following.context.render();
    return effects;
  }

  /**
   * Proposes. With a connection the proposal is sent with an idempotency key, so that it can be sent again when its answer is
   * lost; without one it is queued (contract §16), and sent when there is a connection again.
   *
   * @param {JSONObject} given
   * @param {number} now
   * @returns {{ key: string, effects: Effect[] }}
   * @throws {import("../errors.js").InputError} Where it cannot be sent, or too many wait.
   */
  propose(given, now) {
    let proposal = sendable(given, "proposal");
    const within = inner(proposal, "proposal");
    if (proposal.actor === undefined && within?.actor === undefined) proposal.actor = this.actor;
    const key = text(proposal, "idempotency_key") ?? text(within, "idempotency_key") ?? proposalKey(this.deviceID, proposal, now);
    if (this.outbox.find(key) !== undefined) return { key, effects: [] };
    proposal = { ...proposal, idempotency_key: key };
    const queued = !this.isConnected;
    const message = queued ? queueRecord(proposal, key, this.capabilities, now) : proposal;
    this.outbox.add({ key, message, queued, refused: false });
    this.revision += 1;
    return { key, effects: this.#sendReady() };
  }

  /**
   * Sends a control message (contract §13.5) about a run: the one of a job, else the one that is shown, or about the whole
   * session where that is done.
   *
   * @param {string} type
   * @param {JSONObject} [payload]
   * @param {string} [jobID]
   * @returns {Effect[] | undefined} `undefined` without a connection: control messages are not queued, since what they are about
   *   moves on meanwhile.
   * @throws {import("../errors.js").InputError} Where the payload cannot be sent.
   */
  control(type, payload = {}, jobID = undefined) {
    const body = sendable(payload, "payload");
    if (!this.isConnected) return undefined;
    const shown = displayedRun(this);
    const about = jobID === undefined ? shown : [...this.following.context.runs.values()].find((run) => run.job_id === jobID);
    const run = jobID === undefined && about !== undefined && isDone(about) ? undefined : about;
    const job = jobID ?? run?.job_id;
    const subject = {
      ...(job === undefined ? {} : { job_id: job }), ...(run === undefined ? {} : { correlation_id: run.correlation_id }),
    };
    return [{ send: { control: { control_type: type, ...subject, actor: this.actor, payload: body } } }];
  }

  /**
   * Asks for the capabilities anew.
   *
   * @param {JSONObject} [request] Members of contract §8.1's request, over those that it sends by itself.
   * @returns {Effect[] | undefined} `undefined` without a connection.
   */
  handshake(request = {}) {
    return this.isConnected ? [{ send: { handshake: { ...this.handshakeRequest, ...request } } }] : undefined;
  }

  /**
   * Sends what was queued and is not safe to replay, or was refused, because somebody has looked at it again and says so.
   *
   * @returns {Effect[] | undefined} `undefined` without a connection.
   */
  force() {
    if (!this.isConnected) return undefined;
    this.outbox.force();
    return this.#sendReady();
  }

  /**
   * Gives up a proposal that has no answer: it is sent no more. It may have been decided all the same.
   *
   * @param {string} key
   */
  forget(key) {
    this.revision += 1;
    this.outbox.remove(key);
  }

  /**
   * What is shown, how far it has come in which stream, and which rules governed what, to be kept while the program does not run.
   *
   * @returns {JSONObject}
   */
  get saved() {
    return { ...this.following.saved, ...(this.capabilities === undefined ? {} : { capabilities: this.capabilities }) };
  }

  /**
   * Takes up what was saved, before the first connection: it goes on from the saved `seq`.
   *
   * @param {unknown} given
   * @returns {boolean} Whether it is what `saved` gives; if not, nothing is taken.
   */
  restore(given) {
    if (!isObject(given) || !this.following.restore(given)) return false;
    this.revision += 1;
    this.capabilities ??= inner(given, "capabilities");
    return true;
  }

  /**
   * Contract §8.1's request, with who uses the client.
   *
   * @returns {JSONObject}
   */
  get handshakeRequest() {
    return {
      request: "capabilities", device_id: this.deviceID, app_version: this.appVersion, actor: this.actor,
      ...(this.onBehalfOf === undefined ? {} : { on_behalf_of: this.onBehalfOf }),
    };
  }

  /** The device that its idempotency keys name; a key names one in any case. */
  get deviceID() {
    return text(this.actor, "device_id") || text(this.actor, "user_id") || "unknown";
  }

  /**
   * @param {TransportKind} kind
   * @param {number} now
   */
  #planPoll(kind, now) {
    this.#pollAt = now + (isPushed(kind) ? ClientCore.heartbeatInterval : ClientCore.pollInterval);
  }

  /**
   * @param {import("./messages.js").ServerMessage} message
   * @param {number} now
   * @returns {Effect[]}
   */
  #take(message, now) {
    /** @param {JSONObject[]} messages */
    const sent = (messages) => messages.map((send) => ({ send }));
    switch (message.kind) {
      case "capabilities":
        this.capabilities = message.capabilities;
        return [];
      case "events":
        return sent(this.following.takeEvents(message.events, now));
      case "delta":
        return [...sent(this.following.takeDelta(message, now)), ...this.#noteResume(message.resumedAt)];
      case "snapshot":
        return [...sent(this.following.takeSnapshot(message, now)), ...this.#noteResume(message.resumedAt)];
      case "checkpoint":
        this.following.takeCheckpoint(message.checkpoint, now);
        return [];
      case "answer":
        return this.#takeAnswer(message.answer, undefined, now);
      case "problem":
        return this.#takeProblem(message.problem, message.retryAfter, now);
    }
  }

  /**
   * The first answer on a new connection says where it goes on, and what has no answer yet is sent again, but for what is not
   * safe to replay: a session knows by its key what it has answered already. Polls and mends that follow do not.
   *
   * @param {number} seq
   * @returns {Effect[]}
   */
  #noteResume(seq) {
    if (!this.connecting.noteAnswer()) return [];
    this.following.resumedAtSeq = seq;
    this.outbox.startAnew();
    return this.#sendReady();
  }

  /**
   * Sends the proposals that can be sent now. On a new connection none can before it is known where the stream goes on.
   *
   * @returns {Effect[]}
   */
  #sendReady() {
    if (!this.isConnected || this.connecting.isNew) return [];
    return this.outbox.takeReady().map(({ message }) => ({ send: { propose: message } }));
  }

  /**
   * @param {Answer} answer
   * @param {Problem | undefined} problem
   * @param {number} now
   * @returns {Effect[]}
   */
  #takeAnswer(answer, problem, now) {
    this.lastAnswer = answer;
    const item = this.outbox.find(answer.to);
    this.#outcomes.push({ to: answer.to, isProposal: item !== undefined, answer, problem });
    if (item !== undefined && answer.refused === true) {
      // It was not decided, and stays the client's; somebody has to look at it before it is sent again.
      [item.queued, item.refused, item.sent] = [true, true, false];
    } else {
      this.outbox.remove(answer.to);
    }
    this.#resending.reset();
    // Where nothing is pushed the next poll brings what is new; that it has not come yet is no loss.
    const transport = this.connecting.transport;
    if (transport !== undefined && isPushed(transport)) this.following.tracker.learn(answer.current_seq);
    this.following.planMend(now);
    return this.#sendReady();
  }

  /**
   * @param {Problem} problem
   * @param {number | undefined} retryAfter
   * @param {number} now
   * @returns {Effect[]}
   */
  #takeProblem(problem, retryAfter, now) {
    if (isAnswer(problem)) return this.#takeAnswer(problem, problem, now);
    if (problem.to === undefined) return [];
    const item = this.outbox.find(problem.to);
    if (item !== undefined && isPassing(problem.status)) {
      const asked = Math.min(Math.max(retryAfter ?? 0, 0), LONGEST_WAIT) * 1_000;
      this.outbox.putOff(item, now + Math.max(asked, this.#resending.next()));
      return [];
    }
    // Over requests a handshake at fault is a problem; its answer says the same (sessions §3.1).
    if (problem.to === "handshake" && problem.status === 400) this.capabilities = { error: problem.detail ?? problem.code };
    this.outbox.remove(problem.to);
    this.#outcomes.push({ to: problem.to, isProposal: item !== undefined, problem });
    // A connection that cannot say where it goes on is of no use.
    return this.connecting.isNew && problem.to === "resume" ? [{ close: true }, ...this.lost(now)] : this.#sendReady();
  }
}
