// An example of a proposal, for who meets these rules for the first time: a form that is filled, and the command that proposes.

import { at, el, fill, put } from "./dom.js";
import { plainName } from "./words.js";

/** The intent of the contract's own example (§9.2); without it the first one that has something to fill in. */
const KNOWN = "create_invoice";

/** Where nothing has been proposed yet: what to do next. */
export function beginning(session) {
  const all = el("a.button", { href: "#/propose" }, "All that can be proposed");
  const place = put("div", all);
  session.vocabulary().then((vocabulary) => {
    const { intents } = vocabulary;
    const intent = intents.find(({ name }) => name === KNOWN) ?? intents.find(({ fields }) => fields.length > 0);
    if (intent === undefined) return;
    const { action, fields, name } = intent;
    const text = JSON.stringify({ action, payload: exampleOf(fields, vocabulary, session.client.state.facts) });
    const token = session.hasToken ? " -H \"Authorization: Bearer $TOKEN\"" : "";
    fill(place, put("p", "The rules decide about each proposal; what came of it, and why, is shown here at once."),
      put("p", el("a.button", { href: at`#/form/${action}/given/${text}` }, `Try an example: ${plainName(name)}`)), put("p", all),
      put("p", "Its values are made up. Or propose it from a terminal, and watch this page:"),
      put("code", `curl ${location.origin}/jobs${token} -H 'Content-Type: application/json' `,
        `-d '${text.replaceAll("'", "'\\''")}'`));
  }, () => {});
  return put("div.empty.card", put("h2", "Nothing has been proposed yet"), place);
}

/** Values of the fields that are needed: those that facts of the ledger have under the same names, or made-up ones. */
function exampleOf(fields, vocabulary, facts) {
  const known = Object.assign({}, ...facts.map(({ payload }) => payload));
  const now = new Date().toISOString();
  const made = {
    integer: 1, decimal: 1, boolean: true, date: now.slice(0, 10), time: "12:00", timestamp: now, duration: "PT1H", period: "P1M",
    json: {}, map: {},
  };
  const valueOf = ({ kind, name: type, of }, name) => {
    if (kind === "record") return valuesOf(vocabulary.records[type]);
    if (kind === "list") return [valueOf(of, name)];
    if (kind === "enum") return vocabulary.enums[type][0];
    return made[kind] ?? (typeof known[name] === "string" ? known[name] : `${name.replace("_id", "")}-1`);
  };
  const valuesOf = (all) =>
    Object.fromEntries(all.filter(({ required }) => required).map(({ name, type }) => [name, valueOf(type, name)]));
  return valuesOf(fields);
}
