"use strict";

// The view of ledgers: their decisions, what was proposed and why; `truths why` tells each in whole.

const path = require("node:path");
const vscode = require("vscode");
const { hasDecisions, newestDecisions } = require("./decisions.js");
const tool = require("./tool.js");

const FILES = "**/*.jsonl";
const LEFT_OUT = "**/{node_modules,.git,.build,.truths}/**";
const MOST_FILES = 1000;
/** The scheme of documents that hold what `truths why` says. */
const SCHEME = "truths-why";
/** How long files rest before they are read again, in milliseconds. */
const PAUSE = 300;

const ICONS = {
  accepted: ["pass", "testing.iconPassed"], rejected: ["error", "testing.iconFailed"], halted: ["error", "testing.iconFailed"],
  waiting: ["watch", "testing.iconQueued"],
};

class Ledgers {
  constructor() {
    this.changed = new vscode.EventEmitter();
    this.onDidChangeTreeData = this.changed.event;
    const watcher = vscode.workspace.createFileSystemWatcher(FILES);
    const refresh = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.refresh(), PAUSE);
    };
    for (const name of ["onDidCreate", "onDidChange", "onDidDelete"]) watcher[name](refresh);
    this.registrations = vscode.Disposable.from(
      this.changed, watcher, vscode.window.registerTreeDataProvider("truths.ledgers", this),
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent: (uri, token) => told(uri, token) }),
    );
  }

  dispose() {
    clearTimeout(this.timer);
    this.registrations.dispose();
  }

  refresh() {
    this.changed.fire(undefined);
  }

  getTreeItem(node) {
    return node.item;
  }

  getChildren(node) {
    if (!node) return this.ledgers();
    return node.uri ? decisions(node.uri.fsPath) : node.children || [];
  }

  /** The ledgers of the window: files with decisions. What is no ledger, or a context alone, is none. */
  async ledgers() {
    const found = await vscode.workspace.findFiles(FILES, LEFT_OUT, MOST_FILES);
    const nodes = [];
    for (const uri of found.sort((a, b) => (a.fsPath < b.fsPath ? -1 : 1))) {
      if (uri.scheme === "file" && (await hasDecisions(uri.fsPath).catch(() => false))) nodes.push(ledger(uri));
    }
    return nodes;
  }

  /** Opens what `truths why` says of a decision. */
  async openWhy(file, sequence) {
    const name = `why ${sequence} of ${path.basename(file)}`;
    const uri = vscode.Uri.parse(`${SCHEME}:/${encodeURIComponent(name)}.txt?${encodeURIComponent(JSON.stringify([file, sequence]))}`);
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}

function leaf(label, description) {
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  item.description = description;
  item.tooltip = description;
  return { item };
}

function ledger(uri) {
  const item = new vscode.TreeItem(vscode.workspace.asRelativePath(uri.fsPath), vscode.TreeItemCollapsibleState.Collapsed);
  item.resourceUri = uri;
  item.iconPath = new vscode.ThemeIcon("book");
  return { item, uri };
}

async function decisions(file) {
  const read = await newestDecisions(file);
  const older = read.isWhole ? [] : [leaf("Older decisions", "truths why ENTRY --ledger FILE tells them")];
  return [...read.decisions.map((one) => decision(file, one)), ...older];
}

function decision(file, one) {
  const what = one.action || one.truth || `entry ${one.sequence}`;
  const item = new vscode.TreeItem(`${one.decision}: ${what}`, vscode.TreeItemCollapsibleState.Collapsed);
  item.description = [one.timestamp, one.actor && `@${one.actor}`, one.reason].filter(Boolean).join("  ");
  item.tooltip = one.reason;
  const [icon, colour] = ICONS[one.decision] || ["circle-outline"];
  item.iconPath = new vscode.ThemeIcon(icon, colour && new vscode.ThemeColor(colour));
  item.command = { command: "truths.openWhy", title: "Why", arguments: [file, one.sequence] };
  const fields = Object.entries(one.proposal || {}).map(([name, value]) => leaf(name, JSON.stringify(value)));
  const reasons = one.violations.map((violation) => leaf(String(violation.reason), `${violation.kind}, ${violation.truth_id}`));
  return { item, children: [...(one.truth ? [leaf("by", one.truth)] : []), ...reasons, ...fields] };
}

/** What `truths why` prints of the decision that a document names. */
async function told(uri, token) {
  const [file, sequence] = JSON.parse(uri.query);
  // The document may be opened by a link of anybody: a whole path and a number are no options.
  if (!path.isAbsolute(file) || !Number.isSafeInteger(sequence)) return "This names no decision of a ledger.";
  const running = new AbortController();
  const listening = token.onCancellationRequested(() => running.abort());
  try {
    const args = ["why", String(sequence), "--ledger", file, "--format", "human"];
    const { failure, output, remarks } = await tool.run(args, tool.projectAround(file), running.signal);
    return failure || output || remarks;
  } finally {
    listening.dispose();
  }
}

module.exports = { Ledgers };
