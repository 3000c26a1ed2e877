import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Refactorings whose edits are proven to be safe: the set gets no new error, and every fixture keeps its result.
///
/// The proof runs all fixtures, so an action is first offered without its edit, and `codeAction/resolve` computes the edit. A
/// client that cannot resolve actions gets them with their edits, and only if its request names the wanted kinds.
enum Refactoring: String, CaseIterable {
  case inline, function

  var kind: String { self == .inline ? "refactor.inline" : "refactor.extract.function" }

  /// Returns the title and the edits at a selection; `nil` where there is nothing to do.
  fileprivate func made(_ selection: Range<Int>, _ file: SourceFile, _ project: ServedProject) -> (String, [TextEdit])? {
    switch self {
    case .inline:
      let inlined = InlinedLet(selection.lowerBound, file, project)
      return inlined.map { ("put `\($0.name)` in its \(counted($0.count, "place"))", $0.edits) }
    case .function:
      let extracted = selection.isEmpty ? nil : ExtractedFunction(selection, file, project)
      return extracted.map { ("make a function of it: \($0.name)", $0.edits) }
    }
  }
}

extension LanguageServer {
  /// Returns the refactorings of a selection that a request asks for.
  func refactorings(
    _ selection: Range<Int>, _ file: SourceFile, _ place: DocumentPlace, only: [String]?, _ wants: (String) -> Bool
  ) -> [JSONValue] {
    guard ServedProject.isTruths(place.path), !place.project.loaded.diagnostics.hasErrors else { return [] }
    return Refactoring.allCases.filter { wants($0.kind) }.compactMap { one in
      guard client.resolvesActions || only != nil, let (title, edits) = one.made(selection, file, place.project) else {
        return nil
      }
      var action: JSONObject = ["title": .text(title), "kind": .text(one.kind)]
      if client.resolvesActions {
        action["data"] = .object([
          "refactoring": .text(one.rawValue), "uri": .text(place.uri),
          "start": .int(selection.lowerBound), "end": .int(selection.upperBound),
        ])
      } else {
        guard let proven = try? place.project.proven(edits, in: file) else { return nil }
        action["edit"] = WorkspaceEdits(self, place.project).json(proven)
      }
      return .object(action)
    }
  }

  /// Answers `codeAction/resolve` with the edit of a refactoring, or refuses it where a fixture would have another result.
  func resolvedAction(_ action: JSONValue) throws(ResponseError) -> JSONValue {
    guard let data = action["data"], let one = data["refactoring"]?.stringValue.flatMap({ Refactoring(rawValue: $0) }),
      let uri = data["uri"]?.stringValue, let start = data["start"]?.intValue, let end = data["end"]?.intValue, 0 <= start,
      start <= end,
      var object = action.objectValue
    else { return action }
    let (project, path) = project(of: uri)
    guard let file = project.file(path), end <= file.bytes.count, let (title, edits) = one.made(start..<end, file, project),
      action["title"]?.stringValue == title
    else {
      throw ResponseError(.requestFailed, "the text has changed since this was offered: ask again")
    }
    do throws(Renaming.Refusal) {
      object["edit"] = try WorkspaceEdits(self, project).json(project.proven(edits, in: file))
    } catch {
      throw ResponseError(.requestFailed, error.message)
    }
    return .object(object)
  }
}

extension ServedProject {
  /// Returns edits of a file, together with edits of the hashes that fixtures expect.
  ///
  /// - Throws: a refusal where the set would have an error, or where a fixture would have another result.
  func proven(_ edits: [TextEdit], in file: SourceFile) throws(Renaming.Refusal) -> [String: [TextEdit]] {
    let files = loaded.sources.files.dropFirst().map { one in
      SourceText(path: one.path, bytes: one.path == file.path ? TextEdit.applied(edits, to: one.bytes) : one.bytes)
    }
    let trial = IncrementalWorkspace(keepingNamesOf: files, today: nil)
    if let error = trial.checkedSet.diagnostics.first(where: { $0.severity == .error }) {
      throw Renaming.Refusal(message: "the set would have an error: \(error.message) (\(error.code))")
    }
    return try RenameProof(project: self, set: trial.workspace, words: nil).following([file.path: edits])
  }

  /// Returns the type of a `let` that edits of a file add, as the file's pack writes the type; `nil` if it is unknown.
  func type(ofLet name: String, madeBy edits: [TextEdit], in file: SourceFile) -> String? {
    trial(edits, in: file) { loaded, symbols in
      guard let unit = loaded.units.first(where: { $0.file == file.id }),
        let binding = unit.declarations.lazy.flatMap(\.lets).first(where: { $0.name.text == name }),
        let type = symbols.localTypes(in: file.id)[binding.name.span], !type.isUnknown
      else { return nil }
      return loaded.program.name(of: type, from: unit.pack)
    }
  }
}
