import TruthsJSON
public import TruthsText

/// A document that is given as context: facts are made of it by the sources that name it.
public struct DocumentInput: Sendable {
  /// As it was given, `task_tracker=artifacts/tracker.json`; findings about the name show it.
  public var setting: String
  /// What the document holds.
  public var content: Content

  /// What a document holds.
  public enum Content: Sendable {
    /// JSON, or JSON Lines: by its name (`.jsonl`, `.ndjson`), or because its first line alone is a value and more follows.
    case text(SourceText)
    /// The files below a folder, as the document `{"files": [{"path", "bytes", "content"}]}`.
    case listing(SourceText, files: [ListedFile])
  }

  /// A document, `name=file`.
  public init(setting: String, content: Content) {
    self.setting = setting
    self.content = content
  }

  /// The name that sources know it by.
  public var name: String { String(decoding: setting.utf8.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self) }
}

/// A file below a folder that is given as a document.
public struct ListedFile: Sendable {
  /// Its path below the folder, with `/`.
  public var path: String
  /// How many bytes it has.
  public var size: Int
  /// What it holds, where a source reads that; the path is as messages show it.
  public var content: SourceText?

  /// A file of a folder.
  public init(path: String, size: Int, content: SourceText? = nil) {
    self.path = path
    self.size = size
    self.content = content
  }
}

extension DocumentInput {
  /// The files below a folder as a document, in byte order of their paths.
  ///
  /// - Parameters:
  ///   - setting: as it was given, `evidence=artifacts`.
  ///   - path: the folder as messages show it.
  public static func listing(setting: String, path: String, files: [ListedFile]) -> DocumentInput {
    let files = files.sorted { Text($0.path) < Text($1.path) }
    let lines = files.map { file in
      JSONValue.object(["path": .text(file.path), "bytes": .number(Decimal(file.size))]).line
    }
    let text = "{\"files\": [\n" + lines.map { String($0.dropLast()) }.joined(separator: ",\n") + "\n]}\n"
    return DocumentInput(setting: setting, content: .listing(SourceText(path: path, bytes: Array(text.utf8)), files: files))
  }
}
