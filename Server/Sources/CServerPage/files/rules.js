// The rules in force, and those that wait, with the past decisions that they would change.

import { alarm, el, faultText, fill, keyed, once, put, tell } from "./dom.js";
import { Refusal } from "./session.js";
import { counted, moment, pairs, plainName, runAddress, valueText } from "./words.js";

/** How many changed decisions are drawn. */
const DRAWN = 100;

/** How long until the server is asked how far it is by then, in milliseconds. */
const PAUSE = 2_000;

/** What differs where the outcome does not (answers §2.2). */
const KINDS = { facts: "with other facts", truth: "by another rule", reason: "for another reason" };

/** @param {import("./session.js").Session} session */
export function rules(session) {
  const [now, next, adopting] = [el("section"), el("section"), el("div")];
  const said = el("p.aside", { role: "status" });
  const node = put("article.one", put("h1", "Rules"),
    put("p", el("a.button", { href: "#/handbook" }, "Read the handbook")), now, put("h2", "Pending"), said, next, adopting);
  const abort = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function load() {
    try {
      const told = await session.ask("/truths");
      fill(now, put("h2", "In force"), pairs([
        ["Hash", put("code", told.truths)],
        ["Packs", told.packs.map(({ pack, version = "" }) => `${plainName(pack)} ${version}`.trim()).join(", ")],
        ["Since", told.since && moment(told.since)],
        ["Adopted by", told.adopted_by && `@${told.adopted_by}`],
        ["Note", told.note],
      ].filter(([, value]) => value !== undefined)));
    } catch (error) {
      alarm(now, error);
    }
    await loadPending();
  }

  /** Asks until all past decisions were tried; what somebody types meanwhile stays. */
  async function loadPending() {
    clearTimeout(timer);
    let [isOpen, adoptable, words] = [true, "", ""];
    try {
      const told = await session.ask("/truths/pending", undefined, abort.signal);
      isOpen = !told.replay.done || told.diff === null;
      adoptable = told.replay.done ? told.truths : "";
      words = progress(told);
      if (keyed(next, JSON.stringify(told))) fill(next, pending(told));
    } catch (error) {
      if (abort.signal.aborted) return;
      isOpen = !(error instanceof Refusal && error.problem.status === 404);
      words = isOpen ? faultText(error) : "No rules wait to be adopted.";
      if (keyed(next, "")) fill(next);
    }
    if (said.textContent !== words) fill(said, words);
    if (keyed(adopting, adoptable)) fill(adopting, adoptable !== "" && adoption(session, adoptable, load));
    if (isOpen && !abort.signal.aborted) timer = setTimeout(() => void loadPending(), PAUSE);
  }

  void load();
  return {
    title: "Rules", node, end: () => {
      abort.abort();
      clearTimeout(timer);
    },
  };
}

/** How far the pending rules were tried. */
function progress({ replay, shadow }) {
  const undecided = replay.undecided + shadow.undecided;
  return [
    `Tried with ${counted(replay.decided, "past decision")}${replay.done ? "" : " so far"}, and ${shadow.decided} since.`,
    undecided > 0 && `${counted(undecided, "decision")} could not be decided again.`,
    !replay.done && "Adopt them here once all were tried.",
  ].filter(Boolean).join(" ");
}

function pending({ truths, since, diff, replay, shadow }) {
  const flips = [...replay.flips, ...shadow.examples].slice(-DRAWN).reverse();
  const total = shadow.flips.reduce((sum, { count }) => sum + count, replay.flips.length + replay.left_out);
  return [
    pairs([["Hash", put("code", truths)], ["Since", moment(since)]]),
    put("h3", "What changes in the rules"), changes(diff),
    put("h3", "Which past decisions would change"),
    put("p", total === 0 ? "None of those that were tried." : `${counted(total, "decision")} of those that were tried`,
      total > flips.length && `; the latest ${flips.length} are shown`),
    shadow.flips.length > 0 && [put("p", "Of those since the rules are pending:"),
      put("ul", shadow.flips.map((each) => put("li", change(each), ` (${each.count})`)))],
    put("ul.runs", flips.map(flip)),
  ];
}

/** The declarations that differ (answers §4.3). */
function changes(diff) {
  if (diff === null) return put("p", "This is being computed.");
  const parts = Object.entries(diff).filter(([kind, each]) => kind !== "packs" && typeof each === "object")
    .flatMap(([kind, each]) => Object.entries(each ?? {}).map(([name, part]) => ({ kind, name, ...part })));
  if (parts.length === 0) return put("p", "No declaration.");
  return put("ul", parts.map(({ kind, name, change: how, notes = [] }) =>
    put("li", put("strong", name), put("span.aside", ` ${plainName(kind).toLowerCase()} · ${how}`),
      notes.length > 0 && put("ul", notes.map((note) => put("li", note))))));
}

/** A form for the adoption; nobody adopts what is still being tried. */
function adoption(session, truths, done) {
  const fault = el("p.fault", { role: "alert" });
  const note = el("input", { type: "text" });
  const send = el("button.good", { type: "submit" }, "Adopt");
  const adopt = () => once(send, async () => {
    fill(fault);
    try {
      const answer = await session.ask("/truths/adopt", { truths, ...(note.value ? { note: note.value } : {}) });
      tell(answer.reason);
      if (answer.decision === "accepted") await done();
      else fill(fault, answer.reason);
    } catch (error) {
      fill(fault, faultText(error));
    }
  });
  return el("form.filters.adopt", { onsubmit: adopt }, put("label", "Note ", note), send, fault);
}

const change = ({ action, kind, from, to, run_id: runID }) => [
  // The job of a run is named as the run is (hashes §3.4).
  runID?.startsWith("run_") ? el("a.title", { href: runAddress(`job_${runID.slice(4)}`) }, plainName(action)) :
    put("strong", plainName(action)), " ",
  put("del", valueText(from)), " → ", put("ins", valueText(to)), Object.hasOwn(KINDS, kind) && ` ${KINDS[kind]}`,
];

const flip = (each) => put("li.card", put("p", change(each)),
  put("p.aside", valueText(each.reason ?? ""), ` · ${each.truth_id ?? ""} · entry ${each.entry}`));
