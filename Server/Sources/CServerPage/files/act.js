// What a person can do about a run that waits, as themselves.

import { canBeDone } from "./client/core/awaited.js";
import { el, faultText, fill, once, put, tell } from "./dom.js";
import { proposalHash } from "./hashes.js";
import { again, fieldsIn } from "./proposal.js";
import { CONTROLS } from "./queue.js";
import { plainName, runAddress, shortly } from "./words.js";

/** Makes the ids of fields. */
let number = 0;

/**
 * The card with what the one who looks can do; nothing where there is nothing.
 *
 * @param {import("./session.js").Session} session
 * @param {any} run
 * @param {any[]} events Of the run, as far as they are known.
 * @param {any} [item] What the server says that can be answered; without it, it is told from words.
 */
export function actions(session, run, events, item) {
  if (run?.status !== "waiting") return undefined;
  const entries = events.map((event) => event.payload);
  const entry = entries.filter((each) => each.entry_type === "proposal").at(-1);
  const proposal = entry?.payload;
  const queued = session.queue.about(run.job_id);
  if (queued.length > 0) return waits(queued);
  const isProposer = run.proposer?.user_id === session.actor.user_id;
  const does = (start) => run.waiting_for.some((words) =>
    words.startsWith(start) && canBeDone(words, session.actor, run.proposer));
  // Who acts for somebody else, and who has granted already, only the server knows.
  const agrees = (start, isAsked) =>
    (item === undefined ? does(start) : isAsked && run.waiting_for.some((words) => words.startsWith(start)));
  const about = [plainName(run.action), proposal && shortly(fieldsIn(proposal))].filter(Boolean).join(" · ");
  const steer = (type, payload = {}) => session.queue.steer(type, payload, about, run.job_id);
  const parts = [];
  const { proposal_id } = run;
  const reasoned = (...rest) => withReason(session.drafts, run.job_id, ...rest);
  if (!isProposer && agrees("approval", item?.requests.length > 0)) {
    const requests = item?.requests.map(({ request }) => request) ?? openRequests(entries, session.actor);
    parts.push(button("Approve", "good", () => steer("approve", { proposal_id })));
    if (requests.length > 0) {
      parts.push(reasoned("Approve and say why", "Why it is approved", "Approve so", "good",
        (reason) => propose(session, requests.map((request) => ({ action: "grant_approval", payload: { request }, reason })))));
    }
    parts.push(reasoned("Deny", "Why it is denied", "Deny it", "bad", (why) => steer("reject", { proposal_id, why })));
  }
  if (agrees("consent", item?.consent)) {
    parts.push(button("Consent", "good", () => steer("consent", { proposal_id })));
    // What the consent is for is hashed here: nobody can who does not see all of it.
    if (entry !== undefined && entry.masked === undefined) {
      parts.push(reasoned("Consent and say why", "Why you consent", "Consent so", "good", async (reason) => {
        const payload = { proposal_hash: await proposalHash(entry, proposal_id) };
        return propose(session, [{ action: "give_consent", payload, reason }]);
      }));
    }
  }
  if (does("resume")) parts.push(button("Resume", "good", () => steer("resume")));
  if (isProposer && proposal !== undefined && run.waiting_for.some((words) => /^(approval|an override)/.test(words))) {
    parts.push(breakGlass(session, run, proposal, reasoned));
  }
  if (isProposer) {
    parts.push(reasoned("Withdraw the proposal", undefined, "Withdraw it", "bad", () => steer("cancel"),
      "The run ends, and nobody is asked any more."));
  }
  if (parts.length === 0) return undefined;
  return el("section.card.act", { "aria-label": "What you can do" }, parts);
}

/** What is queued about a run stands in the place of what can be done about it. */
const waits = (queued) => el("section.card.act", { "aria-label": "What you can do" },
  queued.map((item) =>
    put("p", put("strong", `Queued: ${CONTROLS[item.type]}.`), " It is sent once there is a connection.")));

/** The requests of a run that are open and ask the actor, as the requests tell, where the server does not answer. */
function openRequests(entries, actor) {
  const facts = entries.filter((entry) => entry.entry_type === "fact").map((entry) => entry.payload);
  const isOpen = ({ request, count = 1 }) => {
    const answers = facts.filter((fact) => fact.request === request && /^approval\.(granted|denied)$/.test(fact.type));
    const people = new Set(answers.map((answer) => answer.granted_by));
    return people.size < count && !people.has(actor.user_id) && !answers.some(({ type }) => type === "approval.denied");
  };
  return facts.filter((fact) => fact.type === "approval.requested" && isOpen(fact) && asks(fact, actor))
    .map(({ request }) => request);
}

