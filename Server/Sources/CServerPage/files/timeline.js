// When what happened to a run, by the events of the stream. The client's view has what they come to, and not their moments.

import { fieldsIn } from "./proposal.js";
import { shortly } from "./words.js";

/** @typedef {{ last: string, what: string, since?: string, steps: { step: string, result: string }[] }} RunTimes */

/** How many runs are remembered. */
const MOST = 20_000;

/** Since when a run waits; of others when something happened last. */
export const momentOf = (times, status) => (status === "waiting" ? times.since ?? times.last : times.last);

/** The moments of runs, and in short what they are about. */
export class Timeline {
  /** @type {Map<string, RunTimes>} */
  runs = new Map();

  /** @param {string} runID */
  of(runID) {
    return this.runs.get(runID);
  }

  /** Takes the events of a message of the server. */
  take(message) {
    const events = message?.event ? [message.event] : message?.delta?.events ?? message?.snapshot?.events ?? message?.range;
    if (Array.isArray(events)) for (const event of events) this.#takeEvent(event);
  }

  /** Takes since when runs wait whose events nobody told, as `/inbox` has it. */
  wait(items) {
    for (const { run_id: id, since } of items) {
      if (!this.runs.has(id)) this.runs.set(id, { last: since, what: "", since, steps: [] });
    }
  }

  #takeEvent(event) {
    const payload = event?.payload;
    const runID = payload?.run_id;
    if (typeof runID !== "string" || typeof event.timestamp !== "string") return;
    const at = event.timestamp;
    let run = this.runs.get(runID);
    if (run === undefined) {
      run = { last: at, what: "", steps: [] };
      this.runs.set(runID, run);
      if (this.runs.size > MOST) this.runs.delete(this.runs.keys().next().value ?? "");
    }
    if (at >= run.last) run.last = at;
    if (event.event_type === "proposal") {
      run.what = shortly(fieldsIn(payload.payload ?? {}));
    } else if (event.event_type === "decision") {
      const decision = payload.payload ?? {};
      run.steps = Array.isArray(decision.steps) ? decision.steps : run.steps;
      run.since = decision.status === "waiting" ? run.since ?? at : undefined;
    } else if (event.event_type === "status" && payload.status === "waiting") {
      run.since ??= at;
    }
  }
}
