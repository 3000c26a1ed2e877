import { ContextView } from "../../src/core/context.js";

/** A stream of events as a session makes them, of runs that are accepted, halted, wait, and are decided again. */
export class History {
  events = [];
  #entries = 0;
  #runs = 0;

  constructor(random, streamID = "str_a") {
    [this.random, this.streamID] = [random, streamID];
  }

  get seq() {
    return this.events.length;
  }

  add(runID, type, payload) {
    if (payload.entry_type !== undefined && !payload.provisional) {
      this.#entries += 1;
      payload = { entry_id: `ctx_${this.#entries}`, sequence: this.#entries, ...payload };
    }
    const event = {
      job_id: runID.replace("run_", "job_"), stream_id: this.streamID, seq: this.seq + 1, context_version: this.#entries,
      correlation_id: `cor_${runID}`, trace_id: `trc_${runID}`, event_type: type, timestamp: "2026-01-01T00:00:00Z",
      payload: { run_id: runID, correlation_id: `cor_${runID}`, ...payload },
    };
    this.events.push(event);
    return event;
  }

  /** A run's events, from its beginning to its end, or until it waits. */
  run() {
    const { random } = this;
    const id = `run_${this.streamID}_${++this.#runs}`;
    const actor = { type: "user", user_id: random.pick(["ann", "bob"]), device_id: "desk" };
    const facts = Array.from({ length: random.below(4) }, (_, place) => {
      return { type: "order.placed", order_id: `${id}-${place}`, amount: random.below(9) };
    });
    const outcome = random.pick(["accepted", "rejected", "waiting"]);
    const start = this.seq;
    this.add(id, "status", { status: "running", waiting_for: [] });
    this.add(id, "proposal", { entry_type: "proposal", actor, payload: { action: "place_order" } });
    for (const fact of facts) this.add(id, "fact", { entry_type: "fact", provisional: true, payload: fact });
    if (outcome === "waiting") {
      this.#decide(id, actor, "rejected", "waiting", facts);
      if (random.chance(0.5)) this.#decide(id, actor, "accepted", "converged", facts);
    } else {
      this.#decide(id, actor, outcome, outcome === "accepted" ? "converged" : "halted", facts);
    }
    return this.events.slice(start);
  }

  #decide(id, actor, decision, status, facts) {
    const waiting = status === "waiting" ? ["approval from @manager"] : [];
    const { random } = this;
    const decided = { decision, status, truth_id: "shop.ordering", reason: "so it is", waiting_for: waiting };
    this.add(id, "decision", { entry_type: "decision", actor, payload: decided });
    for (const fact of facts) {
      if (decision === "accepted") {
        const corrected = random.chance(0.1) ? `ctx_${1 + random.below(this.#entries)}` : undefined;
        this.add(id, "fact", { entry_type: "fact", actor, payload: fact, ...(corrected && { corrects: corrected }) });
      } else {
        this.add(id, "fact", { entry_type: "fact", provisional: true, dropped: true, reason: "so it is", payload: fact });
      }
    }
    this.add(id, "trace", { entry_type: "trace", actor, truth_id: "shop.ordering", payload: { truth_id: "shop.ordering" } });
    this.add(id, "status", { status, waiting_for: waiting });
  }
}

/** What events come to. */
export function folded(events) {
  const view = new ContextView();
  for (const event of events) view.apply(structuredClone(event));
  return view;
}

/** A state without what depends on when a screen was drawn. */
export const shown = (state) => JSON.parse(JSON.stringify({ ...state, runs: state.runs.map(({ rendered_before_done: _, ...run }) => run) }));
