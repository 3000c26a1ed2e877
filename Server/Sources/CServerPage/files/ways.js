// What would have to be different for a proposal to pass (answers §1).

import { alarm, el, fill, once, put } from "./dom.js";
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
    onclick: () => once(ask, async () => {
      try {
        fill(place, answer(await session.ask("/why-not", { proposal: { ...proposal, actor: undefined, timestamp: undefined } })));
      } catch (error) {
        alarm(place, error);
      }
    }),
  }, "What would pass?");
  return put("section", ask, place);
}

function answer(told) {
  if (told.decision === "accepted") return put("p", "It would be accepted now.");
  if (told.ways.length === 0) {
    return put("div", put("p", "We found no change that fixes this."),
      told.unmendable.map((reason) => put("p.aside", valueText(reason))));
  }
  return put("ol.ways", told.ways.map((way) => put("li.card", put("ul", way.changes.map(change)))));
}

function change(each) {
  if (each.field !== undefined) {
    return put("li", put("strong", plainName(each.field)), ": ",
      put("del", valueText(each.from)), " → ", put("ins", valueText(each.to)));
  }
  if (each.fact !== undefined) return put("li", each.add ? "With the fact " : "Without the fact ", valueText(each.fact));
  const [name, who] = Object.entries(each)[0] ?? ["", {}];
  const person = [who?.role && `@${who.role}`, who?.by && `by @${who.by}`];
  return put("li", `${plainName(name)} `, person.filter(Boolean).join(" "));
}
