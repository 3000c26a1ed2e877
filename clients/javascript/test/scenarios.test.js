// The scenario fixtures of the repository, told to a server by clients over each transport (server §9).

import assert from "node:assert/strict";
import { test } from "node:test";
import { scenarios } from "./support/scenarios.js";
import { skip } from "./support/server.js";
import { World } from "./support/world.js";

const only = process.env.SCENARIO;

for (const scenario of scenarios.filter(({ id }) => only === undefined || id === only)) {
  const why = skip || scenario.untold || false;
  const tell = (title, options) => test(`${scenario.id} ${title}`, { skip: why }, async () => {
    assert.deepEqual(await new World(scenario, options).play(), []);
  });
  if (scenario.namesTransports) {
    tell("as it is written", {});
    continue;
  }
  for (const transport of ["websocket", "sse", "rest"]) tell(`over ${transport}`, { transport });
  tell("over a websocket that breaks after each proposal", { transport: "websocket", isCut: true });
  if (scenario.clients.size === 1) tell("over standard input and output", { transport: "stdio" });
}

test("there are scenarios to tell", () => assert.ok(scenarios.length > 80));
