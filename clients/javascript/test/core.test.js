// The pure core, by sessions §8.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { ClientCore, ContextView, SequenceTracker, canBeDone, canonical, indicator, proposalKey } from "../src/core/index.js";
import { readMessage } from "../src/core/messages.js";
import { sha256 } from "../src/core/sha256.js";
import { sendable } from "../src/core/json.js";
import { InputError } from "../src/errors.js";
import { History } from "./support/history.js";
import { Random } from "./support/random.js";

const ANN = { type: "user", user_id: "ann", device_id: "desk", org_id: "acme", roles: ["clerk"] };
const NOW = 1_704_067_200_000;

/** A client with an open connection that has answered. */
function connected(kind = "websocket", options = {}) {
  const core = new ClientCore({ actor: ANN, ...options });
  core.connect();
  core.opened(kind, NOW);
  core.receive({ capabilities: { packs: ["shop"], governing: { place_order: "sha256:aa" } } }, NOW);
  core.receive({ delta: { resumed_at_seq: 0, current_seq: 0, events: [] } }, NOW);
  return core;
}

const opens = (effects) => effects.flatMap((effect) => effect.open ?? []);
const sends = (effects) => effects.flatMap((effect) => effect.send ?? []);
const answer = (to, more = {}) => ({ answer: { to, reason: "", current_seq: 0, ...more } });
const events = (count, from = 1) => new Array(count).fill(0).map((_, place) => ({
  job_id: "job_1", stream_id: "str_a", seq: from + place, context_version: 0, correlation_id: "cor_1", trace_id: "trc_1",
  event_type: "status", timestamp: "2024-01-01T00:00:00Z", payload: { run_id: "run_1", status: "running", waiting_for: [] },
}));

describe("connection", () => {
  test("each state has its indicator", () => {
    assert.deepEqual(["streaming", "reconnecting", "degraded", "offline"].map(indicator), [
      { color: "green" }, { color: "yellow" }, { color: "orange", label: "Limited mode" }, { color: "red", label: "Offline" },
    ]);
  });

  test("a connection begins with the handshake, then resumes", () => {
    const core = new ClientCore({ actor: ANN, onBehalfOf: "bob", appVersion: "2.1" });
    assert.deepEqual(core.connect(), [{ open: "websocket" }]);
    assert.deepEqual(sends(core.opened("websocket", NOW)), [
      { handshake: { request: "capabilities", device_id: "desk", app_version: "2.1", actor: ANN, on_behalf_of: "bob" } },
      { resume: { resume_from_seq: 0, subscribe: true } },
    ]);
    assert.equal(core.view.connection_state, "streaming");
  });

  test("it falls back in order, and looks again for what it prefers after 30 s", () => {
    const core = new ClientCore({ actor: ANN });
    assert.deepEqual(opens(core.connect()), ["websocket"]);
    assert.deepEqual(opens(core.refused("websocket", NOW)), ["sse"]);
    assert.deepEqual(opens(core.refused("sse", NOW)), ["rest"]);
    assert.equal(core.view.connection_state, "offline");
    core.opened("rest", NOW);
    core.receive({ delta: { resumed_at_seq: 0, current_seq: 0, events: [] } }, NOW);
    assert.equal(core.view.connection_state, "degraded");
    for (let second = 5; second < 30; second += 5) assert.deepEqual(opens(core.wake(NOW + second * 1_000)), []);
    assert.deepEqual(opens(core.wake(NOW + 30_000)), ["websocket"]);
    assert.deepEqual(core.refused("websocket", NOW + 30_000), []);
    assert.equal(core.isConnected, true);
  });

  test("it tries again at once, then after 1, 2, 4, 8, 16, 30, 30 s", () => {
    const core = connected("sse", { transports: ["sse"] });
    assert.deepEqual(opens(core.lost(NOW)), ["sse"]);
    assert.equal(core.view.connection_state, "reconnecting");
    let now = NOW;
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      core.refused("sse", now);
      assert.equal(core.nextWake, now + seconds * 1_000);
      now += seconds * 1_000;
      assert.deepEqual(opens(core.wake(now)), ["sse"]);
    }
  });

  test("a connection that breaks before it answered is none: the next transport is tried, then it waits", () => {
    const core = new ClientCore({ actor: ANN, transports: ["websocket", "rest"] });
    core.connect();
    core.opened("websocket", NOW);
    assert.deepEqual(opens(core.lost(NOW)), ["rest"]);
    core.opened("rest", NOW);
    assert.deepEqual(opens(core.lost(NOW)), []);
    assert.equal(core.nextWake, NOW + 1_000);
  });

  test("it polls every 5 s over rest, and asks every 30 s where events are pushed", () => {
    for (const [kind, seconds] of [["rest", 5], ["websocket", 30]]) {
      const core = connected(kind);
      assert.deepEqual(sends(core.wake(NOW + seconds * 1_000 - 1)), []);
      assert.deepEqual(sends(core.wake(NOW + seconds * 1_000)), [{ resume: { resume_from_seq: 0, subscribe: false } }]);
    }
  });

  test("a connection over which nothing comes for 45 s is broken", () => {
    const core = connected();
    core.wake(NOW + 30_000);
    assert.deepEqual(core.wake(NOW + 45_000), [{ close: true }, { open: "websocket" }]);
  });
});

