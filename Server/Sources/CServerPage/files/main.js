// Begins the page: who uses it, which view is shown, and when it is drawn.

import { el, faultText, fill, legible, put, tell } from "./dom.js";
import { factForm } from "./fact-form.js";
import { facts } from "./facts.js";
import { form } from "./form.js";
import { handbook } from "./handbook.js";
import { intents } from "./intents.js";
import { ledger } from "./ledger.js";
import { live } from "./live.js";
import { drawQueue } from "./queue.js";
import { rules } from "./rules.js";
import { run } from "./run.js";
import { Refusal, Session, nameOf, signIn } from "./session.js";

/** The pages by the first part of their address behind `#/`; those with a name stand in the menu. */
const PAGES = {
  live: { name: "Live", view: live }, propose: { name: "Propose", view: intents }, facts: { name: "Facts", view: facts },
  ledger: { name: "Ledger", view: ledger }, rules: { name: "Rules", view: rules },
  run: { view: run }, form: { view: form }, fact: { view: factForm }, handbook: { view: handbook },
};

/** What the states of a connection are called (contract §1.5). */
const STATES = { streaming: "Streaming", reconnecting: "Reconnecting", degraded: "Limited mode", offline: "Offline" };

/** @param {string} selector */
const place = (selector) => document.querySelector(selector);

/** @type {{ title: string, node: Element, scroll?: number, draw?: () => void, end?: () => void } | undefined} */
let shown;
/** What is queued stands over each page. */
const queued = el("div.queue", { role: "status" });
let isDrawing = false;
/** How long nothing is drawn after what was drawn last, in milliseconds. */
let pause = 0;
/** Whether somebody is asked for a token; what they see else stays as it is. */
let isAsking = false;

function begin(actor) {
  const session = new Session(actor);
  const go = () => {
    const [, ...rest] = location.hash.replace(/^#\/?/, "").split("/");
    const page = PAGES[current(location.hash)];
    shown?.end?.();
    if (!["live", "run"].includes(current(location.hash))) session.list = undefined;
    shown = page.view(session, rest.map(decoded));
    fill(place("main"), queued, shown.node);
    menu(current(location.hash));
    draw(session);
    place("main").focus({ preventScroll: true });
    scrollTo(0, shown.scroll ?? 0);
  };
  addEventListener("hashchange", go);
  go();
  who(session);
  const follow = () => session.client.subscribe(() => {
    // A tab in the background sends what waits too.
    if (session.queue.controls.length > 0) void session.queue.send();
    if (isDrawing) return;
    isDrawing = true;
    // A tab in the background gets no frames; it is drawn once somebody looks. What takes long to draw is drawn less often.
    setTimeout(() => requestAnimationFrame(() => {
      isDrawing = false;
      const begin = performance.now();
      draw(session);
      const cost = performance.now() - begin;
      pause = cost < 16 ? 0 : Math.min(4 * cost, 1_000);
    }), pause);
  });
  follow();
  session.onRefused = (why) => {
    removeEventListener("hashchange", go);
    fill(place(".who"));
    fill(place(".connection"));
    delete place(".connection").dataset.state;
    isAsking = true;
    const before = location.hash;
    askToken(why, async (next) => {
      // What somebody else sees is another page.
      if (nameOf(next) !== session.name) return location.reload();
      isAsking = false;
      addEventListener("hashchange", go);
      session.goOn(next);
      follow();
      fill(place("main"), queued, shown?.node);
      menu(current(before));
      who(session);
      // What waits for an answer of the client before would wait for ever.
      const isStuck = shown?.node.querySelector('[aria-disabled="true"]') !== null;
      if (location.hash === before && !isStuck) place("main").focus({ preventScroll: true });
      else go();
      await session.client.start();
      draw(session);
    });
  };
  void session.client.start();
  session.queue.onChange = () => draw(session);
  void session.queue.restore();
  void session.vocabulary().then(() => draw(session), () => {});
}

/** The page that an address names; *Live* where it names none. */
function current(hash) {
  const [name] = hash.replace(/^#\/?/, "").split("/");
  return Object.hasOwn(PAGES, name) ? name : "live";
}

/** A part of an address; as it stands where somebody wrote one that is none. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function draw(session) {
  if (isAsking) return;
  const { connection_state: state, indicator } = session.client.view;
  const connection = place(".connection");
  if (connection.dataset.state !== state) {
    connection.dataset.state = state;
    connection.dataset.colour = indicator.color;
    fill(connection, el("span.light", { "aria-hidden": "true" }), STATES[state]);
  }
  drawQueue(queued, session);
  shown?.draw?.();
  const title = `${legible(shown?.title ?? "")} – Truths`;
  if (document.title !== title) document.title = title;
}

function menu(name) {
  const links = Object.entries(PAGES).filter(([, page]) => page.name !== undefined);
  const active = { run: "live", form: "propose", fact: "facts", handbook: "rules" }[name] ?? name;
  fill(place("nav"), links.map(([each, page]) =>
    el("a", { href: `#/${each}`, "aria-current": each === active ? "page" : undefined }, page.name)));
}

function who(session) {
  const { user_id: name, roles = [] } = session.actor;
  const out = el("button.quiet", { onclick: () => void session.end().then(() => location.reload()) }, "Sign out");
  fill(place(".who"), el("span", { title: roles.join(", ") }, `@${name}`), session.hasToken && out);
}

/** Asks for a token, and says why the one before does not count. */
function askToken(why, next = begin) {
  fill(place("nav"));
  const field = el("textarea", { id: "token", rows: "4", required: true, autocomplete: "off", spellcheck: "false" });
  const told = el("p.fault", { role: "alert" }, why);
  const sign = async () => {
    try {
      next(await signIn(field.value.trim()));
    } catch (error) {
      fill(told, faultText(error));
      field.focus();
    }
  };
  fill(place("main"), el("form.card.sign-in", { onsubmit: sign }, put("h1", "Sign in"),
    put("p", "This server knows people by their tokens. It is kept as long as this tab is open."),
    el("label", { for: "token" }, "Token"), field, told, el("button.good", { type: "submit" }, "Sign in")));
  document.title = "Sign in – Truths";
  field.focus();
}

async function open() {
  try {
    begin(await signIn());
  } catch (error) {
    if (error instanceof Refusal && error.problem.status === 401) {
      return askToken(error.problem.code === "no_token" ? "" : error.message);
    }
    tell("The server does not answer; it is asked again.");
    setTimeout(() => void open(), 2_000);
  }
}

// Forms are sent by the page, which stays.
addEventListener("submit", (event) => event.preventDefault());

// The skip link would be taken for the address of a page.
place(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  place("main").focus();
});

// On paper nothing can be unfolded.
/** @type {Element[]} */
let unfolded = [];
addEventListener("beforeprint", () => {
  unfolded = [];
  // What is folded may hold further folds, which are made with it.
  /** @type {any} */
  let folds;
  while ((folds = document.querySelectorAll("main details:not([open], .action)")).length > 0) {
    for (const fold of folds) {
      fold.fillIn?.();
      fold.open = true;
      unfolded.push(fold);
    }
  }
});
addEventListener("afterprint", () => {
  for (const fold of unfolded) fold.open = false;
});

void open();
