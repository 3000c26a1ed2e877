// The handbook of the rules in force: each pack in words, for who has never seen a rule (server §11.4).

import { alarm, at, el, fill, fold, put } from "./dom.js";
import { counted, pairs, plainName } from "./words.js";

/** How many places a search shows. */
const MOST = 40;

/** How many rows of a diagram are shown unfolded. */
const SHORT = 12;

/**
 * @param {import("./session.js").Session} session
 * @param {string[]} path The chapter, and a place in it.
 */
export function handbook(session, [name = "index", anchor]) {
  const [find, place] = [el("div"), el("div")];
  const isIndex = name === "index";
  const back = isIndex ? el("a", { href: "#/rules" }, "← Rules") : el("a", { href: "#/handbook" }, "← All chapters");
  const node = put("article.one.handbook", put("p", back), find, place);

  async function load() {
    const index = await session.ask("/handbook");
    fill(find, finder(index));
    const chapter = await session.ask(at`/handbook/${name}`);
    const about = { chapter: name, anchor };
    fill(place, isIndex ? contents(index) : put("h1", words(chapter.title, about), " ", idOf(chapter)),
      isIndex && put("h2", words(chapter.title, about)), chapter.blocks.map((each) => block(each, about)),
      chapter.sections.map((each) => section(each, 1, about)));
    const target = anchor && document.getElementById(domID(anchor));
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView();
  }

  load().catch((error) => alarm(place, error));
  return { title: isIndex ? "Handbook" : plainName(name.replace(/^pack-/, "")), node };
}

/** Names of the page have no colon, so those of packs meet none of them. */
const domID = (anchor) => `book:${anchor}`;
const address = (chapter, anchor) =>
  anchor === undefined ? at`#/handbook/${chapter}` : at`#/handbook/${chapter}/${anchor}`;
const idOf = (part) => part.id !== undefined && put("code.id", part.id);
const idAttribute = (anchor) => (anchor === undefined ? undefined : domID(anchor));

/** Whether a place is within a part, so that its fold is open. */
const holds = (part, anchor) => anchor !== undefined && (part.anchor === anchor ||
  [part.blocks, part.sections, part.rows].some((inner) => inner?.some((each) => holds(each, anchor))));

function contents(index) {
  return [put("h1", index.title), pairs(index.about.map(({ name, value }) => [name, put("code", value)])),
    put("ul.tiles", index.chapters.slice(1).map(({ name, title, entries }) => put("li.card",
      el("a.title", { href: address(name) }, title), put("p.aside", counted(entries.length, "heading")))))];
}

/** A search of the headings of all chapters. */
function finder(index) {
  const found = el("ul.found", { role: "status" });
  const all = index.chapters.flatMap(({ name, title, entries }) =>
    [{ name, title, in: "" }, ...entries.map((entry) => ({ ...entry, name, in: title }))]);
  const search = (event) => {
    const wanted = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isMeant = (each) => wanted.every((word) => `${each.title} ${each.id ?? ""} ${each.in}`.toLowerCase().includes(word));
    const hits = wanted.length === 0 ? [] : all.filter(isMeant);
    fill(found, wanted.length > 0 && hits.length === 0 && put("li", "No heading is called so."),
      hits.slice(0, MOST).map((each) => put("li", el("a", { href: address(each.name, each.anchor) }, each.title), " ",
        put("span.aside", each.in))),
      hits.length > MOST && put("li.aside", `${hits.length - MOST} more`));
  };
  const input = el("input", { type: "search", placeholder: "what a rule is about", oninput: search });
  return el("form.filters", { role: "search" },
    put("label", "Find in the handbook ", input), found);
}

/** A section; truths, of which a pack has many, are folded. */
function section(part, depth, about) {
  const title = [words(part.title, about), " ", idOf(part)];
  const inner = () =>
    [part.blocks.map((each) => block(each, about)), part.sections.map((each) => section(each, depth + 1, about))];
  const heading = put(`h${Math.min(depth + 1, 6)}`, title);
  const id = idAttribute(part.anchor);
  if (depth === 2) return fold("details.fold", { id, open: holds(part, about.anchor) }, heading, inner);
  return el("section", { id }, heading, inner());
}

