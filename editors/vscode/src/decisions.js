"use strict";

// The decisions of a ledger, as its lines have them. It knows nothing of the editor.

const fs = require("node:fs");
const readline = require("node:readline");

const DECISION = /"entry_type": ?"decision"/;
/** How much of a ledger's end is read: what is older is asked for with `truths why`. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_DECISIONS = 500;
/** In how much of a file's end a decision must stand. */
const SNIFFED_BYTES = 1024 * 1024;

/** Whether a file is a ledger with decisions, by its end. */
async function hasDecisions(file) {
  const handle = await fs.promises.open(file);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, SNIFFED_BYTES);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return DECISION.test(buffer.toString("latin1"));
  } finally {
    await handle.close();
  }
}

/**
 * Reads the newest decisions of a ledger, the last one first. Lines that are no entries are passed over, as the
 * rest of a line at the beginning is: `truths verify` judges ledgers.
 *
 * @returns `{ decisions: [{ sequence, decision, reason, timestamp, truth, violations, action, proposal, actor }], isWhole }`; the members
 *   of the proposal are missing where it stands before what was read.
 */
async function newestDecisions(file, mostBytes = MOST_BYTES) {
  const { size } = await fs.promises.stat(file);
  const start = Math.max(0, size - mostBytes);
  const stream = fs.createReadStream(file, { start, encoding: "utf8" });
  let isWhole = start === 0;
  const proposals = new Map();
  const decisions = [];
  for await (const line of readline.createInterface({ input: stream, crlfDelay: Infinity })) {
    take(line, proposals, decisions);
    if (decisions.length > 2 * MOST_DECISIONS) decisions.splice(0, MOST_DECISIONS);
  }
  if (decisions.length > MOST_DECISIONS) {
    decisions.splice(0, decisions.length - MOST_DECISIONS);
    isWhole = false;
  }
  return { decisions: decisions.reverse(), isWhole };
}

function take(line, proposals, decisions) {
  if (!/"entry_type": ?"(proposal|decision)"/.test(line)) return;
  const entry = parsed(line);
  if (!entry || !entry.payload || typeof entry.payload !== "object" || !Number.isSafeInteger(entry.sequence)) return;
  const { payload } = entry;
  if (entry.entry_type === "proposal") proposals.set(entry.run_id, payload);
  if (entry.entry_type !== "decision") return;
  // A run that waited is decided again; a proposal that waits keeps its place among the runs.
  const { action, actor, ...proposal } = proposals.get(entry.run_id) || {};
  const violations = Array.isArray(payload.violations) ? payload.violations.filter((one) => one && typeof one === "object") : [];
  decisions.push({
    sequence: entry.sequence, decision: payload.status === "waiting" ? "waiting" : payload.decision, reason: payload.reason,
    timestamp: entry.timestamp, truth: payload.truth_id, violations, action,
    proposal: action ? proposal : undefined, actor: (actor || {}).user_id,
  });
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

module.exports = { hasDecisions, newestDecisions };
