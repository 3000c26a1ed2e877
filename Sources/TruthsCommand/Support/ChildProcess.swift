import TruthsSystem

/// Runs other programs, without a shell.
enum ChildProcess {
  /// The result of a program.
  struct Result {
    var status: Int32
    var output: [UInt8]
    /// Text from standard error.
    var complaint: String
  }

  /// Runs a program with files instead of pipes for input and output, so that neither process can block the other.
  ///
  /// - Parameters:
  ///   - variables: additional environment variables, `NAME=value`.
  ///   - hidden: prefix of the variables that the program must not see.
  /// - Returns: `nil` where the program does not exist, or the system refuses.
  static func run(
    _ program: String, _ arguments: [String], input: [UInt8] = [], variables: [String] = [], hiding hidden: String? = nil
  ) -> Result? {
    guard let stdinFile = tmpfile(), let stdoutFile = tmpfile(), let said = tmpfile() else { return nil }
    defer { for file in [stdinFile, stdoutFile, said] { fclose(file) } }
    guard writeAll(input, to: fileno(stdinFile)) == 0, lseek(fileno(stdinFile), 0, SEEK_SET) == 0 else { return nil }
    var actions = emptySpawnFileActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, fileno(stdinFile), STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fileno(stdoutFile), STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fileno(said), STDERR_FILENO)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let names = variables.map { $0.prefix { $0 != "=" } + "=" } + [hidden].compactMap { $0.map { $0[...] } }
    var around: [UnsafeMutablePointer<CChar>?] = []
    var place = environ
    while let variable = place.pointee {
      let text = String(cString: variable)
      if !names.contains(where: { text.hasPrefix($0) }) { around.append(strdup(variable)) }
      place += 1
    }
    around += variables.map { strdup($0) } + [nil]
    defer { for variable in around { free(variable) } }
    var process = pid_t()
    guard posix_spawnp(&process, program, &actions, nil, &words, around) == 0 else { return nil }
    var status: Int32 = 0
    guard retrying({ waitpid(process, &status, 0) }) == process, let output = contents(of: fileno(stdoutFile)) else { return nil }
    let complaint = contents(of: fileno(said)) ?? []
    return Result(status: status, output: output, complaint: String(decoding: complaint, as: UTF8.self))
  }

  private static func contents(of descriptor: Int32) -> [UInt8]? {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = retrying { read(descriptor, &buffer, buffer.count) }
      if count < 0 { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
