import ArgumentParser
import Truths

/// The files that a command works on, found from the user's paths or from the working directory.
///
/// - Without paths: `truths`, `jtbd` and `Fixtures` below the nearest directory, upwards, that holds `truths/` or a
///   `truths.yaml`.
/// - Paths inside those three folders: the whole set is loaded, because a truth needs its vocabulary, and reports are limited
///   to the paths.
/// - Other paths: exactly the files below them.
/// - Bundles: the sets in them, together with the other paths. Bundles below a folder are not searched for.
struct Project {
  /// The root directory, absolute. Paths are shown relative to it, so that output does not depend on the working directory.
  let root: String
  /// Truth and job files; absolute paths in byte order.
  let truths: [String]
  /// Fixture files; absolute paths in byte order.
  let fixtures: [String]
  /// Bundles of rule sets; absolute paths in byte order.
  let bundles: [String]
  /// Paths that reports are limited to; empty for everything.
  private let focus: [String]

  static let folders = ["truths", "jtbd", "Fixtures"]

  /// - Parameter refuse: handles paths below a folder that cannot be read.
  /// - Throws: ``Failure`` with exit code 66 where a path or the project does not exist, 65 where a file is of an unknown kind.
  init(paths: [String], refuse: FileTree.Refusal = { throw $0 }) throws {
    let directory = try FileSystem.workingDirectory()
    guard !paths.isEmpty else {
      guard let root = Self.root(from: directory) else {
        throw Failure("no directory from here upwards holds `truths/` or a `truths.yaml`", .noInput)
      }
      self = try Project(root: root, focus: [], refuse: refuse)
      return
    }
    let inputs = try paths.map { try Self.existing($0) }
    let loose = inputs.filter { !$0.isBundle }
    let roots = Set((loose.isEmpty ? inputs : loose).map { Self.root(from: $0.directory) })
    let isLoose = loose.count == inputs.count
    if isLoose, roots.count == 1, let root = roots.first ?? nil, inputs.allSatisfy({ Self.isInside($0.path, root) }) {
      self = try Project(root: root, focus: inputs.contains { $0.path == root } ? [] : inputs.map(\.path), refuse: refuse)
    } else {
      self = try Project(
        exactly: inputs, root: roots.count == 1 ? roots.first ?? nil : nil, workingDirectory: directory, refuse: refuse)
    }
  }

  /// Returns the sets of rules for reading a ledger: the named ones, which must exist; if none is named, the project around the
  /// working directory, if there is one.
  static func inForce(_ named: [String]) throws -> [Project] {
    if !named.isEmpty { return try named.map { try Project(paths: [$0]) } }
    guard root(from: try FileSystem.workingDirectory()) != nil else { return [] }
    let project = try Project(paths: [])
    return project.truths.isEmpty ? [] : [project]
  }

  private init(root: String, truths: [String], fixtures: [String], bundles: [String], focus: [String]) {
    self.root = root
    self.truths = truths
    self.fixtures = fixtures
    self.bundles = bundles
    self.focus = focus
  }

  private init(root: String, focus: [String], refuse: FileTree.Refusal = { throw $0 }) throws {
    self.root = root
    self.focus = focus
    let folders = try Self.folders.map { PathText.join(root, $0) }.filter { folder in
      do {
        return try FileTree.isDirectory(folder)
      } catch let failure as Failure {
        try refuse(failure)
        return false
      }
    }
    let files = try FileTree.files(below: folders, refuse: refuse)
    truths = PathText.sorted(files.filter { FileTree.Sort($0) == .truths })
    bundles = []
    fixtures = files.filter { FileTree.Sort($0) == .fixture && PathText.isIn($0, PathText.join(root, "Fixtures")) }
  }

  /// Returns the project around the working directory. If none exists, returns a project without files, whose paths are shown
  /// from the working directory.
  static func around() throws -> Project {
    let directory = try FileSystem.workingDirectory()
    if let root = root(from: directory) { return try Project(root: root, focus: []) }
    return Project(root: directory, truths: [], fixtures: [], bundles: [], focus: [])
  }

  /// Creates a project from exactly the given files. Fixtures without truths are run against the project around them.
  private init(exactly inputs: [Given], root: String?, workingDirectory: String, refuse: FileTree.Refusal) throws {
    focus = []
    let files = try inputs.flatMap { $0.isDirectory ? try FileTree.files(below: [$0.path], refuse: refuse) : [$0.path] }
    var sorted = PathText.sorted(files)
    var last: String?
    sorted.removeAll { path in
      defer { last = path }
      return last.map { !PathText.precedes($0, path) } ?? false
    }
    let named = Set(inputs.filter(\.isBundle).map(\.path))
    bundles = sorted.filter { TruthPack.isPath($0) || named.contains($0) }
    fixtures = sorted.filter { FileTree.Sort($0) == .fixture && !named.contains($0) }
    let truths = sorted.filter { FileTree.Sort($0) == .truths }
    let around = root ?? Self.root(from: workingDirectory)
    if let around, truths.isEmpty, bundles.isEmpty != fixtures.isEmpty {
      self.root = around
      self.truths = bundles.isEmpty ? try Project(root: around, focus: [], refuse: refuse).truths : []
    } else {
      self.root = root ?? PathText.common(inputs.map(\.directory))
      self.truths = truths
    }
  }

