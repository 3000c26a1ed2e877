// The rules in force, and those that wait, with the past decisions that they would change.

import { el, faultText, fill, tell } from "./dom.js";
import { Refusal } from "./session.js";
import { moment, pairs, plainName, valueText } from "./words.js";

/** How many changed decisions are drawn. */
const DRAWN = 100;

/** @param {import("./session.js").Session} session */
export function rules(session) {
  const [now, next] = [el("section"), el("section", { role: "status" })];
  const node = el("article.one", {}, el("h1", {}, "Rules"),
    el("p", {}, el("a.button", { href: "#/handbook" }, "Read the handbook")), now, next);

  async function load() {
    try {
      const told = await session.ask("/truths");
      fill(now, el("h2", {}, "In force"), pairs([
        ["Hash", el("code", {}, told.truths)],
        ["Packs", told.packs.map(({ pack, version = "" }) => `${plainName(pack)} ${version}`.trim()).join(", ")],
        ["Since", told.since && moment(told.since)],
        ["Adopted by", told.adopted_by && `@${told.adopted_by}`],
        ["Note", told.note],
      ].filter(([, value]) => value !== undefined)));
    } catch (error) {
      fill(now, el("p.fault", { role: "alert" }, faultText(error)));
    }
    try {
      fill(next, pending(session, await session.ask("/truths/pending"), load));
    } catch (error) {
      const isNone = error instanceof Refusal && error.problem.status === 404;
      fill(next, el("h2", {}, "Pending"), el("p", {}, isNone ? "No rules wait to be adopted." : faultText(error)));
    }
  }

  void load();
  return { title: "Rules", node };
}

function pending(session, told, done) {
  const { replay, shadow } = told;
  const fault = el("p.fault", { role: "alert" });
  const note = el("input", { type: "text" });
  const adopt = async (event) => {
    event.preventDefault();
    try {
      const answer = await session.ask("/truths/adopt", { truths: told.truths, ...(note.value ? { note: note.value } : {}) });
      tell(answer.reason);
      if (answer.decision === "accepted") await done();
      else fill(fault, answer.reason);
    } catch (error) {
      fill(fault, faultText(error));
    }
  };
  return [
    el("h2", {}, "Pending"),
    pairs([["Hash", el("code", {}, told.truths)], ["Since", moment(told.since)],
      ["Tried with", `${replay.decided} past decisions${replay.done ? "" : " so far"}, and ${shadow.decided} since`]]),
    el("h3", {}, "Which past decisions would change"),
    replay.flips.length === 0 ? el("p", {}, "None of those that were tried.") :
      el("ul.runs", {}, [...replay.flips, ...shadow.examples].slice(-DRAWN).reverse().map(flip)),
    el("form.filters.adopt", { onsubmit: adopt }, el("label", {}, "Note ", note),
      el("button.good", { type: "submit" }, "Adopt"), fault),
  ];
}

const flip = (each) => el("li.card", {},
  el("p", {}, el("strong", {}, plainName(each.action)), " ",
    el("del", {}, valueText(each.from)), " → ", el("ins", {}, valueText(each.to))),
  el("p.aside", {}, valueText(each.reason ?? ""), ` · ${each.truth_id ?? ""} · entry ${each.entry}`));
