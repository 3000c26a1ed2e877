// Runs as they happen: what waits for whom and since when, and what came of the others.

import { canBeDone } from "./client/core/awaited.js";
import { ContextView, isDone } from "./client/core/context.js";
import { el, fill, keepList, put } from "./dom.js";
import { beginning } from "./example.js";
import { stepMarks } from "./steps.js";
import { momentOf } from "./timeline.js";
import {
  counted, moment, personText, plainName, runAddress, shortly, statusMark, valueText, waitingText,
} from "./words.js";

/** Runs that are a step of another run, which shows them. */
const PARTS = new Set(["grant_approval", "deny_approval", "give_consent"]);

/** How many runs are drawn at first, and more with each wish for more. */
const PIECE = 100;

/** How long the server is not asked again who may answer what, in milliseconds: that takes some work. */
const PAUSE = 30_000;

/** Whether the one who looks can do something about what a run waits for, as its words tell, or the server. */
const canAct = (session, run) => run.status === "waiting" &&
  (session.answerable.has(run.job_id) || run.waiting_for.some((words) => canBeDone(words, session.actor, run.proposer)));

/** @param {import("./session.js").Session} session */
export function live(session) {
  // Who comes back from a run finds the list as it was.
  let { words, status, most } = session.list ?? { words: "", status: "", most: PIECE };
  const scroll = session.list?.scroll;
  /** How many facts of each run wait for its decision, and how many were taken back. */
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asked = -1;
  /** Whether the server was asked since when the others wait: the stream tells the newest events alone to who comes late. */
  let isWhole = false;
  let [early, dropped] = [new Map(), new Map()];
  /** The facts by their runs, as of the last one. */
  let [left, last] = [new Map(), undefined];
  const mine = el("ul.runs", { "aria-labelledby": "mine" });
  const others = el("ul.runs", { "aria-labelledby": "others" });
  const [mineTitle, othersTitle] = [el("h2", { id: "mine" }), el("h2", { id: "others" })];
  const more = el("button", { onclick: () => { most += PIECE; draw(); } }, "Show more");
  // The stream tells a part of the runs that are done (sessions §5).
  const older = put("p.aside", "Older runs that are done are in the ", el("a", { href: "#/ledger" }, "ledger"), ".");
  const [empty, none] = [put("div"), el("p.empty", { role: "status" })];
  const filters = el("form.filters", { role: "search" },
    put("label", "Find ", el("input", {
      type: "search", placeholder: "intent, value, person", value: words, oninput: (event) => {
        [words, most] = [event.target.value, PIECE];
        draw();
      } })),
    put("label", "Status ", el("select", { onchange: (event) => { status = event.target.value; draw(); } },
      ["", "waiting", "running", "converged", "halted"].map((value) =>
        el("option", { value, selected: value === status }, value === "" ? "All" : plainName(value))))));
  const node = put("div", put("h1", "Live"), filters, mineTitle, mine, othersTitle, others, more, none, older, empty);

  const isMeant = (run) => {
    if (run.action === undefined || run.proposer === undefined || PARTS.has(plainAction(run.action))) return false;
    if (status !== "" && run.status !== status) return false;
    if (words.trim() === "") return true;
    const all = [run.action, plainName(run.action), run.proposer.user_id, run.reason, run.truth_id, ...run.waiting_for,
      whatOf(run)].join(" ");
    return all.toLowerCase().includes(words.trim().toLowerCase());
  };

  /** What a run is about, as its events tell; where the stream did not tell them, the fact that it left. */
  function whatOf({ run_id: id }) {
    const what = session.timeline.of(id)?.what;
    if (what) return what;
    const { type, ...fields } = left.get(id) ?? {};
    return shortly(fields);
  }

  function draw() {
    const state = session.client.state;
    if (last !== state.facts.at(-1)) left = new Map(state.facts.map((fact) => [fact.run_id, fact.payload]));
    last = state.facts.at(-1);
    const runs = state.runs.filter(isMeant).reverse();
    [early, dropped] = [countsOf(state.early_facts.filter((fact) => fact.provisional)), countsOf(state.dropped_facts)];
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
    const isNone = runs.length === 0 && (words !== "" || status !== "");
    fill(none, isNone && "No run here is like that.");
    none.hidden = !isNone;
    older.hidden = state.runs.filter(isDone).length < ContextView.mostDone;
    // Before the stream has answered nobody knows.
    empty.hidden = runs.length > 0 || isNone || !older.hidden || session.client.view.resumed_at_seq === undefined;
    if (!empty.hidden && empty.childElementCount === 0) fill(empty, beginning(session));
    if (rest.some((run) => run.status === "waiting")) ask(state.context_version);
    const isUntold = (run) => run.status === "waiting" && session.timeline.of(run.run_id) === undefined;
    if (isWhole || !runs.some(isUntold)) return;
    isWhole = true;
    session.ask("/inbox?all=true").then(({ inbox }) => {
      session.timeline.wait(inbox);
      draw();
    }, () => {});
  }

  /** Asks who may answer what where something is new: deputies are not told by words. */
  function ask(version) {
    if (timer !== undefined || asked === version) return;
    asked = version;
    timer = setTimeout(() => {
      timer = undefined;
      draw();
    }, PAUSE);
    session.ask("/inbox").then(({ inbox }) => {
      session.answerable = new Set(inbox.map((each) => each.job_id));
      draw();
    }, () => {});
  }

  function list(parent, runs) {
    const marks = ({ run_id: id }) => (early.has(id) ? ` · ${counted(early.get(id), "early fact")}` : "") +
      (dropped.has(id) ? ` · ${counted(dropped.get(id), "fact")} taken back` : "");
    const make = (run) => item(session, run, marks(run), whatOf(run));
    keepList(parent, runs, (run) => run.run_id, (run) => stampOf(session, run, marks(run), whatOf(run)), make);
  }

  const end = () => {
    clearTimeout(timer);
    session.list = { words, status, most, scroll: scrollY };
  };
  return { title: "Live", node, draw, scroll, end };
}

/** How many facts each run has. */
function countsOf(facts) {
  const counts = new Map();
  for (const { run_id: id } of facts) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

const plainAction = (action) => action.split(".").pop() ?? action;

/** What an item shows, as a text: the item is drawn anew where it differs. */
const stampOf = (session, run, marks, what) =>
  [marks, what, run.status, run.decision, run.reason, run.truth_id, run.waiting_for.join(), run.entries, canAct(session, run),
    session.timeline.of(run.run_id)?.last].join("\n");

function item(session, run, marks, what) {
  const times = session.timeline.of(run.run_id);
  const isMine = canAct(session, run);
  const isWaiting = run.status === "waiting";
  const outcome = isWaiting ? waitingText(run.waiting_for) : run.status === "running" ? "In work" : run.reason ?? "";
  return put(`li.card.run${isMine ? ".mine" : ""}`,
    put("div.head", el("a.title", { href: runAddress(run.job_id) }, plainName(run.action)), statusMark(run.status)),
    what && el("p.what", { dir: "auto" }, what),
    el("p.outcome", { dir: "auto" }, valueText(outcome)),
    put("p.aside", `by ${personText(run.proposer)}`, run.truth_id ? ` · ${run.truth_id}` : "",
      times && [isWaiting ? " · since " : " · ", moment(momentOf(times, run.status))], marks),
    stepMarks(times?.steps ?? [], run.status));
}
