// Decisions of the ledger, searched by who proposed, truth, intent, outcome and time.

import { ContextView } from "./client/core/context.js";
import { el, faultText, fill, keepList, once, put } from "./dom.js";
import { counted, factName, moment, personText, plainName, runAddress, statusMark, valueText } from "./words.js";

/** How many decisions are drawn at first, and more with each wish for more. */
const PIECE = 200;

/** How many entries are looked at once, at first and later, and with one wish at most (server §11.2). */
const [FIRST, LATER, MOST] = [2_000, 20_000, 200_000];

/** @param {import("./session.js").Session} session */
export function ledger(session) {
  const field = (name, input) => {
    input.name = name;
    return put("label", `${plainName(name)} `, input);
  };
  const text = (placeholder) => el("input", { type: "search", placeholder, autocomplete: "off" });
  const [results, told] = [el("ul.runs"), el("p.aside", { role: "status" })];
  const more = el("button", { hidden: true, onclick: () => once(more, () => show(PIECE)) }, "Show older ones");
  const filters = el("form.filters", { role: "search", onsubmit: () => search() },
    field("actor", text("ann")), field("truth", text("money.invoice.creation")), field("intent", text("create_invoice")),
    field("outcome", put("select", ["", "accepted", "rejected", "halted", "waiting"].map((value) =>
      el("option", { value }, value === "" ? "All" : plainName(value))))),
    field("fact", text("order placed, o-1")), field("since", el("input", { type: "datetime-local" })),
    field("until", el("input", { type: "datetime-local" })), el("button", { type: "submit" }, "Search"));
  const node = put("div", put("h1", "Ledger"), filters, told, results, more);

  /**
   * Of the search that is shown: what was found, the newest first, and the last entry that was not looked at yet.
   *
   * @type {any}
   */
  let found = {
    query: new URLSearchParams(), decisions: [], rest: 0, shown: 0, head: { size: 0, head: "" }, runs: undefined,
  };

  async function search() {
    const typed = [...new FormData(filters)].map(([name, value]) => [name, String(value).trim()]);
    const given = typed.filter(([, value]) => value !== "");
    const query = new URLSearchParams({ limit: "1000" });
    const fact = given.find(([name]) => name === "fact")?.[1].toLowerCase();
    fill(told, "Searching …");
    try {
      for (const [name, value] of given) {
        if (name !== "fact") query.set(name, ["since", "until"].includes(name) ? new Date(value).toISOString() : value);
      }
      const { size, head } = await session.ask("/ledger/head");
      found = { query, decisions: [], rest: size, shown: 0, head: { size, head },
        runs: fact === undefined ? undefined : runsOf(session, fact) };
      await show(PIECE);
    } catch (error) {
      fill(told, put("span.fault", faultText(error)));
      fill(results);
    }
  }

  /** Shows so many decisions more, which it looks for from the end of the ledger. */
  async function show(count) {
    const search = found;
    search.shown += count;
    for (let looked = 0; search.rest > 0 && search.decisions.length < search.shown && looked < MOST;) {
      const first = Math.max(0, search.rest - (search.rest === search.head.size ? FIRST : LATER));
      const part = await between(session, search.query, first, search.rest);
      if (search !== found) return;
      search.decisions.push(...part.filter((each) => search.runs?.has(each.run_id) ?? true).reverse());
      [looked, search.rest] = [looked + search.rest - first, first];
    }
    const { decisions, shown, rest, head } = search;
    const isAll = rest === 0 && decisions.length <= shown;
    const number = Math.min(shown, decisions.length);
    fill(told, isAll ? counted(number, "decision") : `The latest ${counted(number, "decision")}`,
      rest > 0 && `, of the entries from ${rest + 1} on`,
      search.runs !== undefined && session.client.state.facts.length >= ContextView.mostFacts &&
        `, of runs with one of the newest ${counted(ContextView.mostFacts, "fact")}`,
      ` · the ledger has ${counted(head.size, "entry")}, its head is `, put("code", head.head));
    keepList(results, decisions.slice(0, shown), (each) => each.decision_id, () => "", (each) => item(session, each));
    more.hidden = isAll;
  }

  void search();
  return { title: "Ledger", node };
}

/** The decisions between two places of the ledger, in its order: behind `first`, up to `last`. */
async function between(session, query, first, last) {
  const asked = new URLSearchParams(query);
  const all = [];
  for (let place = first; place < last;) {
    if (place > 0) asked.set("page", String(place));
    const { decisions, next } = await session.ask(`/decisions?${asked}`);
    all.push(...decisions.filter((each) => each.sequence <= last));
    place = next === undefined ? last : Number(next);
  }
  return all;
}

/** The runs that left facts with such words, of those that stand. */
const runsOf = (session, words) => new Set(session.client.state.facts
  .filter(({ payload }) => words.split(/[ ,]+/).every((word) =>
    `${payload.type} ${factName(payload.type)} ${valueText(payload)}`.toLowerCase().includes(word)))
  .map((fact) => fact.run_id));

function item(session, decision) {
  const what = session.timeline.of(decision.run_id)?.what;
  return put("li.card.run",
    put("div.head", el("a.title", { href: runAddress(decision.job_id) }, plainName(decision.action)),
      statusMark(decision.status)),
    what && el("p.what", { dir: "auto" }, what),
    el("p.outcome", { dir: "auto" }, valueText(decision.reason)),
    put("p.aside", `by ${personText(decision.actor)} · ${decision.truth_id} · `, moment(decision.timestamp),
      ` · entry ${decision.sequence}`));
}
