// Random histories over a connection that drops, doubles, turns around and breaks: in the end a client shows what the events come to.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ClientCore } from "../src/core/index.js";
import { VirtualClock } from "./support/clock.js";
import { History, folded, shown } from "./support/history.js";
import { Random, seeds } from "./support/random.js";

/** A session in this process: it answers as sessions §4 and §5 say, over a wire that loses things. */
class Session {
  constructor(random, { isFiltered, largestGap }) {
    [this.random, this.isFiltered, this.largestGap] = [random, isFiltered, largestGap];
    this.history = new History(random);
    this.isSubscribed = false;
  }

  /** Whether somebody may read an event: of a view that leaves some out, those of every third run are not for them. */
  isSeen(event) {
    return !this.isFiltered || Number(event.payload.run_id.split("_").at(-1)) % 3 !== 0;
  }

  /** The events of the view from one `seq` to another, each with the one before it. */
  between(from, to) {
    let before = this.history.events.slice(0, from - 1).findLast((event) => this.isSeen(event))?.seq ?? 0;
    return this.history.events.slice(from - 1, to).filter((event) => this.isSeen(event)).map((event) => {
      const seen = this.isFiltered || before !== event.seq - 1 ? { ...event, prev_seq: before } : event;
      before = event.seq;
      return structuredClone(seen);
    });
  }

  get checkpoint() {
    const last = this.history.events.findLast((event) => this.isSeen(event))?.seq ?? 0;
    return this.isFiltered ? { checkpoint: { seq: this.history.seq, prev_seq: last } } : {};
  }

  /** What it answers to a message. */
  answer(message) {
    const { seq, streamID } = this.history;
    if (message.handshake) return { capabilities: { packs: [] } };
    if (message.range) return { range: this.between(message.range.from, message.range.to) };
    if (message.snapshot) return this.snapshot;
    if (message.resume) {
      const { resume_from_seq: from, stream_id: of, subscribe } = message.resume;
      this.isSubscribed ||= subscribe;
      if (from > seq || (of ?? streamID) !== streamID || seq - from > this.largestGap) return this.snapshot;
      return { delta: { resumed_at_seq: from, current_seq: seq, events: this.between(from + 1, seq), ...this.checkpoint } };
    }
    return undefined;
  }

  get snapshot() {
    const { seq, streamID } = this.history;
    const at = Math.max(0, seq - 10);
    const snapshot = structuredClone(folded(this.between(1, at)).state);
    const events = this.between(at + 1, seq);
    return { snapshot: { resumed_at_seq: at, current_seq: seq, stream_id: streamID, snapshot, events, ...this.checkpoint } };
  }
}

/** A client and its session; messages take their time, and some are lost. */
class Story {
  constructor(seed, options) {
    this.random = new Random(seed);
    this.session = new Session(this.random, options);
    this.core = new ClientCore({ actor: { type: "user", user_id: "ann", device_id: "desk" } });
    this.clock = new VirtualClock(1_700_000_000_000);
    [this.isLossy, this.generation, this.lastArrival] = [true, 0, 0];
  }

  perform(effects) {
    for (const effect of effects) {
      if (effect.close) this.close();
      if (effect.open) this.open(effect.open);
      if (effect.send && this.core.isConnected) this.deliver(this.session.answer(JSON.parse(JSON.stringify(effect.send))));
    }
  }

  open(kind) {
    if (this.isLossy && this.random.chance(0.3)) return this.perform(this.core.refused(kind, this.clock.now));
    this.close();
    this.perform(this.core.opened(kind, this.clock.now));
  }

  close() {
    this.generation += 1;
    this.session.isSubscribed = false;
  }

  /** Messages take some time; answers may be lost too. */
  deliver(message) {
    if (message === undefined || (this.isLossy && this.random.chance(0.05))) return;
    const { generation, random } = this;
    this.clock.schedule(() => {
      if (generation === this.generation) this.perform(this.core.receive(message, this.clock.now));
    }, random.below(this.isLossy ? 400 : 2));
  }

  push(event) {
    if (!this.session.isSubscribed || !this.session.isSeen(event) || this.core.connecting.transport === "rest") return;
    const [whole] = this.session.between(event.seq, event.seq);
    const times = this.isLossy ? this.random.pick([0, 1, 1, 1, 1, 1, 2]) : 1;
    for (let time = 0; time < times; time++) this.deliver({ event: whole });
  }

  advance(milliseconds) {
    const end = this.clock.now + milliseconds;
    for (;;) {
      const next = Math.min(this.clock.due ?? Infinity, this.core.nextWake ?? Infinity, end);
      this.clock.now = Math.max(this.clock.now, next);
      this.clock.fire();
      if ((this.core.nextWake ?? Infinity) <= this.clock.now) this.perform(this.core.wake(this.clock.now));
      if (this.clock.now >= end && (this.clock.due ?? Infinity) > end) return;
    }
  }

  tell() {
    const { random } = this;
    this.perform(this.core.connect());
    for (let step = 0; step < 40; step++) {
      const dice = random.next();
      if (dice < 0.6) this.session.history.run().forEach((event) => this.push(event));
      else if (dice < 0.7) this.lose();
      else if (dice < 0.73) this.perform(this.core.disconnect());
      else if (dice < 0.8) this.perform(this.core.connect());
      else if (dice < 0.83) this.restart();
      else if (dice < 0.85) this.session.history = new History(random, `str_${step}`);
      this.advance(random.below(3_000));
    }
    this.isLossy = false;
    this.perform(this.core.connect());
    this.advance(120_000);
  }

  lose() {
    if (!this.core.isConnected) return;
    this.close();
    this.perform(this.core.lost(this.clock.now));
  }

  /** The program ends, and begins again with what it saved. */
  restart() {
    const saved = JSON.parse(JSON.stringify(this.core.saved));
    this.close();
    this.core = new ClientCore({ actor: { type: "user", user_id: "ann", device_id: "desk" } });
    assert.equal(this.core.restore(saved), true);
    this.perform(this.core.connect());
  }
}

describe("random histories", () => {
  for (const [name, options] of [
    ["of everything", { isFiltered: false, largestGap: 10_000 }],
    ["with snapshots", { isFiltered: false, largestGap: 20 }],
    ["of a view that leaves runs out", { isFiltered: true, largestGap: 10_000 }],
    ["of such a view, with snapshots", { isFiltered: true, largestGap: 20 }],
  ]) {
    test(name, () => {
      for (const seed of seeds(50)) {
        const story = new Story(seed, options);
        story.tell();
        const { history } = story.session;
        const { view } = story.core;
        const expected = folded(story.session.between(1, history.seq));
        assert.equal(view.connection_state, "streaming", `seed ${seed}`);
        assert.deepEqual(view.missing_seqs, [], `seed ${seed}`);
        assert.equal(view.seq, options.isFiltered ? Math.max(view.seq, story.session.checkpoint.checkpoint.prev_seq) : history.seq, `seed ${seed}`);
        assert.deepEqual(shown(story.core.following.context.state), shown(expected.state), `seed ${seed}`);
      }
    });
  }
});
