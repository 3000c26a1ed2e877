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
  /// Whether an edit of the workspace may rename files and folders.
  let renamesFiles: Bool
  var foldsLinesOnly: Bool
  /// Whether the client can request the edit of a code action after the user has chosen the action.
  let resolvesActions: Bool
  /// Whether the client pulls diagnostics, and pulls them again when the server asks for it. A client without this ability would
  /// show old diagnostics after a change of another file.
  let pullsDiagnostics: Bool
  /// The inlay hints that the user wants, by the option `hints`. Hints for keys are off at first: every bare fact name would have
  /// one.
  private(set) var hints: Set<HintSort> = [.types, .policies, .cases]
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
    pullsDiagnostics =
      capabilities.at("textDocument", "diagnostic") != nil && has(["workspace", "diagnostics", "refreshSupport"])
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
    renamesFiles = takesDocumentChanges && operations?.contains("rename") ?? false
    let resolved = capabilities.at("textDocument", "codeAction", "resolveSupport", "properties")?.arrayValue
    resolvesActions = resolved?.contains(.text("edit")) ?? false
    foldsLinesOnly = has(["textDocument", "foldingRange", "lineFoldingOnly"])
    for sort in HintSort.allCases {
      switch parameters.at("initializationOptions", "hints", sort.rawValue)?.boolValue {
      case true?: hints.insert(sort)
      case false?: hints.remove(sort)
      case nil: break
      }
    }
  }
}

/// The sorts of inlay hints that a user can turn on and off.
enum HintSort: String, CaseIterable {
  case types, policies, keys, cases
}

/// Answers about the lifecycle: initialization, the projects of the client's folders, and its open documents.
extension LanguageServer {
  func initialize(_ parameters: JSONValue) -> JSONValue {
    client = ClientCapabilities(parameters)
    stage = .running
    namedTrial = Trial(settings: parameters.at("initializationOptions", "decide"))
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
    let watchers = ["**/*.truths", "**/*.jtbd", "**/Fixtures/**", "**/truths.yaml", "**/.truths/*", "**/\(Trial.contextName)"].map
    { pattern in
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
    if let namedTrial { project.name(namedTrial) }
    projects.append(project)
    projects.sort { $0.root < $1.root }
    for document in documents.values { place(document) }
    return project
  }

  /// Returns the project of a document, and the document's path in the project. Documents outside of all projects form a rule set
  /// together.
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
    if project.tries(path, document.bytes) || project.takes(path) { project.open(path, document.bytes) }
  }

  // MARK: Documents

  func didOpen(_ parameters: JSONValue) {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.stringValue, let text = item["text"]?.stringValue else {
      return
    }
    let document = OpenDocument(uri: uri, version: item["version"]?.intValue, text: text)
    documents[uri] = document
    if !client.registersWatchers { reread(project(of: uri).project) }
    place(document)
  }

  /// Handles the save of a document: a tool that runs on save may have written other files too.
  func didSave(_ parameters: JSONValue) {
    guard let uri = parameters.at("textDocument", "uri")?.stringValue else { return }
    reread(project(of: uri).project)
  }

  /// Reads what changed on disk in a project.
  @discardableResult
  private func reread(_ project: ServedProject) -> Bool {
    project.reread { path in self.documents[self.uri(of: path, in: project)] != nil }
  }

  /// Whether the owner is to call ``rereadFiles()`` every few seconds, because the client watches no files.
  package var watchesFiles: Bool { stage == .running && !client.registersWatchers && projects.contains { !$0.root.isEmpty } }

  /// Reads the files that changed on disk. It reads only attributes where nothing changed.
  package func rereadFiles() {
    for project in projects where reread(project) { countChange() }
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
    if !pullsWorkspace { pulledIDs[uri] = nil }
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

  /// Handles a change of the client's settings. Only the setting of the trial can change.
  func didChangeSettings(_ parameters: JSONValue) {
    guard let settings = parameters.at("settings", "truths", "decide") else { return }
    namedTrial = Trial(settings: settings)
    for project in projects { project.name(namedTrial) }
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
