import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsText

/// Requests that rename a symbol.
extension LanguageServer {
  /// Answers `textDocument/prepareRename` with the name that would change.
  func prepareRename(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/prepareRename") else { return .null }
    do throws(Renaming.Refusal) {
      guard let use = cursor.use ?? cursor.fixtureUse else {
        if let (naming, all) = cursor.sharedName {
          _ = try SharedRename(naming, all)
          return .object(["range": cursor.range(naming.place.span).json, "placeholder": .text(naming.shared.name)])
        }
        guard cursor.isTruths, let word = cursor.word, cursor.unit == word.text else { return .null }
        return .object(["range": cursor.range(word.span).json, "placeholder": .text(word.text)])
      }
      if client.renamesFiles, case .pack(let name) = use.symbol {
        return .object(["range": cursor.range(use.span).json, "placeholder": .text(name)])
      }
      let renaming = try Renaming(cursor.symbols, in: cursor.project)
      if renaming.ownID(at: use, in: cursor.file) != nil { return .null }
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
      if client.renamesFiles, case .pack(let old)? = cursor.symbols.first {
        return try packRename(old, to: name, in: cursor.project)
      }
      if cursor.symbols.isEmpty, let (naming, all) = cursor.sharedName {
        return WorkspaceEdits(self, cursor.project).json(try SharedRename(naming, all).edits(to: name))
      }
      let renaming: Renaming
      if cursor.symbols.isEmpty, cursor.isTruths, let unit = cursor.unit {
        renaming = Renaming(unit: unit, in: cursor.project)
      } else {
        renaming = try Renaming(cursor.symbols, in: cursor.project)
      }
      if let use = cursor.use, let id = renaming.ownID(at: use, in: cursor.file) {
        throw Renaming.Refusal(message: "\(id): `\(renaming.oldName)` is the id of this: rename that")
      }
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
  /// - Parameters:
  ///   - remark: the text for the user to confirm before the edits are applied, where the client can ask.
  ///   - files: files and folders that get other names, after the edits.
  func json(
    _ edits: [String: [TextEdit]], confirming remark: String? = nil, renaming files: [(old: String, new: String)] = []
  ) -> JSONValue {
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
    changes += files.map { file in
      .object([
        "kind": .text("rename"), "oldUri": .text(server.uri(of: file.old, in: project)),
        "newUri": .text(project.uri(of: file.new)),
      ])
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
