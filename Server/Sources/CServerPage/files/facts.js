// Facts as they stand, and how each came to be.

import { ContextView } from "./client/core/context.js";
import { alarm, at, el, fill, keepList, once, put } from "./dom.js";
import { factForms } from "./fact-form.js";
import { proofTree } from "./proof.js";
import { counted, factName, factParts, valueText } from "./words.js";

const PIECE = 100;

/** Facts by which people agree, and the engine's own: they are shown where somebody chooses or finds them. */
const OWN = new Set([
  "approval.requested", "approval.granted", "approval.denied", "consent.given", "override.used", "policy.set", "decision.made",
  "truths.adopted",
]);

/** What can be chosen besides the types. */
const FIRST = () => [el("option", { value: "" }, "Of the rules"), el("option", { value: "own" }, "Of approvals and the engine")];

/** @param {import("./session.js").Session} session */
export function facts(session) {
  let most = PIECE;
  const find = el("input", { type: "search", placeholder: "type, or a value", oninput: () => draw() });
  const kinds = el("select", { onchange: () => draw() }, FIRST());
  const outside = el("div");
  const [list, count] = [el("ul.facts"), el("p.aside", { role: "status" })];
  const more = el("button", { onclick: () => { most += 5 * PIECE; draw(); } }, "Show more");
  const node = put("div", put("h1", "Facts"), put("p", "What stands in the ledger now, the latest first."),
    el("form.filters", { role: "search" },
      put("label", "Find ", find), put("label", "Type ", kinds)), outside, count, list, more);
  factForms(session).then((forms) => fill(outside, forms), () => {});

  function draw() {
    const all = session.client.state.facts;
    const types = [...new Set(all.map((fact) => fact.payload.type))].sort();
    if (kinds.options.length !== types.length + 2) {
      const chosen = kinds.value;
      fill(kinds, FIRST(), types.map((type) => el("option", { value: type }, type)));
      kinds.value = chosen;
    }
    const words = find.value.trim().toLowerCase();
    const isChosen = (type) => {
      if (kinds.value === "") return words !== "" || !OWN.has(type);
      return kinds.value === "own" ? OWN.has(type) : type === kinds.value;
    };
    const meant = all.filter((fact) => isChosen(fact.payload.type) && (words === "" ||
      `${fact.payload.type} ${factName(fact.payload.type)} ${valueText(fact.payload)}`.toLowerCase().includes(words))).reverse();
    const keyOf = (fact) => fact.entry_id ?? JSON.stringify(fact);
    keepList(list, meant.slice(0, most), keyOf, () => session.knownRules, (fact) => item(session, fact));
    fill(count, meant.length === 0 ? "There are no such facts." : counted(meant.length, "fact"),
      // The client keeps no more.
      all.length >= ContextView.mostFacts && `, of the ${counted(all.length, "newest fact")}; older ones are in the ledger`);
    more.hidden = meant.length <= most;
  }

  return { title: "Facts", node, draw };
}

function item(session, fact) {
  const proof = el("div", { role: "status" });
  const ask = el("button.quiet", {
    onclick: () => once(ask, async () => {
      try {
        const why = await session.ask(at`/why/${fact.entry_id}`);
        const tree = proofTree(why);
        tree.open = true;
        fill(proof, why.nodes[0]?.truth_id && put("p", session.summary(why.nodes[0].truth_id) ?? why.nodes[0].truth_id), tree);
        ask.remove();
      } catch (error) {
        alarm(proof, error);
      }
    }),
  }, "How did it come to be?");
  return put("li.card.fact", factParts(session, fact.payload, "h2"), fact.entry_id && ask, proof);
}
