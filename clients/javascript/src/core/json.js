import { InputError } from "../errors.js";

/** @typedef {import("./types.js").JSONObject} JSONObject */

/** The deepest value that is taken in or sent, in levels. An entry has 80 at most (limits §2). */
const DEEPEST = 100;

/**
 * Whether a value is an object, and no list.
 *
 * @param {unknown} value
 * @returns {value is JSONObject}
 */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A member's text; `undefined` where it is absent or no text.
 *
 * @param {JSONObject | undefined} object
 * @param {string} name
 * @returns {string | undefined}
 */
export const text = (object, name) => {
  const value = member(object, name);
  return typeof value === "string" ? value : undefined;
};

/**
 * A member's whole number; `undefined` where it is absent or none.
 *
 * @param {JSONObject | undefined} object
 * @param {string} name
 * @returns {number | undefined}
 */
export const integer = (object, name) => {
  const value = member(object, name);
  return Number.isSafeInteger(value) ? value : undefined;
};

/**
 * A member's object; `undefined` where it is absent or none.
 *
 * @param {JSONObject | undefined} object
 * @param {string} name
 * @returns {JSONObject | undefined}
 */
export const inner = (object, name) => {
  const value = member(object, name);
  return isObject(value) ? value : undefined;
};

/**
 * The texts of a member that is a list.
 *
 * @param {JSONObject | undefined} object
 * @param {string} name
 * @returns {string[]}
 */
export const texts = (object, name) => {
  const value = member(object, name);
  return Array.isArray(value) ? value.filter((element) => typeof element === "string") : [];
};

/**
 * A member of the object itself, and none that every object has, such as `constructor`.
 *
 * @param {JSONObject | undefined} object
 * @param {string} name
 * @returns {any}
 */
export const member = (object, name) => (object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined);

/**
 * The canonical form of a value (RFC 8785). Members without a value are left out, as `JSON.stringify` leaves them out.
 *
 * @param {unknown} value JSON, at most 100 levels deep: deeper values are never read or sent.
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  const names = Object.keys(value).filter((name) => value[name] !== undefined).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/**
 * Whether a value has at most 100 levels.
 *
 * @param {unknown} value
 * @param {number} [levels] Levels that are left.
 * @returns {boolean}
 */
export function isShallow(value, levels = DEEPEST) {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((element) => isShallow(element, levels - 1));
}

/**
 * A copy of a value as it will be sent.
 *
 * @param {JSONObject} value
 * @param {string} name What it is, for the error.
 * @returns {JSONObject}
 * @throws {InputError} Where it is no JSON object, or has a number that the server would not take.
 */
export function sendable(value, name) {
  if (!isObject(value)) throw new InputError(`${name} is no object`);
  if (!isShallow(value)) throw new InputError(`${name} has more than ${DEEPEST} levels, or holds itself`);
  checkNumbers(value, name);
  return JSON.parse(JSON.stringify(value));
}

/**
 * @param {unknown} value
 * @param {string} path
 */
function checkNumbers(value, path) {
  if (typeof value === "bigint") throw new InputError(`${path} is a bigint; pass a number, or a text where the field is one`);
  if (typeof value === "number") checkNumber(value, path);
  if (typeof value !== "object" || value === null) return;
  for (const [name, element] of Object.entries(value)) {
    checkNumbers(element, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`);
  }
}

/**
 * Numbers of the protocol have at most 15 significant digits and 12 places, and are below 10^15 (types §3.1). Those a double
 * holds exactly as they are written, so that reading and writing them loses no digit.
 *
 * @param {number} value
 * @param {string} path
 */
function checkNumber(value, path) {
  if (!Number.isFinite(value)) throw new InputError(`${path} is ${value}, which JSON has no number for`);
  const [mantissa = "", exponent = "0"] = String(Math.abs(value)).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace(/^0+|0+$/g, "").length;
  const places = Math.max(0, fraction.length - Number(exponent));
  if (digits > 15 || places > 12 || Math.abs(value) >= 1e15) {
    const limits = "a number has at most 15 digits and 12 places, and is below 10^15";
    throw new InputError(`${path} is ${value}: ${limits}; round it, as by Number(x.toFixed(2))`);
  }
}