describe("sequence", () => {
  test("duplicates are dropped, early events are held", () => {
    const core = connected();
    const [first, second, third] = events(3);
    core.receive({ event: first }, NOW);
    core.receive({ event: first }, NOW);
    assert.deepEqual(sends(core.receive({ event: third }, NOW)), [{ range: { from: 2, to: 2 } }]);
    assert.deepEqual(core.view.missing_seqs, [2]);
    core.receive({ range: [second] }, NOW);
    assert.deepEqual([core.view.seq, core.view.duplicates, core.view.events_seen], [3, 1, 3]);
  });

  test("a gap of 100 is a range, one of 101 a snapshot, and what does not come is asked for again after a second", () => {
    for (const [gap, message] of [[100, { range: { from: 1, to: 100 } }], [101, { snapshot: {} }]]) {
      const core = connected();
      assert.deepEqual(sends(core.receive({ event: events(1, gap + 1)[0] }, NOW)), [message]);
    }
    const core = connected();
    const message = { range: { from: 1, to: 50 } };
    assert.deepEqual(sends(core.receive({ event: events(1, 51)[0] }, NOW)), [message]);
    assert.deepEqual(sends(core.wake(NOW + 999)), []);
    for (const seconds of [1, 2, 3]) assert.deepEqual(sends(core.wake(NOW + seconds * 1_000)), [message]);
  });

  test("what is left out is no gap, and a checkpoint says how far nothing is to come", () => {
    const core = connected();
    core.receive({ event: { ...events(1, 4)[0], prev_seq: 0 } }, NOW);
    core.receive({ event: { ...events(1, 9)[0], prev_seq: 4 } }, NOW);
    assert.deepEqual([core.view.seq, core.view.missing_seqs], [9, []]);
    core.receive({ checkpoint: { seq: 12, prev_seq: 9 } }, NOW);
    assert.equal(core.view.seq, 12);
    core.receive({ checkpoint: { seq: 15, prev_seq: 14 } }, NOW);
    assert.deepEqual([core.view.seq, core.view.missing_seqs], [12, [13, 14]]);
  });

  test("another stream is shown anew, also where its snapshot is from before its first event", () => {
    const core = connected();
    core.receive({ range: new History(new Random(1)).run() }, NOW);
    assert.ok(core.view.seq > 0 && core.view.runs.length > 0);
    const state = JSON.parse(JSON.stringify(new ContextView().state));
    const [event] = events(1).map((given) => ({ ...given, stream_id: "str_b" }));
    core.receive({ snapshot: { resumed_at_seq: 0, current_seq: 1, stream_id: "str_b", snapshot: state, events: [event] } }, NOW);
    assert.deepEqual([core.view.seq, core.view.runs.map((run) => run.run_id)], [1, ["run_1"]]);
  });

  test("held events and lists of missing ones are bounded", () => {
    const tracker = new SequenceTracker();
    for (const event of events(SequenceTracker.mostHeld + 500, 2)) tracker.receive(event);
    assert.equal(tracker.early.length, SequenceTracker.mostHeld);
    tracker.learn(Number.MAX_SAFE_INTEGER);
    assert.equal(tracker.missing.length, SequenceTracker.listedMissing);
  });
});

