import { isObject } from "../../src/core/json.js";

/** Whether a value matches what a fixture expects (fixtures §3.2). */
export function matches(expected, actual) {
  if (expected === null) return actual === undefined || actual === null || (Array.isArray(actual) && actual.length === 0);
  if (Array.isArray(expected)) {
    return Array.isArray(actual) && expected.length === actual.length && expected.every((element, place) => matches(element, actual[place]));
  }
  if (isObject(expected)) return isObject(actual) && Object.entries(expected).every(([name, value]) => matches(value, actual[name]));
  return expected === actual;
}

/** Whether each member of a partial list matches a different value; an empty one asserts that there is none. */
export function matchesPart(expected, actual = []) {
  if (expected === null || expected.length === 0) return actual.length === 0;
  const place = (index, taken) => {
    if (index === expected.length) return true;
    return actual.some((value, at) => !taken.has(at) && matches(expected[index], value) && place(index + 1, new Set([...taken, at])));
  };
  return place(0, new Set());
}

const isSet = (expected, actual) => JSON.stringify([...new Set(expected)].sort()) === JSON.stringify([...new Set(actual)].sort());

/** Compares a view with what a step expects: what differs, in words. */
export function differences(expected, view, { ignored = new Set() } = {}) {
  return Object.entries(expected).flatMap(([name, value]) => {
    if (ignored.has(name) || holds(name, value, view)) return [];
    return [`${name} is ${shortened(name, value, view[name])}, and not ${JSON.stringify(value)}`];
  });
}

/** What came, in words; of facts those of the types that were expected. */
function shortened(name, value, actual) {
  if (name !== "facts" || !Array.isArray(value)) return JSON.stringify(actual)?.slice(0, 500);
  const types = new Set(value.map((fact) => fact.type));
  return JSON.stringify(actual.filter((fact) => types.size === 0 || types.has(fact.type))).slice(0, 1_000);
}

function holds(name, value, view) {
  const actual = view[name];
  switch (name) {
    case "facts":
      return matchesPart(value, actual);
    case "provisional":
      if (typeof value === "boolean") return value === actual.length > 0;
      return typeof value === "number" ? value === actual.length : matchesPart(value, actual);
    case "waiting_for":
      return isSet(value ?? [], actual);
    case "indicator": {
      const text = [actual.color, actual.label].filter(Boolean).join(", ");
      return typeof value === "string" ? [actual.color, actual.label, text].includes(value) : matches(value, actual);
    }
    case "capabilities": {
      // Transports are those of the process, and not of the simulation. A server serves the whole project, whatever packs a fixture names.
      const ofTheServer = ["capabilities", "streaming_supported", "active_truths", "policies"];
      const rest = Object.entries(value).filter(([name]) => !ofTheServer.includes(name) && !(name === "packs" && Array.isArray(value.packs)));
      return matches(Object.fromEntries(rest), actual) && (value.packs ?? []).every((pack) => actual.packs.includes(pack));
    }
    default:
      return matches(value, actual);
  }
}
