// Transports against servers that do not keep to the protocol, and what a client does with problems.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer as createHTTPServer } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, test } from "node:test";
import { InputError, ProblemError, ProtocolError, RefusedError, TransportError, TruthsClient, memoryStorage } from "../src/index.js";
import { NodeWebSocket, clientOf, fileStorage, pollingTransport, sseTransport, stdioTransport, webSocketTransport } from "../src/node/index.js";
import { FrameReader, encodeFrame } from "../src/node/frames.js";
import { EventStreamReader } from "../src/transports/event-stream.js";
import { Random } from "./support/random.js";
import { ANN, SERVER, ServerProcess, scratch, skip, tokenOf } from "./support/server.js";
import { MIA, SHOP, order, until } from "./support/shop.js";

/** A server's frame, which is not masked. */
function frame(opcode, payload, { isLast = true } = {}) {
  const masked = encodeFrame(opcode, payload, new Uint8Array(4));
  const head = payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10;
  const bytes = Buffer.concat([masked.subarray(0, head), masked.subarray(head + 4)]);
  bytes[1] &= 0x7f;
  if (!isLast) bytes[0] &= 0x7f;
  return bytes;
}

const bytes = (text) => new TextEncoder().encode(text);

/** Cuts bytes at random places. */
function cuts(whole, random) {
  const parts = [];
  for (let start = 0; start < whole.length; ) {
    const size = 1 + random.below(random.pick([2, 20, 5_000]));
    parts.push(whole.subarray(start, start + size));
    start += size;
  }
  return parts;
}

/** Listens until the test ends. */
async function listening(t, server) {
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => {
    server.closeAllConnections?.();
    server.close();
  });
  return `127.0.0.1:${server.address().port}`;
}

/** A session that remembers what it was told. */
function session() {
  const controller = new AbortController();
  const told = { messages: [], errors: [], controller };
  const receive = (message) => told.messages.push(message);
  const lost = (error) => told.errors.push(error);
  return { ...told, signal: controller.signal, resume: { resume: { resume_from_seq: 0, subscribe: true } }, receive, lost };
}

describe("frames", () => {
  test("messages come out as they were put in, however they are cut", () => {
    for (let seed = 0; seed < 100; seed++) {
      const random = new Random(seed);
      const texts = Array.from({ length: 1 + random.below(8) }, () => "é".repeat(random.below(random.pick([3, 130, 70_000]))));
      const frames = texts.flatMap((text) => {
        const payload = bytes(text);
        const at = random.below(payload.length + 1);
        if (random.chance(0.5)) return [frame(1, payload)];
        return [frame(1, payload.subarray(0, at), { isLast: false }), frame(9, bytes("ping")), frame(0, payload.subarray(at))];
      });
      const reader = new FrameReader(1_000_000);
      const seen = [];
      for (const part of cuts(Buffer.concat(frames), random)) {
        reader.add(part);
        for (let message = reader.next(); message; message = reader.next()) {
          if (message.opcode === 1) seen.push(new TextDecoder().decode(message.payload));
        }
      }
      assert.deepEqual(seen, texts, `seed ${seed}`);
    }
  });

  test("frames at fault have the code of their fault", () => {
    for (const [given, code] of [
      [encodeFrame(1, bytes("x"), new Uint8Array(4)), 1002], [[0xc1, 0], 1002], [[0x83, 0], 1002], [[0x80, 0], 1002], [[0x09, 0], 1002],
      [[0x89, 126, 0, 126], 1002], [Buffer.concat([frame(1, bytes("a"), { isLast: false }), frame(1, bytes("b"))]), 1002],
      [[0x82, 127, 0, 0, 0, 1, 0, 0, 0, 0], 1009],
      [Buffer.concat([frame(1, bytes("a".repeat(60)), { isLast: false }), frame(0, bytes("b".repeat(60)))]), 1009],
    ]) {
      const reader = new FrameReader(100);
      reader.add(Uint8Array.from(given));
      assert.throws(() => {
        while (reader.next());
      }, (error) => error instanceof ProtocolError && error.closeCode === code);
    }
  });
});

