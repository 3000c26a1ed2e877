"use strict";

// Where VS Code begins. Nothing runs before the workspace is trusted.

const vscode = require("vscode");
const { DecidePanel } = require("./decide.js");
const { Handbook } = require("./handbook.js");
const { Server } = require("./server.js");

let server;

function activate(context) {
  if (vscode.workspace.isTrusted) begin(context);
  else context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => begin(context)));
}

function begin(context) {
  const log = vscode.window.createOutputChannel("Truths");
  const panel = new DecidePanel(context.workspaceState);
  const handbook = new Handbook();
  server = new Server(log);
  const command = (name, act) => vscode.commands.registerCommand(name, act);
  context.subscriptions.push(
    log, panel, handbook,
    command("truths.decide", () => panel.decide()),
    command("truths.chooseProposal", () => panel.chooseAndDecide()),
    command("truths.openHandbook", () => handbook.open()),
    command("truths.restart", () => server.restart()),
    command("truths.showLog", () => log.show()),
    vscode.workspace.onDidSaveTextDocument((document) => panel.saved(document.uri.fsPath)),
  );
  server.start();
}

/** VS Code waits for the server to end. */
async function deactivate() {
  if (server) await server.dispose();
  server = undefined;
}

module.exports = { activate, deactivate };
