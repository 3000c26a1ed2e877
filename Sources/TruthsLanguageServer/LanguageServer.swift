import TruthsJSON
import TruthsText

/// A language server (LSP 3.17) for rule sets, as a state machine: messages in, messages out.
///
/// It reads files only through its host, and has no clock. Its owner calls ``take(_:)`` for each message, and
/// ``settle(_:until:)`` when no message waits; only the set that fixtures run against is compiled on another thread. Not
/// thread-safe.
package final class LanguageServer {
  enum Stage { case new, running, shutDown }

  let host: any LanguageHost
  var stage = Stage.new
  var client = ClientCapabilities(.null)
  /// The open documents, by URI.
  var documents: [String: OpenDocument] = [:]
  /// The projects, sorted by root.
  var projects: [ServedProject] = []
  /// The trial that the settings name, by paths below the root of a project.
  var namedTrial: Trial?
  /// The root of the project around each folder that was looked up; `nil` outside of all projects.
  var roots: [Text: String?] = [:]
  /// The diagnostics that the client was last sent, by the root of their project.
  var published: [Text: PublishedDiagnostics] = [:]
  /// The ids of the diagnostics that the client pulled, by URI.
  var pulledIDs: [String: String] = [:]
  /// Whether the client pulls the diagnostics of all files, and not only of open documents.
  var pullsWorkspace = false
  /// The semantic tokens that the client holds, by URI.
  var sentTokens: [String: (id: Int, data: [Int])] = [:]
  var nextID = 0
  /// The number of messages that may have changed a decision.
  package private(set) var changes = 0
  /// The files beside a project that belong to it: the scratch proposal and its context.
  package static let scratchPaths = ScratchFiles.all

  /// The exit status; `nil` until the client sends `exit`.
  package private(set) var exitStatus: Int32?

  package init(host: any LanguageHost) { self.host = host }

  /// The time since the last message, which decides how much ``settle(_:until:)`` does.
  package enum Pause: Sendable {
    /// No message waits.
    case moment
    /// No message has changed anything for a while.
    case long
  }

  /// Handles a message.
  ///
  /// - Returns: the messages for the client, each without its head.
  package func take(_ message: EditorMessage) -> [[UInt8]] { taken(message).map { $0.compact() } }

  private func taken(_ message: EditorMessage) -> [JSONValue] {
    switch message {
    case .fault(let error, let id): return [JSONRPCMessage.failure(id, error)]
    case .response: return []
    case .notification(let method, let parameters): return notified(method, parameters)
    case .request(let id, let method, let parameters):
      do throws(ResponseError) {
        if method == "workspace/executeCommand", stage == .running, parameters["command"]?.stringValue == ShowCaseCommand.name {
          try showCase(parameters)
          return [JSONRPCMessage.response(id, .null)] + outbox.taken()
        }
        if method == "workspace/executeCommand", stage == .running {
          commands.append(try command(id, parameters))
          return []
        }
        return [JSONRPCMessage.response(id, try answer(method, parameters))] + outbox.taken()
      } catch {
        return [JSONRPCMessage.failure(id, error)]
      }
    }
  }

  /// Returns and removes the next long piece of work that a request asked for. Running it returns the response and notifications.
  package func takeWork() -> (@Sendable () async -> [[UInt8]])? {
    guard !commands.isEmpty else { return nil }
    let command = commands.removeFirst()
    return { await command.run().map { $0.compact() } }
  }

  /// Publishes the findings of the documents as they are now. In a long pause, it also checks the fixtures and decides some of
  /// them.
  ///
  /// - Parameter isInterrupted: whether a message waits. What it interrupts goes on in the next pause.
  package func settle(_ pause: Pause, until isInterrupted: () -> Bool = { false }) -> [[UInt8]] {
    guard stage == .running else { return [] }
    var messages = publications(pause, until: isInterrupted)
    if pause == .long, decidingProjects.contains(where: { $0.project.decideMore(for: $0.paths, until: isInterrupted) }) {
      refreshCases()
      messages += outbox.taken()
    }
    return messages.map { $0.compact() }
  }

  /// Whether a long pause would find or decide more.
  package var hasMoreToSettle: Bool {
    guard stage == .running else { return false }
    return projects.contains(where: \.hasMoreToFind)
      || decidingProjects.contains(where: \.project.hasMoreToDecide)
  }

  /// The projects with open documents, with the paths of these documents; none where the client shows no cases.
  private var decidingProjects: [(project: ServedProject, paths: [String])] {
    guard client.showsCases else { return [] }
    let open = Dictionary(grouping: documents.keys.map { project(of: $0) }) { ObjectIdentifier($0.project) }
    return projects.compactMap { project in open[ObjectIdentifier(project)].map { (project, $0.map(\.path)) } }
  }

  /// Counts a change that was found without a message from the client.
  func countChange() { changes += 1 }

  private var commands: [FixtureCommand] = []
  /// The requests and notifications that are sent with the next response.
  var outbox = Outbox()

  // MARK: Requests

  private func answer(_ method: String, _ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    switch (method, stage) {
    case ("initialize", .new): return initialize(parameters)
    case ("initialize", _): throw ResponseError(.invalidRequest, "the server is initialized already")
    case (_, .new): throw ResponseError(.serverNotInitialized, "\(method) came before `initialize`")
    case (_, .shutDown): throw ResponseError(.invalidRequest, "\(method) came after `shutdown`")
    case ("shutdown", .running):
      stage = .shutDown
      return .null
    default: break
    }
    guard let feature = LanguageFeatures.requests[method] else {
      throw ResponseError(.methodNotFound, "this server does not know the request \(method)")
    }
    return try feature(self, parameters)
  }

  private func notified(_ method: String, _ parameters: JSONValue) -> [JSONValue] {
    if method == "exit" {
      exitStatus = stage == .shutDown ? 0 : 1
      return []
    }
    guard stage == .running else { return [] }
    if method.hasPrefix("textDocument/did") || method.hasPrefix("workspace/did") { changes += 1 }
    switch method {
    case "initialized": registerWatchers()
    case "textDocument/didOpen": didOpen(parameters)
    case "textDocument/didChange": didChange(parameters)
    case "textDocument/didClose": didClose(parameters)
    case "textDocument/didSave": didSave(parameters)
    case "workspace/didChangeWatchedFiles": didChangeFiles(parameters)
    case "workspace/didChangeWorkspaceFolders": didChangeFolders(parameters)
    case "workspace/didChangeConfiguration": didChangeSettings(parameters)
    default: break
    }
    return outbox.taken()
  }
}

/// The messages that the server sends on its own initiative, until they are sent.
struct Outbox {
  private var messages: [JSONValue] = []

  mutating func put(_ message: JSONValue) { messages.append(message) }

  mutating func taken() -> [JSONValue] {
    defer { messages = [] }
    return messages
  }
}
