"use strict";

// How VS Code starts the debugger, with a stub of the editor: node --test editors/tests/debugger.test.js

const assert = require("node:assert/strict");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");

const stub = require("./vscode-stub.js");

const SOURCE = path.join(__dirname, "../vscode/src/debug.js");

/** The debugger in a stub of the editor, over a folder with a set. */
function make(t, settings, panel) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "truths-debug-"));
  t.after(() => fs.rmSync(root, { recursive: true }));
  fs.mkdirSync(path.join(root, "truths"));
  const editor = stub.make(root, settings);
  const original = Module._load;
  Module._load = (request, ...rest) => (request === "vscode" ? editor.vscode : original(request, ...rest));
  try {
    for (const name of Object.keys(require.cache)) if (name.includes("vscode/src")) delete require.cache[name];
    const { Debugger } = require(SOURCE);
    new Debugger(panel);
  } finally {
    Module._load = original;
  }
  return {
    root, folder: editor.vscode.workspace.workspaceFolders[0],
    factory: editor.providers["debug adapter truths"], provider: editor.providers["debug configuration truths"],
  };
}

const NOTHING = { proposal: () => undefined, choose: async () => undefined, context: () => undefined };

test("the adapter is the program of the settings, in the folder of the session", (t) => {
  const { root, folder, factory } = make(t, { "truths.path": "/opt/truths" }, NOTHING);
  const adapter = factory.createDebugAdapterDescriptor({ workspaceFolder: folder });
  assert.equal(adapter.command, "/opt/truths");
  assert.deepEqual(adapter.args, ["debug"]);
  assert.deepEqual(adapter.options, { cwd: root });
});

test("a configuration keeps what it has, and gets the folder", async (t) => {
  const { root, folder, provider } = make(t, {}, NOTHING);
  const given = { type: "truths", request: "launch", name: "One", fixture: "shop.small" };
  assert.deepEqual(await provider.resolveDebugConfiguration(folder, given), { ...given, program: root });
  assert.deepEqual(await provider.resolveDebugConfiguration(undefined, given), given);
  const proposal = path.join(root, "order.json");
  assert.equal((await provider.resolveDebugConfiguration(undefined, { type: "truths", proposal })).program, root);
});

test("without a configuration the proposal that is meant is decided, from its first step", async (t) => {
  const panel = { ...NOTHING, proposal: () => "/p/order.json", context: () => "/p/context.jsonl" };
  const { root, folder, provider } = make(t, {}, panel);
  assert.deepEqual(await provider.resolveDebugConfiguration(folder, {}), {
    type: "truths", request: "launch", name: "Decide", stopOnEntry: true, proposal: "/p/order.json", context: "/p/context.jsonl", program: root,
  });
});

test("who chooses no proposal starts nothing", async (t) => {
  const { folder, provider } = make(t, {}, NOTHING);
  assert.equal(await provider.resolveDebugConfiguration(folder, {}), undefined);
});
