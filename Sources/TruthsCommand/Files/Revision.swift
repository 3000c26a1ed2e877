import Truths
import TruthsSystem

/// The rule set of a git revision, read through the program `git`, without checking it out or running anything in it.
struct Revision {
  let truths: [SourceText]
  let fixtures: [SourceText]
  private let bundle: SourceText?

  /// - Parameter text: `HEAD~3`, which means the project around in that commit, or `HEAD~3:sub/dir`.
  /// - Throws: ``Failure`` with exit code 66 where the revision does not exist, or has no truths.
  init(_ text: String) throws {
    guard !text.hasPrefix("-"), !text.hasPrefix(":") else {
      throw Failure("\(text): it is neither a path nor a git revision such as HEAD~1", .usage)
    }
    let directory = try FileSystem.workingDirectory()
    let git = Git(directory: Project.root(from: directory) ?? directory)
    let colon = Self.colon(in: text)
    let name = String(text[..<(colon ?? text.endIndex)])
    let prefix = try git.prefix(asking: text)
    let folder = try colon.map { try Self.folder(String(text[text.index(after: $0)...]), of: text) } ?? prefix
    let entries = try git.files(of: name, below: folder, asking: text)
    if entries.count == 1, entries[0].path == folder, entries[0].isFile, FileTree.Sort(folder) != .truths {
      let file = try git.contents(entries, shown: text, below: "")[0]
      guard TruthPack.isPath(folder) || TruthPack.isBundle(beginning: file.bytes.prefix(TruthPack.beginningLength)) else {
        throw Failure("\(text): it is not a .truths or .jtbd file, nor a bundle", .badData)
      }
      bundle = file
      (truths, fixtures) = ([], [])
      return
    }
    bundle = nil
    let chosen = try Self.chosen(entries, below: folder, asking: text)
    let read = try git.contents(chosen, shown: text, below: folder)
    truths = read.filter { FileTree.Sort($0.path) == .truths }
    guard !truths.isEmpty else { throw Failure("\(text): no .truths or .jtbd file is found", .noInput) }
    let tests = read.filter { FileTree.Sort($0.path) == .fixture }
    let known = Set(tests.map(\.path))
    let named = Set(Workspace.documents(namedIn: tests).filter { !known.contains($0) })
    let documents = entries.filter { $0.isFile && named.contains(Self.below(folder, $0.path)) }
    fixtures = tests + (try git.contents(documents, shown: text, below: folder))
  }

  /// Returns the colon before the path of a revision. Colons in braces belong to the revision, as in `HEAD@{2026-01-01 10:00}`.
  private static func colon(in text: String) -> String.Index? {
    var depth = 0
    return text.indices.first { place in
      switch text[place] {
      case "{": depth += 1
      case "}": depth -= 1
      case ":": return depth == 0
      default: break
      }
      return false
    }
  }

  /// Returns the rule set, read and checked.
  func workspace() throws -> Workspace {
    if let bundle { return try TruthPack(bundle).workspace(today: nil) }
    return Workspace(truths: truths)
  }

  /// Returns a folder of a commit, relative to its top, without `.` and without a trailing slash.
  private static func folder(_ path: String, of text: String) throws -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !parts.contains(".."), path.utf8.first != UInt8(ascii: "/") else {
      throw Failure("\(text): a path in a revision begins at the top of the repository", .usage)
    }
    return parts.joined(separator: "/")
  }

  static func below(_ folder: String, _ path: String) -> String {
    folder.isEmpty ? path : path.utf8.count > folder.utf8.count ? String(path.dropFirst(folder.count + 1)) : path
  }

  /// Returns the files that ``Project`` would find: those in `truths`, `jtbd` and `Fixtures` of a project, or else all.
  ///
  /// - Throws: ``Failure`` where one of them is a link or another repository. Its contents are not in the commit, and without
  ///   them the set would be a different one.
  private static func chosen(_ entries: [Git.Entry], below folder: String, asking text: String) throws -> [Git.Entry] {
    let isProject = entries.contains { entry in
      let path = below(folder, entry.path)
      return path.hasPrefix("truths/") || path == "truths" || path == "truths.yaml"
    }
    return try entries.filter { entry in
      let path = below(folder, entry.path)
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      let isInside = !isProject || Project.folders.contains { path == $0 || path.hasPrefix($0 + "/") }
      guard !isHidden, isInside else { return false }
      let sort = FileTree.Sort(path)
      if let kind = entry.otherKind, sort != nil || entry.isRepository || Project.folders.contains(path) || entry.path == folder {
        throw Failure(
          "\(text): \(entry.path) is \(kind), which is not read in a revision; check that commit out, and give its folder",
          .badData)
      }
      guard let sort, entry.isFile else { return false }
      return sort == .truths || path.hasPrefix("Fixtures/") || !isProject
    }
  }
}

