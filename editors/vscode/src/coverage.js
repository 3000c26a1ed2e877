"use strict";

// What `truths eval --coverage-format json` prints, as the coverage of VS Code, which knows it from version 1.88 on.

const path = require("node:path");
const vscode = require("vscode");

/** Outcomes that are told and do not count. */
const UNCOUNTED = new Set(["unknown", "did not fire"]);

/** A clause, row, transition or state is a statement with its outcomes as branches; a truth is a declaration. */
function detail(item) {
  const at = new vscode.Position(item.line - 1, item.column - 1);
  const counts = Object.entries(item.outcomes).filter(
    ([name, count]) => !UNCOUNTED.has(name) && (count > 0 || item.missing.includes(name)),
  );
  const executed = counts.reduce((sum, [, count]) => sum + count, 0);
  if (item.kind === "truth") return new vscode.DeclarationCoverage(item.id, executed, at);
  const branches = counts.length > 1 ? counts.map(([name, count]) => new vscode.BranchCoverage(count, at, name)) : [];
  return new vscode.StatementCoverage(executed, at, branches);
}

/**
 * The coverage of each file.
 *
 * @param report what was printed.
 * @param folder the project that it was printed in.
 * @returns `[{ coverage, details }]`.
 */
function filesOf(report, folder) {
  const files = new Map();
  for (const item of report.items) {
    if (!files.has(item.file)) files.set(item.file, []);
    files.get(item.file).push(detail(item));
  }
  return [...files].map(([file, details]) => ({
    coverage: vscode.FileCoverage.fromDetails(vscode.Uri.file(path.resolve(folder, file)), details), details,
  }));
}

module.exports = { filesOf };
