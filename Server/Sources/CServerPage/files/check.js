// Receipts of a run: the entries of the ledger with their hashes, which the browser recomputes.

import { canonical } from "./client/core/json.js";
import { at, el, faultText, fill, once, put } from "./dom.js";
import { decisionHashes, goesOn, headOf, idOf } from "./hashes.js";
import { Refusal } from "./session.js";
import { MASKED, counted, moment, plainName } from "./words.js";

/** What nobody can recompute in a browser. */
const BEYOND = [
  "The proof and what would pass: they are the server's account of its rules. `truths verify`, with the rules, decides anew.",
  "The hash of the rules: `truths build` prints it.",
];

/**
 * @typedef {{ holds: boolean | undefined, words: string, isOpen?: boolean, head?: import("./heads.js").Head }} Result
 *   `isOpen` where it could not be checked, which says nothing about the ledger.
 */

/**
 * Asks for the proof of an entry, and says whether it holds. What keeps the browser from asking or hashing is thrown.
 *
 * @returns {Promise<Result>}
 */
async function checked(session, entry) {
  const failed = (words) => ({ holds: false, words });
  let told;
  try {
    told = await session.ask(at`/ledger/entries/${entry.entry_id}`);
  } catch (error) {
    if (error instanceof Refusal && error.problem.status === 404) return failed(faultText(error));
    throw error;
  }
  if (told.entry.masked !== undefined || entry.masked !== undefined) {
    return { holds: undefined, words: "Values are hidden from you, so you cannot check it." };
  }
  if (canonical(told.entry) !== canonical(entry)) return failed("The ledger has another entry than the stream told.");
  const id = await idOf(entry);
  if (id !== entry.entry_id) return failed(`What it says has the id ${id}.`);
  if (told.index !== entry.sequence - 1) {
    return failed(`The ledger has it at place ${told.index + 1}, and it says ${entry.sequence}.`);
  }
  // A proof that is too short or too long leads nowhere.
  const head = await headOf(told).catch(faultText);
  if (head !== told.head) return failed(`It leads to ${head}, and the ledger's head is ${told.head}.`);
  return { holds: true, words: `It stands at place ${told.index + 1} of ${told.size}.`, head: { size: told.size, head } };
}

/**
 * Whether the heads that proofs led to are those of one ledger, which goes on from all that this page was told before.
 *
 * @param {import("./session.js").Session} session
 * @param {import("./heads.js").Head[]} led
 * @param {{ size: number, heads: import("./heads.js").Head[] }} known What this page was told before it asked for the proofs.
 * @param {string[]} open Takes what could not be asked.
 * @returns {Promise<{ faults: string[], last?: import("./heads.js").Head, before: number }>}
 */
async function oneLedger(session, led, known, open) {
  const faults = session.heads.isTorn ? ["The server told two heads of one size: no ledger has both."] : [];
  const last = [...led].sort((one, other) => other.size - one.size)[0];
  if (last === undefined) return { faults, before: 0 };
  const { size: seen, heads } = known;
  let before = heads.length;
  if (last.size < seen) faults.push(`The proofs are of ${counted(last.size, "entry")}, and the stream told of ${seen}.`);
  const others = new Map([...led, ...heads].map((head) => [`${head.size} ${head.head}`, head]));
  others.delete(`${last.size} ${last.head}`);
  for (const head of others.values()) {
    const name = `The ledger of ${head.size} entries that the server told of`;
    if (head.size > last.size) {
      faults.push(`${name} is larger than that of the proofs.`);
      continue;
    }
    try {
      const isSame = head.size === last.size ? head.head === last.head :
        await goesOn(head, last, (await session.ask(`/ledger/consistency?from=${head.size}&to=${last.size}`)).consistency);
      if (!isSame) faults.push(`${name} is not the beginning of that of the proofs.`);
    } catch (error) {
      open.unshift(`${name}: ${faultText(error)}`);
      before = 0;
    }
  }
  return { faults, last, before };
}

/**
 * The decisions of a run, each with its proposal and its facts.
 *
 * @param {any[]} entries
 */
function decisionsIn(entries) {
  const all = [];
  let proposal;
  for (const entry of entries) {
    if (entry.entry_type === "proposal") proposal = entry;
    else if (entry.entry_type === "decision") all.push({ proposal, decision: entry, facts: [] });
    else if (entry.entry_type === "fact") all.at(-1)?.facts.push(entry);
  }
  return all;
}

/** Whether the proof of a decision says something else than the decision, and whether it hides some of its values. */
function compared(decision, why) {
  const [top] = why.nodes;
  const { reason, truths_hash, decision: outcome } = decision.payload;
  const pairs = [[top?.text, reason], [top?.truths, truths_hash], [why.decision_id, decision.entry_id]];
  const isOther = pairs.some(([told, recorded]) => told !== undefined && told !== recorded);
  const values = decision.payload.violations.flatMap((each) => {
    const clause = why.nodes.find((node) => node.name === each.truth_id && node.clause === each.clause);
    const terms = (clause?.because ?? []).map((id) => why.nodes[id - 1]);
    return terms.filter((node) => node?.value !== undefined && Object.hasOwn(each.values ?? {}, node.name))
      .map((node) => [node.value, each.values[node.name]]);
  });
  const isOtherValue = values.filter((pair) => !hides(pair)).some(([told, recorded]) => canonical(told) !== canonical(recorded));
  const isOtherOutcome = top?.outcome !== undefined && ![outcome, decision.payload.status].includes(top.outcome);
  return { isOther: isOther || isOtherValue || isOtherOutcome, isHidden: values.some(hides) };
}

