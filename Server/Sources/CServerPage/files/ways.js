// What would have to be different for a proposal to pass (answers §1).

import { el, faultText, fill, once } from "./dom.js";
import { plainName, valueText } from "./words.js";

/**
 * A button that asks, and what the answer is.
 *
 * @param {import("./session.js").Session} session
 * @param {any} proposal
 */
export function ways(session, proposal) {
  const place = el("div", { role: "status" });
  const ask = el("button", {
    type: "button", onclick: () => once(ask, async () => {
      try {
        fill(place, answer(await session.ask("/why-not", { proposal: { ...proposal, actor: undefined, timestamp: undefined } })));
      } catch (error) {
        fill(place, el("p.fault", {}, faultText(error)));
      }
    }),
  }, "What would pass?");
  return el("section", {}, ask, place);
}

function answer(told) {
  if (told.decision === "accepted") return el("p", {}, "It would be accepted now.");
  if (told.ways.length === 0) {
    return el("div", {}, el("p", {}, "We found no change that fixes this."),
      told.unmendable.map((reason) => el("p.aside", {}, valueText(reason))));
  }
  return el("ol.ways", {}, told.ways.map((way) => el("li.card", {}, el("ul", {}, way.changes.map(change)))));
}

function change(each) {
  if (each.field !== undefined) {
    return el("li", {}, el("strong", {}, plainName(each.field)), ": ",
      el("del", {}, valueText(each.from)), " → ", el("ins", {}, valueText(each.to)));
  }
  if (each.fact !== undefined) return el("li", {}, each.add ? "With the fact " : "Without the fact ", valueText(each.fact));
  const [name, who] = Object.entries(each)[0] ?? ["", {}];
  const person = [who?.role && `@${who.role}`, who?.by && `by @${who.by}`];
  return el("li", {}, `${plainName(name)} `, person.filter(Boolean).join(" "));
}
