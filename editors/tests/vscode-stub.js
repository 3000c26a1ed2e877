"use strict";

// As much of the module `vscode` as the extension uses: values that hold what they are made with, and registrations that tests call.

const fs = require("node:fs");
const path = require("node:path");
const testing = require("./testing-stub.js");

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.slice(0, text.indexOf(":"));
    this.fsPath = decodeURIComponent(new URL(text).pathname);
  }
  get query() {
    return decodeURIComponent(new URL(this.text).search.slice(1));
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri(require("node:url").pathToFileURL(path).href);
  }
  toString() {
    return this.text;
  }
}

class Event {
  constructor() {
    this.listeners = new Set();
    this.listen = (listener) => {
      this.listeners.add(listener);
      return { dispose: () => this.listeners.delete(listener) };
    };
  }
  fire(value) {
    for (const listener of [...this.listeners]) listener(value);
  }
}

/** A class whose instances have its arguments as members. */
const holding = (...names) =>
  class {
    constructor(...args) {
      names.forEach((name, index) => {
        this[name] = args[index];
      });
    }
  };

class Kind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new Kind(this.value ? `${this.value}.${part}` : part);
  }
}

class WorkspaceEdit {
  constructor() {
    this.edits = [];
  }
  replace(uri, range, text) {
    this.edits.push({ uri, range, text });
  }
}

/** The files of a folder. */
function filesBelow(folder) {
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((one) => one.isFile()).map((one) => path.join(one.path, one.name));
}

/** Whether a path fits a pattern, with two stars, one, and braces. */
function matches(pattern, name) {
  const parts = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "{": "(?:", "}": ")", ",": "|", ".": "\\." };
  return new RegExp(`^${pattern.replace(/\*\*\/|\*\*|[*{},.]/g, (one) => parts[one])}$`).test(name);
}

/** What is registered, among what is handed over with it: selectors and options. */
const isProvider = (one) => typeof one === "object" && Object.keys(one).some((key) => key.startsWith("provide") || key.startsWith("prepare"));

/**
 * The module, for one test.
 *
 * @param folder the folder of the workspace.
 * @param settings by their whole names.
 */
