import TruthsSystem

/// Finds the files of a kind below directories. All traversal of folders is done here.
enum FileTree {
  /// The kind of a file, determined by its extension.
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

  /// Handles a path that cannot be read: throws the failure, or leaves the path out.
  typealias Refusal = (Failure) throws -> Void

  /// Returns all files of known kinds below directories and their subdirectories, in byte order of the paths.
  ///
  /// Names with a leading dot are skipped. Symbolic links are followed, but each directory is entered once, so that links
  /// cannot form a cycle.
  ///
  /// - Parameter refuse: gets a failure with exit code 66 for each directory that cannot be read or is reached by a second
  ///   path, and for each name that is neither a file nor a directory.
  static func files(below directories: [String], refuse: Refusal = { throw $0 }) throws -> [String] {
    try files(below: directories, refuse) { Sort($0) != nil }
  }

  /// Returns all files below a directory, with the same rules as ``files(below:refuse:)``.
  static func everyFile(below directory: String, refuse: Refusal = { throw $0 }) throws -> [String] {
    try files(below: [directory], refuse) { _ in true }
  }

  /// Returns whether a path is a directory.
  ///
  /// - Throws: ``Failure`` with exit code 66 where it is something else.
  static func isDirectory(_ path: String) throws -> Bool {
    switch FileSystem.kind(of: path) {
    case .directory: return true
    case .file: throw Failure("\(path): it is a file, but a folder is expected there", .noInput)
    case .other, .missing:
      guard let reason = FileSystem.refusal(of: path) else { return false }
      throw Failure("\(path): \(reason); a folder is read there", .noInput)
    }
  }

  private static func files(
    below directories: [String], _ refuse: Refusal, _ isWanted: (String) -> Bool
  ) throws -> [String] {
    var found: [String] = []
    var open = directories
    // Links are entered last, so that of two paths to a directory the one with a link is refused.
    var links: [String] = []
    var entered: [FileSystem.FileIdentity: String] = [:]
    while let next = open.popLast() ?? links.popLast() {
      if let identity = FileSystem.identity(of: next), let first = entered.updateValue(next, forKey: identity) {
        try refuse(Failure("\(next): it leads to the folder \(first), which is read by that path already", .noInput))
        entered[identity] = first
        continue
      }
      for entry in try entries(in: next, refuse) {
        let path = PathText.join(next, entry.name)
        switch entry.kind ?? FileSystem.kind(of: path) {
        case .directory: if entry.kind == nil, FileSystem.isLink(path) { links.append(path) } else { open.append(path) }
        case .file: if isWanted(path) { found.append(path) }
        case .other, .missing:
          // The file was removed after the directory was read.
          guard let reason = FileSystem.refusal(of: path) else { continue }
          try refuse(
            Failure(
              """
              \(path): \(reason); below a folder only files and folders are read: remove it, or let its name begin with a dot
              """, .noInput))
        }
      }
    }
    return PathText.sorted(found)
  }

  private static func entries(in directory: String, _ refuse: Refusal) throws -> [FileSystem.DirectoryEntry] {
    do {
      return try FileSystem.entries(in: directory)
    } catch let failure as Failure {
      try refuse(failure)
      return []
    }
  }
}
