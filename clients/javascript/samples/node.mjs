// Proposes an order, and follows what becomes of it: node samples/node.mjs http://127.0.0.1:8080 [TOKEN]

import { clientOf, fileStorage } from "truths-client/node";

const [, , url = "http://127.0.0.1:8080", token] = process.argv;

const client = clientOf({
  url,
  // Who speaks, as the server knows them: of a token what it says, else the server's --actor.
  actor: { type: "user", user_id: "ann", device_id: "desk", org_id: "acme", roles: ["accountant"] },
  token: () => token,
  storage: fileStorage(".truths"),
  onError: (error) => console.error(`(${error.message})`),
});

let last = "";
client.subscribe(({ view }) => {
  const waiting = view.waiting_for.length > 0 ? `, waiting for ${view.waiting_for.join(", ")}` : "";
  const line = `${view.connection_state}: ${view.run_status ?? "no run"}${waiting}, ${view.facts.length} facts, ${view.provisional.length} early`;
  if (line !== last) console.log((last = line));
});

await client.start();
const { key, answer } = client.propose({ action: "create_invoice", period_id: "2024-Q1" });
console.log(`proposed under ${key}`);
const { decision, reason, truth_id: truth } = await answer;
console.log(`${decision} by ${truth}: ${reason}`);
await client.stop();
