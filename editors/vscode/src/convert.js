"use strict";

// From what the protocol says to what VS Code takes, and back. Both count lines and UTF-16 units from 0.

const vscode = require("vscode");

const position = (one) => new vscode.Position(one.line, one.character);
const range = (one) => new vscode.Range(position(one.start), position(one.end));
const uri = (one) => vscode.Uri.parse(one, true);
const location = (one) => new vscode.Location(uri(one.uri), range(one.range));
const textEdit = (one) => vscode.TextEdit.replace(range(one.range), one.newText);

const fromPosition = (one) => ({ line: one.line, character: one.character });
const fromRange = (one) => ({ start: fromPosition(one.start), end: fromPosition(one.end) });
const documentID = (document) => ({ uri: document.uri.toString() });
const place = (document, at) => ({ textDocument: documentID(document), position: fromPosition(at) });

/** Text for people. Nothing in it is trusted: it runs no commands and holds no HTML. */
function text(content) {
  if (content === undefined || content === null) return undefined;
  if (typeof content === "string") return new vscode.MarkdownString(content);
  if (content.kind === "plaintext") return content.value;
  return new vscode.MarkdownString(content.value);
}

function diagnostic(one) {
  const severities = [
    vscode.DiagnosticSeverity.Error,
    vscode.DiagnosticSeverity.Warning,
    vscode.DiagnosticSeverity.Information,
    vscode.DiagnosticSeverity.Hint,
  ];
  const result = new vscode.Diagnostic(range(one.range), one.message, severities[(one.severity || 1) - 1]);
  result.code = one.code;
  result.source = one.source;
  // The protocol counts tags from 1 as VS Code does: unnecessary, deprecated.
  if (one.tags) result.tags = one.tags;
  if (one.relatedInformation) {
    result.relatedInformation = one.relatedInformation.map(
      (note) => new vscode.DiagnosticRelatedInformation(location(note.location), note.message),
    );
  }
  return result;
}

function fromDiagnostic(one) {
  return { range: fromRange(one.range), severity: one.severity + 1, code: one.code, source: one.source, message: one.message };
}

function workspaceEdit(one) {
  const edit = new vscode.WorkspaceEdit();
  const changes = one.documentChanges || Object.entries(one.changes || {}).map(([uri, edits]) => ({ textDocument: { uri }, edits }));
  for (const change of changes) {
    if (change.kind === "create") {
      edit.createFile(uri(change.uri));
      continue;
    }
    for (const part of change.edits) {
      const annotation = part.annotationId && one.changeAnnotations && one.changeAnnotations[part.annotationId];
      edit.replace(uri(change.textDocument.uri), range(part.range), part.newText, annotation);
    }
  }
  return edit;
}

function command(one) {
  return one && { title: one.title, command: one.command, arguments: one.arguments };
}

function completionItem(one) {
  // The protocol counts kinds from 1, VS Code from 0.
  const item = new vscode.CompletionItem(one.label, one.kind === undefined ? undefined : one.kind - 1);
  item.detail = one.detail;
  item.documentation = text(one.documentation);
  item.sortText = one.sortText;
  item.filterText = one.filterText;
  if (one.textEdit) {
    const isSnippet = one.insertTextFormat === 2;
    item.insertText = isSnippet ? new vscode.SnippetString(one.textEdit.newText) : one.textEdit.newText;
    item.range = range(one.textEdit.range);
  }
  // What the server told is what it resolves.
  item.origin = one;
  return item;
}

function documentSymbol(one) {
  const symbol = new vscode.DocumentSymbol(one.name, one.detail || "", one.kind - 1, range(one.range), range(one.selectionRange));
  symbol.children = (one.children || []).map(documentSymbol);
  return symbol;
}

function callItem(one) {
  const item = new vscode.CallHierarchyItem(
    one.kind - 1, one.name, one.detail || "", uri(one.uri), range(one.range), range(one.selectionRange),
  );
  item.origin = one;
  return item;
}

function codeAction(one) {
  const kind = one.kind && vscode.CodeActionKind.Empty.append(one.kind);
  const action = new vscode.CodeAction(one.title, kind);
  if (one.diagnostics) action.diagnostics = one.diagnostics.map(diagnostic);
  if (one.edit) action.edit = workspaceEdit(one.edit);
  action.command = command(one.command);
  action.isPreferred = one.isPreferred;
  action.origin = one;
  return action;
}

function selectionRange(one) {
  return new vscode.SelectionRange(range(one.range), one.parent && selectionRange(one.parent));
}

const list = (value) => (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]);

module.exports = {
  position, range, uri, location, textEdit, fromPosition, fromRange, documentID, place, text, diagnostic, fromDiagnostic,
  workspaceEdit, command, completionItem, documentSymbol, callItem, codeAction, selectionRange, list,
};
