import { isDue } from "./connecting.js";
import { ContextView } from "./context.js";
import { integer, isObject, text } from "./json.js";
import { SequenceTracker } from "./sequence.js";

/** @typedef {import("./types.js").JSONObject} JSONObject */
/** @typedef {import("./types.js").Checkpoint} Checkpoint */
/** @typedef {import("./types.js").StreamEvent} StreamEvent */
/** @typedef {import("./messages.js").ServerMessage} ServerMessage */

/** The place in a stream, and what its events come to. Messages that ask for what is missing are given back. */
export class Following {
  /** How long it waits before it asks again for events that did not come. */
  static mendInterval = 1_000;

  context = new ContextView();
  tracker = new SequenceTracker();
  /**
   * The stream that its `seq` is of.
   *
   * @type {string | undefined}
   */
  streamID;
  eventsSeen = 0;
  /**
   * The `seq` from which the last connection went on.
   *
   * @type {number | undefined}
   */
  resumedAtSeq;
  /**
   * When to ask once more for events that are missing.
   *
   * @type {number | undefined}
   */
  mendAt;

  /**
   * The message that asks for everything from here.
   *
   * @param {boolean} subscribe
   * @returns {JSONObject}
   */
  resume(subscribe) {
    const streamID = this.streamID === undefined ? {} : { stream_id: this.streamID };
    return { resume: { resume_from_seq: this.tracker.seq, subscribe, ...streamID } };
  }

  /**
   * @param {StreamEvent[]} events
   * @param {number} now
   * @returns {JSONObject[]}
   */
  takeEvents(events, now) {
    /** @type {JSONObject[]} */
    const requests = [];
    this.streamID ??= events[0]?.stream_id;
    for (const event of events) {
      if (event.stream_id !== this.streamID) continue;
      const receipt = this.tracker.receive(event);
      if ("ready" in receipt) this.#apply(receipt.ready);
      if ("size" in receipt) {
        const isLarge = receipt.size > SequenceTracker.largestRange;
        requests.push(isLarge ? { snapshot: {} } : { range: { from: receipt.from, to: receipt.to } });
      }
    }
    this.planMend(now);
    return requests;
  }

  /**
   * @param {Extract<ServerMessage, { kind: "delta" }>} delta
   * @param {number} now
   * @returns {JSONObject[]}
   */
  takeDelta(delta, now) {
    this.tracker.learn(delta.current);
    const requests = this.takeEvents(delta.events, now);
    if (delta.checkpoint) this.takeCheckpoint(delta.checkpoint, now);
    return requests;
  }

  /**
   * @param {Extract<ServerMessage, { kind: "snapshot" }>} snapshot
   * @param {number} now
   * @returns {JSONObject[]}
   */
  takeSnapshot(snapshot, now) {
    if (this.streamID !== undefined && snapshot.streamID !== undefined && this.streamID !== snapshot.streamID) {
      // Another stream counts anew, and nothing of the one before is shown, also where the state is that before its first event.
      this.tracker = new SequenceTracker();
      this.context = snapshot.state;
    }
    this.streamID = snapshot.streamID ?? this.streamID;
    const waiting = this.tracker.jump(snapshot.resumedAt);
    if (waiting !== undefined) {
      this.context = snapshot.state;
      this.#apply(waiting);
    }
    this.tracker.learn(snapshot.current);
    const requests = this.takeEvents(snapshot.events.filter((event) => event.seq > this.tracker.seq), now);
    if (snapshot.checkpoint) this.takeCheckpoint(snapshot.checkpoint, now);
    return requests;
  }

  /**
   * @param {Checkpoint} checkpoint
   * @param {number} now
   */
  takeCheckpoint(checkpoint, now) {
    this.tracker.take(checkpoint);
    this.planMend(now);
  }

  /**
   * Asks again for what is missing, where that is due.
   *
   * @param {number} now
   * @returns {JSONObject[]}
   */
  wake(now) {
    if (!isDue(this.mendAt, now)) return [];
    this.mendAt = undefined;
    const hole = this.tracker.firstHole;
    if (hole === undefined) return [];
    this.mendAt = now + Following.mendInterval;
    const isLarge = this.tracker.highest - this.tracker.seq > SequenceTracker.largestRange;
    return [isLarge ? { snapshot: {} } : { range: hole }];
  }

  /** @param {number} now */
  planMend(now) {
    if (this.tracker.firstHole === undefined) this.mendAt = undefined;
    else this.mendAt ??= now + Following.mendInterval;
  }

  /**
   * What is shown, and how far it has come in which stream, to be kept while the program does not run.
   *
   * @returns {JSONObject}
   */
  get saved() {
    const streamID = this.streamID === undefined ? {} : { stream_id: this.streamID };
    return { seq: this.tracker.seq, ...streamID, state: this.context.state };
  }

  /**
   * Takes up what was saved.
   *
   * @param {unknown} given
   * @returns {boolean} Whether it is what `saved` gives; if not, nothing is taken.
   */
  restore(given) {
    if (!isObject(given)) return false;
    const [seq, state] = [integer(given, "seq"), ContextView.read(given.state)];
    if (seq === undefined || state === undefined) return false;
    this.tracker = new SequenceTracker(seq);
    this.context = state;
    this.streamID = text(given, "stream_id");
    return true;
  }

  /** @param {StreamEvent[]} events */
  #apply(events) {
    this.eventsSeen += events.length;
    for (const event of events) this.context.apply(event);
  }
}
