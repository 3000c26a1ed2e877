/** @typedef {import("./types.js").JSONObject} JSONObject */
/**
 * Whether an actor can do one thing that a run waits for (approvals §4.1, §6.2; sessions §8.3). Only people agree to anything,
 * and nobody approves what they proposed themselves. Words that are not understood nobody can do.
 *
 * @param {string} words As `waiting_for` has them: `approval from @manager`, `consent from @ann`, `an override by @role`,
 *   `resume`.
 * @param {JSONObject} actor Who looks.
 * @param {JSONObject | undefined} proposer Who proposed the run.
 * @returns {boolean}
 */
export function canBeDone(words: string, actor: JSONObject, proposer: JSONObject | undefined): boolean;
export type JSONObject = import("./types.js").JSONObject;
