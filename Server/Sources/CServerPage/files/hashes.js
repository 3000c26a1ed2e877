// Hashes of the ledger as the browser recomputes them (hashes §3, §4).

import { canonical } from "./client/core/json.js";
import { fieldsIn, inner } from "./proposal.js";

const encoder = new TextEncoder();

/** SHA-256. The browser has it in secure contexts alone: over HTTPS, and on this machine. */
async function sha256(bytes) {
  if (crypto.subtle === undefined) throw new Error("This browser computes hashes over HTTPS alone.");
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** One byte string behind the other. */
function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (hash) => Uint8Array.from(hash.replace("sha256:", "").match(/../g) ?? [], (pair) => parseInt(pair, 16));
const nodeOf = (left, right) => sha256(joined([1], left, right));
const isOdd = (number) => number % 2 === 1;
const half = (number) => Math.floor(number / 2);

/** The hash of a value, over its canonical JSON. */
export const hashOf = async (value) => `sha256:${hex(await sha256(encoder.encode(canonical(value))))}`;

/** The id that an entry has by what it says (hashes §3). */
export async function idOf({ entry_id: _, ...said }) {
  return `ctx_${(await hashOf(said)).slice(7, 23)}`;
}

/** What was said about a proposal that an agreement to it is also for. */
const AGREED = ["confidence", "on_behalf_of", "pack", "reason", "requires_consent", "truth_id"];

/**
 * The hash by which people agree to a proposal (hashes §3.2).
 *
 * @param {any} entry That of the proposal as it was received. Of the record of a queue, the record's own members count first.
 * @param {string} id The proposal's.
 */
export function proposalHash({ payload: received, actor }, id) {
  const proposal = inner(received);
  const valueOf = (name) => (Object.hasOwn(received, name) ? received[name] : proposal[name]);
  const said = AGREED.map((name) => [name, valueOf(name)]).filter(([, value]) => value !== undefined && value !== null);
  return hashOf({
    action: proposal.action ?? "", fields: fieldsIn(received), proposal_id: id, user_id: actor.user_id ?? "",
    ...Object.fromEntries(said),
  });
}

/**
 * The head that a proof of inclusion leads to (RFC 9162 §2.1.3.2).
 *
 * @param {any} told `{"entry", "index", "size", "inclusion"}`.
 * @returns {Promise<string>}
 * @throws {Error} Where the proof is too short or too long.
 */
export async function headOf({ entry, index, size, inclusion }) {
  let hash = await sha256(joined([0], encoder.encode(canonical(entry))));
  let [place, last] = [index, size - 1];
  for (const step of inclusion) {
    if (last === 0) throw new Error("the proof is too long");
    if (isOdd(place) || place === last) {
      hash = await nodeOf(bytesOf(step), hash);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = await nodeOf(hash, bytesOf(step));
    }
    [place, last] = [half(place), half(last)];
  }
  if (last !== 0) throw new Error("the proof is too short");
  return `sha256:${hex(hash)}`;
}

/**
 * Whether a ledger goes on from a smaller one (RFC 9162 §2.1.4.2).
 *
 * @param {import("./heads.js").Head} from
 * @param {import("./heads.js").Head} to
 * @param {string[]} proof
 */
export async function goesOn(from, to, proof) {
  if (from.size === to.size) return from.head === to.head;
  let [place, last] = [from.size - 1, to.size - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  // Where the smaller one is a whole tree, its head is the first step, which the proof leaves out.
  const steps = [...(place === 0 ? [from.head] : []), ...proof].map(bytesOf);
  if (steps.length === 0) return false;
  let [before, after] = [steps[0], steps[0]];
  for (const step of steps.slice(1)) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      [before, after] = [await nodeOf(step, before), await nodeOf(step, after)];
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      after = await nodeOf(after, step);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && `sha256:${hex(before)}` === from.head && `sha256:${hex(after)}` === to.head;
}

/** A moment as hashes have it: fractions of a second only where there are some. */
const plainMoment = (text) => text.replace(".000Z", "Z");

/**
 * The hashes of what a decision was made of, and of what it came to (hashes §3.3).
 *
 * @param {any} proposal The entry of the proposal.
 * @param {any} decision That of the decision.
 * @param {any[]} facts Those of its facts, in order.
 */
export async function decisionHashes(proposal, decision, facts) {
  const { context_head, truths_hash, decision: outcome, reason, truth_id, violations } = decision.payload;
  const used = { ...proposal.payload, timestamp: plainMoment(proposal.payload.timestamp ?? decision.timestamp) };
  const said = violations.map(({ source: _, ...rest }) => rest);
  return {
    input: await hashOf({ context: context_head, proposal: used, truths: truths_hash }),
    output: await hashOf({ decision: outcome, facts: facts.map((fact) => fact.payload), reason, truth_id, violations: said }),
  };
}
