// Runs as they happen: what waits for whom and since when, and what came of the others.

import { canBeDone } from "./client/core/awaited.js";
import { el, fill, keepList } from "./dom.js";
import { stepMarks } from "./steps.js";
import { momentOf } from "./timeline.js";
import { counted, moment, personText, plainName, runAddress, statusMark, valueText, waitingText } from "./words.js";

/** Runs that are a step of another run, which shows them. */
const PARTS = new Set(["grant_approval", "deny_approval", "give_consent"]);

/** How many runs are drawn at first, and more with each wish for more. */
const PIECE = 100;

/** Whether the one who looks can do something about what a run waits for. */
export const canAct = (session, run) =>
  run.status === "waiting" && run.waiting_for.some((words) => canBeDone(words, session.actor, run.proposer));

/** @param {import("./session.js").Session} session */
export function live(session) {
  let most = PIECE;
  let [words, status] = ["", ""];
  /** Facts of each run that wait for its decision. */
  let early = new Map();
  const mine = el("ul.runs", { "aria-labelledby": "mine" });
  const others = el("ul.runs", { "aria-labelledby": "others" });
  const [mineTitle, othersTitle] = [el("h2", { id: "mine" }), el("h2", { id: "others" })];
  const more = el("button", { type: "button", onclick: () => { most += PIECE; draw(); } }, "Show more");
  const empty = el("div.empty.card", {}, el("p", {}, "Nothing has been proposed yet."),
    el("p", {}, el("a.button", { href: "#/propose" }, "Propose something")));
  const filters = el("form.filters", { role: "search", onsubmit: (event) => event.preventDefault() },
    el("label", {}, "Find ", el("input", {
      type: "search", placeholder: "intent, value, person", oninput: (event) => {
        [words, most] = [event.target.value.trim().toLowerCase(), PIECE];
        draw();
      } })),
    el("label", {}, "Status ", el("select", { onchange: (event) => { status = event.target.value; draw(); } },
      ["", "waiting", "running", "converged", "halted"].map((value) =>
        el("option", { value }, value === "" ? "All" : plainName(value))))));
  const node = el("div", {}, el("h1", {}, "Live"), filters, mineTitle, mine, othersTitle, others, more, empty);

  const isMeant = (run) => {
    if (run.action === undefined || run.proposer === undefined || PARTS.has(plainAction(run.action))) return false;
    if (status !== "" && run.status !== status) return false;
    if (words === "") return true;
    const all = [run.action, plainName(run.action), run.proposer.user_id, run.reason, run.truth_id, ...run.waiting_for,
      session.timeline.of(run.run_id)?.what].join(" ");
    return all.toLowerCase().includes(words);
  };

  function draw() {
    const state = session.client.state;
    const runs = state.runs.filter(isMeant).reverse();
    early = new Map();
    for (const fact of state.early_facts) if (fact.provisional) early.set(fact.run_id, (early.get(fact.run_id) ?? 0) + 1);
    /** @type {[any[], any[]]} */
    const [forMe, rest] = [[], []];
    for (const run of runs) (canAct(session, run) ? forMe : rest).push(run);
    list(mine, forMe.slice(0, most));
    list(others, rest.slice(0, most));
    fill(mineTitle, forMe.length > 0 && `Waiting for you (${forMe.length})`);
    mineTitle.hidden = mine.hidden = forMe.length === 0;
    fill(othersTitle, forMe.length > 0 ? `Others (${rest.length})` : `Runs (${rest.length})`);
    othersTitle.hidden = rest.length === 0;
    more.hidden = Math.max(forMe.length, rest.length) <= most;
    empty.hidden = runs.length > 0 || words !== "" || status !== "";
  }

  function list(parent, runs) {
    const make = (run) => item(session, run, early.get(run.run_id) ?? 0);
    keepList(parent, runs, (run) => run.run_id, (run) => stampOf(session, run, early.get(run.run_id) ?? 0), make);
  }

  return { title: "Live", node, draw };
}

const plainAction = (action) => action.split(".").pop() ?? action;

/** What an item shows, as a text: the item is drawn anew where it differs. */
const stampOf = (session, run, early) =>
  [early, run.status, run.decision, run.reason, run.truth_id, run.waiting_for.join(), run.entries, canAct(session, run),
    session.timeline.of(run.run_id)?.last].join("\n");

function item(session, run, early) {
  const times = session.timeline.of(run.run_id);
  const isMine = canAct(session, run);
  const isWaiting = run.status === "waiting";
  const outcome = isWaiting ? waitingText(run.waiting_for) : run.status === "running" ? "In work" : run.reason ?? "";
  return el(`li.card.run${isMine ? ".mine" : ""}`, {},
    el("div.head", {}, el("a.title", { href: runAddress(run.job_id) }, plainName(run.action)), statusMark(run.status)),
    times?.what && el("p.what", { dir: "auto" }, times.what),
    el("p.outcome", { dir: "auto" }, valueText(outcome)),
    el("p.aside", {}, `by ${personText(run.proposer)}`, run.truth_id ? ` · ${run.truth_id}` : "",
      times && [isWaiting ? " · since " : " · ", moment(momentOf(times, run.status))],
      early > 0 && ` · ${counted(early, "early fact")}`),
    stepMarks(times?.steps ?? [], run.status));
}