describe("server-sent events", () => {
  test("events come out as they were put in, however they are cut and their lines end", () => {
    for (let seed = 0; seed < 100; seed++) {
      const random = new Random(seed);
      const end = random.pick(["\n", "\r\n", "\r"]);
      const events = Array.from({ length: 1 + random.below(6) }, () => {
        return { event: random.pick(["fact", "trace"]), data: `{"é":"${"x".repeat(random.below(300))}"}` };
      });
      const lines = events.flatMap(({ event, data }) => [":", "id: s:1", `event: ${event}`, `data:${random.pick(["", " "])}${data}`, ""]);
      const text = lines.join(end) + end;
      const reader = new EventStreamReader(10_000);
      const seen = cuts(bytes(text), random).flatMap((part) => reader.read(part));
      assert.deepEqual(seen, events, `seed ${seed}`);
    }
  });

  test("an event without an end is given up", () => {
    const reader = new EventStreamReader(1_000);
    assert.throws(() => {
      for (let count = 0; count < 100; count++) reader.read(bytes("data: xxxxxxxxxxxxxxxxxxxxxx"));
    }, ProtocolError);
    const lines = new EventStreamReader(1_000);
    assert.throws(() => lines.read(bytes("data: xxxxxxxxxxxxxxxxxxxxxx\n".repeat(100))), ProtocolError);
  });
});

describe("a server that keeps to nothing", () => {
  const accept = (head) => {
    const key = /sec-websocket-key: (.*)\r/i.exec(head)[1];
    return createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  };
  const upgraded = (head, more = "Sec-WebSocket-Protocol: converge.v1\r\n") =>
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept(head)}\r\n${more}\r\n`;

  for (const [what, answer] of [
    ["refuses", () => "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"],
    ["answers another key", () => "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n"],
    ["speaks another protocol", (head) => upgraded(head, "Sec-WebSocket-Protocol: other\r\n")],
    ["speaks none", (head) => upgraded(head, "")],
    ["has extensions", (head) => upgraded(head, "Sec-WebSocket-Extensions: permessage-deflate\r\n")],
    ["has no end", () => "HTTP/1.1 101 ".padEnd(20_000, "x")],
    ["says nothing and goes", () => undefined],
  ]) {
    test(`a WebSocket that ${what} is not to be had`, async (t) => {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", (head) => (answer(String(head)) === undefined ? socket.destroy() : socket.write(answer(String(head)))));
      });
      const transport = webSocketTransport({ url: `http://${await listening(t, server)}`, WebSocket: NodeWebSocket });
      await assert.rejects(transport.open(session()), TransportError);
    });
  }

  for (const [what, data] of [
    ["no JSON", frame(1, bytes("{"))],
    ["no text", frame(2, bytes("x"))],
    ["no UTF-8", frame(1, Uint8Array.of(0xff))],
    ["no frame", Buffer.from("HTTP/1.1 200 OK")],
    ["more than is taken", Buffer.from([0x81, 127, 0, 0, 0, 255, 0, 0, 0, 0])],
    ["an end", frame(8, Uint8Array.of(3, 233, ...bytes("server_stopping")))],
  ]) {
    test(`a WebSocket that brings ${what} is lost`, async (t) => {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", (head) => socket.write(Buffer.concat([Buffer.from(upgraded(String(head))), data])));
      });
      const given = session();
      await webSocketTransport({ url: `http://${await listening(t, server)}`, WebSocket: NodeWebSocket }).open(given);
      await until(() => given.errors.length > 0, "the loss");
      assert.equal(given.errors.length, 1);
      assert.deepEqual(given.messages, []);
      if (what === "an end") assert.match(given.errors[0].message, /1001 server_stopping/);
    });
  }

  for (const [what, type, respond] of [
    ["JSON", ProtocolError, (response) => response.end("{")],
    ["UTF-8", ProtocolError, (response) => response.end(Buffer.from([0x22, 0xff, 0x22]))],
    ["an end", ProtocolError, (response) => {
      const timer = setInterval(() => response.write(" ".repeat(1_000)), 1);
      response.on("close", () => clearInterval(timer));
    }],
    ["a problem document", ProblemError, (response) => response.writeHead(502).end("<h1>Bad gateway</h1>")],
    ["an address of its own", TransportError, (response) => response.writeHead(302, { Location: "http://evil.example/" }).end()],
  ]) {
    test(`an answer without ${what} is a fault`, async (t) => {
      const server = createHTTPServer((_, response) => respond(response));
      const transport = pollingTransport({ url: `http://${await listening(t, server)}`, largestMessage: 10_000 });
      await assert.rejects(transport.open(session()), type);
    });
  }

  test("a stream of events that is none, or is held up, is not to be had", async (t) => {
    for (const respond of [
      (response) => response.writeHead(200, { "Content-Type": "text/html" }).end(),
      (response) => response.writeHead(200, { "Content-Type": "text/event-stream" }).end(),
      (response) => response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders(),
    ]) {
      const server = createHTTPServer((request, response) => {
        if (request.headers.accept !== "text/event-stream") return response.end('{"resumed_at_seq":0,"current_seq":0,"events":[]}');
        return respond(response);
      });
      const transport = sseTransport({ url: `http://${await listening(t, server)}` });
      await assert.rejects(transport.open(session()), Error);
    }
  });

  test("a process that is none, or ends, is not to be had", async () => {
    await assert.rejects(stdioTransport({ command: "/nowhere/truths-server", args: [] }).open(session()), TransportError);
    await assert.rejects(stdioTransport({ command: "false", args: [] }).open(session()), TransportError);
    await assert.rejects(stdioTransport({ command: "echo", args: ["hello"] }).open(session()), ProtocolError);
  });
});