function make(folder, settings, isTrusted = true) {
  const events = {};
  const event = (name) => {
    events[name] = new Event();
    return events[name].listen;
  };
  const providers = {};
  const commands = {};
  const register = (target, key, value) => {
    target[key] = value;
    return {
      dispose() {
        if (target[key] === value) delete target[key];
      },
    };
  };
  const published = new Map();
  const shown = [];
  const logged = [];
  const panels = [];
  const watchers = [];
  const trees = {};
  const contents = {};
  const controllers = [];
  const channel = { append: (text) => logged.push(text), appendLine: (text) => logged.push(`${text}\n`), show() {}, dispose() {} };
  const say = (message) => {
    shown.push(message);
    return Promise.resolve(undefined);
  };
  const languages = {
    createDiagnosticCollection: () => ({
      set: (uri, list) => published.set(uri.fsPath, list),
      clear: () => published.clear(),
      dispose() {},
    }),
    createLanguageStatusItem: () => ({ dispose() {} }),
    match: (selectors, document) =>
      document.languageId === "truths" || (document.languageId === "json" && /\/(Fixtures|\.truths)\//.test(document.uri.fsPath)) ? 10 : 0,
  };
  const vscode = {
    version: "0.0.0", Position, Range, Uri, WorkspaceEdit,
    Location: holding("uri", "range"), Hover: holding("contents", "range"), MarkdownString: holding("value"), SnippetString: holding("value"),
    Diagnostic: holding("range", "message", "severity"), DiagnosticRelatedInformation: holding("location", "message"),
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 }, LanguageStatusSeverity: { Information: 0, Warning: 1, Error: 2 },
    TextEdit: { replace: (range, newText) => ({ range, newText }) },
    CompletionItem: holding("label", "kind"), CompletionList: holding("items", "isIncomplete"),
    SignatureHelp: holding(), SignatureInformation: holding("label", "documentation"), ParameterInformation: holding("label"),
    DocumentHighlight: holding("range", "kind"), DocumentSymbol: holding("name", "detail", "kind", "range", "selectionRange"),
    SymbolInformation: holding("name", "kind", "containerName", "location"), CodeLens: holding("range", "command"),
    CodeAction: holding("title", "kind"), CodeActionKind: { Empty: new Kind("") }, InlayHint: holding("position", "label", "kind"),
    SemanticTokensLegend: holding("tokenTypes", "tokenModifiers"), SemanticTokens: holding("data", "resultId"),
    SemanticTokensEdit: holding("start", "deleteCount", "data"), SemanticTokensEdits: holding("edits", "resultId"),
    FoldingRange: holding("start", "end", "kind"), FoldingRangeKind: { Comment: 1, Region: 3 }, SelectionRange: holding("range", "parent"),
    DocumentLink: holding("range", "target"), CallHierarchyItem: holding("kind", "name", "detail", "uri", "range", "selectionRange"),
    CallHierarchyIncomingCall: holding("from", "fromRanges"), CallHierarchyOutgoingCall: holding("to", "fromRanges"),
    TreeItem: holding("label", "collapsibleState"), TreeItemCollapsibleState: { None: 0, Collapsed: 1 },
    ThemeIcon: holding("id", "color"), ThemeColor: holding("id"), TestRunProfileKind: { Run: 1, Debug: 2, Coverage: 3 },
    TestMessage: testing.TestMessage, FileCoverage: testing.FileCoverage, StatementCoverage: holding("executed", "location", "branches"),
    BranchCoverage: holding("executed", "location", "label"), DeclarationCoverage: holding("name", "executed", "location"),
    tests: {
      createTestController: (id, label) => {
        const controller = new testing.TestController(id, label);
        controllers.push(controller);
        return controller;
      },
    },
    ViewColumn: { Beside: -2, One: 1 }, ProgressLocation: { Window: 10 },
    EventEmitter: class {
      constructor() {
        const event = new Event();
        this.event = event.listen;
        this.fire = (value) => event.fire(value);
      }
      dispose() {}
    },
    CancellationTokenSource: class {
      constructor() {
        const event = new Event();
        this.token = { isCancellationRequested: false, onCancellationRequested: event.listen };
        this.cancel = () => {
          this.token.isCancellationRequested = true;
          event.fire();
        };
      }
    },
    DebugAdapterExecutable: holding("command", "args", "options"),
    debug: {
      registerDebugAdapterDescriptorFactory: (type, factory) => register(providers, `debug adapter ${type}`, factory),
      registerDebugConfigurationProvider: (type, provider) => register(providers, `debug configuration ${type}`, provider),
    },
    Disposable: { from: (...all) => ({ dispose: () => all.forEach((one) => one.dispose()) }) },
    languages: new Proxy(languages, {
      get: (target, name) => target[name] || ((...args) => register(providers, name, args.find(isProvider))),
    }),
    commands: { registerCommand: (name, act) => register(commands, name, act), executeCommand: (name) => (name === "setContext" ? undefined : say(name)) },
    window: {
      createOutputChannel: () => channel, showErrorMessage: say, showWarningMessage: say, showInformationMessage: say,
      withProgress: (options, act) => act(), showOpenDialog: () => Promise.resolve(undefined),
      registerTreeDataProvider: (name, provider) => register(trees, name, provider),
      showTextDocument: (uri, options) => say(`${uri.scheme === "file" ? uri.fsPath : uri} ${JSON.stringify(options.selection || {})}`),
      createWebviewPanel: (type, title, where, options) => {
        const panel = {
          type, options, visible: true, webview: { html: "", onDidReceiveMessage: event(`message ${type}`) }, onDidDispose: event(`close ${type}`),
          reveal() {}, dispose() {},
        };
        panels.push(panel);
        return panel;
      },
    },
    workspace: {
      isTrusted, workspaceFolders: [{ uri: Uri.file(folder), name: "test" }], textDocuments: [],
      getConfiguration: (section) => ({ get: (name) => settings[`${section}.${name}`] }),
      getWorkspaceFolder: () => ({ uri: Uri.file(folder) }), asRelativePath: (path) => path.replace(`${folder}/`, ""),
      createFileSystemWatcher: (pattern) => {
        const watcher = { pattern, create: new Event(), change: new Event(), delete: new Event(), dispose() {} };
        for (const name of ["Create", "Change", "Delete"]) watcher[`onDid${name}`] = watcher[name.toLowerCase()].listen;
        watchers.push(watcher);
        return watcher;
      },
      applyEdit: () => Promise.resolve(true),
      registerTextDocumentContentProvider: (scheme, provider) => register(contents, scheme, provider),
      findFiles: (pattern, leftOut) => Promise.resolve(
        filesBelow(folder).filter((path) => matches(pattern, path) && !matches(leftOut, path)).map(Uri.file)),
    },
  };
  for (const name of ["onDidOpenTextDocument", "onDidChangeTextDocument", "onDidCloseTextDocument", "onDidSaveTextDocument",
    "onDidChangeWorkspaceFolders", "onDidChangeConfiguration", "onDidGrantWorkspaceTrust"]) vscode.workspace[name] = event(name);
  return { vscode, events, providers, commands, published, shown, logged, panels, watchers, trees, contents, controllers, register };
}

/** A document of the editor. */
function document(path, text, languageId) {
  return { uri: Uri.file(path), languageId, version: 1, text, getText: () => text };
}

module.exports = { make, document, Position, Range };
