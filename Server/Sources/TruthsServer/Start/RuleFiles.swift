import Foundation
import Truths

/// Reads the files of a rule set from the file system, as the command `truths` does (command-line §1.1).
enum RuleFiles {
  /// Loads the rule set that paths name.
  ///
  /// - Parameter paths: empty for the project around the working directory. A path inside a project's folders, or the project's
  ///   own, means the project's whole set. Other paths mean exactly the files below them. A single bundle may be named alone.
  /// - Throws: ``StartFault`` where there is nothing to read; ``Findings`` about a set with errors.
  static func load(_ paths: [String]) throws -> RuleSet {
    let found = try find(paths)
    if found.isBundle { return try RuleSet(bundle: SourceText(path: paths[0], bytes: bytes(of: found.files[0]))) }
    return try RuleSet(try read(found.files, from: found.root))
  }

  /// State of a file that shows changes without reading it.
  struct Mark: Hashable, Sendable {
    let path: String
    let size: Int
    let modified: Date?
  }

  /// Returns the marks of the files that ``load(_:)`` would read.
  ///
  /// - Throws: ``StartFault`` where there is nothing to read.
  static func marks(_ paths: [String]) throws -> [Mark] {
    try find(paths).files.map { path in
      let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let attributes = try? FileManager.default.attributesOfItem(atPath: place)
      let size = attributes?[.size] as? Int ?? -1
      return Mark(path: path, size: size, modified: attributes?[.modificationDate] as? Date)
    }
  }

  /// Returns the files of a set, the folder that shown paths start from, and whether the set is one bundle.
  private static func find(_ paths: [String]) throws -> (files: [String], root: String?, isBundle: Bool) {
    let working = FileManager.default.currentDirectoryPath
    if paths.isEmpty {
      guard let root = root(from: working) else {
        throw StartFault("no directory from here upwards holds `truths/` or a `truths.yaml`", .noInput)
      }
      return (try files(ofProject: root), root, false)
    }
    let fullPaths = paths.map { URL(fileURLWithPath: $0, relativeTo: URL(fileURLWithPath: working, isDirectory: true)) }
      .map { $0.standardizedFileURL.path }
    for (path, place) in zip(paths, fullPaths) where !FileManager.default.fileExists(atPath: place) {
      throw StartFault("\(path): no such file or directory", .noInput)
    }
    if fullPaths.count == 1, fullPaths[0].hasSuffix(".truthpack") { return (fullPaths, nil, true) }
    let roots = Set(fullPaths.map { root(from: isDirectory($0) ? $0 : parent(of: $0)) })
    if roots.count == 1, let root = roots.first ?? nil, fullPaths.allSatisfy({ isPart($0, of: root) }) {
      return (try files(ofProject: root), root, false)
    }
    let files = try fullPaths.flatMap { try isDirectory($0) ? self.files(below: $0) : [$0] }
    return (files.filter(isTruths), roots.count == 1 ? roots.first ?? nil : nil, false)
  }

  /// The folders of a project that hold its rules and its fixtures.
  private static let folders = ["truths", "jtbd", "Fixtures"]

  private static func files(ofProject root: String) throws -> [String] {
    let folders = ["truths", "jtbd"].map { root + "/" + $0 }.filter(isDirectory)
    return try folders.flatMap { try files(below: $0) }.filter(isTruths)
  }

  /// Returns the nearest directory, from the given one upwards, that holds `truths/` or a `truths.yaml`.
  private static func root(from directory: String) -> String? {
    var candidate = directory
    while true {
      let named = candidate == "/" ? "" : candidate
      if isDirectory(named + "/truths") || FileManager.default.fileExists(atPath: named + "/truths.yaml") { return candidate }
      if candidate == "/" { return nil }
      candidate = parent(of: candidate)
    }
  }

  private static func isPart(_ place: String, of root: String) -> Bool {
    place == root || folders.contains { place == root + "/" + $0 || place.hasPrefix(root + "/" + $0 + "/") }
  }

  private static func isTruths(_ path: String) -> Bool { path.hasSuffix(".truths") || path.hasSuffix(".jtbd") }

  /// Returns all files below a directory, in byte order. Names with a leading dot are skipped. Links are followed, but each
  /// directory is entered once.
  private static func files(below directory: String) throws -> [String] {
    var files: [String] = []
    var open = [directory]
    var entered: Set<String> = []
    while let next = open.popLast() {
      guard entered.insert(URL(fileURLWithPath: next).resolvingSymlinksInPath().path).inserted else { continue }
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: next)
      } catch {
        throw StartFault("\(next): it cannot be read", .noInput)
      }
      for name in names where !name.hasPrefix(".") {
        let path = next + "/" + name
        if isDirectory(path) { open.append(path) } else { files.append(path) }
      }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Reads the files, with the paths that messages show, relative to a root.
  private static func read(_ paths: [String], from root: String?) throws -> [SourceText] {
    guard !paths.isEmpty else { throw StartFault("no .truths or .jtbd file is found", .noInput) }
    return try paths.map { path in
      let shown = root.flatMap { path.hasPrefix($0 + "/") ? String(path.dropFirst($0.count + 1)) : nil } ?? path
      return SourceText(path: shown, bytes: try bytes(of: path))
    }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw StartFault("\(path): it cannot be read", .noInput)
    }
    return Array(bytes)
  }

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
  }

  private static func parent(of path: String) -> String { (path as NSString).deletingLastPathComponent }
}
