"use strict";

// Where VS Code begins. Nothing runs before the workspace is trusted.

const vscode = require("vscode");
const { Debugger } = require("./debug.js");
const { DecidePanel } = require("./decide.js");
const { Handbook } = require("./handbook.js");
const { Ledgers } = require("./ledgers.js");
const { Server } = require("./server.js");
const { FixtureTests } = require("./testing.js");

let server;

function activate(context) {
  if (vscode.workspace.isTrusted) begin(context);
  else context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => begin(context)));
}

function begin(context) {
  const log = vscode.window.createOutputChannel("Truths");
  const panel = new DecidePanel(context.workspaceState);
  context.subscriptions.push(new Debugger(panel));
  const handbook = new Handbook();
  const ledgers = new Ledgers();
  const tests = new FixtureTests();
  server = new Server(log);
  const command = (name, act) => vscode.commands.registerCommand(name, act);
  context.subscriptions.push(
    log, panel, handbook, ledgers, tests,
    command("truths.decide", () => panel.decide()),
    command("truths.chooseProposal", () => panel.chooseAndDecide()),
    command("truths.openHandbook", () => handbook.open()),
    command("truths.openWhy", (file, sequence) => ledgers.openWhy(file, sequence)),
    command("truths.refreshLedgers", () => ledgers.refresh()),
    command("truths.restart", () => server.restart()),
    command("truths.showLog", () => log.show()),
    vscode.workspace.onDidSaveTextDocument((document) => {
      tests.saved(document.uri.fsPath);
      return panel.saved(document.uri.fsPath);
    }),
  );
  // The view of ledgers stands only where truths are.
  vscode.commands.executeCommand("setContext", "truths.active", true);
  server.start();
  tests.refresh();
}

/** VS Code waits for the server to end. */
async function deactivate() {
  if (server) await server.dispose();
  server = undefined;
}

module.exports = { activate, deactivate };
