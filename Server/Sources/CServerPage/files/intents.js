// What can be proposed, by packs.

import { alarm, el, faultText, fill, once } from "./dom.js";
import { plainName } from "./words.js";

/** @param {import("./session.js").Session} session */
export function intents(session) {
  const place = el("div");
  const next = el("div");
  const find = el("input", { type: "search", placeholder: "what it is called, or what it is for", oninput: () => draw() });
  const node = el("div", {}, el("h1", {}, "Propose"), next,
    el("form.filters", { role: "search", onsubmit: (event) => event.preventDefault() }, el("label", {}, "Find ", find)), place);
  /** @type {any[] | undefined} */
  let all;

  function draw() {
    if (all === undefined) return;
    const words = find.value.trim().toLowerCase();
    const about = (intent) => `${intent.action} ${plainName(intent.name)} ${intent.summary ?? ""}`.toLowerCase();
    const meant = all.filter((intent) => about(intent).includes(words));
    const packs = [...new Set(meant.map((intent) => intent.pack))].sort();
    fill(place, meant.length === 0 && el("p.empty", {}, "Nothing is called so."),
      packs.map((pack) => el("section", {}, el("h2", {}, plainName(pack)),
        el("ul.tiles", {}, meant.filter((intent) => intent.pack === pack).map(tile)))));
  }

  session.vocabulary().then((vocabulary) => {
    all = vocabulary.intents;
    draw();
    fill(next, suggestions(session));
  }, (error) => alarm(place, error));
  return { title: "Propose", node };
}

const tile = (intent) => el("li.card", {},
  el("a.title", { href: `#/form/${encodeURIComponent(intent.action)}` }, plainName(intent.name)),
  el("p.aside", {}, intent.summary ?? intent.action));

/** What the caller could propose next, where they ask for it: it takes some work. */
function suggestions(session) {
  const place = el("div", { role: "status" });
  const ask = el("button.quiet", {
    type: "button", onclick: () => once(ask, async () => {
      const answer = await session.ask("/suggest", {}).catch((error) => error);
      if (answer instanceof Error) fill(place, el("p.fault", {}, faultText(answer)));
      else if (answer.suggestions.length === 0) fill(place, el("p", {}, "Nothing comes next of what is known."));
      else fill(place, el("ul.tiles", {}, answer.suggestions.map(suggestion)));
    }),
  }, "What could come next?");
  return el("section", {}, ask, place);
}

function suggestion(each) {
  const proposal = each.proposal ?? each;
  const given = encodeURIComponent(JSON.stringify(proposal));
  const href = `#/form/${encodeURIComponent(proposal.action)}/given/${given}`;
  return el("li.card", {}, el("a.title", { href }, plainName(proposal.action)),
    el("p.aside", {}, each.reason ?? proposal.reason ?? ""));
}
