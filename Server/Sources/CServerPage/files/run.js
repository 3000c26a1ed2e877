// One run: its reason first, then what decided, what it was about, and how anybody can check it.

import { actions } from "./act.js";
import { receipts } from "./check.js";
import { alarm, at, el, fill, keepList, put } from "./dom.js";
import { proofTree } from "./proof.js";
import { fieldsIn, inner } from "./proposal.js";
import { partsOf } from "./reasons.js";
import { stepBar } from "./steps.js";
import { momentOf } from "./timeline.js";
import { factSection } from "./run-facts.js";
import { undoing } from "./undo.js";
import {
  fieldsOf, kindOf, moment, pairs, personText, plainName, ruleLink, statusMark, valueOf, valueText, waitingText,
} from "./words.js";
import { ways } from "./ways.js";

/**
 * @param {import("./session.js").Session} session
 * @param {string[]} path
 */
export function run(session, [jobID]) {
  const [head, act, body] = [el("div"), el("div"), el("div")];
  const node = put("article.one", put("p", el("a", { href: "#/live" }, "← All runs")), head, act, body);
  /** @type {any[]} */
  let events = [];
  /** What the server says that the one who looks may answer. */
  let item;
  let [seen, acted, drawn] = ["", "", ""];
  let isLoading = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;

  const known = () => session.client.state.runs.find((run) => run.job_id === jobID);

  async function load() {
    if (isLoading) return;
    isLoading = true;
    try {
      events = await session.eventsOf(jobID);
      // The stream tells the newest events alone to who comes late.
      session.timeline.take({ range: events });
      // What takes the server longer comes to it.
      if (body.childElementCount === 0) drawBody(undefined, false);
      const decision = latest(events, "decision");
      item = known()?.status === "waiting" ? await session.inboxOf(jobID) : undefined;
      // Values are shown by their types, where these are known.
      await session.vocabulary().catch(() => {});
      const why = decision && await session.ask(at`/why/${decision.entry_id}`).catch(() => undefined);
      drawBody(why);
    } catch (error) {
      if (body.childElementCount === 0) alarm(body, error);
      retry = setTimeout(() => {
        seen = "";
        draw();
      }, 5_000);
    }
    isLoading = false;
    draw();
  }

  function draw() {
    const current = known();
    const { early_facts: early, dropped_facts: dropped } = session.client.state;
    const count = [...early, ...dropped].filter((fact) => fact.run_id === current?.run_id).length;
    const stamp = current && [current.status, current.entries, count, current.reason, ...current.waiting_for].join("\n");
    if (stamp !== seen && !isLoading) {
      seen = stamp;
      void load();
    }
    const last = session.timeline.of(current?.run_id ?? "")?.last;
    const shown = [stamp, events.length, last, session.summary(current?.truth_id)].join("\n");
    if (shown !== drawn) {
      drawn = shown;
      drawHead(current);
    }
    // The form keeps what somebody types as long as it is about the same.
    const about = [stamp, latest(events, "proposal") !== undefined, session.queue.about(jobID).length,
      JSON.stringify([session.actor, item])].join("\n");
    if (about !== acted) {
      acted = about;
      const before = act.contains(document.activeElement) ? document.activeElement : null;
      const nameIn = (element) => element?.closest("details")?.firstElementChild?.textContent;
      const [form, range] = [nameIn(before), [before?.selectionStart, before?.selectionEnd]];
      fill(act, actions(session, current, events, item));
      // Who has pressed a button that is gone goes on at what came of it.
      const same = before && [...act.querySelectorAll(before.tagName)].find((each) =>
        each.textContent === before.textContent && nameIn(each) === form);
      if (before) (same ?? head.querySelector("h1"))?.focus();
      if (typeof range[0] === "number") same?.setSelectionRange?.(...range);
    }
  }

  function drawHead(current) {
    if (current === undefined && events.length === 0) return;
    const decision = latest(events, "decision")?.payload;
    const proposal = latest(events, "proposal");
    const [status, proposer] = [current?.status ?? decision?.status ?? "running", current?.proposer ?? proposal?.actor];
    const isWaiting = status === "waiting";
    const action = current?.action ?? (proposal && inner(proposal.payload).action);
    const why = current?.reason ?? decision?.reason;
    const reason = isWaiting ? waitingText(current?.waiting_for ?? decision?.waiting_for ?? []) : why;
    const truth = current?.truth_id ?? decision?.truth_id;
    const summary = session.summary(truth);
    const times = session.timeline.of(current?.run_id);
    const hadFocus = head.contains(document.activeElement);
    fill(head,
      put("div.head", el("h1", { tabindex: "-1" }, plainName(action)), statusMark(status)),
      reason && el("p.reason", { dir: "auto" }, valueText(reason)),
      isWaiting && why && el("p", { dir: "auto" }, valueText(why)),
      put("p.aside", proposer && `Proposed by ${personText(proposer)}`,
        truth && [summary ? ` · ${summary} (` : " · ", ruleLink(truth), summary && ")"],
        times && [isWaiting ? " · since " : " · ", moment(momentOf(times, status))]),
      stepBar(decision?.steps ?? times?.steps ?? [], status));
    if (hadFocus) head.querySelector("h1")?.focus();
  }

  function drawBody(why, isWhole = true) {
    const decision = latest(events, "decision");
    const entry = latest(events, "proposal");
    // One that waited for a connection stands within its record.
    const proposal = entry && inner(entry.payload);
    const clauses = (why?.nodes ?? []).filter((node) => node.kind === "clause");
    const changing = at`#/form/${proposal?.action}/job/${jobID}`;
    const isMine = entry?.actor.user_id === session.actor.user_id;
    const isHalted = decision?.payload.status === "halted";
    const decided = `${decision?.entry_id} ${why !== undefined}`;
    // A part is made anew where what it is about has changed; what somebody has unfolded there stays.
    const parts = [
      ["clauses", decided, decision?.payload.violations.length > 0 && put("section", put("h2", titleOf(decision.payload)),
        decision.payload.violations.map((each, place) => violation(each, clauses, why, place === 0)))],
      ["holding", decided, holding(clauses)],
      ["next", decided, isWhole && proposal && decision?.payload.decision !== "accepted" && (isHalted || isMine) &&
        put("section.next", isHalted && el("a.button", { href: changing }, "Change it and try again"),
          isMine && ways(session, proposal))],
      ["proposal", `${entry?.entry_id} ${session.knownRules}`, proposal && put("section", put("h2", "What was proposed"),
        fieldsOf(fieldsIn(proposal), session.fieldsOfIntent(proposal.action)),
        proposal.reason && el("p", { dir: "auto" }, `“${valueText(proposal.reason)}”`))],
      ["facts", `${events.length} ${session.knownRules}`, factSection(session, events)],
      ["undo", decided, why && undoing(why)],
      ["proof", decided, why && proofTree(why)],
      ["receipts", `${events.length} ${decided}`, isWhole && receipts(session, events, why)],
    ];
    keepList(body, parts.filter(([, , part]) => part), ([key]) => key, ([, stamp]) => stamp, ([, , part]) => part);
  }

  const title = () => {
    const run = known();
    const what = session.timeline.of(run?.run_id ?? "")?.what;
    return run === undefined ? "Run" : [plainName(run.action), what].filter(Boolean).join(" · ");
  };
  return {
    get title() { return title(); }, node, draw, end: () => clearTimeout(retry),
  };
}

