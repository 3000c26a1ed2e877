import TruthsJSON

/// The features of the server: the handlers of its requests, and the capabilities that announce them to the client.
enum LanguageFeatures {
  typealias Feature = (LanguageServer, JSONValue) throws(ResponseError) -> JSONValue

  nonisolated(unsafe) static let requests: [String: Feature] = [
    "textDocument/diagnostic": { server, parameters throws(ResponseError) in try server.documentDiagnostics(parameters) },
    "workspace/diagnostic": { server, parameters throws(ResponseError) in server.workspaceDiagnostics(parameters) },
    "textDocument/hover": { server, parameters throws(ResponseError) in try server.hover(parameters) },
    "textDocument/definition": { server, parameters throws(ResponseError) in try server.definition(parameters) },
    "textDocument/declaration": { server, parameters throws(ResponseError) in try server.definition(parameters) },
    "textDocument/typeDefinition": { server, parameters throws(ResponseError) in try server.typeDefinition(parameters) },
    "textDocument/implementation": { server, parameters throws(ResponseError) in try server.implementation(parameters) },
    "textDocument/references": { server, parameters throws(ResponseError) in try server.references(parameters) },
    "textDocument/documentHighlight": { server, parameters throws(ResponseError) in try server.highlights(parameters) },
    "textDocument/prepareRename": { server, parameters throws(ResponseError) in try server.prepareRename(parameters) },
    "textDocument/rename": { server, parameters throws(ResponseError) in try server.rename(parameters) },
    "textDocument/documentSymbol": { server, parameters throws(ResponseError) in try server.documentSymbols(parameters) },
    "textDocument/foldingRange": { server, parameters throws(ResponseError) in try server.foldingRanges(parameters) },
    "textDocument/selectionRange": { server, parameters throws(ResponseError) in try server.selectionRanges(parameters) },
    "textDocument/formatting": { server, parameters throws(ResponseError) in try server.formatting(parameters) },
    "textDocument/rangeFormatting": { server, parameters throws(ResponseError) in try server.rangeFormatting(parameters) },
    "textDocument/onTypeFormatting": { server, parameters throws(ResponseError) in try server.onTypeFormatting(parameters) },
    "textDocument/codeAction": { server, parameters throws(ResponseError) in try server.codeActions(parameters) },
    "textDocument/documentLink": { server, parameters throws(ResponseError) in try server.documentLinks(parameters) },
    "textDocument/semanticTokens/full": { server, parameters throws(ResponseError) in try server.semanticTokens(parameters) },
    "textDocument/semanticTokens/range": { server, parameters throws(ResponseError) in try server.semanticTokensRange(parameters)
    },
    "textDocument/semanticTokens/full/delta": { server, parameters throws(ResponseError) in
      try server.semanticTokensDelta(parameters)
    },
    "textDocument/inlayHint": { server, parameters throws(ResponseError) in try server.inlayHints(parameters) },
    "textDocument/signatureHelp": { server, parameters throws(ResponseError) in try server.signatureHelp(parameters) },
    "textDocument/codeLens": { server, parameters throws(ResponseError) in try server.codeLenses(parameters) },
    "textDocument/completion": { server, parameters throws(ResponseError) in try server.completion(parameters) },
    "textDocument/prepareCallHierarchy": { server, parameters throws(ResponseError) in try server.prepareCallHierarchy(parameters)
    },
    "callHierarchy/incomingCalls": { server, parameters throws(ResponseError) in try server.incomingCalls(parameters) },
    "callHierarchy/outgoingCalls": { server, parameters throws(ResponseError) in try server.outgoingCalls(parameters) },
    "workspace/symbol": { server, parameters throws(ResponseError) in server.workspaceSymbols(parameters) },
    "codeAction/resolve": { server, parameters throws(ResponseError) in try server.resolvedAction(parameters) },
    "textDocument/linkedEditingRange": { server, parameters throws(ResponseError) in try server.linkedRanges(parameters) },
    "workspace/willRenameFiles": { server, parameters throws(ResponseError) in server.willRenameFiles(parameters) },
    "completionItem/resolve": { server, parameters throws(ResponseError) in server.resolvedCompletion(parameters) },
  ]

  /// The files and folders whose renames the client announces before they happen.
  private static let movedFiles: [JSONValue] = [("**/*.{truths,jtbd}", "file"), ("**/{truths,jtbd}/*", "folder")].map { one in
    .object(["scheme": .text("file"), "pattern": .object(["glob": .text(one.0), "matches": .text(one.1)])])
  }

  /// Returns the capabilities of the server.
  ///
  /// - Parameter client: the capabilities of the client.
  static func capabilities(for client: ClientCapabilities) -> JSONObject {
    var capabilities: JSONObject = [
      "positionEncoding": .text(client.encoding.rawValue),
      "textDocumentSync": .object(["openClose": .boolean(true), "change": .int(2), "save": .boolean(true)]),
      "hoverProvider": .boolean(true), "definitionProvider": .boolean(true), "declarationProvider": .boolean(true),
      "typeDefinitionProvider": .boolean(true), "implementationProvider": .boolean(true),
      "referencesProvider": .boolean(true), "documentHighlightProvider": .boolean(true),
      "renameProvider": .object(["prepareProvider": .boolean(true)]), "documentSymbolProvider": .boolean(true),
      "workspaceSymbolProvider": .boolean(true), "foldingRangeProvider": .boolean(true),
      "selectionRangeProvider": .boolean(true), "documentFormattingProvider": .boolean(true),
      "documentRangeFormattingProvider": .boolean(true),
      "documentOnTypeFormattingProvider": .object(["firstTriggerCharacter": .text("\n")]),
      "codeActionProvider": .object([
        "codeActionKinds": .texts([
          "quickfix", "refactor.extract", "refactor.inline", "refactor.rewrite", "source.fixAll.truths",
        ]),
        "resolveProvider": .boolean(true),
      ]),
      "documentLinkProvider": .object(["resolveProvider": .boolean(false)]),
      "semanticTokensProvider": .object([
        "legend": .object([
          "tokenTypes": .texts(TokenType.allCases.map(\.name)), "tokenModifiers": .texts(TokenType.modifiers),
        ]),
        "full": .object(["delta": .boolean(true)]), "range": .boolean(true),
      ]),
      "inlayHintProvider": .boolean(true),
      "signatureHelpProvider": .object(["triggerCharacters": .texts(["(", ","])]),
      "completionProvider": .object([
        "triggerCharacters": .texts([".", ":", "-", "→", "=", "\""]), "resolveProvider": .boolean(true),
      ]),
      "codeLensProvider": .object(["resolveProvider": .boolean(false)]),
      "executeCommandProvider": .object(["commands": .texts([FixtureCommand.name, ShowCaseCommand.name])]),
      "callHierarchyProvider": .boolean(true), "linkedEditingRangeProvider": .boolean(true),
      "workspace": .object([
        "workspaceFolders": .object(["supported": .boolean(true), "changeNotifications": .boolean(true)]),
        "fileOperations": .object(["willRename": .object(["filters": .array(movedFiles)])]),
      ]),
    ]
    if client.pullsDiagnostics {
      capabilities["diagnosticProvider"] = .object([
        "identifier": .text("truths"), "interFileDependencies": .boolean(true), "workspaceDiagnostics": .boolean(true),
      ])
    }
    return capabilities
  }
}