  /// Returns how a path is shown: relative below the root, elsewhere unchanged.
  func shown(_ path: String) -> String { PathText.shown(path, from: root) }

  /// Returns whether findings in a file, given as shown, are reported.
  func isInFocus(_ shown: String) -> Bool {
    focus.isEmpty || focus.contains { PathText.isIn(PathText.absolute(shown, in: root), $0) }
  }

  /// The truth files in focus, each with its absolute and its shown path.
  var truthsInFocus: [(path: String, shown: String)] {
    truths.map { ($0, shown($0)) }.filter { isInFocus($0.shown) }
  }

  /// All files that the set and the fixtures are read from.
  var files: [String] { truths + bundles + fixtures }

  /// Returns the project with the fixtures of the project around, where only bundles are named.
  func withFixturesAround() throws -> Project {
    guard !bundles.isEmpty, truths.isEmpty, fixtures.isEmpty else { return self }
    guard try FileTree.isDirectory(PathText.join(root, "Fixtures")) else { return self }
    return Project(root: root, truths: [], fixtures: try Project(root: root, focus: []).fixtures, bundles: bundles, focus: [])
  }

  func readTruths() throws -> [(path: String, bytes: [UInt8])] { try read(truths) }

  /// Reads the fixture files in focus, the files that may share backgrounds with them, and the documents that these files name.
  func readFixtures() throws -> [(path: String, bytes: [UInt8])] {
    let wanted = Set(fixtures.filter { path in focus.isEmpty || focus.contains { PathText.isIn(path, $0) } })
    let own = Set(wanted.map(PathText.parent))
    let above = Set(own.flatMap { Self.folders(from: $0, in: root) })
    let files = try read(
      fixtures.filter { path in
        if wanted.contains(path) { return true }
        let folder = PathText.parent(path)
        return (above.contains(folder) || Self.folders(from: folder, in: root).contains { own.contains($0) }) && isInside(path)
      })
    let named = Workspace.documents(namedIn: files.map { SourceText(path: $0.path, bytes: $0.bytes) })
    let known = Set(files.map(\.path))
    let others = named.filter { !known.contains($0) }.map { PathText.absolute($0, in: root) }
    return files + (try read(others.filter { isInside($0) && FileSystem.kind(of: $0) == .file }))
  }

  /// Returns a folder and those above it, up to the root.
  private static func folders(from folder: String, in root: String) -> [String] {
    Array(sequence(first: folder) { $0 == root || $0 == "/" ? nil : PathText.parent($0) })
  }

  /// Returns whether a file lies in the project after resolving symbolic links. Fixtures are untrusted, and may name no files
  /// outside of it.
  private func isInside(_ path: String) -> Bool {
    guard let file = FileSystem.resolved(path), let root = FileSystem.resolved(root) else { return false }
    return PathText.isIn(file, root)
  }

  private func readBundles() throws -> [(path: String, bytes: [UInt8])] {
    try bundles.map { (shown($0), try FileReader.read($0, shown: shown($0), limit: FileReader.ledgerLimit)) }
  }

  private func read(_ paths: [String]) throws -> [(path: String, bytes: [UInt8])] {
    let files = try SourceText.read(paths.count) { place in
      let shown = shown(paths[place])
      return SourceText(path: shown, bytes: try FileReader.read(paths[place], shown: shown, limit: FileReader.fileLimit))
    }
    return files.map { ($0.path, $0.bytes) }
  }

  /// Returns the nearest directory, from the given one upwards, that holds `truths/` or a `truths.yaml`. An unreadable `truths`
  /// counts too, so that it is reported.
  static func root(from directory: String) -> String? {
    var candidate = directory
    while true {
      let truths = PathText.join(candidate, "truths")
      if FileSystem.kind(of: truths) == .directory || FileSystem.refusal(of: truths) != nil
        || FileSystem.kind(of: PathText.join(candidate, "truths.yaml")) == .file
      {
        return candidate
      }
      if candidate == "/" { return nil }
      candidate = PathText.parent(candidate)
    }
  }

  private static func isInside(_ path: String, _ root: String) -> Bool {
    path == root || folders.contains { PathText.isIn(path, PathText.join(root, $0)) }
  }

  private struct Given {
    var path: String
    var isDirectory: Bool
    /// Whether the path is a bundle, by its name or by its contents.
    var isBundle = false

    /// The path if it is a directory, or the directory that contains the file.
    var directory: String { isDirectory ? path : PathText.parent(path) }
  }

