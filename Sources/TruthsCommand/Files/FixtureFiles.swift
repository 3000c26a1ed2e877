import Truths

extension [SourceText] {
  /// Rewrites fixture files, each as a whole or not at all, and tells what was changed.
  ///
  /// - Throws: ``Failure`` where a file is not what it was when it was read.
  mutating func update(_ updates: [FixtureUpdate], in project: Project, output: Output) throws {
    for update in updates {
      let absolute = PathText.absolute(update.path, in: project.root)
      let path = FileSystem.resolved(absolute) ?? absolute
      try AtomicFile.locked(directory: PathText.parent(path), shown: update.path) {
        guard try FileReader.read(path, shown: update.path, limit: FileReader.fileLimit) == update.old else {
          throw Failure("\(update.path): it was changed meanwhile, and is left alone", .badData)
        }
        try AtomicFile.replace(path, with: update.new, shown: update.path)
      }
      for change in update.changes { output.chatter(change) }
      for index in indices where self[index].path.utf8.elementsEqual(update.path.utf8) { self[index].bytes = update.new }
    }
  }
}