/** Whether a value of the proof, or something in it, is not shown to the reader: then it is no other value. */
const hides = ([told]) => canonical(told).includes(JSON.stringify(MASKED));

/**
 * Checks what a run shows, and says what was checked and what was not.
 *
 * @param {import("./session.js").Session} session
 * @param {any[]} entries
 * @param {any} why
 * @param {(place: number, result: Result) => void} tell Called with each entry.
 * @returns {Promise<{ faults: string[], done: string[], open: string[], said: string, last?: import("./heads.js").Head }>}
 */
async function checkAll(session, entries, why, tell) {
  /** @type {Result[]} */
  const results = [];
  // Entries that come while the proofs are asked for are not of them.
  const known = { size: session.client.state.context_version ?? 0, heads: session.heads.all };
  for (const [place, entry] of entries.entries()) {
    const result = await checked(session, entry)
      .catch((error) => ({ holds: undefined, isOpen: true, words: `Not checked: ${faultText(error)}` }));
    results.push(result);
    tell(place, result);
  }
  const done = [];
  const open = [...BEYOND];
  const { faults, last, before } = await oneLedger(session, results.flatMap((result) => result.head ?? []), known, open);
  const count = (isMeant) => results.filter(isMeant).length;
  const [holding, unasked] = [count(({ holds }) => holds === true), count(({ isOpen }) => isOpen)];
  const hidden = count(({ holds }) => holds === undefined) - unasked;
  const failing = results.length - holding - hidden - unasked;
  if (failing > 0) faults.unshift(`${counted(failing, "entry")} cannot be led to the ledger.`);
  if (unasked > 0) open.unshift(`${counted(unasked, "entry")}; why is said below.`);
  if (hidden > 0) open.unshift(`${counted(hidden, "entry")} with values that are hidden from you.`);
  if (before > 0) done.push("The ledger goes on from what the server told this page before.");
  for (const { proposal, decision, facts } of decisionsIn(entries)) {
    const name = `of the decision at place ${decision.sequence}`;
    if ([proposal, decision, ...facts].some((entry) => entry === undefined || entry.masked !== undefined)) {
      open.unshift(`What the hashes ${name} are of: something of it is not shown to you.`);
      continue;
    }
    const { input, output, fault } = await decisionHashes(proposal, decision, facts)
      .catch((error) => ({ input: "", output: "", fault: faultText(error) }));
    if (fault !== undefined) {
      open.unshift(`The hashes ${name}: ${fault}`);
      continue;
    }
    if (output === decision.payload.output_hash) done.push(`The output hash ${name}, from its reason, clauses and facts.`);
    else faults.push(`The output hash ${name} is not that of its reason, clauses and facts.`);
    if (input === decision.payload.input_hash) done.push(`The input hash ${name}, from the proposal and the head before it.`);
    else open.unshift(`The input hash ${name}: it is also of a budget that is not shown here.`);
  }
  const decision = entries.filter((entry) => entry.entry_type === "decision").at(-1);
  if (why !== undefined && decision !== undefined && decision.masked === undefined) {
    const { isOther, isHidden } = compared(decision, why);
    if (isOther) faults.push("The proof says something else than the decision in the ledger.");
    else done.push("The proof has the reason, the outcome and the values of the decision in the ledger.");
    if (isHidden) open.unshift("Values of the proof that are hidden from you.");
  }
  const said = holding + failing === 0 ?
    `No entry could be recomputed here${hidden === results.length ? ": values are hidden from you" : ""}.` :
    `${holding} of ${results.length - hidden} entries were recomputed here, and are what the ledger holds.`;
  return { faults, done, open, said, last };
}

/**
 * The receipts, folded.
 *
 * @param {import("./session.js").Session} session
 * @param {any[]} events
 * @param {any} [why] The answer of `/why/…`.
 */
export function receipts(session, events, why) {
  const entries = events.map((event) => event.payload).filter((entry) => entry.entry_id !== undefined);
  if (entries.length === 0) return undefined;
  const results = entries.map(() => el("p.result"));
  const all = el("div.checked", { role: "status" });
  const tell = (place, { holds, words }) => {
    fill(results[place], holds === undefined ? "– " : holds ? "✓ " : "✗ ", words);
    results[place].className = `result ${holds === undefined ? "" : holds ? "holds" : "violated"}`;
  };
  const check = el("button", {
    onclick: () => once(check, async () => {
      fill(all, put("p", "Checking …"));
      const { faults, done, open, said, last } = await checkAll(session, entries, why, tell);
      const list = (title, items) =>
        items.length > 0 && [put("h3", title), put("ul", items.map((item) => put("li", item)))];
      fill(all, faults.map((fault) => put("p.fault", `✗ ${fault}`)),
        put("p", said,
          last && [` The ledger has ${counted(last.size, "entry")}, its head is `, put("code", last.head), "."]),
        list("Checked", done), list("Not checked", open));
    }),
  }, "Check");
  return put("details.fold", put("summary", `Receipts (${entries.length})`),
    put("p", "Each entry is hashed here, in the browser, and led to the head of the ledger by its proof."), check, all,
    put("ol.receipts", entries.map((entry, place) => receipt(entry, results[place]))));
}

function receipt(entry, result) {
  const hashes = entry.entry_type === "decision" ? ["input_hash", "output_hash", "truths_hash"] : [];
  return put("li",
    put("p", put("strong", plainName(entry.entry_type)), " ", put("code", entry.entry_id), " ", moment(entry.timestamp)),
    hashes.filter((name) => entry.payload[name] !== undefined)
      .map((name) => put("p.hash", `${plainName(name)} `, put("code", entry.payload[name]))),
    result);
}
