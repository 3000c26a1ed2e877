// The form of an intent: tried while somebody types, with the reasons beside the fields, and proposed.

import { alarm, el, faultText, fill, once, put, tell } from "./dom.js";
import { editorsOf, faultyRows, mark, rowAt, unmark } from "./fields.js";
import { fieldsIn } from "./proposal.js";
import { partsOf } from "./reasons.js";
import { factParts, kindOf, plainName, runAddress, valueText, waitingText } from "./words.js";

/** How long nobody has to type before what they typed is tried, in milliseconds. */
const PAUSE = 300;

/**
 * @param {import("./session.js").Session} session
 * @param {string[]} path The action; behind it `job` and a job whose proposal is changed, or `given` and a proposal.
 */
export function form(session, [action, source, given]) {
  const place = el("div");
  const abort = new AbortController();
  const node = put("article.one", put("p", el("a", { href: "#/propose" }, "← All that can be proposed")), place);
  begin(session, place, action, source, given, abort.signal)
    .catch((error) => alarm(place, error));
  return { title: plainName(action), node, end: () => abort.abort() };
}

async function begin(session, place, action, source, given, signal) {
  // It belongs to this place in the browser's history: who comes back finds it, who opens the form anew does not.
  const key = history.state?.draft ?? `${Date.now()}`;
  const vocabulary = await session.vocabulary();
  const intent = vocabulary.intents.find((each) => each.action === action || each.action.endsWith(`.${action}`));
  if (intent === undefined) throw new Error(`Nothing is called ${action}.`);
  const editors = editorsOf(intent.fields, vocabulary);
  const draft = session.drafts.get(key);
  const before = draft?.payload ?? await received(session, source, given);
  if (before !== undefined) editors.set(before);
  const consent = el("input", { type: "checkbox", id: "consent", checked: draft?.consent });
  const outcome = el("section.tried", { "aria-label": "What would happen", role: "status" });
  const send = el("button.good", { type: "submit" }, "Propose");
  const proposal = () => ({ action: intent.action, payload: editors.value(), ...(consent.checked ? { consent: true } : {}) });

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let round = 0;
  const attempt = async () => {
    const own = ++round;
    unmark(editors);
    if (faultyRows(editors).length > 0) return fill(outcome, put("p.aside", "It is tried once that is mended."));
    try {
      const told = await session.ask("/dry-run", { proposal: proposal() }, signal);
      if (own === round) showOutcome(outcome, editors, told, session);
    } catch (error) {
      if (own !== round || signal.aborted) return;
      fill(outcome, put("p.aside", `It cannot be tried now. ${faultText(error)}`));
    }
  };
  const typed = () => {
    if (!signal.aborted) history.replaceState({ draft: key }, "");
    session.drafts.set(key, proposal());
    clearTimeout(timer);
    timer = setTimeout(() => void attempt(), PAUSE);
  };
  const submit = () => {
    clearTimeout(timer);
    round += 1;
    unmark(editors);
    const [faulty] = faultyRows(editors);
    if (faulty !== undefined) return (faulty.node.querySelector("input, select, textarea") ?? send).focus();
    void once(send, () => propose(session, proposal(), outcome, () => session.drafts.delete(key)));
  };
  fill(place, put("h1", plainName(intent.name)), intent.summary && put("p", intent.summary),
    el("form", { oninput: typed, onsubmit: submit, novalidate: true }, editors.node,
      intent.consent !== undefined && put("p", consent, el("label", { for: "consent" }, " I consent to this")),
      outcome, send));
  // Nobody wants to hear what is missing before they have begun.
  if (before === undefined) fill(outcome, put("p.aside", "What would happen is shown here as you type."));
  else void attempt();
}

/** The fields with which the form begins. */
async function received(session, source, given) {
  if (given === undefined) return undefined;
  if (source === "given") return fieldsOfText(given);
  const events = await session.eventsOf(given);
  const proposal = events.filter((event) => event.event_type === "proposal").at(-1)?.payload.payload;
  return proposal && fieldsIn(proposal);
}

/** The fields of a proposal in an address, which anybody may have written. */
function fieldsOfText(text) {
  /** @type {any} */
  let proposal;
  try {
    proposal = JSON.parse(text);
  } catch {
    // It is as wrong as what is no object.
  }
  if (typeof proposal === "object" && proposal !== null && !Array.isArray(proposal)) return fieldsIn(proposal);
  throw new Error("The address of this form holds no proposal.");
}

/** What would be decided, with the reasons beside the fields that they name. */
function showOutcome(place, editors, told, session) {
  const waits = told.run?.status === "waiting";
  const word = told.decision === "accepted" ? "holds" : waits ? "asks" : "halts";
  const wait = waitingText(told.run?.waiting_for ?? []).replace("Waiting", "It would wait");
  const title = { holds: "It would be accepted", asks: wait, halts: "It would not be accepted" }[word];
  unmark(editors);
  const others = (told.violations ?? []).flatMap((violation) => partsOf(violation).filter(({ reason, paths }) => {
    const row = paths.map((path) => rowAt(editors, path)).find((each) => each !== undefined);
    if (row !== undefined) mark(row, kindOf(violation.kind)[0], valueText(reason));
    return row === undefined;
  }).map(({ reason }) => ({ kind: violation.kind, reason })));
  fill(place, put("h2", put(`span.mark.${word}`, "Tried"), " ", title),
    others.map((each) => {
      const [kind, name] = kindOf(each.kind);
      return el("p", { dir: "auto" }, put(`span.mark.${kind}`, name), " ", valueText(each.reason));
    }),
    word === "holds" && (told.facts ?? []).map((fact) =>
      put("div.card.fact.early", factParts(session, fact, "h3"))));
}

/** Proposes, and goes to the run; without a connection the proposal is queued. */
async function propose(session, proposal, place, done) {
  try {
    const isQueued = !session.queue.isOnline;
    const { answer } = session.client.propose(proposal);
    if (isQueued) {
      // The queue says so, and then what came of it.
      answer.catch(() => {});
      done();
      location.hash = "#/live";
      return;
    }
    const { job_id: job, decision, run } = await answer;
    if (decision === "accepted" || run?.status === "waiting") done();
    // The run says why.
    tell(decision === "accepted" ? "Accepted" : run?.status === "waiting" ? waitingText(run.waiting_for) : "Not accepted");
    location.hash = job === undefined ? "#/live" : runAddress(job);
  } catch (error) {
    alarm(place, error);
  }
}
