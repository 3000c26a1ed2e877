// Values, names and moments as people read them (runs §10.5).

import { at, cut, el, put } from "./dom.js";

/** How many letters of one value are shown. */
const LONGEST = 2_000;

/** How many fields a list shows of what a run is about, and letters of all of them. */
const [FIELDS, SHORTEST] = [4, 160];

/** What stands in the place of a value that somebody may not see (sessions §10.2). */
export const MASKED = "***";

/** A name as words: `money.create_invoice` is `Create invoice`. */
export function plainName(name) {
  const words = String(name ?? "").split(".").pop()?.replace(/_/g, " ").trim() ?? "";
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A number with separators, from five digits on, or from four where it counts something. */
function numberText(value, unit) {
  const [whole, places] = String(value).split(".");
  const isLong = whole.replace("-", "").length > (unit === undefined ? 4 : 3) && !whole.includes("e");
  const grouped = isLong ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
  return `${grouped}${places === undefined ? "" : `.${places}`}${unit === undefined ? "" : ` ${unit}`}`;
}

/**
 * A value as a text.
 *
 * @param {unknown} value
 * @param {string} [unit]
 * @param {any} [type] As the vocabulary has it, with the fields of records.
 * @returns {string}
 */
export function valueText(value, unit, type) {
  const whole = wholeText(value, unit, type);
  return whole.length > 2 * LONGEST ? `${cut(whole, LONGEST)} (${whole.length} characters)` : whole;
}

/** The first fields of a proposal, which tell it from others of its kind. */
export function shortly(fields) {
  const plain = Object.entries(fields).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return cut(plain.slice(0, FIELDS).map(([name, value]) => `${plainName(name)} ${valueText(value)}`).join(" · "), SHORTEST);
}

/** So many things, with the name of one. */
export const counted = (number, name) => `${numberText(number)} ${number === 1 ? name : name.replace(/y$/, "ie") + "s"}`;

/** The type of a fact as words: `order.placed` is `Order placed`. */
export const factName = (type) => plainName(String(type ?? "").replaceAll(".", " "));

function wholeText(value, unit, type) {
  if (value === null || value === undefined) return "missing";
  if (value === MASKED) return "hidden";
  if (typeof value === "number") return numberText(value, unit);
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map((each) => wholeText(each, unit, type?.of)).join("; ");
  if (typeof value === "object") {
    return membersOf(value, type).map(([name, field]) =>
      `${name} ${wholeText(value[name], unitOf(field, value), field?.type)}`).join(", ") || "nothing";
  }
  return String(value);
}

/** Where a run is seen. */
export const runAddress = (jobID) => at`#/run/${jobID}`;

/** A rule by its id, which leads to what the handbook says about it. */
export const ruleLink = (id) =>
  el("a", { href: at`#/handbook/pack-${id.split(".")[0]}/${id}` }, id);

/** Who an actor is. */
export const personText = (actor) => (actor?.user_id ? `@${actor.user_id}` : "somebody");

const DAY = new Intl.DateTimeFormat("en-GB", {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit",
});
const HOUR = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** A moment in the reader's own zone; all of it is behind the pointer. */
export function moment(text) {
  const at = new Date(text ?? "");
  if (Number.isNaN(at.getTime())) return put("span", text ?? "");
  const isToday = at.toDateString() === new Date().toDateString();
  return el("time", { datetime: text, title: text }, (isToday ? HOUR : DAY).format(at));
}

/**
 * A list of names and values.
 *
 * @param {[string, import("./dom.js").Child][]} rows
 */
export const pairs = (rows) =>
  put("dl.pairs", rows.map(([name, value]) => put("div", put("dt", name), put("dd", value))));

/**
 * Fields of a fact or a proposal.
 *
 * @param {Record<string, unknown>} object
 * @param {any[]} fields Their types, as the vocabulary has them; those that it does not know are shown as they are.
 * @param {string[]} [leftOut]
 */
export function fieldsOf(object, fields, leftOut = []) {
  const members = membersOf(object, { fields }).filter(([name]) => !leftOut.includes(name));
  return pairs(members.map(([name, field]) => [plainName(name), valueOf(object[name], unitOf(field, object), field?.type)]));
}

/** The parts of a fact: its type, and its fields. */
export const factParts = (session, fact, level, ...between) => [
  put(level, factName(fact.type), " ", put("span.id", fact.type)), between,
  fieldsOf(fact, session.fieldsOfFact(fact.type), ["type"]),
];

/** The members of a record in the order of its fields, then those that its type does not know. */
function membersOf(record, type) {
  const fields = (type?.fields ?? []).filter((field) => Object.hasOwn(record, field.name));
  const others = Object.keys(record).filter((name) => !fields.some((field) => field.name === name));
  return [...fields.map((field) => [field.name, field]), ...others.map((name) => [name, undefined])];
}

/** The unit of a field: that of its type, or the value of the field beside it. */
function unitOf(field, record) {
  const unit = field?.unit_field === undefined ? undefined : record[field.unit_field];
  return typeof unit === "string" ? unit : field?.type.unit;
}

/**
 * A value as elements: moments are in the reader's zone, and records of a list are rows of a table.
 *
 * @param {any} value
 * @param {string} [unit]
 * @param {any} [type]
 */
export function valueOf(value, unit, type) {
  if (value === MASKED) return el("span.masked", { title: "This value is sensitive; you may not see it" }, "hidden");
  if (type?.kind === "timestamp" && typeof value === "string") return moment(value);
  const isTable = Array.isArray(value) && value.length > 0 && value.length <= 50 &&
    value.every((each) => typeof each === "object" && each !== null && !Array.isArray(each));
  if (isTable) return table(value, type?.of);
  return el("span.value", { dir: "auto" }, valueText(value, unit, type));
}

function table(rows, type) {
  const fields = new Map(rows.flatMap((row) => membersOf(row, type)));
  const known = (type?.fields ?? []).map((field) => field.name).filter((name) => fields.has(name));
  const names = [...new Set([...known, ...fields.keys()])].slice(0, 12);
  const kind = (value) => (typeof value === "number" ? ".number" : "");
  return el("div.scroll", { tabindex: "0", role: "region", "aria-label": "Table" }, put("table",
    put("thead", put("tr", names.map((name) => el(`th${kind(rows[0][name])}`, { scope: "col" }, plainName(name))))),
    put("tbody", rows.map((row) => put("tr", names.map((name) => put(`td${kind(row[name])}`,
      row[name] !== undefined && valueOf(row[name], unitOf(fields.get(name), row), fields.get(name)?.type))))))));
}

/** What the statuses of a run are called (contract §1.8), and whether that is good. */
const STATUSES = {
  running: ["Running", "runs"], waiting: ["Waiting", "asks"], converged: ["Converged", "holds"], halted: ["Halted", "halts"],
};

/** A run's status. */
export function statusMark(status) {
  const [words, kind] = STATUSES[status] ?? [status, "runs"];
  return put(`span.mark.${kind}`, words);
}

/** Kinds of violations (runs §9.1) by what the rule does. */
const KINDS = {
  requirement: ["needs", "Needs"], structural: ["halts", "Halts"], postcondition: ["halts", "Halts"],
  unknown: ["halts", "Cannot be checked"], acceptance: ["asks", "Asks"], advisory: ["warns", "Warns"],
};

/** The class and the word of a kind of violation. */
export const kindOf = (kind) => KINDS[kind] ?? ["halts", plainName(kind)];

/** A reason that waits, as words: `approval from @manager`. */
export const waitingText = (list) => (list.length > 0 ? `Waiting for ${list.join(" and ")}` : "Waiting");
