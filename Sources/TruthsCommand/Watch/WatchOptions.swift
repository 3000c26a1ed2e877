import ArgumentParser

/// Whether the work is done once or again and again.
struct WatchOptions: ParsableArguments {
  @Flag(help: "Do it again whenever a file is changed, added or removed; an interrupt ends it with the status of the last time.")
  var watch = false

  /// Does the work, once or whenever a file below the paths changes, and ends with its status.
  ///
  /// - Parameters:
  ///   - paths: what the user named.
  ///   - file: a file that the work writes, as the user named it.
  func run(
    _ paths: [String], writing file: String? = nil, output: Output, _ work: () async throws -> ExitStatus
  ) async throws {
    guard watch else { return try await work().end() }
    let written = try file.map { PathText.absolute($0, in: try FileSystem.workingDirectory()) }
    try await Watch(paths: paths, written: written, output: output).run(work)
  }
}
