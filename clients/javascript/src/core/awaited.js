import { text, texts } from "./json.js";

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
export function canBeDone(words, actor, proposer) {
  if (words === "resume") return true;
  if (text(actor, "type") !== "user") return false;
  const userID = text(actor, "user_id");
  const isProposer = userID === text(proposer, "user_id");
  if (words === "consent from a person") return true;
  const people = rest(words, "approval from ");
  if (people !== undefined) return !isProposer && includes(people, actor);
  const name = rest(words, "consent from @");
  if (name !== undefined) return name === userID || (text(proposer, "type") !== "user" && hasRole(name, actor));
  const organisation = rest(words, "consent from any user of @");
  if (organisation !== undefined) return text(actor, "org_id") === organisation;
  const role = rest(words, "an override by @");
  return role !== undefined && isProposer && hasRole(role, actor);
}

/**
 * @param {string} words
 * @param {string} prefix
 */
const rest = (words, prefix) => (words.startsWith(prefix) ? words.slice(prefix.length) : undefined);

/**
 * Whether an actor has a role that is written as messages write it.
 *
 * @param {string} written
 * @param {JSONObject} actor
 */
const hasRole = (written, actor) => texts(actor, "roles").some((role) => roleText(role) === written);

/**
 * A role as messages write it: a plain name as it is, any other as a JSON text.
 *
 * @param {string} role
 */
const roleText = (role) => (/^[a-z][a-zA-Z0-9_]*$/.test(role) ? role : JSON.stringify(role));

/**
 * The role of a text that `roleText` made.
 *
 * @param {string} written
 * @returns {string}
 */
function roleOf(written) {
  if (!written.startsWith('"')) return written;
  try {
    const role = JSON.parse(written);
    return typeof role === "string" ? role : written;
  } catch {
    return written;
  }
}

/**
 * Whether an actor is one of those whom words name: `2 of @board`, `@bob (@manager) or @director (not @ann)`. A name that stands
 * alone is a role or a person; both are taken for it.
 *
 * @param {string} words
 * @param {JSONObject} actor
 */
function includes(words, actor) {
  const person = text(actor, "user_id");
  const roles = texts(actor, "roles");
  /** @type {{ name: string, role?: string }[]} */
  const alternatives = [];
  for (const { name, isInBrackets, isExcluded } of namesIn(words)) {
    const last = alternatives[alternatives.length - 1];
    if (isExcluded) {
      if (name === person) return false;
    } else if (isInBrackets && last !== undefined) {
      last.role = name;
    } else {
      alternatives.push({ name });
    }
  }
  return alternatives.some(({ name, role }) => {
    if (role === undefined) return roles.includes(name) || person === name;
    return person === name && roles.includes(role);
  });
}

/**
 * The names behind `@`, plain or as JSON texts.
 *
 * @param {string} words
 */
function* namesIn(words) {
  let [isInBrackets, isExcluded] = [false, false];
  const token = /[()]|@("(?:[^"\\]|\\.)*"?|[^ ),]*)/gu;
  for (const match of words.matchAll(token)) {
    if (match[0] === "(") {
      isInBrackets = true;
      isExcluded = words.startsWith("not ", (match.index ?? 0) + 1);
    } else if (match[0] === ")") {
      isInBrackets = false;
    } else {
      yield { name: roleOf(match[1]), isInBrackets, isExcluded };
    }
  }
}
