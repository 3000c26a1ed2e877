import TruthsSystem

/// Draws graphs with Graphviz, where it is installed.
enum Graphviz {
  /// The graphs as SVG to be put into a page, one each; `nil` where `dot` is not there or does not do its work.
  static func drawn(_ graphs: [String]) -> [String]? {
    guard !graphs.isEmpty else { return [] }
    guard let output = run(input: graphs.joined(separator: "\n")) else { return nil }
    let pieces = pictures(in: output)
    return pieces.count == graphs.count ? pieces : nil
  }

  /// Runs `dot` with files, not pipes, at its ends: whatever it reads and writes first, nobody waits for anybody.
  private static func run(input: String) -> String? {
    guard let given = tmpfile(), let made = tmpfile() else { return nil }
    defer {
      fclose(given)
      fclose(made)
    }
    guard writeAll(Array(input.utf8), to: fileno(given)) == 0, lseek(fileno(given), 0, SEEK_SET) == 0 else { return nil }
    var actions = emptySpawnFileActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, fileno(given), STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fileno(made), STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("dot"), strdup("-Tsvg"), nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    guard posix_spawnp(&process, "dot", &actions, nil, &arguments, environ) == 0 else { return nil }
    var status: Int32 = 0
    guard retrying({ waitpid(process, &status, 0) }) == process, status == 0 else { return nil }
    return contents(of: fileno(made))
  }

  private static func contents(of descriptor: Int32) -> String? {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = retrying { read(descriptor, &buffer, buffer.count) }
      if count < 0 { return nil }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: What is kept of it

  /// Each `<svg>…</svg>` without what differs between versions and what would not be at home in a page: comments, ids that every
  /// graph has alike, namespaces.
  static func pictures(in output: String) -> [String] {
    output.components("<svg", "</svg>").map { picture in
      var text = without(picture, from: "<!--", to: "-->")
      text = without(text, from: " id=\"", to: "\"")
      text = without(text, from: " xmlns=\"", to: "\"")
      text = without(text, from: " xmlns:xlink=\"", to: "\"")
      text = without(text, from: " xlink:title=\"", to: "\"")
      text = text.replacing("xlink:href=", with: "href=")
      text = without(text, from: "<title>", to: "</title>\n")
      return text.split(separator: "\n").joined(separator: "\n")
    }
  }

  private static func without(_ text: String, from opening: String, to closing: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let start = rest.firstRange(of: opening) {
      guard let end = rest[start.upperBound...].firstRange(of: closing) else { break }
      result += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
    }
    return result + rest
  }
}

extension String {
  /// The stretches from an opening to the next closing, both included.
  fileprivate func components(_ opening: String, _ closing: String) -> [String] {
    var found: [String] = []
    var rest = Substring(self)
    while let start = rest.firstRange(of: opening), let end = rest[start.upperBound...].firstRange(of: closing) {
      found.append(String(rest[start.lowerBound..<end.upperBound]))
      rest = rest[end.upperBound...]
    }
    return found
  }
}
