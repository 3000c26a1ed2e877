"use strict";

// The "Decide" panel: what `truths run` and `truths why-not` say of a proposal.

const crypto = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const html = require("./html.js");
const tool = require("./tool.js");

/** Where the chosen proposal is kept, for the workspace. */
const CHOSEN = "truths.chosenProposal";

class DecidePanel {
  /** @param memory what the workspace remembers. */
  constructor(memory) {
    this.memory = memory;
  }

  dispose() {
    if (this.panel) this.panel.dispose();
  }

  /** Decides what is set, chosen or open; asks where none is. */
  async decide() {
    const proposal = this.proposal() || (await this.choose());
    if (proposal) await this.show(proposal);
  }

  async chooseAndDecide() {
    const proposal = await this.choose();
    if (proposal) await this.show(proposal);
  }

  /** Decides again where the panel is in sight; `file` was saved. */
  async saved(file) {
    if (this.panel && this.panel.visible && /\.(truths|jtbd|json|jsonl)$/.test(file) && this.shown) await this.show(this.shown, true);
  }

  // Which proposal

  setting(name, file) {
    const written = vscode.workspace.getConfiguration("truths", file && vscode.Uri.file(file)).get(`decide.${name}`);
    if (!written) return undefined;
    const folder = file && vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file));
    const folders = vscode.workspace.workspaceFolders || [];
    const base = folder || folders[0];
    return path.resolve(base ? base.uri.fsPath : ".", written);
  }

  /** A proposal that is open is meant; else the one of the settings; else the one that was chosen. */
  proposal() {
    const editor = vscode.window.activeTextEditor;
    const open = editor && editor.document;
    const isOpen = open && open.uri.scheme === "file" && open.languageId === "json" && isProposal(open.getText());
    if (isOpen) return open.uri.fsPath;
    const near = open && open.uri.scheme === "file" ? open.uri.fsPath : undefined;
    const chosen = this.memory.get(CHOSEN);
    return this.setting("proposal", near) || (chosen && fs.existsSync(chosen) ? chosen : undefined);
  }

  async choose() {
    const folders = vscode.workspace.workspaceFolders || [];
    const found = await vscode.window.showOpenDialog({
      title: "The proposal to decide",
      openLabel: "Decide",
      defaultUri: folders.length > 0 ? folders[0].uri : undefined,
      filters: { "Proposals (JSON)": ["json"] },
    });
    if (!found || found.length === 0) return undefined;
    await this.memory.update(CHOSEN, found[0].fsPath);
    return found[0].fsPath;
  }

  /** The context of the settings; else `context.jsonl` beside the proposal. */
  context(proposal) {
    const beside = path.join(path.dirname(proposal), "context.jsonl");
    return this.setting("context", proposal) || (fs.existsSync(beside) ? beside : undefined);
  }

  // The panel

  async show(proposal, keepsFocus = false) {
    this.shown = proposal;
    if (this.running) this.running.abort();
    const running = new AbortController();
    this.running = running;
    const context = this.context(proposal);
    const state = { proposal: vscode.workspace.asRelativePath(proposal), context: context && vscode.workspace.asRelativePath(context) };
    const folder = tool.projectAround(proposal);
    const answer = await decided(proposal, context, folder, running.signal);
    if (running.signal.aborted) return;
    this.running = undefined;
    this.open(keepsFocus);
    this.folder = folder;
    this.sources = new Set(((answer.decision || {}).violations || []).map((one) => one.source));
    const nonce = crypto.randomBytes(16).toString("base64url");
    const page = answer.decision ? html.decisionPage : html.failurePage;
    this.panel.webview.html = page({ ...state, ...answer }, nonce);
  }

  open(keepsFocus) {
    if (this.panel) {
      if (!keepsFocus) this.panel.reveal(undefined, true);
      return;
    }
    this.panel = vscode.window.createWebviewPanel(
      "truths.decide", "Decide", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, enableCommandUris: false, localResourceRoots: [] },
    );
    this.panel.onDidDispose(() => {
      this.panel = undefined;
      if (this.running) this.running.abort();
    });
    this.panel.webview.onDidReceiveMessage((message) => this.clicked(message));
  }

  async clicked({ act, target }) {
    if (act === "decide") await this.show(this.shown, true);
    if (act === "choose") await this.chooseAndDecide();
    if (act === "proposal") await vscode.window.showTextDocument(vscode.Uri.file(this.shown), { viewColumn: vscode.ViewColumn.One });
    // Only places that the decision named are opened.
    if (act === "source" && this.sources.has(target)) await this.openSource(target);
  }

  /** Opens `file:line:column`, as findings and reasons name places: below the folder `truths` or the project. */
  async openSource(place) {
    const match = /^(.*):(\d+):(\d+)$/.exec(place);
    if (!match) return;
    const file = [path.join(this.folder, "truths", match[1]), path.resolve(this.folder, match[1])].find((one) => fs.existsSync(one));
    if (!file) return;
    const at = new vscode.Position(Number(match[2]) - 1, Number(match[3]) - 1);
    await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, at), viewColumn: vscode.ViewColumn.One });
  }
}

/** Runs the proposal, and asks why it is not accepted where it is not: `{ decision, whyNot }`, or `{ text }` of what went wrong. */
async function decided(proposal, context, folder, signal) {
  const args = ["--proposal", proposal, ...(context ? ["--context", context] : []), "--format", "json"];
  const run = await tool.run(["run", ...args], folder, signal);
  const decision = parsed(run);
  if (!decision) return { text: run.failure || `${run.remarks}${run.output}` };
  if (decision.decision === "accepted") return { decision };
  const whyNot = parsed(await tool.run(["why-not", ...args], folder, signal));
  return { decision, whyNot };
}

/** What a run printed, unless it could not decide. */
function parsed({ failure, output }) {
  if (failure) return undefined;
  try {
    const value = JSON.parse(output);
    return value && value.decision ? value : undefined;
  } catch {
    return undefined;
  }
}

function isProposal(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && typeof value.action === "string";
  } catch {
    return false;
  }
}

module.exports = { DecidePanel, decided };
