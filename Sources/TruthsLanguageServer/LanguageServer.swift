import TruthsJSON
import TruthsText

/// A language server (LSP 3.17) for truth sets: messages in, messages out. It reads files through its host alone, and does
/// nothing by itself: whoever has it calls ``take(_:)`` for each message and ``settle(_:)`` where none waits.
///
/// Not to be used from several threads at once.
package final class LanguageServer {
  enum Stage { case new, running, shutDown }

  let host: any LanguageHost
  var stage = Stage.new
  var client = ClientCapabilities(.null)
  /// By URI.
  var documents: [String: OpenDocument] = [:]
  /// Sorted by root.
  var projects: [ServedProject] = []
  /// The root around each folder that a document was looked for in; `nil` where there is none.
  var roots: [Text: String?] = [:]
  /// What the client was last told of each project.
  var published: [Text: PublishedDiagnostics] = [:]
  /// The tokens that the client holds, by URI.
  var sentTokens: [String: (id: Int, data: [Int])] = [:]
  var nextID = 0
  /// Counts the messages that may have changed what is decided.
  package private(set) var changes = 0
  /// The exit status, once the client has asked for the end.
  package private(set) var exitStatus: Int32?

  package init(host: any LanguageHost) { self.host = host }

  /// How much is done where no message waits.
  package enum Pause: Sendable {
    /// No message waits.
    case moment
    /// None has changed anything for a while.
    case long
  }

  /// Handles a message.
  ///
  /// - Returns: what the client is sent, each message without its head.
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

  /// Work that a request asked for and that may take long; its answer is what it gives.
  package func takeWork() -> (@Sendable () async -> [[UInt8]])? {
    guard !commands.isEmpty else { return nil }
    let command = commands.removeFirst()
    return { await command.run().map { $0.compact() } }
  }

  /// Tells the client what is wrong with the documents as they stand; in a longer pause, decides some of the fixtures too.
  ///
  /// - Parameter isInterrupted: whether a message waits.
  package func settle(_ pause: Pause, until isInterrupted: () -> Bool = { false }) -> [[UInt8]] {
    guard stage == .running else { return [] }
    var messages = publications(pause)
    if pause == .long, decidingProjects.contains(where: { $0.project.decideMore(for: $0.paths, until: isInterrupted) }) {
      refreshCases()
      messages += outbox.taken()
    }
    return messages.map { $0.compact() }
  }

  /// Whether a longer pause would be of use.
  package var hasMoreToSettle: Bool {
    guard stage == .running else { return false }
    return !client.pullsDiagnostics && projects.contains(where: \.hasMoreToFind)
      || decidingProjects.contains(where: \.project.hasMoreToDecide)
  }

  /// The projects whose cases are shown, those that somebody looks at, with the paths of their documents that are open.
  private var decidingProjects: [(project: ServedProject, paths: [String])] {
    guard client.showsCases else { return [] }
    let open = Dictionary(grouping: documents.keys.map { project(of: $0) }) { ObjectIdentifier($0.project) }
    return projects.compactMap { project in open[ObjectIdentifier(project)].map { (project, $0.map(\.path)) } }
  }

  private var commands: [FixtureCommand] = []
  /// Requests and notifications that an answer brings with it.
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
      throw ResponseError(.methodNotFound, "\(method) is no request that this server knows")
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
    case "workspace/didChangeWatchedFiles": didChangeFiles(parameters)
    case "workspace/didChangeWorkspaceFolders": didChangeFolders(parameters)
    default: break
    }
    return outbox.taken()
  }
}

/// Messages that the server sends on its own account, until they are sent.
struct Outbox {
  private var messages: [JSONValue] = []

  mutating func put(_ message: JSONValue) { messages.append(message) }

  mutating func taken() -> [JSONValue] {
    defer { messages = [] }
    return messages
  }
}
