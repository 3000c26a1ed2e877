import { Audit } from "./audit.js";
import { canonical, inner, integer, isObject, member, text, texts } from "./json.js";

/** @typedef {import("./types.js").JSONObject} JSONObject */
/** @typedef {import("./types.js").StreamEvent} StreamEvent */
/** @typedef {import("./types.js").Fact} Fact */
/** @typedef {import("./types.js").Run} Run */
/** @typedef {import("./types.js").ContextState} ContextState */

/**
 * Whether nothing more happens in a run: the contract's "done" (§1.3).
 *
 * @param {Run} run
 */
export const isDone = (run) => run.status === "converged" || run.status === "halted";

/**
 * What a stream's events come to: facts, runs, and what can be said of the entries. The same events give the same, whoever folds
 * them.
 *
 * Bounded, whatever a server sends: the oldest are left out, many at a time.
 */
export class ContextView {
  static mostFacts = 10_000;
  static mostDropped = 1_000;
  static mostDone = 1_000;
  /** Runs that are not done: all of them are shown, up to so many. */
  static mostOpen = 100_000;

  contextVersion = 0;
  /** Facts shown before and revised since: provisional ones taken back, and facts corrected. */
  revisions = 0;
  audit = new Audit();
  /**
   * Facts of the ledger, newest versions, in the order of their entries.
   *
   * @type {Fact[]}
   */
  facts = [];
  /**
   * Facts known before their entries: provisional until their run is decided.
   *
   * @type {Fact[]}
   */
  earlyFacts = [];
  /**
   * Provisional facts that were taken back, with the reason.
   *
   * @type {Fact[]}
   */
  droppedFacts = [];
  /**
   * Runs by their ids, in the order in which they were first heard of.
   *
   * @type {Map<string, Run>}
   */
  runs = new Map();
  #open = 0;

  /**
   * Takes one event in. Events come in the order of their `seq`, each once.
   *
   * @param {StreamEvent} event
   */
  apply(event) {
    this.contextVersion = Math.max(this.contextVersion, event.context_version);
    const runID = text(event.payload, "run_id");
    if (runID === undefined) return;
    const run = this.#runOf(runID, event);
    if (text(event.payload, "entry_id") !== undefined) {
      run.entries += 1;
      this.audit.countEntry(event.payload, run.correlation_id, run.entries === 1);
    }
    switch (event.event_type) {
      case "fact":
        this.#applyFact(event.payload, runID);
        break;
      case "proposal":
        applyProposal(event.payload, run);
        break;
      case "decision":
        this.#applyDecision(event.payload, run);
        break;
      case "status":
        this.#applyStatus(event.payload, run);
        break;
      case "trace":
        this.audit.countTrace(event.payload);
    }
    this.#leaveOutOld();
  }

  /**
   * What stands on the screen now has been seen: runs still running of which a fact is shown were rendered before they were done.
   */
  render() {
    for (const fact of this.earlyFacts) {
      const run = this.runs.get(fact.run_id);
      if (run?.status === "running") run.rendered_before_done = true;
    }
  }

  /**
   * As it stands in a snapshot.
   *
   * @returns {ContextState}
   */
  get state() {
    return {
      context_version: this.contextVersion, revisions: this.revisions, audit: { ...this.audit.counts }, facts: this.facts,
      early_facts: this.earlyFacts, dropped_facts: this.droppedFacts, runs: [...this.runs.values()],
    };
  }

  /**
   * Reads the state of a snapshot.
   *
   * @param {unknown} given
   * @returns {ContextView | undefined} `undefined` where it is none.
   */
  static read(given) {
    if (!isObject(given)) return undefined;
    const [version, revisions] = [integer(given, "context_version"), integer(given, "revisions")];
    const audit = Audit.read(inner(given, "audit") ?? {});
    const lists = ["facts", "early_facts", "dropped_facts", "runs"].map((name) => member(given, name));
    if (version === undefined || revisions === undefined || audit === undefined || !lists.every(Array.isArray)) return undefined;
    const view = new ContextView();
    view.contextVersion = version;
    view.revisions = revisions;
    view.audit = audit;
    [view.facts, view.earlyFacts, view.droppedFacts] = lists.slice(0, 3).map((list) => list.flatMap(readFact));
    for (const run of lists[3].flatMap(readRun)) {
      view.runs.set(run.run_id, run);
      if (!isDone(run)) view.#open += 1;
    }
    view.#leaveOutOld();
    return view;
  }

  #leaveOutOld() {
    const limits = ContextView;
    if (this.facts.length > 2 * limits.mostFacts) this.facts.splice(0, this.facts.length - limits.mostFacts);
    if (this.earlyFacts.length > 2 * limits.mostFacts) this.earlyFacts.splice(0, this.earlyFacts.length - limits.mostFacts);
    if (this.droppedFacts.length > 2 * limits.mostDropped) {
      this.droppedFacts.splice(0, this.droppedFacts.length - limits.mostDropped);
    }
    const done = this.runs.size - this.#open;
    if (done > 2 * limits.mostDone) this.#leaveOutRuns(done - limits.mostDone, isDone);
    if (this.#open > 2 * limits.mostOpen) this.#leaveOutRuns(this.#open - limits.mostOpen, (run) => !isDone(run));
  }

