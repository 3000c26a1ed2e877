import Truths
import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// The diagnostics that the client was sent for a project. With them, only changes are sent.
struct PublishedDiagnostics {
  /// The revision of the project for which they were sent, and whether all findings were included.
  var revision = -1
  var isWhole = false
  /// The paths whose lists the client pulled when they were sent.
  var pulled: PulledPaths = .some([])
  /// The lists that were sent, by path.
  var lists: [String: JSONValue] = [:]
}

/// Diagnostics, published by notifications where the client pulls none.
extension LanguageServer {
  /// Returns notifications for the files whose diagnostics changed since the last ones.
  ///
  /// - Parameter isInterrupted: whether a message waits. A project whose check it interrupts gets no notifications. Its check
  ///   ends in the next pause.
  func publications(_ pause: Pause, until isInterrupted: () -> Bool) -> [JSONValue] {
    var isRefreshed = false
    var messages = projects.flatMap { project -> [JSONValue] in
      var told = published[Text(project.root)] ?? PublishedDiagnostics()
      let wantsAll = pause == .long
      let pulled = pulledPaths(of: project)
      if told.revision == project.revision, told.isWhole || !wantsAll, told.pulled == pulled { return [] }
      guard let findings = project.findings(wantsAll ? .whole : .atOnce, until: isInterrupted) else { return [] }
      let lists = DiagnosticLists(findings, in: project, client.encoding)
      let published = lists.byPath.filter { !pulled.contains($0.key) }
      var messages: [JSONValue] = []
      for path in Set(told.lists.keys).union(published.keys).sorted() {
        let list = published[path]
        if list != told.lists[path] { messages.append(publication(path, list ?? .array([]), project)) }
      }
      told.lists = published
      told.revision = project.revision
      told.isWhole = !project.hasMoreToFind
      told.pulled = pulled
      self.published[Text(project.root)] = told
      if told.isWhole, isOutdated(lists, in: project) { isRefreshed = true }
      return messages
    }
    if isRefreshed, client.pullsDiagnostics {
      request("workspace/diagnostic/refresh", .null)
      messages += outbox.taken()
    }
    return messages
  }

  /// Returns notifications that remove all diagnostics of a project.
  func withdrawn(_ project: ServedProject) -> [JSONValue] {
    guard let told = published.removeValue(forKey: Text(project.root)) else { return [] }
    return told.lists.keys.sorted().map { publication($0, .array([]), project) }
  }

  private func publication(_ path: String, _ list: JSONValue, _ project: ServedProject) -> JSONValue {
    let uri = uri(of: path, in: project)
    var parameters: JSONObject = ["uri": .text(uri)]
    if let version = documents[uri]?.version { parameters["version"] = .int(version) }
    parameters["diagnostics"] = list
    return JSONRPCMessage.notification("textDocument/publishDiagnostics", .object(parameters))
  }

  /// Returns the URI of a file as the client writes it; editors differ in which characters they escape.
  func uri(of path: String, in project: ServedProject) -> String {
    let uri = project.uri(of: path)
    if documents[uri] != nil || documents.isEmpty { return uri }
    return documents.keys.sorted().first { FileURI.path(of: $0).map { FileURI.uri(of: $0) == uri } ?? false } ?? uri
  }
}

/// Findings as diagnostics of the protocol, by the path of their file.
struct DiagnosticLists {
  private(set) var byPath: [String: JSONValue] = [:]

  init(_ findings: Findings, in project: ServedProject, _ encoding: PositionEncoding) {
    var lists: [String: [JSONValue]] = [:]
    let places = SpanPlaces(findings.sources, in: project, encoding)
    for finding in findings.diagnostics {
      guard let file = findings.sources.file(finding.span.file) else { continue }
      lists[file.path, default: []].append(Self.json(finding, places))
    }
    byPath = lists.mapValues { .array($0) }
  }

  /// Returns an id of a file's list: equal lists have equal ids. It is the FNV-1a hash of the list.
  func id(of path: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in (byPath[path] ?? .array([])).compact() { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }

  private static func json(_ finding: Diagnostic, _ places: SpanPlaces) -> JSONValue {
    var text = finding.message
    if let label = finding.label, !label.isEmpty { text += " (\(label))" }
    if let help = finding.help { text += "\nhelp: \(help)" }
    var object: JSONObject = [
      "range": places.range(finding.span).json, "severity": .int(finding.severity == .error ? 1 : 2),
      "code": .text(finding.code.description), "source": .text("truths"), "message": .text(text),
    ]
    if DiagnosticRegistry.page(for: finding.code).map({ $0.name.hasPrefix("unused") }) ?? false {
      object["tags"] = .array([.int(1)])
    }
    let notes = finding.notes.compactMap { note in
      places.location(note.span).map { JSONValue.object(["location": $0, "message": .text(note.message)]) }
    }
    if !notes.isEmpty { object["relatedInformation"] = .array(notes) }
    return .object(object)
  }
}

/// Conversion of spans to positions of the protocol.
struct SpanPlaces {
  let sources: SourceMap
  private let project: ServedProject
  private let encoding: PositionEncoding

  init(_ sources: SourceMap, in project: ServedProject, _ encoding: PositionEncoding) {
    self.sources = sources
    self.project = project
    self.encoding = encoding
  }

  func range(_ span: Span) -> ProtocolRange {
    guard let file = sources.file(span.file) else { return ProtocolRange(.zero, .zero) }
    return ProtocolRange(
      file.linePosition(at: Int(span.start), encoding), file.linePosition(at: Int(span.end), encoding))
  }

  /// Returns the URI of a span's file; `nil` for the built-in pack, which has no file.
  func uri(_ span: Span) -> String? {
    guard span.file != FileID(0), let file = sources.file(span.file) else { return nil }
    return project.uri(of: file.path)
  }

  func location(_ span: Span) -> JSONValue? {
    uri(span).map { .object(["uri": .text($0), "range": range(span).json]) }
  }

  func text(_ span: Span) -> String { sources.file(span.file)?.text(span) ?? "" }
}

extension LinePosition {
  static let zero = LinePosition(line: 0, character: 0)
}
