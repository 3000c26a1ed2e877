"use strict";

// The testing part of the module `vscode`, as far as the extension uses it: what is reported is kept.

/** Items by their ids; it goes over pairs, as that of the editor does. */
class Items extends Map {
  add(item) {
    this.set(item.id, item);
  }
  replace(items) {
    this.clear();
    items.forEach((item) => this.add(item));
  }
}

class TestRun {
  constructor(request) {
    Object.assign(this, { request, states: new Map(), messages: new Map(), output: "", files: [], isEnded: false });
  }
  told(state, item, messages = []) {
    this.states.set(item.label, state);
    this.messages.set(item.label, [].concat(messages));
  }
  appendOutput(text) {
    this.output += text;
  }
  addCoverage(file) {
    this.files.push(file);
  }
  end() {
    this.isEnded = true;
  }
}
for (const state of ["enqueued", "started", "passed", "failed", "errored", "skipped"]) {
  TestRun.prototype[state] = function tell(item, messages) {
    this.told(state, item, messages);
  };
}

class TestController {
  constructor(id, label) {
    Object.assign(this, { id, label, items: new Items(), profiles: new Map(), runs: [], invalidations: 0 });
  }
  createTestItem(id, label, uri) {
    return { id, label, uri, children: new Items() };
  }
  createRunProfile(label, kind, handler) {
    const profile = { label, kind, handler };
    this.profiles.set(kind, profile);
    return profile;
  }
  createTestRun(request) {
    const run = new TestRun(request);
    this.runs.push(run);
    return run;
  }
  invalidateTestResults() {
    this.invalidations += 1;
  }
  dispose() {}
}

class TestMessage {
  constructor(message) {
    this.message = message;
  }
  static diff(message, expected, actual) {
    return Object.assign(new TestMessage(message), { expectedOutput: expected, actualOutput: actual });
  }
}

class FileCoverage {
  static fromDetails(uri, details) {
    return Object.assign(new FileCoverage(), { uri, covered: details.filter((one) => one.executed > 0).length, total: details.length });
  }
}

module.exports = { TestController, TestMessage, FileCoverage };
