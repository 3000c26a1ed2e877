import { canBeDone } from "./awaited.js";
import { indicator } from "./connection.js";
import { text } from "./json.js";

/** @typedef {import("./types.js").Run} Run */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./client.js").ClientCore} ClientCore */

/** Intents of runs that are a step of another run, which nobody waits for on their own. */
const STEPS = new Set(["grant_approval", "deny_approval", "give_consent"]);

/**
 * The run that a view is about: the last one that this client's actor proposed from this device, else the last one that anybody
 * proposed; runs that grant, deny or consent only where there is no other.
 *
 * @param {ClientCore} client
 * @returns {Run | undefined}
 */
export function displayedRun(client) {
  /** @type {Run | undefined} */
  let any;
  /** @type {Run | undefined} */
  let story;
  const runs = [...client.following.context.runs.values()];
  for (let place = runs.length - 1; place >= 0; place--) {
    const run = runs[place];
    if (run.proposer === undefined) continue;
    any ??= run;
    if (run.action !== undefined && STEPS.has(run.action)) continue;
    story ??= run;
    if (["user_id", "device_id"].every((name) => (text(run.proposer, name) || "") === (text(client.actor, name) || ""))) {
      return run;
    }
  }
  return story ?? any;
}

/**
 * Whether the one who looks can do something about what a run waits for. `false` without a connection, since control messages are
 * not queued.
 *
 * @param {ClientCore} client
 * @param {Run | undefined} run
 */
export function canAct(client, run) {
  if (!client.isConnected || run === undefined || run.status !== "waiting") return false;
  return run.waiting_for.some((words) => canBeDone(words, client.actor, run.proposer));
}

/**
 * Everything that a client shows at this moment. Its parts are shared with the client, and not to be changed.
 *
 * @param {ClientCore} client
 * @returns {View}
 */
export function viewOf(client) {
  const { context, tracker } = client.following;
  const run = displayedRun(client);
  const early = context.earlyFacts;
  return {
    connection_state: client.connecting.state,
    indicator: indicator(client.connecting.state),
    transport: client.connecting.transport,
    run,
    run_status: run?.status,
    waiting_for: run?.waiting_for ?? [],
    can_i_act: canAct(client, run),
    facts: [...context.facts, ...early].map((fact) => (fact.provisional ? { ...fact.payload, provisional: true } : fact.payload)),
    provisional: early.filter((fact) => fact.provisional).map((fact) => fact.payload),
    dropped: context.droppedFacts.map((fact) => ({ ...fact.payload, dropped_because: fact.dropped_because ?? "" })),
    events_seen: client.following.eventsSeen,
    seq: tracker.seq,
    resumed_at_seq: client.following.resumedAtSeq,
    missing_seqs: tracker.missing,
    duplicates: tracker.duplicates,
    rendered_before_done: run?.rendered_before_done ?? false,
    capabilities: client.capabilities,
    truth_ids_present: context.audit.areTruthIDsPresent,
    actors_present: context.audit.areActorsPresent,
    correlation_linked: context.audit.isCorrelationLinked,
    revisions: context.revisions,
    queue: client.outbox.items.filter((item) => item.queued).map((item) => item.message),
    runs: [...context.runs.values()],
    last_answer: client.lastAnswer,
  };
}
