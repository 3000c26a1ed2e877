/** @typedef {import("./types.js").StreamEvent} StreamEvent */
/** @typedef {import("./types.js").Checkpoint} Checkpoint */

/**
 * The `seq` of the event before one in the view that it comes in: its `prev_seq`, else `seq - 1`.
 *
 * @param {StreamEvent} event
 */
const seqBefore = (event) => Math.min(event.seq - 1, Math.max(0, event.prev_seq ?? event.seq - 1));

/**
 * What an event came to: events that are in order now; or it is held, and a hole was found, of `size` events in all.
 *
 * @typedef {{ ready: StreamEvent[] } | { duplicate: true } | { held: true } | { from: number, to: number, size: number }} Receipt
 */

/** Orders events by their `seq`: drops duplicates, holds early ones, never moves back (sessions §8.2). */
export class SequenceTracker {
  /** The largest gap that is filled by a range; for a larger one a snapshot is asked for (contract §14.6). */
  static largestRange = 100;
  /** The most missing events that are listed. */
  static listedMissing = 10_000;
  /** The most early events that are held. What comes beyond is dropped, and asked for again. */
  static mostHeld = 10_000;

  /** @param {number} [seq] Where it goes on. */
  constructor(seq = 0) {
    /** The highest `seq` up to which nothing of the view is missing. */
    this.seq = Math.max(0, seq);
    /** The highest `seq` that is known to exist. */
    this.highest = this.seq;
    /** How many events came more than once. */
    this.duplicates = 0;
    /**
     * Events behind a gap, by `seq`.
     *
     * @type {StreamEvent[]}
     */
    this.early = [];
  }

  /**
   * Receives an event.
   *
   * @param {StreamEvent} event
   * @returns {Receipt}
   */
  receive(event) {
    const place = this.#placeOf(event.seq);
    if (event.seq <= this.seq || this.early[place]?.seq === event.seq) {
      this.duplicates += 1;
      return { duplicate: true };
    }
    const before = this.highest;
    this.learn(event.seq);
    this.early.splice(place, 0, event);
    const ready = this.#drain();
    if (ready.length > 0) return { ready };
    if (this.early.length > SequenceTracker.mostHeld) this.early.pop();
    if (seqBefore(event) <= before) return { held: true };
    return { from: before + 1, to: seqBefore(event), size: seqBefore(event) - this.seq };
  }

  /**
   * Records that the stream has reached a `seq`, without its event.
   *
   * @param {number} seq
   */
  learn(seq) {
    this.highest = Math.max(this.highest, seq);
  }

  /**
   * Takes in that nothing of the view is to come up to a checkpoint, but for events that are known to be missing.
   *
   * @param {Checkpoint} checkpoint
   */
  take(checkpoint) {
    const last = checkpoint.prev_seq ?? checkpoint.seq;
    const isReached = last <= this.seq && (this.early.length === 0 || this.early[0].seq > checkpoint.seq);
    if (!isReached) return this.learn(last);
    this.seq = Math.max(this.seq, checkpoint.seq);
    this.learn(this.seq);
  }

  /**
   * Goes on from a snapshot, which holds everything up to its `seq`. Never moves back.
   *
   * @param {number} target
   * @returns {StreamEvent[] | undefined} The held events that follow it; `undefined` where the snapshot is older than what is
   *   known.
   */
  jump(target) {
    if (target <= this.seq) return undefined;
    this.seq = target;
    this.learn(target);
    this.early = this.early.filter((event) => event.seq > target);
    return this.#drain();
  }

  /** The first hole, both ends included; `undefined` where nothing is missing. */
  get firstHole() {
    if (this.seq >= this.highest) return undefined;
    return { from: this.seq + 1, to: this.early.length > 0 ? seqBefore(this.early[0]) : this.highest };
  }

  /**
   * The missing ones between `seq` and `highest`, ascending, the first 10,000 of them.
   *
   * @returns {number[]}
   */
  get missing() {
    const missing = [];
    let reached = this.seq;
    for (const [before, next] of [...this.early.map((event) => [seqBefore(event), event.seq]), [this.highest, this.highest]]) {
      for (let seq = reached + 1; seq <= before && missing.length < SequenceTracker.listedMissing; seq++) missing.push(seq);
      reached = next;
    }
    return missing;
  }

  /** @param {number} seq */
  #placeOf(seq) {
    let [low, high] = [0, this.early.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.early[middle].seq < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #drain() {
    let count = 0;
    for (; count < this.early.length && seqBefore(this.early[count]) <= this.seq; count++) this.seq = this.early[count].seq;
    this.learn(this.seq);
    return this.early.splice(0, count);
  }
}