function block(part, about) {
  const list = (tag) => put(tag, part.items.map((each) => put("li", words(each, about))));
  switch (part.kind) {
    case "paragraph": return put("p", words(part.text, about));
    case "list": return list("ul");
    case "steps": return list("ol");
    case "table": return table(part, about);
    case "diagram": return diagram(part, about);
    default: return fold("details.fold", { id: idAttribute(part.anchor), open: holds(part, about.anchor) },
      [words(part.title, about), " ", idOf(part)], () => part.blocks.map((each) => block(each, about)));
  }
}

/** A table, whose cells stand below each other on a telephone, each with its heading. */
function table({ head, rows }, about) {
  const isHeaded = head.some((cell) => cell.length > 0);
  const cellOf = (cell, place) => (place === 0 && !isHeaded ? el("th", { scope: "row" }, words(cell, about)) :
    el("td", { "data-head": place > 0 && head.length > 2 ? plain(head[place]) : undefined }, words(cell, about)));
  const formal = rows.flatMap((row) => row.formal ?? []);
  const headings = () => put("thead", put("tr", head.map((cell) => el("th", { scope: "col" }, words(cell, about)))));
  return [
    put("table", isHeaded && headings(),
      put("tbody", rows.map((row) => el("tr", { id: idAttribute(row.anchor) }, row.cells.map(cellOf))))),
    formal.length > 0 && fold("details.formal", {}, "As written",
      () => put("ol", formal.map((text) => put("li", put("code", text))))),
  ];
}

/**
 * A diagram as rows, which fit a telephone and can be read out: what leads to a truth, the truth, and what it leads to. What is
 * about no truth is a row for each beginning.
 */
function diagram({ title, nodes, edges }, about) {
  const isFlow = nodes.some(({ kind }) => !/^(truth|state|start)/.test(kind));
  const node = (place, isRead = false) => {
    const { label, kind, to, chapter } = nodes[place];
    const name = `.node.${kind.split(" ")[0]}${isRead ? ".read" : ""}`;
    return to === undefined ? put(`span${name}`, label || "the beginning") :
      el(`a${name}`, { href: address(chapter ?? about.chapter, to) }, label);
  };
  const end = (place, { label, dashed }) => [node(place, dashed), label && put("span.aside", ` ${label.replaceAll("\n", ", ")}`)];
  const row = (from, middle, to) => put("li", [from, middle, to].filter((each) => each.length > 0)
    .map((each, place) => [place > 0 && put("span.to", " → "), put("span.ends", each)]));
  const middles = isFlow ? nodes.flatMap(({ kind }, place) => (kind === "truth" ? place : [])) : [];
  const rest = edges.filter(({ from, to }) => !middles.includes(from) && !middles.includes(to));
  const rows = [
    ...middles.map((middle) => row(edges.filter(({ to }) => to === middle).map((edge) => end(edge.from, edge)), [node(middle)],
      edges.filter(({ from }) => from === middle).map((edge) => end(edge.to, edge)))),
    ...[...new Set(rest.map(({ from }) => from))].map((from) =>
      row([node(from)], [], rest.filter((edge) => edge.from === from).map((edge) => end(edge.to, edge)))),
  ];
  return fold("details.diagram", { open: rows.length <= SHORT }, title, () => put("ul", rows));
}

/** A phrase: texts, and objects with one member for what they are. */
const words = (phrase, about) => phrase.map((part) => {
  if (typeof part === "string") return part;
  const [[kind, inner]] = Object.entries(part).filter(([name]) => !["to", "chapter"].includes(name));
  switch (kind) {
    case "code": return put("code", inner);
    case "term": return put("em", inner);
    case "value": return put("span.said", inner);
    case "strong": return put("strong", words(inner, about));
    case "link": return el("a", { href: address(part.chapter ?? about.chapter, part.to) }, words(inner, about));
    default: return el("br");
  }
});

/** A phrase without what it is marked as. */
const plain = (phrase) => phrase.map((part) => (typeof part === "string" ? part :
  part.break ? " " : [part.code ?? part.term ?? part.value ?? plain(part.strong ?? part.link ?? [])].flat().join(""))).join("");