describe("queue", () => {
  test("a key names device, action, moment and four digits of the proposal", () => {
    const proposal = { action: "create_invoice", amount: 500 };
    const digits = createHash("sha256").update('{"action":"create_invoice","amount":500}').digest("hex").slice(0, 4);
    assert.equal(proposalKey("ios:abc", proposal, NOW), `ios:abc:create_invoice:1704067200000:${digits}`);
    for (const text of ["", "abc", "é".repeat(100), "x".repeat(55), "x".repeat(56), "x".repeat(64), "y".repeat(1_000)]) {
      assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"));
    }
  });

  test("offline it queues the contract's record, and sends it after the next connection", () => {
    const core = connected();
    core.disconnect();
    const { key, effects } = core.propose({ action: "place_order", order_id: "o1" }, NOW);
    assert.deepEqual(effects, []);
    const record = {
      idempotency_key: key, proposal: { action: "place_order", order_id: "o1", actor: ANN }, truths_hash: "sha256:aa",
      queued_at: "2024-01-01T00:00:00.000Z", replay_safe: true,
    };
    assert.deepEqual(core.view.queue, [record]);
    core.connect();
    core.opened("websocket", NOW);
    assert.deepEqual(sends(core.receive({ delta: { resumed_at_seq: 0, current_seq: 0, events: [] } }, NOW)), [{ propose: record }]);
    core.receive(answer(key, { decision: "accepted" }), NOW);
    assert.deepEqual(core.view.queue, []);
  });

  test("the record has the hashes of its intent, also where the action has its pack before it", () => {
    const core = connected();
    const governing = { place_order: "sha256:1", "feed.viewed": "sha256:2", viewed: "sha256:3" };
    core.receive({ capabilities: { governing, governing_policies: { "feed.viewed": "sha256:4" } } }, NOW);
    core.disconnect();
    for (const action of ["place_order", "shop.place_order", "feed.viewed", "shop.feed.viewed", "shop.other", "shop.constructor"]) {
      core.propose({ action }, NOW);
    }
    assert.deepEqual(core.view.queue.map((record) => [record.truths_hash, record.policies_hash]), [
      ["sha256:1", undefined], ["sha256:1", undefined], ["sha256:2", "sha256:4"], ["sha256:2", "sha256:4"],
      [undefined, undefined], [undefined, undefined],
    ]);
  });

  test("what has no answer is sent again under the same key, also by the program that comes after", () => {
    const core = connected();
    const [{ propose: sent }] = sends(core.propose({ action: "place_order" }, NOW).effects);
    const next = new ClientCore({ actor: ANN });
    assert.equal(next.outbox.restore(JSON.parse(JSON.stringify(core.outbox.saved))), true);
    assert.equal(next.restore(JSON.parse(JSON.stringify(core.saved))), true);
    next.connect();
    next.opened("websocket", NOW);
    assert.deepEqual(sends(next.receive({ delta: { resumed_at_seq: 0, current_seq: 0, events: [] } }, NOW)), [{ propose: sent }]);
    assert.equal(next.restore({ seq: "1" }), false);
    assert.equal(next.outbox.restore([{ key: 1 }]), false);
  });

  test("what is not safe to replay, or was refused, waits until somebody forces it", () => {
    const core = new ClientCore({ actor: ANN });
    core.propose({ idempotency_key: "k", proposal: { action: "place_order" }, replay_safe: false }, NOW);
    core.connect();
    core.opened("websocket", NOW);
    assert.deepEqual(sends(core.receive({ delta: { resumed_at_seq: 0, current_seq: 0, events: [] } }, NOW)), []);
    const [{ propose: forced }] = sends(core.force());
    assert.equal(forced.forced, true);
    core.receive(answer("k", { refused: true }), NOW);
    assert.equal(core.view.queue.length, 1);
    assert.equal(sends(core.force()).length, 1);
  });

  test("what the server has no room for is sent again after the time that it says; what it will not take is given up", () => {
    const core = connected();
    const { key } = core.propose({ action: "place_order" }, NOW);
    core.receive({ problem: { status: 429, code: "too_many_requests", to: key }, retry_after: 3 }, NOW);
    assert.deepEqual(core.takeOutcomes(), []);
    assert.equal(core.nextWake, NOW + 3_000);
    assert.equal(sends(core.wake(NOW + 3_000)).length, 1);
    core.receive({ problem: { status: 503, code: "unavailable", to: key } }, NOW + 3_000);
    assert.equal(core.nextWake, NOW + 5_000);
    core.receive({ problem: { status: 413, code: "body_too_large", to: key } }, NOW + 3_000);
    assert.deepEqual(core.takeOutcomes().map(({ problem }) => problem.code), ["body_too_large"]);
    assert.deepEqual(core.outbox.items, []);
  });

  test("100 proposals are on their way at most, and each answer sends the next one (C34)", () => {
    const core = new ClientCore({ actor: ANN });
    for (let number = 0; number < 150; number += 1) {
      core.propose({ action: "place_order", order_id: `o${number}`, idempotency_key: `k${number}` }, NOW);
    }
    core.connect();
    core.opened("websocket", NOW);
    // Before it is known where the stream goes on nothing is sent, and it is sent once then.
    assert.deepEqual(core.propose({ action: "place_order", idempotency_key: "late" }, NOW).effects, []);
    const keys = (effects) => sends(effects).map(({ propose }) => propose.idempotency_key);
    const first = keys(core.receive({ delta: { resumed_at_seq: 0, current_seq: 0, events: [] } }, NOW));
    assert.deepEqual(first, Array.from({ length: 100 }, (_, number) => `k${number}`));
    assert.deepEqual(keys(core.receive(answer("k7", { decision: "accepted" }), NOW)), ["k100"]);
    // Nothing overtakes what is put off.
    core.receive({ problem: { status: 429, code: "too_many_requests", to: "k8" }, retry_after: 3 }, NOW);
    assert.deepEqual(keys(core.receive(answer("k9", { decision: "accepted" }), NOW)), []);
    assert.deepEqual(keys(core.wake(NOW + 3_000)), ["k8", "k101"]);
    assert.deepEqual(keys(core.receive({ problem: { status: 413, code: "body_too_large", to: "k10" } }, NOW + 3_000)), ["k102"]);
    assert.equal(sends(core.wake(NOW + 4_000)).length, 0);
  });

  test("control messages are not queued; they are about the run shown", () => {
    const core = new ClientCore({ actor: ANN });
    assert.equal(core.control("cancel"), undefined);
    const open = connected();
    open.receive({ range: events(1) }, NOW);
    const status = { ...events(1, 3)[0], payload: { run_id: "run_1", status: "waiting", waiting_for: ["resume"] } };
    const proposal = { ...events(1, 2)[0], event_type: "proposal", payload: { run_id: "run_1", actor: ANN, payload: { action: "place_order" } } };
    open.receive({ range: [proposal, status] }, NOW);
    assert.equal(open.view.can_i_act, true);
    assert.deepEqual(sends(open.control("cancel")), [
      { control: { control_type: "cancel", job_id: "job_1", correlation_id: "cor_1", actor: ANN, payload: {} } },
    ]);
  });
});

