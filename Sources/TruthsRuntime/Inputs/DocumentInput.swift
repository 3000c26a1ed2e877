import TruthsJSON
public import TruthsText

/// A document given as context. The sources that name it make facts from it.
public struct DocumentInput: Sendable {
  /// The setting as it was given, such as `task_tracker=artifacts/tracker.json`. Findings about the document's name show it.
  public var setting: String
  /// The content of the document.
  public var content: Content

  /// The content of a document.
  public enum Content: Sendable {
    /// JSON or JSON Lines. The text is JSON Lines if the file's name ends with `.jsonl` or `.ndjson`. Under any other name it is
    /// JSON Lines if the first line alone is a value and more lines follow.
    case text(SourceText)
    /// The files below a folder, as the document `{"files": [{"path", "bytes", "content", "fault"}]}`.
    case listing(SourceText, files: [ListedFile])
  }

  /// Creates a document.
  ///
  /// - Parameter setting: the name and the file, `name=file`.
  public init(setting: String, content: Content) {
    self.setting = setting
    self.content = content
  }

  /// The name that sources refer to.
  public var name: String { String(decoding: setting.utf8.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self) }
}

/// A file below a folder that is given as a document.
public struct ListedFile: Sendable {
  /// The path below the folder, with `/`.
  public var path: String
  /// The size in bytes.
  public var size: Int
  /// The content, with the path that messages show; `nil` if no source reads the content.
  public var content: SourceText?

  /// The members of a file in the document of its folder that are not part of the listing: what it holds, and why that cannot
  /// be used.
  static let (contentMember, faultMember) = ("content", "fault")

  /// Creates a file of a folder.
  public init(path: String, size: Int, content: SourceText? = nil) {
    self.path = path
    self.size = size
    self.content = content
  }
}

extension DocumentInput {
  /// Returns the files below a folder as a document, in byte order of their paths.
  ///
  /// - Parameters:
  ///   - setting: the setting as it was given, such as `evidence=artifacts`.
  ///   - path: the folder's path in messages.
  public static func listing(setting: String, path: String, files: [ListedFile]) -> DocumentInput {
    let files = files.sorted { Text($0.path) < Text($1.path) }
    let lines = files.map { file in
      JSONValue.object(["path": .text(file.path), "bytes": .number(Decimal(file.size))]).line
    }
    let text = "{\"files\": [\n" + lines.map { String($0.dropLast()) }.joined(separator: ",\n") + "\n]}\n"
    return DocumentInput(setting: setting, content: .listing(SourceText(path: path, bytes: Array(text.utf8)), files: files))
  }
}

extension DocumentInput.Content {
  /// Whether the content lists the files of a folder.
  var isListing: Bool {
    if case .listing = self { return true }
    return false
  }
}
