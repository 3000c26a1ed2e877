package import TruthsDiagnostics
package import TruthsProgram
package import TruthsSyntax
package import TruthsText

/// Reads and checks the files of a truth set.
package enum Loader {
  /// Reads and checks files in the order of their paths' bytes. The built-in pack is part of every set. A path that occurs
  /// twice is read once.
  ///
  /// - Complexity: O(n log n) in the size of the files.
  /// - Parameter today: the day that decides whether `# truths:ignore … until` comments have expired; without it none expires.
  package static func load(_ files: [(path: String, bytes: [UInt8])], today: CivilDate? = nil) -> LoadedSet {
    let (sources, units) = read(files)
    let result = Checker.check(units, today: today)
    return LoadedSet(
      sources: sources, units: units, program: result.program, diagnostics: result.diagnostics, hiddenCount: result.hiddenCount,
      proofs: result.proofs)
  }

  /// Reads files, with the built-in pack first.
  static func read(_ files: [(path: String, bytes: [UInt8])]) -> (sources: SourceMap, units: [SourceUnit]) {
    var sources = SourceMap()
    let builtIn = builtIn(&sources)
    var last: String?
    sources.add(
      inOrder(files).filter { file in
        defer { last = file.path }
        return file.path != last
      })
    let read = sources.files.dropFirst()
    let units =
      [builtIn]
      + Parallel.map(read.count, stride: 8) { place in
        let file = read[read.startIndex + place]
        return Parser.parse(file, relativePath: file.path == standardInput ? nameOfInput(file) : relativePath(of: file.path))
      }
    return (sources, units)
  }

  private static let standardInput = "<stdin>"

  /// Returns a name for standard input: the name of the pack that the input declares, or a name for jobs if it has a job.
  private static func nameOfInput(_ file: SourceFile) -> String {
    let heads = file.bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).lazy.map { line in
      line.prefix { $0 != 0x3A }.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    }
    if heads.contains(where: { $0.first == "jtbd" }) { return "input.jtbd" }
    let pack = heads.first { $0.count == 2 && $0[0] == "pack" && NameShape.isName($0[1].utf8) }
    return "\(pack?[1] ?? "input").truths"
  }

  /// Sorts files by the bytes of their paths. It first checks the order, because files are usually sorted.
  private static func inOrder(_ files: [(path: String, bytes: [UInt8])]) -> [(path: String, bytes: [UInt8])] {
    let isOrdered = zip(files, files.dropFirst()).allSatisfy { !(Text($1.path) < Text($0.path)) }
    return isOrdered ? files : files.sorted { Text($0.path) < Text($1.path) }
  }

  /// Adds the built-in pack. It is parsed like any other file and marked by a path that no file below `truths/` can have.
  private static func builtIn(_ sources: inout SourceMap) -> SourceUnit {
    let file = sources.add(path: ConvergePack.path, bytes: ConvergePack.text)
    var unit = Parser.parse(file, relativePath: "converge/converge.approval.truths")
    unit.relativePath = ConvergePack.path
    return unit
  }

  /// Returns the path below `truths/` or `jtbd/`. For a file outside of such a folder it is the name, preceded by its pack's
  /// folder if the file is in it.
  package static func relativePath(of path: String) -> String {
    var parts = path.utf8.split(separator: 0x2F)
    parts.removeAll { $0.count == 1 && $0.first == 0x2E }
    guard let name = parts.last else { return path }
    if parts.count >= 3, isRoot(parts[parts.count - 3]) { return joined(parts.suffix(2)) }
    if let root = parts.dropLast().lastIndex(where: isRoot) { return joined(parts[(root + 1)...]) }
    let pack = name.prefix { $0 != 0x2E }
    return parts.count >= 2 && parts[parts.count - 2].elementsEqual(pack) ? joined(parts.suffix(2)) : joined(parts.suffix(1))
  }

  private static func isRoot(_ part: Substring.UTF8View) -> Bool {
    part.elementsEqual("truths".utf8) || part.elementsEqual("jtbd".utf8)
  }

  private static func joined(_ parts: ArraySlice<Substring.UTF8View>) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      if !bytes.isEmpty { bytes.append(0x2F) }
      bytes += part
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A truth set, read and checked, with the files that its findings point into.
package struct LoadedSet: Sendable {
  /// The built-in pack's file first, then the set's, sorted by path.
  package var sources: SourceMap
  package var units: [SourceUnit]
  package var program: Program
  /// Findings in order of place.
  package var diagnostics: [Diagnostic]
  /// Number of warnings that `# truths:ignore` comments hide.
  package var hiddenCount: Int
  /// Proofs of the findings about clauses and tables, including hidden ones.
  package var proofs: [Proof]

  package init(
    sources: SourceMap, units: [SourceUnit], program: Program, diagnostics: [Diagnostic], hiddenCount: Int = 0,
    proofs: [Proof] = []
  ) {
    self.sources = sources
    self.units = units
    self.program = program
    self.diagnostics = diagnostics
    self.hiddenCount = hiddenCount
    self.proofs = proofs
  }
}

extension LoadedSet {
  /// Returns the program that results from checking only some packs; `nil` if that check finds errors.
  ///
  /// - Parameter packs: names of packs, including the built-in one.
  package func program(of packs: Set<String>) -> Program? {
    let result = Checker.check(units.filter { packs.contains($0.pack) })
    return result.diagnostics.hasErrors ? nil : result.program
  }
}
