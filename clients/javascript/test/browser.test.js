// The client in a page of headless Chromium, over each transport of browsers. The page comes through a proxy, from the server's public
// address: pages of other sites are refused.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { proxyOf } from "./support/proxy.js";
import { ANN, ServerProcess, scratch, skip, tokenOf } from "./support/server.js";
import { SHOP } from "./support/shop.js";

function chromium() {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("which", [name], { stdio: ["ignore", "pipe", "ignore"] }).toString().trim();
    } catch {
      // The next one.
    }
  }
  return undefined;
}

const BROWSER = chromium();

/** What the page does; `report` sends what it found to the test. */
const SCRIPT = `
  import { TruthsClient, indexedDBStorage, localStorageStorage, pollingTransport, sseTransport, webSocketTransport } from "/src/index.js";
  const server = { url: location.origin, token: () => TOKEN };
  const report = (result) => fetch("/__result", { method: "POST", body: JSON.stringify(result) });
  try {
    const results = [];
    for (const [name, transport, storage] of [
      ["websocket", webSocketTransport(server), indexedDBStorage("a")],
      ["sse", sseTransport(server), localStorageStorage("b:")],
      ["rest", pollingTransport(server), undefined],
    ]) {
      const errors = [];
      const options = { actor: ACTOR, transports: [transport], storage, onError: (error) => errors.push(String(error)) };
      const client = new TruthsClient(options);
      await client.start();
      const state = client.view.connection_state;
      const { decision } = await client.propose({ action: "place_order", order_id: name, amount: 1.25 }).answer;
      const waiting = (await client.propose({ action: "place_order", order_id: name + "-large", amount: 20 }).answer).run.status;
      const isSeen = () => client.view.facts.some((fact) => fact.order_id === name && fact.amount === 1.25);
      await new Promise((done) => client.subscribe(() => isSeen() && done()));
      await client.stop();
      const { kept } = client.propose({ action: "place_order", order_id: name + "-queued", amount: 2 });
      await kept;
      const next = new TruthsClient(options);
      await next.restore();
      const queued = next.view.queue.length;
      const seen = next.view.facts.length;
      await next.start();
      await new Promise((done) => next.subscribe(() => next.view.queue.length === 0 && done()));
      await next.stop();
      results.push({ name, state, decision, waiting, queued, isRestored: seen > 0, errors });
    }
    report(results);
  } catch (error) {
    report({ error: String(error?.stack ?? error) });
  }
`;

/** A server behind a proxy, which has its public address. */
async function served(t, answer, options) {
  let server;
  const front = proxyOf(() => server.address, answer);
  await new Promise((done) => front.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${front.address().port}`;
  server = await new ServerProcess({ ...options, options: ["--public-url", origin] }).start();
  t.after(async () => {
    front.closeAllConnections();
    front.close();
    await server.kill();
  });
  return origin;
}

/** The same with a page that reports once, to `/__result`. */
async function reporting(t, at, page, options) {
  let finish;
  const finished = new Promise((done) => (finish = done));
  const origin = await served(t, (path, given) => {
    if (path !== "/__result") return path === at ? page : undefined;
    let body = "";
    given.on("data", (bytes) => (body += bytes)).on("end", () => finish(JSON.parse(body)));
    return "";
  }, options);
  return { origin, finished };
}

/** Opens a page. Chromium has processes of its own, which are a group. */
function browse(t, url) {
  const headless = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", `--user-data-dir=${scratch()}`];
  const browser = spawn(BROWSER, [...headless, url], { stdio: "ignore", detached: true });
  t.after(() => {
    try {
      process.kill(-browser.pid, "SIGKILL");
    } catch {
      // It ended by itself.
    }
  });
}

const options = { skip: skip || (BROWSER ? false : "there is no Chromium"), timeout: 120_000 };

test("a page follows the server over each transport", options, async (t) => {
  const script = SCRIPT.replaceAll("TOKEN", JSON.stringify(tokenOf(ANN))).replaceAll("ACTOR", JSON.stringify(ANN));
  const page = `<!doctype html><script type="module">${script}</script>`;
  const { origin, finished } = await reporting(t, "/page.html", page, { text: SHOP });
  browse(t, `${origin}/page.html`);
  const common = { decision: "accepted", waiting: "waiting", errors: [] };
  // Without a storage nothing is kept.
  assert.deepEqual(await finished, [
    { name: "websocket", state: "streaming", ...common, queued: 1, isRestored: true },
    { name: "sse", state: "degraded", ...common, queued: 1, isRestored: true },
    { name: "rest", state: "degraded", ...common, queued: 0, isRestored: false },
  ]);
});

test("the sample page shows what is known", options, async (t) => {
  const sample = readFileSync(new URL("../samples/page.html", import.meta.url), "utf8");
  // Somebody presses the button, and looks until the run is decided.
  const pressed = `await client.start();
    document.getElementById("propose").click();
    while (!document.getElementById("status").textContent.includes(":")) await new Promise(requestAnimationFrame);
    await fetch("/__result", { method: "POST", body: JSON.stringify(document.body.innerHTML) });`;
  const { origin, finished } = await reporting(t, "/page.html", sample.replace("await client.start();", pressed), {
    actor: ANN, facts: [{ type: "period.closed", period_id: "2024-Q1" }],
  });
  browse(t, `${origin}/page.html`);
  const body = await finished;
  assert.match(body, /id="status">halted: Period is closed</);
  assert.ok(body.includes('<li>{"period_id":"2024-Q1","type":"period.closed"}</li>'), body.slice(0, 500));
  assert.match(body, /style="background: green;"/);
});