describe("a real server", { skip }, () => {
  /** A server with tokens, and clients of it. */
  async function shop(t, options = {}) {
    const server = await new ServerProcess({ text: SHOP, ...options }).start();
    t.after(() => server.kill());
    const clientFor = async (actor, more = {}) => {
      const errors = [];
      const options = { url: server.url, actor, token: () => tokenOf(actor), onError: (error) => errors.push(error), ...more };
      const client = more.transports ? new TruthsClient(options) : clientOf(options);
      t.after(() => client.stop());
      await client.start();
      return Object.assign(client, { errors });
    };
    return { server, clientFor };
  }

  test("who asks waits, who may approves, and both see it", async (t) => {
    const { clientFor } = await shop(t);
    const [ann, mia] = [await clientFor(ANN), await clientFor(MIA)];
    const { answer } = ann.propose(order("o1", 20));
    const { run, proposal_id: proposalID } = await answer;
    assert.equal(run.status, "waiting");
    await until(() => mia.view.can_i_act, "the request");
    assert.deepEqual([ann.view.can_i_act, ann.view.waiting_for], [false, ["approval from @manager"]]);
    const refused = await ann.approve(proposalID);
    assert.equal(refused.decision, "rejected");
    assert.equal((await mia.approve(proposalID)).decision, "accepted");
    assert.equal((await ann.settled(run.run_id, ({ status }) => status !== "waiting")).status, "converged");
    assert.ok(ann.view.facts.some((fact) => fact.type === "order.placed" && fact.order_id === "o1"));
    await assert.rejects(ann.cancel(), RefusedError);
    assert.equal((await ann.pause()).decision, "rejected");
  });

  test("what the server will not take is an error, with its document", async (t) => {
    const { server, clientFor } = await shop(t, { limits: { "*": { body_bytes: 2_000 } } });
    const transports = [pollingTransport({ url: server.url, token: () => tokenOf(ANN) })];
    const ann = await clientFor(ANN, { transports });
    const { answer } = ann.propose(order("o".repeat(3_000)));
    await assert.rejects(answer, (error) => error instanceof ProblemError && error.code === "body_too_large");
    assert.deepEqual(ann.view.queue, []);
    await assert.rejects(ann.cancel(), (error) => error instanceof RefusedError && error.problem.code === "nothing_to_steer");
    assert.equal((await ann.pause()).decision, "rejected");
    assert.throws(() => ann.propose(order("o1", 0.1 + 0.2)), InputError);
  });

  test("a token that does not count is told, and tried again with another one", async (t) => {
    const { server, clientFor } = await shop(t);
    let token = "nonsense";
    const ann = await clientFor(ANN, { token: () => token });
    assert.equal(ann.view.connection_state, "offline");
    assert.ok(ann.errors.some((error) => error instanceof ProblemError && error.code === "invalid_token"), String(ann.errors));
    token = tokenOf(ANN);
    await until(() => ann.view.connection_state === "streaming", "the connection");
    assert.ok(server.address);
  });

  test("what was queued survives the program, and is decided once", async (t) => {
    const { server, clientFor } = await shop(t);
    const folder = scratch();
    const first = await clientFor(ANN, { storage: fileStorage(folder) });
    await first.propose(order("o1")).answer;
    await server.kill();
    await until(() => first.view.connection_state !== "streaming", "the loss");
    const { kept } = first.propose(order("o2"));
    await kept;
    assert.equal(first.view.queue.length, 1);
    await first.stop();
    const second = await clientFor(ANN, { storage: fileStorage(folder) });
    assert.equal(second.view.connection_state, "offline");
    assert.ok(second.view.facts.some((fact) => fact.order_id === "o1"), "what was shown is shown");
    await server.start();
    await until(() => second.view.queue.length === 0 && second.view.facts.some((fact) => fact.order_id === "o2"), "the decision");
    assert.equal(second.view.runs.filter((run) => run.action === "place_order").length, 2);
    await second.stop();
  });

  test("a storage that fails is told, and nothing else fails", async (t) => {
    const { clientFor } = await shop(t);
    const broken = { load: async () => "no JSON", save: async () => Promise.reject(new Error("full")) };
    const ann = await clientFor(ANN, { storage: broken });
    assert.equal((await ann.propose(order("o1")).answer).decision, "accepted");
    await until(() => ann.errors.some((error) => /full/.test(error.message)), "the error");
    assert.equal(await memoryStorage().load("nothing"), undefined);
    // What cannot be loaded may still be there: it is not overwritten.
    const saved = [];
    const locked = { load: async () => Promise.reject(new Error("locked")), save: async (name) => void saved.push(name) };
    const bob = await clientFor({ ...ANN, device_id: "phone" }, { storage: locked });
    await bob.propose(order("o2")).kept;
    assert.match(bob.errors[0].message, /locked/);
    assert.deepEqual(saved, []);
  });

  test("what is proposed before the start is queued behind what was kept", async () => {
    const storage = memoryStorage();
    const offline = () => new TruthsClient({ actor: ANN, transports: [], storage });
    await offline().propose({ idempotency_key: "first", ...order("o1") }).kept;
    const next = offline();
    await next.propose({ idempotency_key: "second", ...order("o2") }).kept;
    assert.deepEqual(next.view.queue.map((record) => record.idempotency_key), ["first", "second"]);
    assert.equal(JSON.parse(await storage.load("outbox")).length, 2);
    await next.start();
    assert.equal(next.view.connection_state, "offline");
    await next.stop();
  });

  test("a listener that throws stops nothing but itself", async (t) => {
    const { clientFor } = await shop(t);
    const thrown = [];
    const listeners = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException");
    process.on("uncaughtException", (error) => thrown.push(error.message));
    t.after(() => {
      process.removeAllListeners("uncaughtException");
      listeners.forEach((listener) => process.on("uncaughtException", listener));
    });
    const ann = await clientFor(ANN);
    let isThrown = false;
    ann.subscribe(({ view }) => {
      if (view.seq === 0 || isThrown) return;
      isThrown = true;
      throw new Error("a mistake");
    });
    assert.equal((await ann.propose(order("o1")).answer).decision, "accepted");
    await until(() => thrown.length > 0, "the mistake");
    assert.equal(thrown[0], "a mistake");
  });

  test("amounts come back with every digit", async (t) => {
    const { server, clientFor } = await shop(t);
    const ann = await clientFor(ANN);
    const system = { ...ANN, type: "system", user_id: "books" };
    const books = await clientFor(system);
    const amounts = ["123456789012345", "0.000000000001", "99999999999.9999", "-0.1", "1e-7", "100000000000000"];
    for (const [place, amount] of amounts.entries()) await books.injectFact({ type: "stock.counted", sku: `s${place}`, amount: Number(amount) });
    await until(() => ann.view.facts.length === amounts.length, "the facts");
    assert.deepEqual(ann.view.facts.map((fact) => fact.amount), amounts.map(Number));
    const raw = await (await fetch(`${server.url}/events`, { headers: { Authorization: `Bearer ${tokenOf(ANN)}` } })).text();
    assert.ok(raw.includes('"amount":123456789012345') && raw.includes('"amount":99999999999.9999'));
  });

  test("over standard input and output it is the same", async (t) => {
    const server = new ServerProcess({ text: SHOP, actor: ANN });
    const ann = new TruthsClient({ actor: ANN, transports: [stdioTransport({ command: SERVER, args: [...server.args, "--stdio"] })] });
    t.after(() => ann.stop());
    await ann.start();
    assert.equal(ann.view.connection_state, "streaming");
    assert.equal((await ann.propose(order("o1")).answer).decision, "accepted");
    assert.ok(ann.view.facts.some((fact) => fact.order_id === "o1"));
    await assert.rejects(ann.cancel(), RefusedError);
  });

  test("a process that is killed is started again, and the client goes on where it was", async (t) => {
    const server = new ServerProcess({ text: SHOP, actor: ANN });
    const pid = join(server.folder, "pid");
    const args = ["-c", `echo $$ > ${pid}; exec "$@"`, "sh", SERVER, ...server.args, "--stdio"];
    const ann = new TruthsClient({ actor: ANN, transports: [stdioTransport({ command: "sh", args })] });
    t.after(() => ann.stop());
    await ann.start();
    await ann.propose(order("o1")).answer;
    const { seq } = ann.view;
    process.kill(Number(readFileSync(pid, "utf8")), "SIGKILL");
    const { answer } = ann.propose(order("o2"));
    assert.equal((await answer).decision, "accepted");
    assert.deepEqual([ann.view.resumed_at_seq, ann.view.missing_seqs], [seq, []]);
    assert.deepEqual(ann.view.facts.map((fact) => fact.order_id), ["o1", "o2"]);
  });
});