  /// Returns a user's path, if it exists and can be read.
  private static func existing(_ path: String) throws -> Given {
    let absolute = try FileSystem.absolute(path)
    switch FileSystem.kind(of: absolute) {
    case .directory: return Given(path: absolute, isDirectory: true)
    case .missing: throw Failure("\(path): \(FileSystem.reason())", .noInput)
    case .file, .other:
      let isBundle = FileTree.Sort(path) != .truths && FileReader.isBundle(absolute)
      guard FileTree.Sort(path) != nil || isBundle else {
        throw Failure("\(path): it is not a .truths, .jtbd or .json file, nor a bundle", .badData)
      }
      return Given(path: absolute, isDirectory: false, isBundle: isBundle)
    }
  }
}

extension Project {
  /// Returns the rule set, read and checked.
  ///
  /// - Parameter today: date for checking whether `# truths:ignore … until` comments have expired; without it none expires.
  /// - Throws: ``Failure`` with exit code 66 where no truths are found, because an accidentally empty set would pass every
  ///   check; the findings of a bundle that does not match its sources.
  func workspace(today: String? = nil) throws -> Workspace {
    guard !truths.isEmpty || !bundles.isEmpty else { throw Failure("no .truths or .jtbd file is found", .noInput) }
    let packs = try readBundles().map { try TruthPack(SourceText(path: $0.path, bytes: $0.bytes)) }
    if truths.isEmpty, packs.count == 1 { return try packs[0].workspace(today: today) }
    var files = try readTruths().map { SourceText(path: $0.path, bytes: $0.bytes) }
    for (pack, path) in zip(packs, bundles) {
      _ = try pack.workspace()
      files = try Self.united(files, with: pack.truths, of: shown(path))
    }
    return Workspace(truths: files, today: today)
  }

  /// Returns the rule set; if a bundle is invalid, prints its findings and ends the command with exit code 65.
  func workspace(today: String? = nil, reporting output: Output, as format: FindingsFormat) throws -> Workspace {
    do {
      return try workspace(today: today)
    } catch let findings as Findings {
      try output.show(findings, as: format)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
  }

  /// Returns the rule set like ``workspace(today:reporting:as:)``, but reuses the previous round of repeated work.
  func workspace(
    goingOnFrom watched: WatchedSet, today: String? = nil, reporting output: Output, as format: FindingsFormat
  ) throws -> Workspace {
    guard bundles.isEmpty, !truths.isEmpty else { return try workspace(today: today, reporting: output, as: format) }
    return watched.workspace(try readTruths().map { SourceText(path: $0.path, bytes: $0.bytes) }, today: today)
  }

  /// Returns the files together with those of a bundle. A file that is in both with the same bytes counts once.
  private static func united(_ files: [SourceText], with others: [SourceText], of bundle: String) throws -> [SourceText] {
    let known = Dictionary(files.map { (Array($0.path.utf8), $0.bytes) }, uniquingKeysWith: { first, _ in first })
    var files = files
    for file in others {
      guard let bytes = known[Array(file.path.utf8)] else {
        files.append(file)
        continue
      }
      guard bytes == file.bytes else { throw Failure("\(bundle): its \(file.path) is not the one beside it", .badData) }
    }
    return files
  }
}

extension Project {
  /// Returns whether a shown path is a file on disk, and not one of a bundle.
  var isOnDisk: (String) -> Bool {
    let known = Set((truths + fixtures).map { Array(shown($0).utf8) })
    return { known.contains(Array($0.utf8)) }
  }

  /// Replaces a file of the project, completely or not at all.
  ///
  /// - Parameters:
  ///   - shown: the path as messages show it.
  ///   - old: the contents when it was read.
  /// - Throws: ``Failure`` where it is not a regular file, or was changed since it was read.
  func rewrite(_ shown: String, from old: [UInt8], to new: [UInt8]) throws {
    let absolute = PathText.absolute(shown, in: root)
    let path = FileSystem.resolved(absolute) ?? absolute
    try AtomicFile.locked(directory: PathText.parent(path), shown: shown) {
      try FileSystem.refuseUnlessFile(path, shown: shown)
      guard try FileReader.read(path, shown: shown, limit: FileReader.fileLimit) == old else {
        throw Failure("\(shown): the file was changed in the meantime, so it is not overwritten", .badData)
      }
      try AtomicFile.replace(path, with: new, isLocked: true, shown: shown)
    }
  }
}

extension [SourceText] {
  /// Rewrites fixture files, each completely or not at all, and prints the changes.
  ///
  /// - Throws: ``Failure`` where a file was changed since it was read.
  mutating func update(_ updates: [FixtureUpdate], in project: Project, output: Output) throws {
    for update in updates {
      try project.rewrite(update.path, from: update.old, to: update.new)
      for change in update.changes { output.chatter(change) }
      for index in indices where self[index].path.utf8.elementsEqual(update.path.utf8) { self[index].bytes = update.new }
    }
  }
}
