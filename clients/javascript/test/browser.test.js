// The client in a page of headless Chromium, over each transport of browsers. The page comes through a proxy, from the server's public
// address: pages of other sites are refused.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { extname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ANN, ServerProcess, scratch, skip, tokenOf } from "./support/server.js";
import { SHOP } from "./support/shop.js";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));
const TYPES = { ".js": "text/javascript", ".html": "text/html" };

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

/** The page's files and its result, and everything else to the server. */
function proxy(target, finished) {
  const server = createServer((given, response) => {
    const path = normalize(new URL(given.url, "http://here").pathname);
    if (path === "/__page") {
      const script = SCRIPT.replaceAll("TOKEN", JSON.stringify(tokenOf(ANN))).replaceAll("ACTOR", JSON.stringify(ANN));
      return response.writeHead(200, { "Content-Type": "text/html" }).end(`<!doctype html><script type="module">${script}</script>`);
    }
    if (path === "/__result") {
      let body = "";
      given.on("data", (bytes) => (body += bytes)).on("end", () => finished(JSON.parse(body)));
      return response.end();
    }
    if (path.startsWith("/src/")) {
      return response.writeHead(200, { "Content-Type": TYPES[extname(path)] }).end(readFileSync(join(FOLDER, path)));
    }
    const [host, port] = target().split(":");
    const onward = request({ host, port, path: given.url, method: given.method, headers: given.headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    return given.pipe(onward);
  });
  server.on("upgrade", (given, socket, head) => {
    const [host, port] = target().split(":");
    const onward = connect(port, host, () => {
      const lines = [];
      for (let place = 0; place < given.rawHeaders.length; place += 2) lines.push(`${given.rawHeaders[place]}: ${given.rawHeaders[place + 1]}\r\n`);
      onward.write(`${given.method} ${given.url} HTTP/1.1\r\n${lines.join("")}\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) end.on("error", () => [socket, onward].forEach((each) => each.destroy()));
  });
  return server;
}

test("a page follows the server over each transport", { skip: skip || (BROWSER ? false : "there is no Chromium"), timeout: 120_000 }, async (t) => {
  let server;
  let front;
  const finished = new Promise((done) => (front = proxy(() => server.address, done)));
  await new Promise((done) => front.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${front.address().port}`;
  server = await new ServerProcess({ text: SHOP, options: ["--public-url", origin] }).start();
  const browser = spawn(BROWSER, [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", `--user-data-dir=${scratch()}`, `${origin}/__page`,
  ], { stdio: "ignore", detached: true });
  t.after(async () => {
    // Chromium has processes of its own; they are a group.
    process.kill(-browser.pid, "SIGKILL");
    front.closeAllConnections();
    front.close();
    await server.kill();
  });
  const common = { decision: "accepted", waiting: "waiting", errors: [] };
  // Without a storage nothing is kept.
  assert.deepEqual(await finished, [
    { name: "websocket", state: "streaming", ...common, queued: 1, isRestored: true },
    { name: "sse", state: "degraded", ...common, queued: 1, isRestored: true },
    { name: "rest", state: "degraded", ...common, queued: 0, isRestored: false },
  ]);
});
