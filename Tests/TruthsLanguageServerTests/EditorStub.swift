import Synchronization
import Testing
import Truths
import TruthsFraming
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

/// The files of a test, in memory; a test changes them as an editor or a version control system would.
final class MemoryHost: LanguageHost {
  static let root = "/project"
  private let files: Mutex<[String: File]>

  /// A text with its attributes on disk, which are computed once.
  private struct File: Sendable {
    let text: String
    let stamp: FileSnapshot.Stamp

    init(_ text: String) {
      self.text = text
      // The hash stands in for the time of the last change.
      let hash = text.utf8.reduce(UInt64(5381)) { ($0 &* 33) ^ UInt64($1) }
      stamp = FileSnapshot.Stamp(size: Int64(text.utf8.count), seconds: 0, nanoseconds: 0, identity: hash)
    }
  }

  init(_ files: [String: String]) { self.files = Mutex(files.mapValues { File($0) }) }

  func write(_ path: String, _ text: String?) { files.withLock { $0[path] = text.map { File($0) } } }

  var all: [String: String] { files.withLock { $0.mapValues(\.text) } }

  var today: String { "2026-06-01" }

  func root(around path: String) -> String? { (path + "/").hasPrefix(Self.root + "/") ? Self.root : nil }

  func files(ofRoot root: String) -> ProjectFiles {
    let all = all.sorted { $0.key < $1.key }.map { (path: $0.key, bytes: Array($0.value.utf8)) }
    return ProjectFiles(
      truths: all.filter { $0.path.hasSuffix(".truths") || $0.path.hasSuffix(".jtbd") },
      fixtures: all.filter { $0.path.hasPrefix("Fixtures/") && $0.path.hasSuffix(".json") })
  }

  func snapshot(ofRoot root: String) -> FileSnapshot {
    let folders = ["truths/", "jtbd/", "Fixtures/", ".truths/"]
    let shown = files.withLock { $0.filter { file in folders.contains { file.key.hasPrefix($0) } } }
    return FileSnapshot(shown.map { ($0, $1.stamp) })
  }

  func bytes(of path: String) -> [UInt8]? {
    guard path.hasPrefix(Self.root + "/") else { return nil }
    return files.withLock { $0[String(path.dropFirst(Self.root.count + 1))] }.map { Array($0.text.utf8) }
  }

  func files(below root: String, holding text: String, where isWanted: (String) -> Bool) -> [String] {
    all.filter { isWanted($0.key) && $0.value.contains("\"\(text)\"") }.map(\.key).sorted()
  }
}

/// An editor that talks to a server in this process. `↓` in the text of a file marks a position, which is taken out.
final class EditorStub {
  let host: MemoryHost
  let server: LanguageServer
  private(set) var marks: [(path: String, line: Int, character: Int)] = []
  private var texts: [String: String] = [:]
  private var versions: [String: Int] = [:]
  private var lastID = 0
  /// The diagnostics that the client holds, by path.
  private(set) var diagnostics: [String: JSONValue] = [:]
  /// Requests of the server.
  private(set) var requests: [(method: String, parameters: JSONValue)] = []
  private(set) var result: JSONValue = .null

