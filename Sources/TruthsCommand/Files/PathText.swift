import TruthsSystem

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
    guard isBelow(path, root) else { return path }
    return String(path[path.utf8.index(path.startIndex, offsetBy: root == "/" ? 1 : root.utf8.count + 1)...])
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
  static func precedes(_ left: String, _ right: String) -> Bool {
    let (mine, theirs) = (left.utf8.span, right.utf8.span)
    let order = mine.withUnsafeBytes { mine in
      theirs.withUnsafeBytes { theirs in
        guard let left = mine.baseAddress, let right = theirs.baseAddress else { return Int32(0) }
        return memcmp(left, right, min(mine.count, theirs.count))
      }
    }
    return order < 0 || order == 0 && mine.count < theirs.count
  }

  /// Paths in that order, which they mostly have already.
  static func sorted(_ paths: [String]) -> [String] {
    let isSorted = zip(paths, paths.dropFirst()).allSatisfy { !precedes($1, $0) }
    return isSorted ? paths : paths.sorted(by: precedes)
  }

  private static func isBelow(_ path: String, _ directory: String) -> Bool {
    if directory == "/" { return path != "/" }
    let (whole, start) = (path.utf8.span, directory.utf8.span)
    guard whole.count > start.count, whole[start.count] == UInt8(ascii: "/") else { return false }
    for place in start.indices where whole[place] != start[place] { return false }
    return true
  }
}
