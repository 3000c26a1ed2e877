import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Refactorings whose edits are proven to be safe: the set gets no new error, and every fixture keeps its result.
///
/// The proof runs all fixtures, so an action is first offered without its edit, and `codeAction/resolve` computes the edit. It is
/// offered only if the fixtures that may see the change keep their results, so that it is hardly ever refused afterwards. A
/// client that cannot resolve actions gets them with their edits, and only if its request names the wanted kinds.
enum Refactoring: String, CaseIterable {
  case inline, function

  var kind: String { self == .inline ? "refactor.inline" : "refactor.extract.function" }

  /// The edits of a refactoring.
  fileprivate struct Changes {
    let title: String
    let edits: [TextEdit]
    /// The names that clauses show less or more often than before.
    let names: [String]
  }

  /// Returns the edits at a selection; `nil` where there is nothing to do.
  fileprivate func changes(_ selection: Range<Int>, _ file: SourceFile, _ project: ServedProject) -> Changes? {
    switch self {
    case .inline:
      guard let inlined = InlinedLet(selection.lowerBound, file, project) else { return nil }
      let title = "put `\(inlined.name)` in its \(counted(inlined.count, "place"))"
      return Changes(title: title, edits: inlined.edits, names: [inlined.name])
    case .function:
      guard !selection.isEmpty, let extracted = ExtractedFunction(selection, file, project) else { return nil }
      let title = "make a function of it: \(extracted.name)"
      return Changes(title: title, edits: extracted.edits, names: extracted.inputs)
    }
  }
}

extension LanguageServer {
  /// Returns the refactorings of a selection that a request asks for.
  func refactorings(
    _ selection: Range<Int>, _ file: SourceFile, _ place: DocumentPlace, only: [String]?, _ wants: (String) -> Bool
  ) -> [JSONValue] {
    guard ServedProject.isTruths(place.path), !place.project.loaded.diagnostics.hasErrors else { return [] }
    return Refactoring.allCases.filter { wants($0.kind) }.compactMap { refactoring in
      guard client.resolvesActions || only != nil, let changes = refactoring.changes(selection, file, place.project)
      else { return nil }
      var action: JSONObject = ["title": .text(changes.title), "kind": .text(refactoring.kind)]
      if client.resolvesActions {
        guard place.project.tried(changes.edits, in: file, showing: changes.names) != nil else { return nil }
        action["data"] = .object([
          "refactoring": .text(refactoring.rawValue), "uri": .text(place.uri),
          "start": .int(selection.lowerBound), "end": .int(selection.upperBound),
        ])
      } else {
        guard let proven = try? place.project.proven(changes.edits, in: file) else { return nil }
        action["edit"] = WorkspaceEdits(self, place.project).json(proven)
      }
      return .object(action)
    }
  }

  /// Answers `codeAction/resolve` with the edit of a refactoring, or refuses it where a fixture would have another result.
  func resolvedAction(_ action: JSONValue) throws(ResponseError) -> JSONValue {
    guard let data = action["data"], let refactoring = data["refactoring"]?.stringValue.flatMap({ Refactoring(rawValue: $0) }),
      let uri = data["uri"]?.stringValue, let start = data["start"]?.intValue, let end = data["end"]?.intValue, 0 <= start,
      start <= end,
      var object = action.objectValue
    else { return action }
    let (project, path) = project(of: uri)
    guard let file = project.file(path), end <= file.bytes.count, let changes = refactoring.changes(start..<end, file, project),
      action["title"]?.stringValue == changes.title
    else {
      throw ResponseError(.requestFailed, "the text has changed since this was offered: ask again")
    }
    do throws(Renaming.Refusal) {
      object["edit"] = try WorkspaceEdits(self, project).json(project.proven(changes.edits, in: file))
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
    let files = loaded.sources.files.dropFirst().map {
      SourceText(path: $0.path, bytes: $0.path == file.path ? TextEdit.applied(edits, to: $0.bytes) : $0.bytes)
    }
    let trial = IncrementalWorkspace(keepingNamesOf: files, today: nil)
    if let error = trial.checkedSet.diagnostics.first(where: { $0.severity == .error }) {
      throw Renaming.Refusal(message: "the set would have an error: \(error.message) (\(error.code))")
    }
    return try RenameProof(project: self, set: trial.workspace, words: nil).following([file.path: edits])
  }

  /// Members of fixtures by which they expect how a clause is shown.
  private static let shown = RenamedWords(["\"reason", "\"values\"", "\"clause\""].map { (old: $0, new: $0) })
  private static let hash = RenamedWords([("output_hash", "output_hash")])

  /// Maximum number of bytes of the fixture files that are tried before an action is offered.
  private static var triedLimit: Int { 2 << 20 }

  /// Returns edits of a file, together with edits of the hashes that fixtures expect, after a trial of the fixtures that can see
  /// the change: those that expect how clauses are shown and contain one of some names, and those that expect hashes.
  ///
  /// - Parameter names: names that clauses show less or more often than before.
  /// - Returns: `nil` where the set would have an error, or where one of those fixtures would have another result.
  func tried(_ edits: [TextEdit], in file: SourceFile, showing names: [String]) -> [String: [TextEdit]]? {
    let changes = [file.path: edits]
    if loaded.diagnostics.hasErrors { return breaks(edits, in: file) ? nil : changes }
    let words = RenamedWords(names.map { (old: $0, new: $0) })
    func isSeen(_ bytes: ArraySlice<UInt8>) -> Bool {
      Self.shown.stand(in: bytes) && words.stand(in: bytes) || Self.hash.stand(in: bytes)
    }
    let searched = (names + ["output_hash"]).map { Array($0.utf8) }
    let size = fixtures.values.reduce(0) { size, bytes in
      searched.contains { bytes.offset(of: $0) != nil } ? size + bytes.count : size
    }
    let isTried = size > 0 && size <= Self.triedLimit
    let (isFaulty, set): (Bool, Workspace?) = trial(edits, in: file) { changed in
      let isFaulty = changed.checkedSet.diagnostics.hasErrors
      return (isFaulty, isTried && !isFaulty ? changed.workspace : nil)
    }
    if isFaulty { return nil }
    guard let set else { return changes }
    return try? RenameProof(project: self, set: set, words: nil, isSeen: isSeen).following(changes)
  }

  /// Returns the type of a `let` that edits of a file add, as the file's pack writes the type; `nil` if it is unknown.
  func type(ofLet name: String, madeBy edits: [TextEdit], in file: SourceFile) -> String? {
    trial(edits, in: file) { set in
      let (loaded, symbols) = (set.checkedSet, set.symbols)
      guard let unit = loaded.units.first(where: { $0.file == file.id }),
        let binding = unit.declarations.lazy.flatMap(\.lets).first(where: { $0.name.text == name }),
        let type = symbols.localTypes(in: file.id)[binding.name.span], !type.isUnknown
      else { return nil }
      return loaded.program.name(of: type, from: unit.pack)
    }
  }
}