  init(_ files: [String: String], ledgers: [String: String] = [:], capabilities: JSONObject = [:], options: JSONObject = [:]) {
    var plain = ledgers
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      let (text, found) = Self.unmarked(text)
      plain[path] = text
      texts[path] = text
      for mark in found { marks.append((path, mark.line, mark.character)) }
    }
    host = MemoryHost(plain)
    server = LanguageServer(host: host)
    result = request(
      "initialize",
      [
        "capabilities": .object(capabilities), "rootUri": .text("file://\(MemoryHost.root)"),
        "initializationOptions": .object(options),
      ])
    notify("initialized", [:])
    for path in files.keys.sorted() where marks.contains(where: { $0.path == path }) { open(path) }
  }

  static func uri(_ path: String) -> String { "file://\(MemoryHost.root)/\(path)" }

  static func path(_ uri: String) -> String { String(uri.dropFirst("file://\(MemoryHost.root)/".count)) }

  private static func unmarked(_ text: String) -> (String, [(line: Int, character: Int)]) {
    var (plain, found) = ("", [(line: Int, character: Int)]())
    var (line, character) = (0, 0)
    for scalar in text.unicodeScalars {
      if scalar == "↓" {
        found.append((line, character))
        continue
      }
      plain.unicodeScalars.append(scalar)
      if scalar == "\n" { (line, character) = (line + 1, 0) } else { character += scalar.utf16.count }
    }
    return (plain, found)
  }

  // MARK: Messages

  func request(_ method: String, _ parameters: JSONObject) -> JSONValue {
    lastID += 1
    let id = lastID
    let messages = send(["jsonrpc": .text("2.0"), "id": .int(id), "method": .text(method), "params": .object(parameters)])
    guard let answer = messages.first(where: { $0["id"]?.intValue == id }) else { return .null }
    return answer["result"] ?? answer["error"] ?? .null
  }

  func notify(_ method: String, _ parameters: JSONObject) {
    _ = send(["jsonrpc": .text("2.0"), "method": .text(method), "params": .object(parameters)])
  }

  private func send(_ message: JSONObject) -> [JSONValue] {
    heard(server.take(EditorMessage(.content(JSONValue.object(message).compact()))))
  }

  /// Executes a command.
  func run(_ command: JSONValue) async -> [JSONValue] {
    _ = request("workspace/executeCommand", command.objectValue ?? [:])
    guard let work = server.takeWork() else { return [] }
    return heard(await work())
  }

  /// Lets the server publish its findings.
  func settle() {
    _ = heard(server.settle(.moment))
    _ = heard(server.settle(.long))
  }

  func heard(_ messages: [[UInt8]]) -> [JSONValue] {
    let values = messages.map { EditorStub.json($0) }
    for value in values {
      guard let method = value["method"]?.stringValue else { continue }
      if method == "textDocument/publishDiagnostics", let uri = value.at("params", "uri")?.stringValue {
        diagnostics[EditorStub.path(uri)] = value.at("params", "diagnostics")
      } else {
        requests.append((method, value["params"] ?? .null))
      }
    }
    return values
  }

  static func json(_ bytes: [UInt8]) -> JSONValue {
    let file = SourceFile(id: FileID(0), path: "", bytes: bytes)
    guard case .success(let json) = JSONReader.read(file, limits: JSONLimits(depth: 500, bytes: .max, nodes: .max)) else {
      Issue.record("no JSON: \(String(decoding: bytes, as: UTF8.self).prefix(200))")
      return .null
    }
    return json.value
  }

  // MARK: Documents

  func open(_ path: String, _ text: String? = nil) {
    texts[path] = text ?? texts[path] ?? host.all[path] ?? ""
    versions[path] = 1
    notify(
      "textDocument/didOpen",
      [
        "textDocument": .object([
          "uri": .text(Self.uri(path)), "languageId": .text("truths"), "version": .int(1), "text": .text(texts[path] ?? ""),
        ])
      ])
  }

  func close(_ path: String) {
    notify("textDocument/didClose", ["textDocument": .object(["uri": .text(Self.uri(path))])])
    texts[path] = host.all[path]
  }

  /// Replaces the whole text.
  func change(_ path: String, to text: String) {
    texts[path] = text
    change(path, [.object(["text": .text(text)])])
  }

  func change(_ path: String, _ changes: [JSONValue]) {
    versions[path, default: 0] += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": .object(["uri": .text(Self.uri(path)), "version": .int(versions[path] ?? 0)]),
        "contentChanges": .array(changes),
      ])
  }

  func text(_ path: String) -> String { texts[path] ?? host.all[path] ?? "" }

  // MARK: Positions

  /// A request at a mark, in the order of paths and places.
  func at(_ mark: Int = 0, _ method: String, _ more: JSONObject = [:]) -> JSONValue {
    let mark = marks[mark]
    var parameters = more
    parameters["textDocument"] = .object(["uri": .text(Self.uri(mark.path))])
    parameters["position"] = .object(["line": .int(mark.line), "character": .int(mark.character)])
    return request("textDocument/\(method)", parameters)
  }

  /// The locations of an answer, each as `path:line:character`, from 1.
  func places(_ answer: JSONValue) -> [String] {
    (answer.arrayValue ?? []).compactMap { one in
      guard let uri = one["uri"]?.stringValue, let start = one.at("range", "start"), let line = start["line"]?.intValue,
        let character = start["character"]?.intValue
      else { return nil }
      return "\(Self.path(uri)):\(line + 1):\(character + 1)"
    }
  }
}
