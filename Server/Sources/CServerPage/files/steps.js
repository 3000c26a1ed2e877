// The six steps of every action (contract §11), as a decision records them.

import { el, put } from "./dom.js";

/** The steps by their names in a decision (runs §10.1). */
const STEPS = [
  ["propose", "Propose"], ["consent", "Consent"], ["check", "Check invariants"], ["execute", "Execute"],
  ["record", "Record fact"], ["trace", "Emit trace"],
];

/** How a step came out, in words. */
const RESULTS = { ok: "done", wait: "waiting", stop: "stopped here", now: "in work", open: "not reached" };

/** The steps with their names, and how each came out. */
function outcomes(reached, status) {
  const results = new Map(reached.map(({ step, result }) => [step, result]));
  const isOver = status === "halted" || reached.some(({ result }) => result !== "ok");
  return STEPS.map(([step, name], place) => {
    const isNow = !isOver && status === "running" && place === reached.length;
    const recorded = results.get(step) ?? (isNow ? "now" : "open");
    // A run that waited and was denied or cancelled has no later step.
    const result = recorded === "wait" && status === "halted" ? "stop" : recorded;
    return { name, result, words: RESULTS[result] ?? result };
  });
}

/**
 * The steps of a run with their names.
 *
 * @param {{ step: string, result: string }[]} reached
 * @param {string} status
 */
export const stepBar = (reached, status) =>
  el("ol.steps", { "aria-label": "Steps" }, outcomes(reached, status).map(({ name, result, words }) =>
    put(`li.${result}`, el("span.dot", { "aria-hidden": "true" }), put("span", name),
      put("span.unseen", `: ${words}`))));

/**
 * The steps of a run as marks alone, with one name for all: in a list that may be long.
 *
 * @param {{ step: string, result: string }[]} reached
 * @param {string} status
 */
export function stepMarks(reached, status) {
  const all = outcomes(reached, status);
  const last = all.filter(({ result }) => result !== "open").at(-1);
  const name = last === undefined ? "no step is known" : `${last.name}: ${last.words}`;
  return el("p.steps.small", { role: "img", "aria-label": name, title: name }, all.map(({ result }) => el(`span.dot.${result}`)));
}
