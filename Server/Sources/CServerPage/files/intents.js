// What can be proposed, by packs.

import { alarm, at, el, fill, once, put } from "./dom.js";
import { plainName } from "./words.js";

/** @param {import("./session.js").Session} session */
export function intents(session) {
  const place = el("div");
  const next = el("div");
  const find = el("input", { type: "search", placeholder: "what it is called, or what it is for", oninput: () => draw() });
  const node = put("div", put("h1", "Propose"), next,
    el("form.filters", { role: "search" }, put("label", "Find ", find)), place);
  /** @type {any[] | undefined} */
  let all;

  function draw() {
    if (all === undefined) return;
    const words = find.value.trim().toLowerCase();
    const about = (intent) => `${intent.action} ${plainName(intent.name)} ${intent.summary ?? ""}`.toLowerCase();
    const meant = all.filter((intent) => about(intent).includes(words));
    const packs = [...new Set(meant.map((intent) => intent.pack))].sort();
    fill(place, meant.length === 0 && put("p.empty", "Nothing is called so."),
      packs.map((pack) => put("section", put("h2", plainName(pack)),
        put("ul.tiles", meant.filter((intent) => intent.pack === pack).map(tile)))));
  }

  session.vocabulary().then((vocabulary) => {
    all = vocabulary.intents;
    draw();
    fill(next, suggestions(session));
  }, (error) => alarm(place, error));
  return { title: "Propose", node };
}

const tile = (intent) => put("li.card",
  el("a.title", { href: at`#/form/${intent.action}` }, plainName(intent.name)),
  put("p.aside", intent.summary ?? intent.action));

/** What the caller could propose next, where they ask for it: it takes some work. */
function suggestions(session) {
  const place = el("div", { role: "status" });
  const ask = el("button.quiet", {
    onclick: () => once(ask, async () => {
      const answer = await session.ask("/suggest", {}).catch((error) => error);
      if (answer instanceof Error) alarm(place, answer);
      else if (answer.suggestions.length === 0) fill(place, put("p", "Nothing comes next of what is known."));
      else fill(place, put("ul.tiles", answer.suggestions.map(suggestion)));
    }),
  }, "What could come next?");
  return put("section", ask, place);
}

function suggestion(each) {
  const proposal = each.proposal ?? each;
  const href = at`#/form/${proposal.action}/given/${JSON.stringify(proposal)}`;
  return put("li.card", el("a.title", { href }, plainName(proposal.action)),
    put("p.aside", each.reason ?? proposal.reason ?? ""));
}
