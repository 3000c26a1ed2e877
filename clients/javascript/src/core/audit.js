import { inner, integer, text } from "./json.js";

/** @typedef {import("./types.js").JSONObject} JSONObject */
/** @typedef {import("./types.js").AuditCounts} AuditCounts */

const NAMES = /** @type {const} */ (["entries", "without_actor", "traces", "without_truth", "related", "unlinked"]);

/** Whether entries are attributable (contract §4.2, §7.3): each answer is `false` before there is anything to look at. */
export class Audit {
  /** @type {AuditCounts} */
  counts = { entries: 0, without_actor: 0, traces: 0, without_truth: 0, related: 0, unlinked: 0 };

  /**
   * Reads what a snapshot has.
   *
   * @param {JSONObject} given
   * @returns {Audit | undefined}
   */
  static read(given) {
    const audit = new Audit();
    for (const name of NAMES) {
      const count = integer(given, name);
      if (count === undefined) return undefined;
      audit.counts[name] = count;
    }
    return audit;
  }

  /** Every trace entry seen names the truth that it is about, on its envelope and in its payload, and there is one. */
  get areTruthIDsPresent() {
    return this.counts.traces > 0 && this.counts.without_truth === 0;
  }

  /** Every entry seen has an actor with a type and a user id, and there is one. */
  get areActorsPresent() {
    return this.counts.entries > 0 && this.counts.without_actor === 0;
  }

  /** All entries of each run seen have one correlation id, and there is a run with two entries or more. */
  get isCorrelationLinked() {
    return this.counts.related > 0 && this.counts.unlinked === 0;
  }

  /**
   * @param {JSONObject} entry
   * @param {string} runCorrelation
   * @param {boolean} isFirstOfRun
   */
  countEntry(entry, runCorrelation, isFirstOfRun) {
    const counts = this.counts;
    counts.entries += 1;
    const actor = inner(entry, "actor");
    if (!text(actor, "type") || !text(actor, "user_id")) counts.without_actor += 1;
    if (!isFirstOfRun) counts.related += 1;
    const correlation = text(entry, "correlation_id");
    if (!correlation || correlation !== runCorrelation) counts.unlinked += 1;
  }

  /** @param {JSONObject} entry */
  countTrace(entry) {
    this.counts.traces += 1;
    if (!text(entry, "truth_id") || !text(inner(entry, "payload"), "truth_id")) this.counts.without_truth += 1;
  }
}
