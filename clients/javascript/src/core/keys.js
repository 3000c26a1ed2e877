import { canonical, inner, text } from "./json.js";
import { sha256 } from "./sha256.js";

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
export function proposalKey(deviceID, proposal, now) {
  const action = text(proposal, "action") ?? text(inner(proposal, "proposal"), "action") ?? "";
  const moment = String(Math.min(Math.max(Math.trunc(now), 0), 9_999_999_999_999)).padStart(13, "0");
  return `${deviceID}:${action}:${moment}:${sha256(canonical(proposal)).slice(0, 4)}`;
}
