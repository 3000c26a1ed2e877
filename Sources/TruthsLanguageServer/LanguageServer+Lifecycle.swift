import Truths
import TruthsJSON
import TruthsText

/// The capabilities of the client that the server uses.
struct ClientCapabilities {
  var encoding = PositionEncoding.utf16
  var registersWatchers: Bool
  var takesSnippets: Bool
  var takesHierarchy: Bool
  var takesAnnotations: Bool
  var takesDocumentChanges: Bool
  /// Whether an edit of the workspace may create a file.
  let createsFiles: Bool
  var foldsLinesOnly: Bool
  var pullsDiagnostics = false
  /// Whether the client shows inlay hints or code lenses at all.
  let showsCases: Bool
  let refreshesHints: Bool
  let refreshesLenses: Bool
  var hoverFormat: TextFormat
  var completionFormat: TextFormat
  var signatureFormat: TextFormat

  /// - Parameter parameters: the parameters of `initialize`.
  init(_ parameters: JSONValue) {
    let capabilities = parameters["capabilities"] ?? .null
    let offered = capabilities.at("general", "positionEncodings")?.arrayValue?.compactMap(\.stringValue) ?? []
    // UTF-8 comes first, because offsets are bytes already. A client that offers nothing gets UTF-16.
    if let first = [PositionEncoding.utf8, .utf16, .utf32].first(where: { offered.contains($0.rawValue) }) { encoding = first }
    func has(_ path: [String]) -> Bool { path.reduce(capabilities) { $0[$1] ?? .null }.boolValue ?? false }
    func format(_ path: [String], otherwise: TextFormat) -> TextFormat {
      let taken = path.reduce(capabilities["textDocument"] ?? .null) { $0[$1] ?? .null }.arrayValue?.compactMap(\.stringValue)
      return taken.map { $0.contains("markdown") ? .markdown : .plain } ?? otherwise
    }
    showsCases = ["inlayHint", "codeLens"].contains { capabilities.at("textDocument", $0) != nil }
    refreshesHints = has(["workspace", "inlayHint", "refreshSupport"])
    refreshesLenses = has(["workspace", "codeLens", "refreshSupport"])
    hoverFormat = format(["hover", "contentFormat"], otherwise: .markdown)
    completionFormat = format(["completion", "completionItem", "documentationFormat"], otherwise: .plain)
    signatureFormat = format(["signatureHelp", "signatureInformation", "documentationFormat"], otherwise: .plain)
    registersWatchers = has(["workspace", "didChangeWatchedFiles", "dynamicRegistration"])
    takesSnippets = has(["textDocument", "completion", "completionItem", "snippetSupport"])
    takesHierarchy = has(["textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"])
    takesDocumentChanges = has(["workspace", "workspaceEdit", "documentChanges"])
    takesAnnotations = takesDocumentChanges && capabilities.at("workspace", "workspaceEdit", "changeAnnotationSupport") != nil
    let operations = capabilities.at("workspace", "workspaceEdit", "resourceOperations")?.arrayValue?.compactMap(\.stringValue)
    createsFiles = takesDocumentChanges && operations?.contains("create") ?? false
    foldsLinesOnly = has(["textDocument", "foldingRange", "lineFoldingOnly"])
    pullsDiagnostics = parameters.at("initializationOptions", "diagnostics")?.stringValue == "pull"
  }
}

/// Answers about the lifecycle: initialization, the projects of the client's folders, and its open documents.
extension LanguageServer {
  func initialize(_ parameters: JSONValue) -> JSONValue {
    client = ClientCapabilities(parameters)
    stage = .running
    var folders = parameters["workspaceFolders"]?.arrayValue?.compactMap { $0["uri"]?.stringValue } ?? []
    if folders.isEmpty, let root = parameters["rootUri"]?.stringValue { folders = [root] }
    if folders.isEmpty, let root = parameters["rootPath"]?.stringValue { folders = [FileURI.uri(of: root)] }
    for folder in folders { addProject(around: folder) }
    return .object([
      "capabilities": .object(LanguageFeatures.capabilities(for: client)),
      "serverInfo": .object(["name": .text("truths"), "version": .text(Tool.version)]),
    ])
  }