  /**
   * @param {number} surplus
   * @param {(run: Run) => boolean} isMeant
   */
  #leaveOutRuns(surplus, isMeant) {
    for (const run of this.runs.values()) {
      if (surplus === 0) return;
      if (!isMeant(run)) continue;
      surplus -= 1;
      this.runs.delete(run.run_id);
      if (!isDone(run)) this.#open -= 1;
    }
  }

  /**
   * @param {string} runID
   * @param {StreamEvent} event
   */
  #runOf(runID, event) {
    const known = this.runs.get(runID);
    if (known !== undefined) return known;
    /** @type {Run} */
    const run = {
      run_id: runID, job_id: event.job_id, correlation_id: event.correlation_id, status: "running", waiting_for: [], entries: 0,
      rendered_before_done: false,
    };
    // Entries of a context's history come without a status; nothing runs there any more.
    if (event.event_type !== "status") run.status = "converged";
    if (!isDone(run)) this.#open += 1;
    this.runs.set(runID, run);
    return run;
  }

  /**
   * @param {Run} run
   * @param {string | undefined} status
   */
  #setStatus(run, status) {
    const wasDone = isDone(run);
    run.status = status ?? run.status;
    this.#open += Number(wasDone) - Number(isDone(run));
  }

  /**
   * @param {JSONObject} payload
   * @param {Run} run
   */
  #applyStatus(payload, run) {
    this.#setStatus(run, text(payload, "status"));
    run.waiting_for = texts(payload, "waiting_for");
    run.truth_id = text(payload, "halt_truth_id") ?? run.truth_id;
    run.reason = text(payload, "halt_reason") ?? run.reason;
  }

  /**
   * @param {JSONObject} entry
   * @param {Run} run
   */
  #applyDecision(entry, run) {
    const payload = inner(entry, "payload");
    if (payload === undefined) return;
    this.#setStatus(run, text(payload, "status"));
    run.decision = text(payload, "decision");
    run.truth_id = text(payload, "truth_id");
    run.reason = text(payload, "reason");
    run.waiting_for = texts(payload, "waiting_for");
    const own = this.earlyFacts.filter((fact) => fact.run_id === run.run_id);
    if (run.decision === "accepted") for (const fact of own) delete fact.provisional;
    else for (const fact of own) this.#drop(fact, run.reason ?? "");
  }

  /**
   * @param {JSONObject} entry
   * @param {string} runID
   */
  #applyFact(entry, runID) {
    const payload = inner(entry, "payload");
    if (payload === undefined) return;
    const early = this.#earlyFact(runID, payload);
    const isProvisional = entry.provisional === true;
    if (isProvisional && entry.dropped === true) {
      if (early) this.#drop(early, text(entry, "reason") ?? "");
    } else if (isProvisional) {
      this.earlyFacts.push({ run_id: runID, provisional: true, payload });
    } else {
      if (early) this.earlyFacts.splice(this.earlyFacts.indexOf(early), 1);
      this.#correct(text(entry, "corrects"));
      const entryID = text(entry, "entry_id");
      this.facts.push({ run_id: runID, ...(entryID === undefined ? {} : { entry_id: entryID }), payload });
    }
  }

  /**
   * @param {string} runID
   * @param {JSONObject} payload
   */
  #earlyFact(runID, payload) {
    const own = this.earlyFacts.filter((fact) => fact.run_id === runID);
    if (own.length === 0) return undefined;
    const bytes = canonical(payload);
    return own.find((fact) => canonical(fact.payload) === bytes);
  }

  /**
   * @param {Fact} fact
   * @param {string} reason
   */
  #drop(fact, reason) {
    this.earlyFacts.splice(this.earlyFacts.indexOf(fact), 1);
    this.droppedFacts.push({ ...fact, dropped_because: reason });
    this.revisions += 1;
  }

  /**
   * A corrected version is shown no longer; the ledger keeps it.
   *
   * @param {string | undefined} entryID
   */
  #correct(entryID) {
    if (entryID === undefined) return;
    const place = this.facts.findIndex((fact) => fact.entry_id === entryID);
    if (place < 0) return;
    this.facts.splice(place, 1);
    this.revisions += 1;
  }
}

/**
 * @param {JSONObject} entry
 * @param {Run} run
 */
function applyProposal(entry, run) {
  const payload = inner(entry, "payload");
  const proposal = inner(payload, "proposal");
  run.action = text(payload, "action") ?? text(proposal, "action");
  run.proposal_id = text(entry, "proposal_id") ?? text(payload, "proposal_id") ?? text(proposal, "proposal_id");
  run.proposer = inner(entry, "actor");
}

/**
 * @param {unknown} given
 * @returns {Fact[]} None where it is no fact.
 */
function readFact(given) {
  if (!isObject(given)) return [];
  const [runID, payload] = [text(given, "run_id"), inner(given, "payload")];
  if (runID === undefined || payload === undefined) return [];
  /** @type {Fact} */
  const fact = { run_id: runID, payload };
  const [entryID, reason] = [text(given, "entry_id"), text(given, "dropped_because")];
  if (entryID !== undefined) fact.entry_id = entryID;
  if (given.provisional === true) fact.provisional = true;
  if (reason !== undefined) fact.dropped_because = reason;
  return [fact];
}

/**
 * @param {unknown} given
 * @returns {Run[]} None where it is no run.
 */
function readRun(given) {
  if (!isObject(given)) return [];
  const [runID, jobID, correlationID] = [text(given, "run_id"), text(given, "job_id"), text(given, "correlation_id")];
  const [status, entries] = [text(given, "status"), integer(given, "entries")];
  if (runID === undefined || jobID === undefined || correlationID === undefined) return [];
  if (status === undefined || entries === undefined) return [];
  return [{
    run_id: runID, job_id: jobID, correlation_id: correlationID, action: text(given, "action"),
    proposal_id: text(given, "proposal_id"), proposer: inner(given, "proposer"), status, waiting_for: texts(given, "waiting_for"),
    decision: text(given, "decision"), truth_id: text(given, "truth_id"), reason: text(given, "reason"), entries,
    rendered_before_done: given.rendered_before_done === true,
  }];
}
