import Truths

/// Files that are not there yet.
struct NewFiles {
  private let root: String
  private let files: [SourceText]

  /// The files of a starting point in the project around, or in the working directory where there is none.
  ///
  /// - Throws: ``Failure`` with 64 where what is asked for cannot be.
  init(of beginning: Beginning) throws {
    let directory = try FileSystem.workingDirectory()
    let project = Project.root(from: directory) == nil ? nil : try Project(paths: [])
    root = project?.root ?? directory
    let workspace = Workspace(truths: try project?.readTruths().map { SourceText(path: $0.path, bytes: $0.bytes) } ?? [])
    let fixtures = try project?.readFixtures().map { SourceText(path: $0.path, bytes: $0.bytes) } ?? []
    do {
      files = try workspace.beginning(of: beginning, beside: fixtures)
    } catch {
      throw Failure(error.message, .usage)
    }
  }

  /// Makes all of them, or none, and prints their paths.
  ///
  /// - Throws: ``Failure`` with 64 where one is there already, with 3 where the system refuses.
  func make(_ output: Output) throws {
    let paths = files.map { PathText.join(root, $0.path) }
    for (file, path) in zip(files, paths) where FileSystem.kind(of: path) != .missing || FileSystem.isLink(path) {
      throw Failure("\(file.path): it is there already, and is left as it is", .usage)
    }
    for (index, path) in paths.enumerated() {
      do {
        try FileSystem.makeDirectories(PathText.parent(path))
        try AtomicFile.create(path, with: files[index].bytes, shown: files[index].path)
      } catch {
        for made in paths[..<index] { FileSystem.remove(made) }
        throw error
      }
    }
    for file in files { try output.result("\(file.path)\n") }
  }
}
