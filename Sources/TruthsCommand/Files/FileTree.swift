import TruthsSystem

/// The files of one sort below a place. Everything that goes through folders does it here.
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

  /// Takes what cannot be read; throws it, or leaves it out.
  typealias Refusal = (Failure) throws -> Void

  /// Every file of the sorts we know below some directories, their subdirectories included, in byte order of the paths.
  ///
  /// Names that begin with a dot are passed over. Symbolic links are followed, and each directory is entered once, so that no
  /// link leads in a circle.
  ///
  /// - Parameter refuse: given a directory that cannot be read or is reached by a second path, and each name of what is neither a
  ///   file nor a directory, all with 66.
  static func files(below directories: [String], refuse: Refusal = { throw $0 }) throws -> [String] {
    try files(below: directories, refuse) { Sort($0) != nil }
  }

  /// Every file below a directory, likewise.
  static func everyFile(below directory: String, refuse: Refusal = { throw $0 }) throws -> [String] {
    try files(below: [directory], refuse) { _ in true }
  }

  /// Whether a directory stands at a path.
  ///
  /// - Throws: ``Failure`` with 66 where something else does.
  static func isDirectory(_ path: String) throws -> Bool {
    switch FileSystem.kind(of: path) {
    case .directory: return true
    case .file: throw Failure("\(path): it is a file; a folder is read there", .noInput)
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
    // Behind all others: of two paths to a directory the one with a link is refused.
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
          // What is gone since the directory was read is not there.
          guard let reason = FileSystem.refusal(of: path) else { continue }
          try refuse(
            Failure(
              """
              \(path): \(reason); below a folder only files and folders are read: take it away, or let its name begin with a dot
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
