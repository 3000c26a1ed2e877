"use strict";

// Fixtures in the Testing view: found in the files, run by `truths eval`.

const fs = require("node:fs/promises");
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");
const coverage = require("./coverage.js");
const { fixtureIDs } = require("./fixtures.js");
const tool = require("./tool.js");

const FILES = "**/Fixtures/**/*.json";
const LEFT_OUT = "**/{node_modules,.git,.build}/**";
const MOST_FILES = 20000;
/** Of how many failures of a run the whole decision is told. */
const MOST_EXPLAINED = 10;
/** How many files are named to the program; of more, all fixtures of the project are run. */
const MOST_NAMED = 100;

class FixtureTests {
  constructor() {
    this.controller = vscode.tests.createTestController("truths.fixtures", "Truths");
    this.controller.refreshHandler = () => this.refresh();
    const kinds = vscode.TestRunProfileKind;
    const profile = this.controller.createRunProfile("Run Fixtures", kinds.Run, (request, token) => this.asked(request, token), true);
    profile.supportsContinuousRun = true;
    /** Runs that are done again whenever a file is saved. */
    this.continuous = new Set();
    this.details = new WeakMap();
    if (vscode.FileCoverage) {
      const covering = this.controller.createRunProfile("Run Fixtures with Coverage", kinds.Coverage,
        (request, token) => this.run(request, token, true), true);
      covering.loadDetailedCoverage = async (run, file) => this.details.get(file) || [];
    }
    const watcher = vscode.workspace.createFileSystemWatcher(FILES);
    watcher.onDidCreate((uri) => this.read(uri));
    watcher.onDidChange((uri) => this.read(uri));
    watcher.onDidDelete((uri) => this.remove(uri));
    this.watcher = watcher;
  }

  dispose() {
    this.watcher.dispose();
    this.controller.dispose();
  }

  /** Results of rules that were changed since are shown as old, and runs that go on are done again. */
  saved(file) {
    const isRule = /\.(truths|jtbd)$/.test(file);
    if (isRule && this.controller.invalidateTestResults) this.controller.invalidateTestResults();
    if (isRule || /[\\/]Fixtures[\\/].*\.json$/.test(file)) for (const again of this.continuous) again();
  }

  // The tree: projects where there are several, files, fixtures

  async refresh() {
    const found = await vscode.workspace.findFiles(FILES, LEFT_OUT, MOST_FILES);
    this.controller.items.replace([]);
    for (const uri of found.sort((a, b) => (a.fsPath < b.fsPath ? -1 : 1))) await this.read(uri);
  }

  /** Reads a file anew. Files that belong to no set, or hold nothing with an id, have no place in the tree. */
  async read(uri) {
    if (uri.scheme !== "file" || /[\\/](node_modules|\.git|\.build)[\\/]/.test(uri.fsPath)) return;
    const folder = tool.setAround(uri.fsPath);
    const parts = folder ? path.relative(folder, uri.fsPath).split(path.sep) : [];
    if (parts[0] !== "Fixtures") return;
    const file = this.controller.createTestItem(uri.toString(), parts.slice(1).join("/"), uri);
    try {
      for (const { id, line, character } of fixtureIDs(await fs.readFile(uri.fsPath, "utf8"))) {
        const item = this.controller.createTestItem(`${uri}#${id}`, id, uri);
        const at = new vscode.Position(line, character);
        item.range = new vscode.Range(at, at);
        file.children.add(item);
      }
      if (file.children.size === 0) return this.remove(uri);
    } catch (error) {
      if (!(error instanceof SyntaxError)) return this.remove(uri);
      file.error = error.message;
    }
    const named = this.controller.createTestItem(`project ${folder}`, vscode.workspace.asRelativePath(folder), vscode.Uri.file(folder));
    const project = this.controller.items.get(named.id) || named;
    project.children.add(file);
    this.controller.items.add(project);
  }

  remove(uri) {
    for (const [, project] of this.controller.items) {
      project.children.delete(uri.toString());
      if (project.children.size === 0) this.controller.items.delete(project.id);
    }
  }

  // Running

  /** Runs once, or again and again until it is cancelled; a run that is overtaken by the next one ends. */
  async asked(request, token) {
    if (!request.continuous) return this.run(request, token, false);
    let running;
    const again = () => {
      if (running) running.cancel();
      running = new vscode.CancellationTokenSource();
      return this.run(request, running.token, false);
    };
    this.continuous.add(again);
    token.onCancellationRequested(() => {
      this.continuous.delete(again);
      running.cancel();
    });
    return again();
  }

  /** The fixtures that are asked for, by project. */
  fixturesOf(request) {
    const excluded = new Set((request.exclude || []).map((item) => item.id));
    const projects = new Map();
    const visit = (item) => {
      if (excluded.has(item.id)) return;
      for (const [, child] of item.children) visit(child);
      if (!item.range) return;
      const folder = tool.setAround(item.uri.fsPath);
      if (!folder) return;
      if (!projects.has(folder)) projects.set(folder, []);
      projects.get(folder).push(item);
    };
    if (request.include) request.include.forEach(visit);
    else for (const [, item] of this.controller.items) visit(item);
    return projects;
  }

