// Follows a server and proposes what it is told to. Tests/python/clients_together.py starts it, and says what a line means.

import { createInterface } from "node:readline";
import { NodeWebSocket, TruthsClient, pollingTransport, sseTransport, webSocketTransport } from "../../src/node/index.js";

const [, , url, , transport, actor, token] = process.argv;
const server = { url, token: () => token, WebSocket: NodeWebSocket };
const transports = [webSocketTransport(server), sseTransport(server), pollingTransport(server)];
const first = ["websocket", "sse", "rest"].indexOf(transport);
const client = new TruthsClient({ actor: JSON.parse(actor), transports: transports.slice(first) });
const say = (value) => console.log(JSON.stringify(value));
const submissions = [];

await client.start();
say({});
for await (const line of createInterface({ input: process.stdin })) {
  const [word] = line.split(" ", 1);
  const rest = line.slice(word.length + 1);
  if (word === "propose") submissions.push(client.propose(JSON.parse(rest)));
  else if (word === "settle") {
    const ids = {};
    for (const { key, answer } of submissions) ids[key] = (await answer).proposal_id;
    say(ids);
  } else {
    await new Promise((resolve) => {
      client.subscribe(({ view }) => view.seq >= Number(rest) && view.missing_seqs.length === 0 && resolve());
    });
    say(client.view);
  }
}
await client.stop();
