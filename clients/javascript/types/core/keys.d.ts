/** @typedef {import("./types.js").JSONObject} JSONObject */
/**
 * The idempotency key of a proposal (contract §16.1): `{device_id}:{action}:{13 digits of milliseconds}:{4 digits}`.
 *
 * Its last part is not random, so that the same proposal at the same moment has the same key: it is the first four hexadecimal
 * digits of SHA-256 of the proposal's canonical form.
 *
 * @param {string} deviceID
 * @param {JSONObject} proposal
 * @param {number} now Milliseconds since 1970.
 * @returns {string}
 */
export function proposalKey(deviceID: string, proposal: JSONObject, now: number): string;
export type JSONObject = import("./types.js").JSONObject;
