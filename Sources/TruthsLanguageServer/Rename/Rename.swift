import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsText

/// Requests that rename a symbol.
extension LanguageServer {
  /// Answers `textDocument/prepareRename` with the name that would change.
  func prepareRename(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/prepareRename"), let use = cursor.use ?? cursor.fixtureUse else {
      return .null
    }
    do throws(Renaming.Refusal) {
      let renaming = try Renaming(cursor.symbols, in: cursor.project)
      return .object(["range": cursor.range(use.span).json, "placeholder": .text(renaming.oldName)])
    } catch {
      throw ResponseError(.requestFailed, error.message)
    }
  }

  /// Answers `textDocument/rename`.
  func rename(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/rename") else { return .null }
    guard let name = parameters["newName"]?.stringValue else {
      throw ResponseError.parameters(of: "textDocument/rename", lack: "newName")
    }
    do throws(Renaming.Refusal) {
      let renaming = try Renaming(cursor.symbols, in: cursor.project)
      let edits = try renaming.edits(to: name)
      let remark = renaming.recordedNames.first.map {
        "`\($0)` is what ledgers record: those that are kept elsewhere are read by the old name"
      }
      return WorkspaceEdits(self, cursor.project).json(edits, confirming: remark)
    } catch {
      throw ResponseError(.requestFailed, error.message)
    }
  }
}

/// Edits as a `WorkspaceEdit` of the protocol.
struct WorkspaceEdits {
  private let server: LanguageServer
  private let project: ServedProject

  init(_ server: LanguageServer, _ project: ServedProject) {
    self.server = server
    self.project = project
  }

  /// Returns the edits as JSON.
  ///
  /// - Parameter remark: the text for the user to confirm before the edits are applied, where the client can ask.
  func json(_ edits: [String: [TextEdit]], confirming remark: String? = nil) -> JSONValue {
    let references = ProjectReferences(project: project)
    let annotation: JSONValue? = server.client.takesAnnotations ? remark.map { _ in .text("recorded") } : nil
    var changes: [JSONValue] = []
    var plain = JSONObject()
    for path in edits.keys.sorted() {
      let place = NamePlace(path: path, span: Span(file: FileID(0), start: 0, end: 0), role: .use)
      guard let file = references.file(of: place), let list = edits[path] else { continue }
      let uri = server.uri(of: path, in: project)
      let texts = list.sorted { $0.span < $1.span }.map { edit -> JSONValue in
        var object: JSONObject = ["range": server.range(of: edit.span, in: file).json, "newText": .text(edit.text)]
        if let annotation { object["annotationId"] = annotation }
        return .object(object)
      }
      plain[uri] = .array(texts)
      changes.append(
        .object([
          "textDocument": .object(["uri": .text(uri), "version": server.documents[uri]?.version.map { .int($0) } ?? .null]),
          "edits": .array(texts),
        ]))
    }
    guard server.client.takesDocumentChanges else { return .object(["changes": .object(plain)]) }
    var result: JSONObject = ["documentChanges": .array(changes)]
    if let remark, annotation != nil {
      result["changeAnnotations"] = .object([
        "recorded": .object(["label": .text("Rename"), "needsConfirmation": .boolean(true), "description": .text(remark)])
      ])
    }
    return .object(result)
  }
}
