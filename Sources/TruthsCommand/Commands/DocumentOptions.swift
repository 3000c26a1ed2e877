import ArgumentParser
import Truths

/// Documents that sources make facts of.
struct DocumentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A document for the sources that name it: JSON, JSON Lines (.jsonl), a folder, which is the document of its files, or - for \
      standard input; may be given several times.
      """, valueName: "name=file"))
  var document: [String] = []

  @Option(
    help: ArgumentHelp(
      "The same, but a file that is not there gives no facts instead of ending the command.", valueName: "name=file"))
  var optionalDocument: [String] = []

  func validate() throws {
    var names: Set<String> = []
    for (option, setting) in document.map({ ("--document", $0) }) + optionalDocument.map({ ("--optional-document", $0) }) {
      guard let (name, _) = Self.parts(setting) else { throw ValidationError("\(option) \(setting): it is no name=file") }
      guard names.insert(name).inserted else { throw ValidationError("\(option) \(setting): `\(name)` is given twice") }
    }
    if (document + optionalDocument).count(where: { $0.hasSuffix("=-") }) > 1 {
      throw ValidationError("standard input is one document alone")
    }
  }

  /// Whether any was given.
  var isGiven: Bool { !(document + optionalDocument).isEmpty }

  /// Whether a document is standard input.
  var readsStandardInput: Bool { (document + optionalDocument).contains { $0.hasSuffix("=-") } }

  /// Reads what was given.
  func read(in project: Project, for workspace: Workspace) throws -> [DocumentInput] {
    try document.compactMap { try read($0, isOptional: false, project, workspace) }
      + optionalDocument.compactMap { try read($0, isOptional: true, project, workspace) }
  }

  private func read(
    _ setting: String, isOptional: Bool, _ project: Project, _ workspace: Workspace
  ) throws -> DocumentInput? {
    guard let (name, path) = Self.parts(setting) else { return nil }
    let absolute = try FileSystem.absolute(path)
    switch FileSystem.kind(of: absolute) {
    case .missing where isOptional && path != "-":
      // That no source reads a document of that name is told of the document, so that there has to be one.
      if workspace.reads(document: name) { return nil }
      return DocumentInput(setting: setting, content: .text(SourceText(path: project.shown(absolute), bytes: Array("{}".utf8))))
    case .directory where path != "-":
      let files = try project.listing(absolute, hasContent: workspace.readsContent(ofDocument: name))
      return .listing(setting: setting, path: project.shown(absolute), files: files)
    default:
      return DocumentInput(setting: setting, content: .text(try project.readData(path, limit: FileReader.fileLimit)))
    }
  }

  /// The name and the file of `name=file`.
  private static func parts(_ setting: String) -> (name: String, path: String)? {
    guard let equals = setting.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let (name, path) = (String(setting[..<equals]), String(setting[setting.utf8.index(after: equals)...]))
    return name.isEmpty || path.isEmpty ? nil : (name, path)
  }
}

extension Project {
  /// Every file below a directory, as a document lists them; what JSON files hold comes with them where that is wanted.
  ///
  /// As everywhere, names that begin with a dot are passed over, and links to directories are not entered.
  func listing(_ directory: String, hasContent: Bool) throws -> [ListedFile] {
    try FileTree.everyFile(below: directory).map { path in
      let below = PathText.shown(path, from: directory)
      let size = FileSystem.size(of: path)
      guard hasContent, path.hasSuffix(".json"), size <= FileReader.documentLimit else {
        return ListedFile(path: below, size: size)
      }
      let bytes = try FileReader.read(path, shown: shown(path), limit: FileReader.fileLimit)
      return ListedFile(path: below, size: size, content: SourceText(path: shown(path), bytes: bytes))
    }
  }
}
