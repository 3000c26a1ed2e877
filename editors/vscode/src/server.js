"use strict";

// The language server of a window: started where a truth file is open and the workspace is trusted, told of documents and files, and
// its findings shown.

const vscode = require("vscode");
const { Client } = require("./client.js");
const convert = require("./convert.js");
const features = require("./features.js");

/** What this client can do, as far as the server asks. */
const CAPABILITIES = {
  general: { positionEncodings: ["utf-16"] },
  workspace: {
    applyEdit: true,
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceEdit: { documentChanges: true, changeAnnotationSupport: { groupsOnLabel: true }, resourceOperations: ["create"] },
    workspaceFolders: true,
    codeLens: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
  },
  textDocument: {
    synchronization: { didSave: false },
    publishDiagnostics: { relatedInformation: true, tagSupport: { valueSet: [1, 2] }, versionSupport: true },
    completion: {
      contextSupport: true,
      completionItem: {
        snippetSupport: true,
        documentationFormat: ["markdown", "plaintext"],
        resolveSupport: { properties: ["documentation"] },
      },
    },
    hover: { contentFormat: ["markdown", "plaintext"] },
    signatureHelp: { signatureInformation: { documentationFormat: ["markdown", "plaintext"] } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor", "refactor.extract", "refactor.rewrite", "source", "source.fixAll"] } },
      isPreferredSupport: true,
      dataSupport: true,
      resolveSupport: { properties: ["edit"] },
    },
    codeLens: {},
    inlayHint: {},
    foldingRange: { lineFoldingOnly: true },
    rename: { prepareSupport: true },
    semanticTokens: { requests: { full: { delta: true }, range: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
  },
};

class Server {
  /** @param log an output channel. */
  constructor(log) {
    this.log = log;
    this.diagnostics = vscode.languages.createDiagnosticCollection("truths");
    this.status = vscode.languages.createLanguageStatusItem("truths.server", features.SELECTOR);
    this.status.name = "Truths";
    this.status.command = { command: "truths.showLog", title: "Show the log" };
    this.open = new Set();
    this.watchers = [];
    const { workspace } = vscode;
    this.listeners = [
      workspace.onDidOpenTextDocument((document) => this.didOpen(document)),
      workspace.onDidChangeTextDocument((event) => this.didChange(event)),
      workspace.onDidCloseTextDocument((document) => this.didClose(document)),
      workspace.onDidChangeWorkspaceFolders((event) => this.didChangeFolders(event)),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("truths.path") || event.affectsConfiguration("truths.hints")) this.restart();
        else if (event.affectsConfiguration("truths.decide")) {
          this.client.notify("workspace/didChangeConfiguration", { settings: { truths: { decide: Server.decide() } } });
        }
      }),
    ];
  }

  /** The proposal and context that the settings name; the server shows what is wrong with them. */
  static decide() {
    const settings = vscode.workspace.getConfiguration("truths.decide");
    return { proposal: settings.get("proposal") || "", context: settings.get("context") || "" };
  }

  static path() {
    return vscode.workspace.getConfiguration("truths").get("path") || "truths";
  }

  start() {
    const folders = vscode.workspace.workspaceFolders || [];
    this.client = new Client({
      command: Server.path(),
      args: ["lsp"],
      cwd: folders.length > 0 && folders[0].uri.scheme === "file" ? folders[0].uri.fsPath : undefined,
      parameters: () => ({
        processId: process.pid,
        clientInfo: { name: "Visual Studio Code", version: vscode.version },
        rootUri: null,
        workspaceFolders: (vscode.workspace.workspaceFolders || []).map((folder) => ({ uri: folder.uri.toString(), name: folder.name })),
        capabilities: CAPABILITIES,
        initializationOptions: { hints: vscode.workspace.getConfiguration("truths").get("hints") || {}, decide: Server.decide() },
      }),
      onReady: (result) => this.ready(result),
      onEnd: () => this.gone(),
      onFailure: (reason) => this.failed(reason),
      onNotification: (method, parameters) => this.notified(method, parameters),
      onRequest: (method, parameters) => this.requested(method, parameters),
      log: (text) => this.log.append(text),
    });
    this.shows("starting", true);
    this.client.start();
  }

  /** Ends the server and starts it anew; whoever asks meanwhile waits for the same. */
  restart() {
    this.restarting =
      this.restarting ||
      this.client.stop().then(() => {
        this.restarting = undefined;
        this.start();
      });
    return this.restarting;
  }

  async dispose() {
    for (const listener of this.listeners) listener.dispose();
    await this.client.stop();
    this.diagnostics.dispose();
    this.status.dispose();
  }

  // Coming and going

  ready(result) {
    this.shows("ready");
    this.features = features.register(this.client, result.capabilities);
    this.open.clear();
    for (const document of vscode.workspace.textDocuments) this.didOpen(document);
  }

  /** What came from a server goes with it; documents are opened anew with the next one. */
  gone() {
    this.shows("starting again", true);
    if (this.features) this.features.dispose();
    this.features = undefined;
    for (const watcher of this.watchers) watcher.dispose();
    this.watchers = [];
    this.open.clear();
    this.diagnostics.clear();
  }

  async failed(reason) {
    this.shows("stopped");
    this.status.severity = vscode.LanguageStatusSeverity.Error;
    const choice = await vscode.window.showErrorMessage(
      `The language server \`${Server.path()} lsp\` does not run: ${reason}. Install \`truths\`, or say in the setting truths.path ` +
        "where it is.",
      "Open Settings", "Start Again", "Show the Log",
    );
    if (choice === "Open Settings") vscode.commands.executeCommand("workbench.action.openSettings", "truths.path");
    if (choice === "Start Again") this.restart();
    if (choice === "Show the Log") this.log.show();
  }

  shows(text, busy = false) {
    this.status.text = `Truths: ${text}`;
    this.status.severity = vscode.LanguageStatusSeverity.Information;
    this.status.busy = busy;
  }

  // Documents

  didOpen(document) {
    if (!this.client.isRunning || !vscode.languages.match(features.SELECTOR, document)) return;
    const uri = document.uri.toString();
    if (this.open.has(uri)) return;
    this.open.add(uri);
    this.client.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: document.languageId, version: document.version, text: document.getText() },
    });
  }

  didChange({ document, contentChanges }) {
    const uri = document.uri.toString();
    if (!this.open.has(uri) || contentChanges.length === 0) return;
    // The changes of one event are told from the end of the document to its beginning, so that each holds for what those before left.
    this.client.notify("textDocument/didChange", {
      textDocument: { uri, version: document.version },
      contentChanges: contentChanges.map((change) => ({ range: convert.fromRange(change.range), text: change.text })),
    });
  }

  didClose(document) {
    const uri = document.uri.toString();
    if (this.open.delete(uri)) this.client.notify("textDocument/didClose", { textDocument: { uri } });
  }

  didChangeFolders({ added, removed }) {
    if (!this.client.isRunning) return;
    const told = (folders) => folders.map((folder) => ({ uri: folder.uri.toString(), name: folder.name }));
    this.client.notify("workspace/didChangeWorkspaceFolders", { event: { added: told(added), removed: told(removed) } });
  }

  // What the server sends by itself

  notified(method, parameters) {
    switch (method) {
      case "textDocument/publishDiagnostics":
        this.diagnostics.set(convert.uri(parameters.uri), parameters.diagnostics.map(convert.diagnostic));
        break;
      case "window/logMessage":
        this.log.appendLine(parameters.message);
        break;
      case "window/showMessage":
        this.showMessage(parameters);
        break;
      default:
        break;
    }
  }

  async showMessage({ type, message }) {
    const { window } = vscode;
    const show = type === 1 ? window.showErrorMessage : type === 2 ? window.showWarningMessage : window.showInformationMessage;
    if (await show(message, "Show the Log")) this.log.show();
  }

  async requested(method, parameters) {
    switch (method) {
      case "client/registerCapability":
        for (const one of parameters.registrations) {
          if (one.method === "workspace/didChangeWatchedFiles") this.watch(one.registerOptions.watchers);
        }
        return null;
      case "client/unregisterCapability":
        return null;
      case "workspace/codeLens/refresh":
        if (this.features) this.features.refresh("lenses");
        return null;
      case "workspace/inlayHint/refresh":
        if (this.features) this.features.refresh("hints");
        return null;
      case "workspace/applyEdit":
        return { applied: await vscode.workspace.applyEdit(convert.workspaceEdit(parameters.edit)) };
      default:
        return undefined;
    }
  }

  watch(patterns) {
    for (const { globPattern } of patterns) {
      const watcher = vscode.workspace.createFileSystemWatcher(globPattern);
      const told = (type) => (uri) => {
        if (uri.scheme !== "file") return;
        this.client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
      };
      watcher.onDidCreate(told(1));
      watcher.onDidChange(told(2));
      watcher.onDidDelete(told(3));
      this.watchers.push(watcher);
    }
  }
}

module.exports = { Server };
