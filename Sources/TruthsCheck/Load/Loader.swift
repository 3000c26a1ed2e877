import TruthsSyntax
package import TruthsText

/// From files to a checked truth set.
package enum Loader {
  /// Reads and checks files, in the order of their paths' bytes, whatever order they are given in; the built-in pack is part of
  /// every set. A path that stands twice is read once.
  ///
  /// - Complexity: O(n log n) in the size of the files.
  /// - Parameter today: the day that `# truths:ignore … until` comments are held to; without one none of them expires.
  package static func load(_ files: [(path: String, bytes: [UInt8])], today: CivilDate? = nil) -> LoadedSet {
    let (sources, units) = read(files)
    let result = Checker.check(units, today: today)
    return LoadedSet(
      sources: sources, units: units, program: result.program, diagnostics: result.diagnostics, hiddenCount: result.hiddenCount,
      proofs: result.proofs)
  }

  /// Reads files, the built-in pack's before them.
  static func read(_ files: [(path: String, bytes: [UInt8])]) -> (sources: SourceMap, units: [SourceUnit]) {
    var sources = SourceMap()
    let builtIn = builtIn(&sources)
    var last: String?
    for file in files.sorted(by: { Text($0.path) < Text($1.path) }) where file.path != last {
      last = file.path
      sources.add(path: file.path, bytes: file.bytes)
    }
    let read = sources.files.dropFirst()
    let units =
      [builtIn]
      + Cores.map(read.count, stride: 8) { place in
        let file = read[read.startIndex + place]
        return Parser.parse(file, relativePath: relativePath(of: file.path))
      }
    return (sources, units)
  }

  /// The built-in pack, parsed as any other file and marked by a path that no file below `truths/` can have.
  private static func builtIn(_ sources: inout SourceMap) -> SourceUnit {
    let file = sources.add(path: ConvergePack.path, bytes: Array(ConvergePack.text.utf8))
    var unit = Parser.parse(file, relativePath: "converge/converge.approval.truths")
    unit.relativePath = ConvergePack.path
    return unit
  }

  /// The path below `truths/` or `jtbd/`; for a file outside of such a folder its name, with its pack's folder where it lies in
  /// it.
  package static func relativePath(of path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }.map(String.init)
    guard let name = parts.last else { return path }
    let roots = ["truths", "jtbd"]
    if parts.count >= 3, roots.contains(parts[parts.count - 3]) { return parts.suffix(2).joined(separator: "/") }
    if let root = parts.dropLast().lastIndex(where: roots.contains) { return parts[(root + 1)...].joined(separator: "/") }
    let pack = name.prefix { $0 != "." }
    return parts.count >= 2 && parts[parts.count - 2] == pack ? parts.suffix(2).joined(separator: "/") : name
  }
}
