// The scenario fixtures of the repository, told to a server by clients over each transport (server §9).

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scenarios } from "./support/scenarios.js";
import { skip } from "./support/server.js";
import { World } from "./support/world.js";

/** SCENARIO=ID tells one alone. */
const told = scenarios.filter(({ id }) => (process.env.SCENARIO ?? id) === id);

/** In long runs each scenario is told over each transport, else over one of them. */
const isLong = process.env.TRUTHS_SOAK !== undefined || process.env.SCENARIO !== undefined;

const ways = [
  ["over websocket", { transport: "websocket" }],
  ["over sse", { transport: "sse" }],
  ["over rest", { transport: "rest" }],
  ["over a websocket that breaks after each proposal", { transport: "websocket", isCut: true }],
];

describe("scenarios", { concurrency: 3 }, () => {
  for (const [number, scenario] of told.entries()) {
    const tell = (title, options) => test(`${scenario.id} ${title}`, { skip: skip || scenario.untold || false }, async () => {
      assert.deepEqual(await new World(scenario, options).play(), []);
    });
    if (scenario.namesTransports) tell("as it is written", {});
    else for (const [title, options] of isLong ? ways : [ways[number % ways.length]]) tell(title, options);
    if (scenario.clients.size === 1 && !scenario.namesTransports) tell("over standard input and output", { transport: "stdio" });
  }
});

test("there are scenarios to tell", () => assert.ok(scenarios.length > 80));
