import Truths

extension [SourceText] {
  /// Rewrites fixture files, each as a whole or not at all, and tells what was changed.
  ///
  /// - Throws: ``Failure`` where a file is not what it was when it was read.
  mutating func update(_ updates: [FixtureUpdate], in project: Project, output: Output) throws {
    for update in updates {
      try project.rewrite(update.path, from: update.old, to: update.new)
      for change in update.changes { output.chatter(change) }
      for index in indices where self[index].path.utf8.elementsEqual(update.path.utf8) { self[index].bytes = update.new }
    }
  }
}
