import TruthsCheck
import TruthsJSON
import TruthsSyntax
import TruthsText

/// Renames of files and packs.
extension LanguageServer {
  /// Returns the edit that renames a pack with its folders and files.
  func packRename(_ name: String, to new: String, in project: ServedProject) throws(Renaming.Refusal) -> JSONValue {
    let move = try FileMove(pack: name, to: new, in: project)
    return try WorkspaceEdits(self, project).json(move.edits(), renaming: move.operations)
  }

  /// Answers `workspace/willRenameFiles` with edits of the names that change because a file, or the folder of a pack, gets
  /// another name. A refused move changes nothing, and a message says why.
  func willRenameFiles(_ parameters: JSONValue) -> JSONValue {
    var paths: [String: String] = [:]
    var moved: ServedProject?
    do throws(Renaming.Refusal) {
      for file in parameters["files"]?.arrayValue ?? [] {
        guard let uri = file["oldUri"]?.stringValue, let target = file["newUri"]?.stringValue.flatMap({ FileURI.path(of: $0) })
        else { continue }
        let (project, old) = project(of: uri)
        guard let new = FileURI.path(target, below: project.root), moved == nil || moved === project else { continue }
        moved = project
        if project.file(old) != nil {
          paths[old] = new
        } else if let pack = project.pack(inFolder: old), let name = new.split(separator: "/").last.map(String.init), name != pack
        {
          guard client.renamesFiles else {
            throw Renaming.Refusal(message: "the files of pack `\(pack)` keep its name: rename them too")
          }
          let move = try FileMove(pack: pack, to: name, in: project)
          return try WorkspaceEdits(self, project).json(move.edits(), renaming: move.operations(besides: old))
        }
      }
      guard let moved, !paths.isEmpty else { return .null }
      return try WorkspaceEdits(self, moved).json(FileMove(paths, in: moved).edits())
    } catch {
      outbox.put(
        JSONRPCMessage.notification(
          "window/showMessage", .object(["type": .int(2), "message": .text("Names stay as they are: \(error.message)")])))
      return .null
    }
  }
}

extension ServedProject {
  /// Returns the pack whose files are in a folder.
  fileprivate func pack(inFolder folder: String) -> String? {
    loaded.units.first { unit in
      loaded.sources.file(unit.file).map { $0.path.hasPrefix(folder + "/") && folder.hasSuffix("/\(unit.pack)") } ?? false
    }?.pack
  }
}
