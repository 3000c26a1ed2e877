import TruthsJSON
import TruthsText

/// The paths of a project whose diagnostics the client pulls; `nil` for all.
typealias PulledPaths = Set<String>?

extension PulledPaths {
  func contains(_ path: String) -> Bool { map { $0.contains(path) } ?? true }
}

/// Diagnostics that the client pulls.
///
/// A client with the capabilities `textDocument.diagnostic` and `workspace.diagnostics.refreshSupport` pulls the diagnostics of
/// its open documents and, once it sends `workspace/diagnostic`, of all files. Diagnostics that it pulls are not published. A
/// request gets what is known at once, and the server asks the client to pull again when a pause has found more. For any other
/// client, all diagnostics are published, and a request waits for all findings.
extension LanguageServer {
  /// Answers `textDocument/diagnostic`.
  func documentDiagnostics(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let place = try document(parameters, "textDocument/diagnostic")
    let lists = pulledLists(of: place.project)
    let id = lists.id(of: place.path)
    pulledIDs[place.uri] = id
    if parameters["previousResultId"]?.stringValue == id {
      return .object(["kind": .text("unchanged"), "resultId": .text(id)])
    }
    return .object(["kind": .text("full"), "resultId": .text(id), "items": lists.byPath[place.path] ?? .array([])])
  }

  /// Answers `workspace/diagnostic`.
  func workspaceDiagnostics(_ parameters: JSONValue) -> JSONValue {
    pullsWorkspace = client.pullsDiagnostics
    var known: [String: String] = [:]
    for one in parameters["previousResultIds"]?.arrayValue ?? [] {
      if let uri = one["uri"]?.stringValue, let id = one["value"]?.stringValue { known[uri] = id }
    }
    var items: [JSONValue] = []
    for project in projects {
      let lists = pulledLists(of: project)
      // A file whose findings are all gone gets an empty list, because the client still shows the old ones.
      let gone = known.keys.compactMap { uri -> String? in
        let (own, path) = self.project(of: uri)
        return own === project && lists.byPath[path] == nil ? path : nil
      }
      for path in (Array(lists.byPath.keys) + gone).sorted() {
        let uri = uri(of: path, in: project)
        let id = lists.id(of: path)
        pulledIDs[uri] = id
        var item: JSONObject = ["uri": .text(uri), "version": documents[uri]?.version.map { .int($0) } ?? .null]
        item["resultId"] = .text(id)
        item["kind"] = .text(known[uri] == id ? "unchanged" : "full")
        if known[uri] != id { item["items"] = lists.byPath[path] ?? .array([]) }
        items.append(.object(item))
      }
    }
    return .object(["items": .array(items)])
  }

  private func pulledLists(of project: ServedProject) -> DiagnosticLists {
    DiagnosticLists(project.findings(client.pullsDiagnostics ? .atOnce : .whole), in: project, client.encoding)
  }

  /// Returns the paths of a project whose diagnostics the client pulls.
  func pulledPaths(of project: ServedProject) -> PulledPaths {
    guard client.pullsDiagnostics else { return .some([]) }
    if pullsWorkspace { return nil }
    return Set(
      documents.keys.compactMap { uri in
        let (own, path) = self.project(of: uri)
        return own === project ? path : nil
      })
  }

  /// Returns whether the diagnostics of a project changed since the client pulled them.
  func isOutdated(_ lists: DiagnosticLists, in project: ServedProject) -> Bool {
    pulledIDs.contains { uri, id in
      let (own, path) = self.project(of: uri)
      return own === project && lists.id(of: path) != id
    } || pullsWorkspace && lists.byPath.keys.contains { pulledIDs[uri(of: $0, in: project)] == nil }
  }
}
