// Whether what a decision left can be undone, and how (answers §3.4).

import { at, el, put } from "./dom.js";
import { factName, plainName, valueText } from "./words.js";

/** @param {any} why The answer of `/why/…`. */
export function undoing(why) {
  const facts = why.undo?.facts ?? [];
  if (facts.length === 0) return undefined;
  return put("details.fold", put("summary", "Can it be undone?"), put("ul", facts.map((each) =>
    put("li", put("strong", factName(each.fact.type)), ": ", answer(each)))));
}

function answer(each) {
  if (each.ways.length > 0) return each.ways.map((way, place) => [place > 0 && ", or ", way.map(step)]);
  if (each.reason) return valueText(each.reason);
  return each.arrives_from ? `${each.arrives_from} may bring in another version.` : "nothing leads back.";
}

function step(each, place) {
  return [place > 0 && ", then ", each.intents.length === 0 ? plainName(each.truth_id) :
    each.intents.map((intent) =>
      el("a", { href: at`#/form/${`${intent.pack}.${intent.intent}`}` }, plainName(intent.intent)))];
}
