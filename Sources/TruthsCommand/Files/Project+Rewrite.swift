extension Project {
  /// Tells files that stand on the disk, by their paths as messages show them, from those of a bundle.
  var isOnDisk: (String) -> Bool {
    let known = Set((truths + fixtures).map { Array(shown($0).utf8) })
    return { known.contains(Array($0.utf8)) }
  }

  /// Replaces a file of the project as a whole or not at all, where it stands.
  ///
  /// - Parameters:
  ///   - shown: the path as messages show it.
  ///   - old: what it held when it was read.
  /// - Throws: ``Failure`` where it is no regular file, or holds something else by now.
  func rewrite(_ shown: String, from old: [UInt8], to new: [UInt8]) throws {
    let absolute = PathText.absolute(shown, in: root)
    let path = FileSystem.resolved(absolute) ?? absolute
    try AtomicFile.locked(directory: PathText.parent(path), shown: shown) {
      try FileSystem.refuseUnlessFile(path, shown: shown)
      guard try FileReader.read(path, shown: shown, limit: FileReader.fileLimit) == old else {
        throw Failure("\(shown): it was changed meanwhile, and is left alone", .badData)
      }
      try AtomicFile.replace(path, with: new, shown: shown)
    }
  }
}
