/**
 * The canonical form of a value (RFC 8785). Members without a value are left out, as `JSON.stringify` leaves them out.
 *
 * @param {unknown} value JSON, at most 100 levels deep: deeper values are never read or sent.
 * @returns {string}
 */
export function canonical(value: unknown): string;
/**
 * Whether a value has at most 100 levels.
 *
 * @param {unknown} value
 * @param {number} [levels] Levels that are left.
 * @returns {boolean}
 */
export function isShallow(value: unknown, levels?: number | undefined): boolean;
/**
 * A copy of a value as it will be sent.
 *
 * @param {JSONObject} value
 * @param {string} name What it is, for the error.
 * @returns {JSONObject}
 * @throws {InputError} Where it is no JSON object, or has a number that the server would not take.
 */
export function sendable(value: JSONObject, name: string): JSONObject;
export function isObject(value: unknown): value is import("./types.js").JSONObject;
export function text(object: JSONObject | undefined, name: string): string | undefined;
export function integer(object: JSONObject | undefined, name: string): number | undefined;
export function inner(object: JSONObject | undefined, name: string): JSONObject | undefined;
export function texts(object: JSONObject | undefined, name: string): string[];
export function member(object: JSONObject | undefined, name: string): any;
export type JSONObject = import("./types.js").JSONObject;
