/// The files of one sort below a place.
enum FileTree {
  /// What a file holds, told by the ending of its name.
  enum Sort {
    case truths, fixture

    init?(_ path: String) {
      if path.hasSuffix(".truths") || path.hasSuffix(".jtbd") {
        self = .truths
      } else if path.hasSuffix(".json") {
        self = .fixture
      } else {
        return nil
      }
    }
  }

  /// Every file of the sorts we know below a directory, its subdirectories included, in byte order of the paths.
  ///
  /// Names that begin with a dot are passed over. A symbolic link to a file is read, one to a directory is not entered, so that
  /// no link leads in a circle or out of the tree.
  static func files(below directory: String) throws -> [String] {
    try files(below: directory) { Sort($0) != nil }
  }

  /// Every file below a directory, in the same order. A link that leads nowhere is no file.
  static func everyFile(below directory: String) throws -> [String] {
    try files(below: directory, isMissingFault: false) { _ in true }
  }

  private static func files(
    below directory: String, isMissingFault: Bool = true, _ isWanted: (String) -> Bool
  ) throws -> [String] {
    var found: [String] = []
    var open = [directory]
    while let next = open.popLast() {
      for entry in try FileSystem.entries(in: next) {
        let path = PathText.join(next, entry.name)
        switch entry.kind ?? FileSystem.kind(of: path) {
        case .directory: if entry.kind != nil || !FileSystem.isLink(path) { open.append(path) }
        case .file: if isWanted(path) { found.append(path) }
        case .missing:
          if isMissingFault, isWanted(path) { throw Failure("\(path): \(FileSystem.reason())", .noInput) }
        case .other: break
        }
      }
    }
    return PathText.sorted(found)
  }
}
