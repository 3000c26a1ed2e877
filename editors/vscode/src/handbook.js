"use strict";

// The handbook of the set around a file, beside it.

const fs = require("node:fs/promises");
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");
const tool = require("./tool.js");

class Handbook {
  dispose() {
    if (this.panel) this.panel.dispose();
  }

  async open() {
    const editor = vscode.window.activeTextEditor;
    if (!editor || editor.document.uri.scheme !== "file") {
      vscode.window.showInformationMessage("Open a file of the set whose handbook is wanted.");
      return;
    }
    const folder = tool.projectAround(editor.document.uri.fsPath);
    const made = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: "Truths: writing the handbook" },
      () => written(folder),
    );
    if (made.text) {
      vscode.window.showErrorMessage(`There is no handbook of a set that is at fault: ${made.text.trim().split("\n")[0]}`);
      return;
    }
    this.show(made.page);
  }

  show(page) {
    if (!this.panel) {
      // The page brings its own policy: its own script and style, and nothing from elsewhere.
      this.panel = vscode.window.createWebviewPanel(
        "truths.handbook", "Handbook", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        { enableScripts: true, enableCommandUris: false, enableFindWidget: true, retainContextWhenHidden: true, localResourceRoots: [] },
      );
      this.panel.onDidDispose(() => {
        this.panel = undefined;
      });
    }
    this.panel.webview.html = page;
    this.panel.reveal(undefined, true);
  }
}

/** The handbook of a project: `{ page }`, or `{ text }` of what went wrong. */
async function written(folder) {
  const temporary = await fs.mkdtemp(path.join(os.tmpdir(), "truths-"));
  try {
    const file = path.join(temporary, "handbook.html");
    const run = await tool.run(["doc", "--format", "html", "--output", file], folder);
    if (run.failure || run.status !== 0) return { text: run.failure || run.output || run.remarks || `status ${run.status}` };
    return { page: await fs.readFile(file, "utf8") };
  } finally {
    await fs.rm(temporary, { recursive: true, force: true });
  }
}

module.exports = { Handbook, written };