describe("who can act", () => {
  const proposer = { type: "user", user_id: "bob" };
  const agent = { type: "agent", user_id: "helper" };
  const mia = { type: "user", user_id: "mia", org_id: "acme", roles: ["manager", "head librarian"] };
  for (const [words, actor, by, is] of [
    ["resume", agent, proposer, true],
    ["approval from @manager", mia, proposer, true],
    ["approval from @manager", mia, { type: "user", user_id: "mia" }, false],
    ["approval from @manager", { ...mia, type: "agent" }, proposer, false],
    ["approval from @mia", mia, proposer, true],
    ["approval from @mia (@director)", mia, proposer, false],
    ["approval from @bob (@director) or @mia (@manager)", mia, proposer, true],
    ["approval from 2 of @board or @manager (not @ann, @mia)", mia, proposer, false],
    ['approval from @"head librarian"', mia, proposer, true],
    ['approval from @"head (not @mia)" or @manager', mia, proposer, true],
    ["approval from somebody", mia, proposer, false],
    ["consent from @mia", mia, proposer, true],
    ["consent from @manager", mia, proposer, false],
    ["consent from @manager", mia, agent, true],
    ["consent from any user of @acme", mia, agent, true],
    ["consent from any user of @other", mia, agent, false],
    ["consent from a person", mia, proposer, true],
    ["an override by @manager", mia, proposer, false],
    ["an override by @manager", mia, { type: "user", user_id: "mia" }, true],
    ["a miracle", mia, proposer, false],
  ]) {
    test(`${words}: ${actor.user_id} ${is ? "can" : "cannot"}`, () => assert.equal(canBeDone(words, actor, by), is));
  }
});

