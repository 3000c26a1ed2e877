// Facts of a run: those that stand, those that wait for its decision, and those that were taken back.

import { put } from "./dom.js";
import { factParts } from "./words.js";

/** Types of facts by which people agree to something; they are folded. */
const AGREEMENTS = /^(approval|consent|override)\./;

/**
 * @param {import("./session.js").Session} session
 * @param {any[]} events Of the run.
 */
export function factSection(session, events) {
  const facts = events.filter((event) => event.event_type === "fact").map((event) => event.payload);
  const [final, dropped] = [facts.filter((fact) => !fact.provisional), facts.filter((fact) => fact.dropped)];
  const isDecided = events.some((event) => event.event_type === "decision");
  const early = isDecided ? [] : facts.filter((fact) => fact.provisional);
  const agreements = final.filter((fact) => AGREEMENTS.test(fact.payload.type));
  const own = final.filter((fact) => !AGREEMENTS.test(fact.payload.type));
  if (facts.length === 0) return undefined;
  const card = (fact, kind, remark) =>
    put(`div.card.fact${kind}`, factParts(session, fact.payload, "h3", remark && put("p.aside", remark)));
  return put("section", (own.length > 0 || early.length > 0 || dropped.length > 0) && put("h2", "Facts"),
    own.map((fact) => card(fact, "", "")),
    early.map((fact) => card(fact, ".early", "Early: it counts once the run is decided.")),
    dropped.map((fact) => card(fact, ".dropped", `Taken back: ${fact.reason ?? ""}`)),
    agreements.length > 0 && put("details.fold", put("summary", `Who was asked (${agreements.length})`),
      agreements.map((fact) => card(fact, "", ""))));
}