/** The entry of the last event of a kind. */
const latest = (events, type) =>
  events.filter((event) => event.event_type === type && event.payload.entry_id !== undefined).at(-1)?.payload;

/** What the clauses are that do not hold. */
function titleOf(decision) {
  const isAdvice = decision.violations.every((each) => each.kind === "advisory");
  if (decision.decision === "accepted") return isAdvice ? "Warnings" : "What was agreed to";
  return decision.violations.length > 1 ? "What decided, and what else stands against it" : "The deciding clause";
}

/** A clause that does not hold, with the value under each of its terms. */
function violation(each, clauses, why, isFirst) {
  const [kind, word] = kindOf(each.kind);
  const clause = clauses.find((node) => node.name === each.truth_id && node.clause === each.clause);
  const terms = clause?.because.map((id) => why.nodes[id - 1]) ?? [];
  const unitOf = (name) => terms.find((node) => node?.name === name)?.unit;
  return put(`div.clause.${kind}${isFirst ? ".first" : ""}`,
    said(each, kind, word),
    clause?.text && put("p", put("code", valueText(clause.text))),
    Object.keys(each.values ?? {}).length > 0 &&
      pairs(Object.entries(each.values).map(([name, value]) => [put("code", name), valueOf(value, unitOf(name))])),
    put("p.aside", `${each.truth_id} · ${each.clause}`, clause?.place && ` · ${clause.place}`,
      each.approved_by && ` · approved by @${each.approved_by}`, each.overridden && " · overridden"));
}

/** What a clause says; of several faults, which the reason of the run names in one sentence, each for itself. */
function said(each, kind, word) {
  const mark = put(`span.mark.${kind}`, word);
  const parts = partsOf(each);
  if (parts.length === 1) return el("p.said", { dir: "auto" }, mark, " ", valueText(each.reason));
  return put("div.said", mark, put("ul", parts.map(({ reason }) => el("li", { dir: "auto" }, valueText(reason)))));
}

/** What holds, folded: nobody has to do anything about it. */
function holding(clauses) {
  const holds = clauses.filter((node) => node.outcome === "holds" || node.outcome === "not applicable");
  if (holds.length === 0) return undefined;
  return put("details.fold", put("summary", `What holds (${holds.length})`),
    put("ul", holds.map((node) =>
      put("li", put("code", valueText(node.text)), " ",
        put("span.aside", node.outcome === "holds" ? node.name : `does not apply · ${node.name}`)))));
}