describe("what comes from outside", () => {
  test("numbers that the server takes keep every digit, others are refused before they are sent", () => {
    const random = new Random(7);
    for (let count = 0; count < 5_000; count++) {
      const digits = String(1 + random.below(999_999_999)) + String(random.below(999_999)).padStart(6, "0");
      const places = random.below(13);
      const padded = digits.padStart(places + 1, "0");
      const text = places === 0 ? digits : `${padded.slice(0, -places)}.${padded.slice(-places)}`;
      const given = JSON.parse(`{"amount":${text}}`);
      const [whole, fraction = ""] = text.split(".");
      const trimmed = fraction.replace(/0+$/, "");
      // RFC 8785 writes numbers below 10^-6 with an exponent.
      if (Number(text) >= 1e-6) assert.equal(JSON.stringify(sendable(given, "it").amount), trimmed === "" ? whole : `${whole}.${trimmed}`);
    }
    for (const amount of [0.1 + 0.2, 1e15, 9_007_199_254_740_993, NaN, Infinity, 1e-13, 10n]) {
      assert.throws(() => sendable({ amount }, "it"), InputError);
    }
    assert.deepEqual(sendable({ amount: [1e14, 1e-12, -0.5, 123456789012345] }, "it"), { amount: [1e14, 1e-12, -0.5, 123456789012345] });
  });

  test("canonical form sorts by UTF-16, and leaves nothing out", () => {
    const given = { "\uFB33": "\u2028", "€": 1, "\r": [1e21, -0, null, true], "😀": {}, none: undefined };
    assert.equal(canonical(given), '{"\\r":[1e+21,0,null,true],"€":1,"😀":{},"\uFB33":"\u2028"}');
  });

  test("what is no message is passed over", () => {
    const deep = JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`);
    const event = events(1)[0];
    const given = [
      null, 1, [], {}, { event: null }, { event: { ...event, seq: "1" } }, { event: { ...event, seq: 1.5 } }, { event: { ...event, payload: [] } },
      { range: [event, {}] }, { delta: {} }, { snapshot: { snapshot: {} } }, { answer: { to: 1 } }, { checkpoint: { seq: -1 } },
      { event: { ...event, payload: { deep } } }, { somethingElse: {} }, { event: { ...event, event_type: "miracle" } },
    ];
    for (const [place, message] of given.entries()) assert.equal(readMessage(message), undefined, `the message ${place}`);
  });

  test("names of objects' own members are names as any other", () => {
    const core = connected();
    const fact = '{"type": "x", "__proto__": {"polluted": true}, "constructor": 1}';
    const payload = JSON.parse(`{"run_id": "__proto__", "entry_id": "e", "payload": ${fact}}`);
    core.receive({ event: { ...events(1)[0], event_type: "fact", payload } }, NOW);
    assert.equal({}.polluted, undefined);
    assert.equal(core.view.runs[0].run_id, "__proto__");
    core.disconnect();
    core.propose({ action: "constructor" }, NOW);
    assert.equal(core.view.queue[0].truths_hash, undefined);
  });

  test("what a server tells without end is bounded", () => {
    const view = new ContextView();
    const limits = [ContextView.mostFacts, ContextView.mostDone];
    [ContextView.mostFacts, ContextView.mostDone] = [100, 50];
    try {
      const history = new History(new Random(3));
      for (let run = 0; run < 1_000; run++) for (const event of history.run()) view.apply(event);
      const { facts, runs, early_facts: early } = view.state;
      assert.ok(facts.length <= 200 && early.length <= 200, `${facts.length} ${early.length}`);
      assert.ok(runs.filter((run) => run.status !== "waiting").length <= 100);
    } finally {
      [ContextView.mostFacts, ContextView.mostDone] = limits;
    }
  });
});
