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
  const mine = el("ul.runs", { "aria-labelledby": "mine" });
  const others = el("ul.runs", { "aria-labelledby": "others" });
  const [mineTitle, othersTitle] = [el("h2", { id: "mine" }), el("h2", { id: "others" })];
  const more = el("button", { type: "button", onclick: () => { most += PIECE; draw(); } }, "Show more");
  const empty = el("div.empty.card", {}, el("p", {}, "Nothing has been proposed yet."),
    el("p", {}, el("a.button", { href: "#/propose" }, "Propose something")));
  const filters = el("form.filters", { role: "search", onsubmit: (event) => event.preventDefault() },
    el("label", {}, "Find ", el("input", {
      type: "search", placeholder: "intent, value, person", value: words, oninput: (event) => {
        [words, most] = [event.target.value, PIECE];
        draw();
      } })),
    el("label", {}, "Status ", el("select", { onchange: (event) => { status = event.target.value; draw(); } },
      ["", "waiting", "running", "converged", "halted"].map((value) =>
        el("option", { value, selected: value === status }, value === "" ? "All" : plainName(value))))));
  // The stream tells the newest events alone.
  const older = el("p", {}, el("a", { href: "#/ledger" }, "Older runs are in the ledger"));
  const node = el("div", {}, el("h1", {}, "Live"), filters, mineTitle, mine, othersTitle, others, more, older, empty);

  const isMeant = (run) => {
    if (run.action === undefined || run.proposer === undefined || PARTS.has(plainAction(run.action))) return false;
    if (status !== "" && run.status !== status) return false;
    if (words.trim() === "") return true;
    const all = [run.action, plainName(run.action), run.proposer.user_id, run.reason, run.truth_id, ...run.waiting_for,
      session.timeline.of(run.run_id)?.what].join(" ");
    return all.toLowerCase().includes(words.trim().toLowerCase());
  };

  function draw() {
    const state = session.client.state;
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
    older.hidden = state.runs.length === 0;
    empty.hidden = runs.length > 0 || words !== "" || status !== "";
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
    const make = (run) => item(session, run, marks(run));
    keepList(parent, runs, (run) => run.run_id, (run) => stampOf(session, run, marks(run)), make);
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
const stampOf = (session, run, marks) =>
  [marks, run.status, run.decision, run.reason, run.truth_id, run.waiting_for.join(), run.entries, canAct(session, run),
    session.timeline.of(run.run_id)?.last].join("\n");

function item(session, run, marks) {
  const times = session.timeline.of(run.run_id);
  const isMine = canAct(session, run);
  const isWaiting = run.status === "waiting";
  const outcome = isWaiting ? waitingText(run.waiting_for) : run.status === "running" ? "In work" : run.reason ?? "";
  return el(`li.card.run${isMine ? ".mine" : ""}`, {},
    el("div.head", {}, el("a.title", { href: runAddress(run.job_id) }, plainName(run.action)), statusMark(run.status)),
    times?.what && el("p.what", { dir: "auto" }, times.what),
    el("p.outcome", { dir: "auto" }, valueText(outcome)),
    el("p.aside", {}, `by ${personText(run.proposer)}`, run.truth_id ? ` · ${run.truth_id}` : "",
      times && [isWaiting ? " · since " : " · ", moment(momentOf(times, run.status))], marks),
    stepMarks(times?.steps ?? [], run.status));
}
