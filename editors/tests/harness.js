"use strict";

// What every test of the VS Code extension needs: it is loaded with a stub of the editor, and the processes that it starts are seen.

const assert = require("node:assert/strict");
const childProcess = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

const SOURCES = path.join(__dirname, "../vscode/src");
const TRUTHS = process.env.TRUTHS && path.resolve(process.env.TRUTHS);
const needsServer = { skip: TRUTHS && fs.existsSync(TRUTHS) ? false : "TRUTHS names no program" };

// The processes that were started, last one last.
const started = [];
const spawn = childProcess.spawn;
childProcess.spawn = (...args) => {
  const child = spawn(...args);
  started.push(child);
  return child;
};
// The client took `spawn` when it was loaded: it is loaded anew.
delete require.cache[path.join(SOURCES, "client.js")];

/** Loads the extension with a stub of the editor. */
function load(editor) {
  for (const name of Object.keys(require.cache)) if (name.startsWith(SOURCES)) delete require.cache[name];
  const original = Module._load;
  Module._load = (request, ...rest) => (request === "vscode" ? editor.vscode : original(request, ...rest));
  try {
    return require(path.join(SOURCES, "extension.js"));
  } finally {
    Module._load = original;
  }
}

async function until(condition, what, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    assert.ok(Date.now() < end, `${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const TOKEN = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };

function context() {
  const memory = new Map();
  return { subscriptions: [], workspaceState: { get: (key) => memory.get(key), update: async (key, value) => memory.set(key, value) } };
}

module.exports = { SOURCES, TRUTHS, TOKEN, needsServer, started, load, until, context };
