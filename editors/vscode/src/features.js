"use strict";

// What the server can do, as providers of VS Code: each asks the server and converts its answer.

const vscode = require("vscode");
const convert = require("./convert.js");
const { ResponseError } = require("./client.js");

const { documentID, place, fromRange, fromPosition, list } = convert;

/** Truths and jobs. */
const TRUTHS = { language: "truths", scheme: "file" };
/** The fixtures beside them. */
const FIXTURES = [
  { language: "json", scheme: "file", pattern: "**/Fixtures/**/*.json" },
  { language: "jsonc", scheme: "file", pattern: "**/Fixtures/**/*.json" },
];
/** A proposal that somebody tries, and what is known when it is decided. */
const SCRATCH = { scheme: "file", pattern: "**/.truths/{scratch.json,context.jsonl}" };
const SELECTOR = [TRUTHS, ...FIXTURES, SCRATCH];

/** The code by which the server refuses what was asked of it, with a reason for people. */
const REQUEST_FAILED = -32803;

/**
 * Registers the providers of everything that the server says it can do.
 *
 * @returns what takes them back, and has the editor ask again.
 */
function register(client, capabilities) {
  const taken = [];
  const { languages } = vscode;

  /** Asks; an answer that does not come is none, since the editor asks again by itself. */
  async function ask(method, parameters, token) {
    try {
      return await client.request(method, parameters, token);
    } catch {
      return null;
    }
  }
  const add = (capability, make) => {
    if (capabilities[capability]) taken.push(make(capabilities[capability]));
  };
  const at = (method, make) => async (document, position, token) => make(await ask(method, place(document, position), token), document);
  const locations = (answer) => list(answer).map(convert.location);
  const edits = (answer) => list(answer).map(convert.textEdit);

  add("hoverProvider", () =>
    languages.registerHoverProvider(SELECTOR, {
      provideHover: at("textDocument/hover", (answer) =>
        answer ? new vscode.Hover(convert.text(answer.contents), answer.range && convert.range(answer.range)) : null,
      ),
    }));

  add("completionProvider", (options) =>
    languages.registerCompletionItemProvider(
      SELECTOR,
      {
        async provideCompletionItems(document, position, token, context) {
          const asked = { triggerKind: context.triggerKind + 1, triggerCharacter: context.triggerCharacter };
          const answer = await ask("textDocument/completion", { ...place(document, position), context: asked }, token);
          if (!answer) return null;
          return new vscode.CompletionList(list(answer.items || answer).map(convert.completionItem), answer.isIncomplete);
        },
        async resolveCompletionItem(item, token) {
          const answer = await ask("completionItem/resolve", item.origin, token);
          if (answer) item.documentation = convert.text(answer.documentation);
          return item;
        },
      },
      ...(options.triggerCharacters || []),
    ));

  add("signatureHelpProvider", (options) =>
    languages.registerSignatureHelpProvider(
      SELECTOR,
      {
        provideSignatureHelp: at("textDocument/signatureHelp", (answer) => {
          if (!answer) return null;
          const help = new vscode.SignatureHelp();
          help.signatures = answer.signatures.map((one) => {
            const signature = new vscode.SignatureInformation(one.label, convert.text(one.documentation));
            signature.parameters = (one.parameters || []).map((parameter) => new vscode.ParameterInformation(parameter.label));
            return signature;
          });
          help.activeSignature = answer.activeSignature || 0;
          help.activeParameter = answer.activeParameter || 0;
          return help;
        }),
      },
      ...(options.triggerCharacters || []),
    ));

  for (const [capability, name, method] of [
    ["definitionProvider", "Definition", "definition"],
    ["declarationProvider", "Declaration", "declaration"],
    ["typeDefinitionProvider", "TypeDefinition", "typeDefinition"],
    ["implementationProvider", "Implementation", "implementation"],
  ]) {
    add(capability, () =>
      languages[`register${name}Provider`](SELECTOR, { [`provide${name}`]: at(`textDocument/${method}`, locations) }));
  }

  add("referencesProvider", () =>
    languages.registerReferenceProvider(SELECTOR, {
      async provideReferences(document, position, context, token) {
        const asked = { includeDeclaration: context.includeDeclaration };
        return locations(await ask("textDocument/references", { ...place(document, position), context: asked }, token));
      },
    }));

  add("documentHighlightProvider", () =>
    languages.registerDocumentHighlightProvider(SELECTOR, {
      provideDocumentHighlights: at("textDocument/documentHighlight", (answer) =>
        list(answer).map((one) => new vscode.DocumentHighlight(convert.range(one.range), one.kind && one.kind - 1)),
      ),
    }));

  // What is refused is told in the server's words.
  const refusal = (error) => {
    if (error instanceof ResponseError && error.code === REQUEST_FAILED) throw new Error(error.message);
    return null;
  };
  add("renameProvider", () =>
    languages.registerRenameProvider(SELECTOR, {
      async prepareRename(document, position, token) {
        const answer = await client.request("textDocument/prepareRename", place(document, position), token).catch(refusal);
        if (!answer) throw new Error("There is no name here that can be changed.");
        return { range: convert.range(answer.range), placeholder: answer.placeholder };
      },
      async provideRenameEdits(document, position, newName, token) {
        const answer = await client.request("textDocument/rename", { ...place(document, position), newName }, token).catch(refusal);
        return answer && convert.workspaceEdit(answer);
      },
    }));

  add("documentSymbolProvider", () =>
    languages.registerDocumentSymbolProvider(SELECTOR, {
      async provideDocumentSymbols(document, token) {
        const answer = await ask("textDocument/documentSymbol", { textDocument: documentID(document) }, token);
        return list(answer).map(convert.documentSymbol);
      },
    }));

  add("workspaceSymbolProvider", () =>
    languages.registerWorkspaceSymbolProvider({
      async provideWorkspaceSymbols(query, token) {
        return list(await ask("workspace/symbol", { query }, token)).map(
          (one) => new vscode.SymbolInformation(one.name, one.kind - 1, one.containerName || "", convert.location(one.location)),
        );
      },
    }));

  const formatting = (options) => ({ tabSize: options.tabSize, insertSpaces: options.insertSpaces });
  add("documentFormattingProvider", () =>
    languages.registerDocumentFormattingEditProvider(TRUTHS, {
      async provideDocumentFormattingEdits(document, options, token) {
        const parameters = { textDocument: documentID(document), options: formatting(options) };
        return edits(await ask("textDocument/formatting", parameters, token));
      },
    }));
  add("documentRangeFormattingProvider", () =>
    languages.registerDocumentRangeFormattingEditProvider(TRUTHS, {
      async provideDocumentRangeFormattingEdits(document, range, options, token) {
        const parameters = { textDocument: documentID(document), range: fromRange(range), options: formatting(options) };
        return edits(await ask("textDocument/rangeFormatting", parameters, token));
      },
    }));
  add("documentOnTypeFormattingProvider", (capability) =>
    languages.registerOnTypeFormattingEditProvider(
      TRUTHS,
      {
        async provideOnTypeFormattingEdits(document, position, ch, options, token) {
          const parameters = { ...place(document, position), ch, options: formatting(options) };
          return edits(await ask("textDocument/onTypeFormatting", parameters, token));
        },
      },
      capability.firstTriggerCharacter,
      ...(capability.moreTriggerCharacter || []),
    ));

  add("codeActionProvider", (capability) => {
    const kinds = capability.codeActionKinds || [];
    return languages.registerCodeActionsProvider(
      SELECTOR,
      {
        async provideCodeActions(document, range, context, token) {
          const asked = { diagnostics: context.diagnostics.map(convert.fromDiagnostic) };
          if (context.only) asked.only = [context.only.value];
          const parameters = { textDocument: documentID(document), range: fromRange(range), context: asked };
          return list(await ask("textDocument/codeAction", parameters, token)).map(convert.codeAction);
        },
        // The edit of a refactoring is proven over all fixtures, and so is made only when it is chosen.
        async resolveCodeAction(action, token) {
          if (action.edit || action.command) return action;
          const answer = await client.request("codeAction/resolve", action.origin, token).catch(refusal);
          if (answer && answer.edit) action.edit = convert.workspaceEdit(answer.edit);
          return action;
        },
      },
      { providedCodeActionKinds: kinds.map((kind) => vscode.CodeActionKind.Empty.append(kind)) },
    );
  });

  // What is shown of decisions changes without an edit: the server says when to ask again.
  const refreshed = { lenses: new vscode.EventEmitter(), hints: new vscode.EventEmitter() };
  taken.push(refreshed.lenses, refreshed.hints);

  add("codeLensProvider", () =>
    languages.registerCodeLensProvider(SELECTOR, {
      onDidChangeCodeLenses: refreshed.lenses.event,
      async provideCodeLenses(document, token) {
        const answer = await ask("textDocument/codeLens", { textDocument: documentID(document) }, token);
        return list(answer).map((one) => new vscode.CodeLens(convert.range(one.range), convert.command(one.command)));
      },
    }));

  add("inlayHintProvider", () =>
    languages.registerInlayHintsProvider(SELECTOR, {
      onDidChangeInlayHints: refreshed.hints.event,
      async provideInlayHints(document, range, token) {
        const parameters = { textDocument: documentID(document), range: fromRange(range) };
        return list(await ask("textDocument/inlayHint", parameters, token)).map((one) => {
          const hint = new vscode.InlayHint(convert.position(one.position), one.label, one.kind);
          hint.paddingLeft = one.paddingLeft;
          hint.paddingRight = one.paddingRight;
          hint.tooltip = convert.text(one.tooltip);
          return hint;
        });
      },
    }));

  add("semanticTokensProvider", ({ legend: { tokenTypes, tokenModifiers }, full, range }) => {
    const legend = new vscode.SemanticTokensLegend(tokenTypes, tokenModifiers);
    const whole = (answer) => new vscode.SemanticTokens(new Uint32Array(answer.data), answer.resultId);
    const provider = {
      async provideDocumentSemanticTokens(document, token) {
        const answer = await ask("textDocument/semanticTokens/full", { textDocument: documentID(document) }, token);
        return answer && whole(answer);
      },
    };
    if (full && full.delta) {
      provider.provideDocumentSemanticTokensEdits = async (document, previousResultId, token) => {
        const parameters = { textDocument: documentID(document), previousResultId };
        const answer = await ask("textDocument/semanticTokens/full/delta", parameters, token);
        if (!answer || !answer.edits) return answer && whole(answer);
        const changes = answer.edits.map(
          (one) => new vscode.SemanticTokensEdit(one.start, one.deleteCount, one.data && new Uint32Array(one.data)),
        );
        return new vscode.SemanticTokensEdits(changes, answer.resultId);
      };
    }
    const registrations = [languages.registerDocumentSemanticTokensProvider(TRUTHS, provider, legend)];
    if (range) {
      const ranged = {
        async provideDocumentRangeSemanticTokens(document, part, token) {
          const parameters = { textDocument: documentID(document), range: fromRange(part) };
          const answer = await ask("textDocument/semanticTokens/range", parameters, token);
          return answer && whole(answer);
        },
      };
      registrations.push(languages.registerDocumentRangeSemanticTokensProvider(TRUTHS, ranged, legend));
    }
    return vscode.Disposable.from(...registrations);
  });

  add("foldingRangeProvider", () =>
    languages.registerFoldingRangeProvider(TRUTHS, {
      async provideFoldingRanges(document, context, token) {
        const kinds = { comment: vscode.FoldingRangeKind.Comment, region: vscode.FoldingRangeKind.Region };
        const answer = await ask("textDocument/foldingRange", { textDocument: documentID(document) }, token);
        return list(answer).map((one) => new vscode.FoldingRange(one.startLine, one.endLine, kinds[one.kind]));
      },
    }));

  add("selectionRangeProvider", () =>
    languages.registerSelectionRangeProvider(SELECTOR, {
      async provideSelectionRanges(document, positions, token) {
        const parameters = { textDocument: documentID(document), positions: positions.map(fromPosition) };
        return list(await ask("textDocument/selectionRange", parameters, token)).map(convert.selectionRange);
      },
    }));

  add("documentLinkProvider", () =>
    languages.registerDocumentLinkProvider(SELECTOR, {
      async provideDocumentLinks(document, token) {
        const answer = await ask("textDocument/documentLink", { textDocument: documentID(document) }, token);
        return list(answer).map((one) => new vscode.DocumentLink(convert.range(one.range), one.target && convert.uri(one.target)));
      },
    }));

  add("callHierarchyProvider", () =>
    languages.registerCallHierarchyProvider(SELECTOR, {
      prepareCallHierarchy: at("textDocument/prepareCallHierarchy", (answer) => list(answer).map(convert.callItem)),
      async provideCallHierarchyIncomingCalls(item, token) {
        return list(await ask("callHierarchy/incomingCalls", { item: item.origin }, token)).map(
          (one) => new vscode.CallHierarchyIncomingCall(convert.callItem(one.from), one.fromRanges.map(convert.range)),
        );
      },
      async provideCallHierarchyOutgoingCalls(item, token) {
        return list(await ask("callHierarchy/outgoingCalls", { item: item.origin }, token)).map(
          (one) => new vscode.CallHierarchyOutgoingCall(convert.callItem(one.to), one.fromRanges.map(convert.range)),
        );
      },
    }));

  // The commands of the server stand behind its lenses and actions.
  for (const name of (capabilities.executeCommandProvider || {}).commands || []) {
    taken.push(
      vscode.commands.registerCommand(name, (...args) => client.request("workspace/executeCommand", { command: name, arguments: args })),
    );
  }
  return {
    dispose: () => vscode.Disposable.from(...taken).dispose(),
    /** @param what `lenses` or `hints`. */
    refresh: (what) => refreshed[what].fire(),
  };
}

module.exports = { register, SELECTOR };
