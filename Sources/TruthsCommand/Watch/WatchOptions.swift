import ArgumentParser

/// Whether the work is done once or again and again.
struct WatchOptions: ParsableArguments {
  @Flag(help: "Do it again whenever a file is changed, added or removed; an interrupt ends it with the status of the last time.")
  var watch = false

  /// Does the work, once or whenever a file below the paths changes, and ends with its status.
  ///
  /// - Parameters:
  ///   - paths: what the user named.
  ///   - files: files that the work writes, as the user named them.
  func run(
    _ paths: [String], writing files: [String] = [], output: Output, _ work: () throws -> ExitStatus
  ) throws {
    guard watch else { return try work().end() }
    let directory = try FileSystem.workingDirectory()
    let written = Set(files.map { PathText.absolute($0, in: directory) })
    try Watch(paths: paths, written: written, output: output).run(work)
  }
}
