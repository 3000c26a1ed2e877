// The declared types are those of the sources, and the sources keep to them.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { scratch } from "./support/server.js";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));

const tsc = (...args) => spawnSync("tsc", args, { cwd: FOLDER, encoding: "utf8" });
const skip = tsc("--version").error ? "there is no tsc: Debian's package node-typescript has it" : false;

const files = (folder) => readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".ts")).sort();

test("TypeScript has nothing to say", { skip }, () => {
  const { status, stdout } = tsc("--project", ".");
  assert.equal(status, 0, stdout);
});

test("types/ is what `npm run types` writes", { skip }, () => {
  const made = scratch();
  assert.equal(tsc("--project", "tsconfig.types.json", "--outDir", made).status, 0);
  assert.deepEqual(files(join(FOLDER, "types")), files(made));
  for (const name of files(made)) assert.equal(readFileSync(join(FOLDER, "types", name), "utf8"), readFileSync(join(made, name), "utf8"), name);
});

test("lines have at most 130 characters, files at most 500 lines, and the browser's part imports nothing of Node", () => {
  for (const name of readdirSync(join(FOLDER, "src"), { recursive: true }).filter((path) => path.endsWith(".js"))) {
    const lines = readFileSync(join(FOLDER, "src", name), "utf8").split("\n");
    assert.ok(lines.length <= 500, `${name} has ${lines.length} lines`);
    for (const [place, line] of lines.entries()) assert.ok([...line].length <= 130 && !/\s$/.test(line), `${name}:${place + 1}`);
    if (!name.startsWith("node/")) assert.ok(!lines.some((line) => /from "(node:|\.\/node|\.\.\/node)/.test(line)), name);
  }
});
