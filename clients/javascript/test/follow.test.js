// Clients follow a server that is killed, started again and paused, over each transport: in the end they show what its own snapshot shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { TruthsClient } from "../src/client.js";
import { ContextView } from "../src/core/context.js";
import { NodeWebSocket, memoryStorage, pollingTransport, sseTransport, webSocketTransport } from "../src/node/index.js";
import { shown } from "./support/history.js";
import { Random, seeds } from "./support/random.js";
import { ANN, ServerProcess, skip, tokenOf } from "./support/server.js";
import { SHOP, order, until } from "./support/shop.js";

/** A client that polls, and tries again, faster than people need it. */
class HurriedClient extends TruthsClient {
  constructor(options) {
    const start = Date.now();
    const now = () => start + (Date.now() - start) * 20;
    super({ ...options, now, schedule: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds / 20);
      return () => clearTimeout(timer);
    } });
  }
}

/** Transports by how a client is called. */
const makers = {
  websocket: (address) => [webSocketTransport({ ...address, WebSocket: NodeWebSocket })],
  sse: (address) => [sseTransport(address)],
  rest: (address) => [pollingTransport(address)],
  fallback: (address) => Object.values(makers).slice(0, 3).flatMap((maker) => maker(address)),
};

function clientOf(server, name, storage) {
  const actor = { ...ANN, device_id: name };
  const transports = makers[name]({ url: server.url, token: () => tokenOf(actor) });
  return new HurriedClient({ actor, transports, storage });
}

/** What the server itself shows: its snapshot, with the events behind it. */
async function stateOf(server) {
  const given = await server.ask("/events?stream_id=none", { token: tokenOf(ANN) });
  const view = ContextView.read(given.snapshot);
  for (const event of given.events) view.apply(event);
  return { seq: given.current_seq, state: shown(view.state) };
}

for (const seed of seeds(2)) {
  test(`a server that is killed and paused, seed ${seed}`, { skip }, async () => {
    const random = new Random(seed);
    const server = await new ServerProcess({ text: SHOP }).start();
    const clients = Object.keys(makers).map((name) => {
      const storage = memoryStorage();
      return { name, client: clientOf(server, name, storage), storage };
    });
    let proposals = 0;
    await Promise.all(clients.map(({ client }) => client.start()));
    for (let step = 0; step < 25; step++) {
      const party = random.pick(clients);
      party.client.propose(order(`${party.name}-${step}`, 1 + random.below(15)));
      proposals += 1;
      const dice = random.next();
      if (dice < 0.2) {
        await server.kill();
        await sleep(random.below(200));
        await server.start();
      } else if (dice < 0.3) {
        server.child.kill("SIGSTOP");
        await sleep(random.below(300));
        server.child.kill("SIGCONT");
      } else if (dice < 0.4) {
        // The program ends, and begins again with what it saved.
        await party.client.stop();
        party.client = clientOf(server, party.name, party.storage);
        await party.client.start();
      }
      await sleep(random.below(50));
    }
    try {
      const seen = (client, seq) => client.view.seq === seq && client.view.queue.length === 0 && client.view.missing_seqs.length === 0;
      const { seq, state } = await until(async () => {
        const now = await stateOf(server);
        const decided = now.state.runs.filter((run) => run.action === "place_order").length;
        return decided >= proposals && clients.every(({ client }) => seen(client, now.seq)) && now;
      }, "the end of the stream", 60);
      for (const { name, client } of clients) assert.deepEqual(shown(client.state), state, name);
      // Each proposal was decided once.
      const placed = state.facts.map((fact) => fact.payload.order_id).filter(Boolean);
      assert.equal(new Set(placed).size, placed.length, "an order was placed twice");
      assert.equal(state.runs.filter((run) => run.action === "place_order").length, proposals);
      assert.ok(seq > 0);
    } finally {
      await Promise.all(clients.map(({ client }) => client.stop()));
      await server.kill();
    }
  });
}
