export function isDone(run: Run): boolean;
/**
 * What a stream's events come to: facts, runs, and what can be said of the entries. The same events give the same, whoever folds
 * them.
 *
 * Bounded, whatever a server sends: the oldest are left out, many at a time.
 */
export class ContextView {
    static mostFacts: number;
    static mostDropped: number;
    static mostDone: number;
    /** Runs that are not done: all of them are shown, up to so many. */
    static mostOpen: number;
    /**
     * Reads the state of a snapshot.
     *
     * @param {unknown} given
     * @returns {ContextView | undefined} `undefined` where it is none.
     */
    static read(given: unknown): ContextView | undefined;
    contextVersion: number;
    /** Facts shown before and revised since: provisional ones taken back, and facts corrected. */
    revisions: number;
    audit: Audit;
    /**
     * Facts of the ledger, newest versions, in the order of their entries.
     *
     * @type {Fact[]}
     */
    facts: Fact[];
    /**
     * Facts known before their entries: provisional until their run is decided.
     *
     * @type {Fact[]}
     */
    earlyFacts: Fact[];
    /**
     * Provisional facts that were taken back, with the reason.
     *
     * @type {Fact[]}
     */
    droppedFacts: Fact[];
    /**
     * Runs by their ids, in the order in which they were first heard of.
     *
     * @type {Map<string, Run>}
     */
    runs: Map<string, Run>;
    /**
     * Takes one event in. Events come in the order of their `seq`, each once.
     *
     * @param {StreamEvent} event
     */
    apply(event: StreamEvent): void;
    /**
     * What stands on the screen now has been seen: runs still running of which a fact is shown were rendered before they were done.
     */
    render(): void;
    /**
     * As it stands in a snapshot.
     *
     * @returns {ContextState}
     */
    get state(): import("./types.js").ContextState;
    #private;
}
export type JSONObject = import("./types.js").JSONObject;
export type StreamEvent = import("./types.js").StreamEvent;
export type Fact = import("./types.js").Fact;
export type Run = import("./types.js").Run;
export type ContextState = import("./types.js").ContextState;
import { Audit } from "./audit.js";
