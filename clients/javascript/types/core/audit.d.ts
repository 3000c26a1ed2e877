/** Whether entries are attributable (contract §4.2, §7.3): each answer is `false` before there is anything to look at. */
export class Audit {
    /**
     * Reads what a snapshot has.
     *
     * @param {JSONObject} given
     * @returns {Audit | undefined}
     */
    static read(given: JSONObject): Audit | undefined;
    /** @type {AuditCounts} */
    counts: AuditCounts;
    /** Every trace entry seen names the truth that it is about, on its envelope and in its payload, and there is one. */
    get areTruthIDsPresent(): boolean;
    /** Every entry seen has an actor with a type and a user id, and there is one. */
    get areActorsPresent(): boolean;
    /** All entries of each run seen have one correlation id, and there is a run with two entries or more. */
    get isCorrelationLinked(): boolean;
    /**
     * @param {JSONObject} entry
     * @param {string} runCorrelation
     * @param {boolean} isFirstOfRun
     */
    countEntry(entry: JSONObject, runCorrelation: string, isFirstOfRun: boolean): void;
    /** @param {JSONObject} entry */
    countTrace(entry: JSONObject): void;
}
export type JSONObject = import("./types.js").JSONObject;
export type AuditCounts = import("./types.js").AuditCounts;