/// The calls to `git` that a revision needs.
struct Git {
  let directory: String

  /// A file of a commit, or a link or submodule in its place.
  struct Entry {
    var path: String
    var object: String
    var size: Int
    fileprivate var mode: Substring

    var isFile: Bool { mode.hasPrefix("100") }
    /// Whether the entry is a commit of another repository.
    var isRepository: Bool { mode == "160000" }
    /// A description of the entry's kind; `nil` for a file.
    var otherKind: String? { isFile ? nil : isRepository ? "another repository (a submodule)" : "a symbolic link" }
  }

  private func run(_ arguments: [String], input: [UInt8] = [], asking text: String) throws -> ChildProcess.Result {
    // Existing `GIT_` variables, such as those of a hook, may name another repository.
    let variables = ["GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C"]
    guard
      let result = ChildProcess.run(
        "git", ["-C", directory] + arguments, input: input, variables: variables, hiding: "GIT_")
    else {
      throw Failure("\(text): there is no such path, and the program git, which would know a revision, is not found", .noInput)
    }
    return result
  }

  /// Returns the path of the directory in its repository; empty at the top.
  func prefix(asking text: String) throws -> String {
    let result = try run(["rev-parse", "--show-prefix"], asking: text)
    guard result.status == 0 else {
      throw Failure("\(text): there is no such path, and no git repository around that could know a revision", .noInput)
    }
    let line = String(decoding: result.output, as: UTF8.self).prefix { $0 != "\n" }
    return line.hasSuffix("/") ? String(line.dropLast()) : String(line)
  }

  /// Returns the files of a commit below a folder.
  func files(of revision: String, below folder: String, asking text: String) throws -> [Entry] {
    let commit = try run(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{tree}"], asking: text)
    let tree = String(decoding: commit.output, as: UTF8.self).filter { $0.isHexDigit }
    guard commit.status == 0, tree.utf8.count >= 40 else {
      throw Failure("\(text): there is no such path, and no such revision in the git repository around", .noInput)
    }
    let listing = try run(
      ["ls-tree", "-r", "-z", "-l", "--full-tree", tree] + (folder.isEmpty ? [] : ["--", folder]), asking: text)
    let entries = listing.output.split(separator: 0).compactMap { Self.entry(String(decoding: $0, as: UTF8.self)) }
    guard listing.status == 0, !entries.isEmpty else {
      throw Failure("\(text): \(folder.isEmpty ? "it holds no file" : "there is no \(folder) in it")", .noInput)
    }
    return entries
  }

  /// Parses `100644 blob 8ab6…      31\ttruths/shop/shop.truths`. For a submodule the size is `-`.
  private static func entry(_ line: String) -> Entry? {
    guard let tab = line.firstIndex(of: "\t") else { return nil }
    let words = line[..<tab].split(separator: " ")
    guard words.count == 4 else { return nil }
    return Entry(
      path: String(line[line.index(after: tab)...]), object: String(words[2]), size: Int(words[3]) ?? 0, mode: words[0])
  }

  /// Returns the contents of files, in the same order.
  func contents(_ entries: [Entry], shown text: String, below folder: String) throws -> [SourceText] {
    if entries.isEmpty { return [] }
    for entry in entries where entry.size > FileReader.fileLimit {
      throw Failure("\(text): \(entry.path) has more than \(FileReader.fileLimit >> 20) MiB", .badData)
    }
    guard entries.reduce(0, { $0 + $1.size }) <= FileReader.ledgerLimit else {
      throw Failure("\(text): its files have more than \(FileReader.ledgerLimit >> 20) MiB", .badData)
    }
    let input = entries.map { $0.object + "\n" }.joined()
    let result = try run(["cat-file", "--batch"], input: Array(input.utf8), asking: text)
    var rest = result.output[...]
    return try entries.map { entry in
      guard let end = rest.firstIndex(of: 0x0A),
        String(decoding: rest[..<end], as: UTF8.self) == "\(entry.object) blob \(entry.size)",
        rest.endIndex > end + 1 + entry.size
      else { throw Failure("\(text): git does not give \(entry.path)", .noInput) }
      let start = end + 1
      defer { rest = rest[(start + entry.size + 1)...] }
      return SourceText(path: Revision.below(folder, entry.path), bytes: Array(rest[start..<(start + entry.size)]))
    }
  }
}
