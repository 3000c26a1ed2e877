// The form of a fact from outside, which an actor may bring in without a rule (sessions §7.1).

import { alarm, at, el, faultText, fill, once, put, tell } from "./dom.js";
import { editorsOf, faultyRows, unmark } from "./fields.js";
import { factName, shortly } from "./words.js";

/**
 * @param {import("./session.js").Session} session
 * @param {string[]} path The type of the fact.
 */
export function factForm(session, [type]) {
  const place = el("div");
  const node = put("article.one", put("p", el("a", { href: "#/facts" }, "← All facts")), place);
  begin(session, place, type).catch((error) => alarm(place, error));
  return { title: factName(type), node };
}

async function begin(session, place, type) {
  const vocabulary = await session.vocabulary();
  const fact = vocabulary.facts.find((each) => each.type === type && each.external);
  if (fact === undefined) throw new Error(`No fact from outside is called ${type}.`);
  const editors = editorsOf(fact.fields, vocabulary);
  const fault = el("p.fault", { role: "alert" });
  const send = el("button.good", { type: "submit" }, "Bring it in");
  const submit = async () => {
    fill(fault);
    unmark(editors);
    const [faulty] = faultyRows(editors);
    if (faulty !== undefined) return (faulty.node.querySelector("input, select, textarea"))?.focus();
    try {
      const given = editors.value();
      const answer = await session.queue.steer("inject_fact", { type, ...given }, `${factName(type)} · ${shortly(given)}`);
      if (answer === undefined || answer.decision === "accepted") {
        if (answer !== undefined) tell("It stands in the ledger now.");
        location.hash = "#/facts";
      } else {
        fill(fault, answer.reason);
      }
    } catch (error) {
      fill(fault, faultText(error));
    }
  };
  fill(place, put("h1", factName(fact.type), " ", put("span.id", fact.type)), fact.summary && put("p", fact.summary),
    el("form", { onsubmit: () => once(send, submit), novalidate: true }, editors.node, fault, send));
}

/** Links to the forms of facts from outside; nothing where the rules have none. */
export async function factForms(session) {
  const outside = (await session.vocabulary()).facts.filter((fact) => fact.external);
  return outside.length > 0 && put("details.fold", put("summary", "Bring in a fact from outside"),
    put("ul.tiles", outside.map((fact) => put("li.card",
      el("a.title", { href: at`#/fact/${fact.type}` }, factName(fact.type)),
      put("p.aside", fact.summary ?? fact.type)))));
}
