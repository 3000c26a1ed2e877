// The proof of a decision or a fact as a tree, folded (answers §3).

import { el, fold, put } from "./dom.js";
import { valueText } from "./words.js";

/** How many nodes are drawn; the ledger's own command tells all. */
const MOST = 2_000;

/** Words for outcomes, beside a sign that needs no colour. */
const SIGNS = {
  holds: "✓", violated: "✗", "not applicable": "–", unknown: "?", accepted: "✓", rejected: "✗", halted: "✗", waiting: "…",
};

/**
 * A tree that is drawn once somebody unfolds it.
 *
 * @param {any} why The answer of `/why/…`.
 */
export function proofTree(why) {
  let left = MOST;
  const shown = new Set();
  const drawn = (id) => {
    const node = why.nodes[id - 1];
    if (node === undefined || left-- <= 0) return undefined;
    // A node that many lead to is unfolded where it is met first.
    const inner = shown.has(id) ? [] : node.because;
    shown.add(id);
    if (inner.length === 0) return put("div.leaf", words(node));
    return fold("details", { open: id === 1 }, words(node), () => inner.map(drawn));
  };
  return fold("details.fold", {}, `Proof (${why.nodes.length} steps)`, () =>
    [put("div.proof", drawn(1)), (why.remarks ?? []).map((remark) => put("p.aside", remark))]);
}

function words(node) {
  const sign = SIGNS[node.outcome];
  const text = node.kind === "clause" || node.kind === "decision" ? node.text ?? node.name : node.name;
  const value = node.value !== undefined && node.kind !== "clause" ? `: ${valueText(node.value, node.unit)}` : "";
  return put(`span.${(node.outcome ?? node.kind).replace(/[^a-z]/g, "-")}`,
    sign && el("span.sign", { "aria-hidden": "true" }, `${sign} `),
    node.kind === "clause" ? put("code", valueText(text)) : valueText(text), value, " ",
    put("span.aside", [node.outcome ?? node.kind, node.truth_id, node.actor?.user_id && `@${node.actor.user_id}`, node.outside]
      .filter(Boolean).join(" · ")));
}
