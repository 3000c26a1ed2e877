/// Work on paths as text; nothing here looks at the disk.
enum PathText {
  /// An absolute path without `.`, `..` and repeated `/`.
  static func absolute(_ path: String, in directory: String) -> String {
    var parts: [Substring] = []
    let whole = path.utf8.first == UInt8(ascii: "/") ? path : directory + "/" + path
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The directory that holds a path; `/` holds itself.
  static func parent(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// The last part of a path.
  static func name(_ path: String) -> Substring {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path[...] }
    return path[path.utf8.index(after: slash)...]
  }

  /// A name below a directory.
  static func join(_ directory: String, _ name: String) -> String { directory == "/" ? "/" + name : directory + "/" + name }

  /// How an absolute path reads from a directory: below it relative, `.` for itself, elsewhere unchanged.
  static func shown(_ path: String, from root: String) -> String {
    if path == root { return "." }
    return isBelow(path, root) ? String(path.utf8.dropFirst(root == "/" ? 1 : root.utf8.count + 1)) ?? path : path
  }

  /// Whether a path is a directory or stands below it.
  static func isIn(_ path: String, _ directory: String) -> Bool { path == directory || isBelow(path, directory) }

  /// The nearest directory that holds all of some directories.
  static func common(_ directories: [String]) -> String {
    guard var common = directories.first else { return "/" }
    while !directories.allSatisfy({ isIn($0, common) }) { common = parent(common) }
    return common
  }

  /// Order by the bytes of the path, so that no locale plays a part.
  static func precedes(_ left: String, _ right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }

  private static func isBelow(_ path: String, _ directory: String) -> Bool {
    directory == "/" ? path != "/" : path.utf8.starts(with: (directory + "/").utf8)
  }
}