  async run(request, token, isCovered) {
    const run = this.controller.createTestRun(request);
    const running = new AbortController();
    const listening = token.onCancellationRequested(() => running.abort());
    try {
      const projects = this.fixturesOf(request);
      for (const [, items] of projects) items.forEach((item) => run.enqueued(item));
      for (const [folder, items] of projects) {
        if (token.isCancellationRequested || running.signal.aborted) break;
        items.forEach((item) => run.started(item));
        await this.runProject(run, folder, items, running.signal, isCovered);
      }
    } finally {
      listening.dispose();
      run.end();
    }
  }

  async runProject(run, folder, items, signal, isCovered) {
    const answer = await evaluated(folder, items, signal, isCovered);
    if (signal.aborted) return items.forEach((item) => run.skipped(item));
    if (!answer.report) {
      run.appendOutput(lines(answer.text));
      return items.forEach((item) => run.errored(item, new vscode.TestMessage(answer.text)));
    }
    const results = new Map(answer.report.fixtures.map((one) => [`${vscode.Uri.file(path.resolve(folder, one.file))}#${one.id}`, one]));
    const failed = [];
    for (const item of items) {
      const result = results.get(item.id);
      if (!result) run.errored(item, new vscode.TestMessage("It did not run: its file was changed, or could not be read."));
      else if (result.outcome === "passed") run.passed(item);
      else if (result.outcome === "skipped") run.skipped(item);
      else if (result.outcome === "did not load") run.errored(item, messages(result, item, folder));
      else {
        run.failed(item, messages(result, item, folder));
        failed.push(item);
      }
    }
    for (const { coverage: file, details } of answer.coverage ? coverage.filesOf(answer.coverage, folder) : []) {
      this.details.set(file, details);
      run.addCoverage(file);
    }
    for (const item of failed.slice(0, MOST_EXPLAINED)) {
      if (signal.aborted) return;
      const told = await tool.run(["eval", path.relative(folder, item.uri.fsPath), "--explain", item.label, "--verbose"], folder, signal);
      if (!told.failure) run.appendOutput(lines(`${item.label}\n${told.output}${told.remarks}\n`), undefined, item);
    }
  }
}

/** What a run printed: `{ report, coverage }`, or `{ text }` of what went wrong. */
async function evaluated(folder, items, signal, isCovered) {
  const files = [...new Set(items.map((item) => path.relative(folder, item.uri.fsPath)))];
  const args = ["eval", ...(files.length > MOST_NAMED ? [] : files), "--format", "json"];
  // Other ids may hold this one; their results are passed over.
  if (items.length === 1) args.push("--filter", items[0].label);
  const temporary = isCovered ? await fs.mkdtemp(path.join(os.tmpdir(), "truths-")) : undefined;
  try {
    const written = temporary && path.join(temporary, "coverage.json");
    if (written) args.push("--coverage-format", "json", "--coverage-output", written);
    const { failure, output, remarks } = await tool.run(args, folder, signal, 0);
    if (failure) return { text: failure };
    let report;
    try {
      report = JSON.parse(output);
    } catch {
      return { text: `${output}${remarks}` || "it printed nothing" };
    }
    if (!report || !Array.isArray(report.fixtures)) return { text: `${output}${remarks}` };
    return { report, coverage: written && JSON.parse(await fs.readFile(written, "utf8")) };
  } finally {
    if (temporary) await fs.rm(temporary, { recursive: true, force: true });
  }
}

/** Why a fixture did not pass, each reason at its place. */
function messages(result, item, folder) {
  const at = ({ file, line, column }) => {
    const position = new vscode.Position(line - 1, column - 1);
    return new vscode.Location(vscode.Uri.file(path.resolve(folder, file)), new vscode.Range(position, position));
  };
  const told = (result.mismatches || []).map((one) => {
    const message = vscode.TestMessage.diff(`${one.path}: expected ${one.expected}, got ${one.got}`, one.expected, one.got);
    message.location = at(one);
    return message;
  });
  for (const one of result.diagnostics || []) {
    const message = new vscode.TestMessage([one.code, one.message].filter(Boolean).join(" "));
    if (one.file) message.location = at(one);
    told.push(message);
  }
  if (told.length > 0) return told;
  const message = new vscode.TestMessage(result.note ? `${result.outcome}: ${result.note}` : result.outcome);
  message.location = new vscode.Location(item.uri, item.range);
  return [message];
}

/** Lines as a terminal wants them. */
function lines(text) {
  return text.replace(/\r?\n/g, "\r\n");
}

module.exports = { FixtureTests };
