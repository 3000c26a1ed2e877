/** @typedef {import("./core/types.js").Answer} Answer */
/** @typedef {import("./core/client.js").Outcome} Outcome */
/** @typedef {{ resolve: (answer: Answer) => void, reject: (error: Error) => void }} Waiter */
/** Promises of answers, until what was sent is answered. */
export class Awaiting {
    /**
     * @param {string} key
     * @returns {Promise<Answer>}
     */
    proposal(key: string): Promise<Answer>;
    /**
     * @param {string} type
     * @returns {Promise<Answer>}
     */
    control(type: string): Promise<Answer>;
    /**
     * Tells what became of something.
     *
     * @param {Outcome} outcome
     * @returns {Error | undefined} What went wrong that nobody waits for.
     */
    settle(outcome: Outcome): Error | undefined;
    /**
     * Nobody answers a proposal any more.
     *
     * @param {string} key
     * @param {Error} error
     */
    forget(key: string, error: Error): void;
    /**
     * Nobody answers control messages that were sent any more.
     *
     * @param {Error} error
     */
    forgetControls(error: Error): void;
    #private;
}
export type Answer = import("./core/types.js").Answer;
export type Outcome = import("./core/client.js").Outcome;
export type Waiter = {
    resolve: (answer: Answer) => void;
    reject: (error: Error) => void;
};