/** Whether a request asks somebody (approvals §4.1): by name, or by a role. */
function asks({ role = "", roles = [role, roleIn(role)], person, people = [person], excluded = [] }, actor) {
  if (excluded.includes(actor.user_id)) return false;
  return people.includes(actor.user_id) || roles.some((each) => actor.roles?.includes(each));
}

/** The role of `2 of board not by ann`. */
function roleIn(spec) {
  const role = spec.replace(/^\d+ of /, "").replace(/ (not )?by .*/, "");
  try {
    return role.startsWith("\"") ? JSON.parse(role) : role;
  } catch {
    return role;
  }
}

/** Agrees by proposals, which can have a reason (runs §3); the client queues them where there is no connection. */
async function propose(session, proposals) {
  const isQueued = !session.queue.isOnline;
  const answers = proposals.map((proposal) => session.client.propose(proposal).answer);
  if (isQueued) return undefined;
  const all = await Promise.all(answers);
  return all.find((answer) => answer.decision !== "accepted") ?? all.at(-1);
}

/** A form for the override of who may: the server tries whether it would count. */
function breakGlass(session, run, proposal, reasoned) {
  const place = el("div.action", { hidden: true });
  const said = (reason) => again(proposal, run, { override: { truth_id: run.truth_id, reason } });
  session.ask("/dry-run", { proposal: said("Would it count?") }).then((told) => {
    const waiting = told.run?.waiting_for ?? [];
    if (told.decision !== "accepted" && waiting.join() === run.waiting_for.join()) return;
    place.hidden = false;
    fill(place, reasoned("Override (break-glass) …", "Why it cannot wait", "Use break-glass", "bad",
      (reason) => override(session, said(reason)),
      "The reason is recorded with your name in the ledger. Everybody who may read this run reads it, " +
        "and rules may ask for its review."));
  }, () => {});
  return place;
}

/** Proposes once more under break-glass, and goes to the run that was accepted so. */
async function override(session, proposal) {
  const isQueued = !session.queue.isOnline;
  const { answer } = session.client.propose(proposal);
  if (isQueued) return undefined;
  const told = await answer;
  if (told.decision === "accepted") location.hash = runAddress(told.job_id);
  return told;
}

/** Does something once, and says what came of it. */
const perform = (pressed, work, fault) => once(pressed, async () => {
  fill(fault);
  try {
    const answer = await work();
    // What waits for a connection is told by the queue.
    if (answer === undefined) return;
    if (["rejected", "halted"].includes(answer.decision)) fill(fault, answer.reason);
    else tell(`${pressed.textContent}: done`);
  } catch (error) {
    fill(fault, faultText(error));
  }
});

function button(name, kind, work) {
  const fault = el("p.fault", { role: "alert" });
  const pressed = el(`button.${kind}`, { onclick: () => perform(pressed, work, fault) }, name);
  return put("div.action", pressed, fault);
}

/** A button that opens a form, which wants a reason where there is a question. What is typed stays as long as it is not sent. */
function withReason(drafts, jobID, name, question, doing, kind, work, remark = undefined) {
  const id = `why-${number++}`;
  const key = `${jobID} ${name}`;
  let isKept = drafts.has(key);
  const fault = el("p.fault", { role: "alert" });
  const field = question && el("textarea", {
    id, rows: "2", required: true, dir: "auto", "aria-describedby": remark && `${id}-about`,
    oninput: () => drafts.set(key, field.value),
  });
  if (field) field.value = drafts.get(key) ?? "";
  const send = el(`button.${kind}`, { type: "submit" }, doing);
  const title = put("summary", name);
  const close = () => {
    form.open = false;
    title.focus();
  };
  const toggled = () => {
    if (!form.open) drafts.delete(key);
    else if (!isKept) {
      drafts.set(key, field?.value ?? "");
      (field || send).focus();
    }
    isKept = false;
  };
  const form = el("details.action", { open: isKept, ontoggle: toggled }, title,
    el("form", {
      novalidate: true, onsubmit: () => {
        if (field && field.value.trim() === "") {
          field.focus();
          return fill(fault, "Say why.");
        }
        void perform(send, async () => {
          const answer = await work(field?.value.trim());
          if (!["rejected", "halted"].includes(answer?.decision)) drafts.delete(key);
          return answer;
        }, fault);
      },
    }, question && el("label", { for: id }, question), field, remark && el("p.aside", { id: `${id}-about` }, remark),
    put("div.row", send, el("button.quiet", { onclick: close }, "Close")), fault));
  return form;
}