  func registerWatchers() {
    guard client.registersWatchers else { return }
    let watchers = ["**/*.truths", "**/*.jtbd", "**/Fixtures/**", "**/truths.yaml", "**/.truths/*"].map { pattern in
      JSONValue.object(["globPattern": .text(pattern)])
    }
    request(
      "client/registerCapability",
      .object([
        "registrations": .array([
          .object([
            "id": .text("files"), "method": .text("workspace/didChangeWatchedFiles"),
            "registerOptions": .object(["watchers": .array(watchers)]),
          ])
        ])
      ]))
  }

  /// Sends the client a request, without waiting for the response.
  func request(_ method: String, _ parameters: JSONValue) {
    nextID += 1
    outbox.put(JSONRPCMessage.request("truths/\(nextID)", method, parameters))
  }

  // MARK: Projects

  private func addProject(around uri: String) {
    guard let path = FileURI.path(of: uri) else { return }
    let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let root = host.root(around: folder) else { return }
    addProject(root: root)
  }

  @discardableResult
  private func addProject(root: String) -> ServedProject {
    if let known = projects.first(where: { Text($0.root) == Text(root) }) { return known }
    let project = ServedProject(root: root, host: host)
    projects.append(project)
    projects.sort { $0.root < $1.root }
    for document in documents.values { place(document) }
    return project
  }

  /// Returns the project of a document and its path there. Documents outside of all projects form a rule set together.
  func project(of uri: String) -> (project: ServedProject, path: String) {
    guard let path = FileURI.path(of: uri) else { return (loose(), uri) }
    guard let root = root(around: path), let shown = FileURI.path(path, below: root) else { return (loose(), path) }
    return (addProject(root: root), shown)
  }

  /// Returns the nearest root around a file. Projects may contain projects, for example in a folder of examples.
  private func root(around path: String) -> String? {
    let folder = Text(path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "")
    if let known = roots[folder] { return known }
    let root = host.root(around: path)
    roots[folder] = .some(root)
    return root
  }

  private func loose() -> ServedProject {
    if let known = projects.first(where: \.root.isEmpty) { return known }
    let project = ServedProject(root: "", host: host)
    projects.insert(project, at: 0)
    return project
  }

  private func place(_ document: OpenDocument) {
    let (project, path) = project(of: document.uri)
    if project.takes(path) { project.open(path, document.bytes) }
  }

  // MARK: Documents

  func didOpen(_ parameters: JSONValue) {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.stringValue, let text = item["text"]?.stringValue else {
      return
    }
    let document = OpenDocument(uri: uri, version: item["version"]?.intValue, text: text)
    documents[uri] = document
    place(document)
  }

  func didChange(_ parameters: JSONValue) {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.stringValue, var document = documents[uri] else { return }
    documents[uri] = nil
    document.apply(parameters["contentChanges"]?.arrayValue ?? [], version: item["version"]?.intValue, client.encoding)
    documents[uri] = document
    place(document)
  }

  func didClose(_ parameters: JSONValue) {
    guard let uri = parameters.at("textDocument", "uri")?.stringValue, documents.removeValue(forKey: uri) != nil else { return }
    sentTokens[uri] = nil
    let (project, path) = project(of: uri)
    if project.takes(path) { project.close(path) }
  }

  func didChangeFiles(_ parameters: JSONValue) {
    roots = [:]
    for change in parameters["changes"]?.arrayValue ?? [] {
      guard let uri = change["uri"]?.stringValue else { continue }
      let (project, path) = project(of: uri)
      guard !project.root.isEmpty else { continue }
      for path in project.paths(changedBy: path) {
        project.changed(path, isOpen: documents[self.uri(of: path, in: project)] != nil)
      }
    }
  }

  func didChangeFolders(_ parameters: JSONValue) {
    roots = [:]
    for folder in parameters.at("event", "removed")?.arrayValue ?? [] {
      guard let path = folder["uri"]?.stringValue.flatMap({ FileURI.path(of: $0) }) else { continue }
      for project in projects where Text(project.root) == Text(path) {
        outbox.put(contentsOf: withdrawn(project))
        projects.removeAll { $0 === project }
      }
    }
    for folder in parameters.at("event", "added")?.arrayValue ?? [] {
      if let uri = folder["uri"]?.stringValue { addProject(around: uri) }
    }
  }
}

extension Outbox {
  mutating func put(contentsOf messages: [JSONValue]) { for message in messages { put(message) } }
}
