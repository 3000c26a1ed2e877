import ArgumentParser
import Truths

extension Project {
  /// The truth set, read and checked.
  ///
  /// - Parameter today: the day that `# truths:ignore … until` comments are held to; without one none of them expires.
  /// - Throws: ``Failure`` with 66 where no truth is found: a set that is empty by mistake would pass every check; the findings
  ///   of a bundle that is not believed.
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

  /// The same, where what keeps a bundle from being believed is printed and ends the command with 65.
  func workspace(today: String? = nil, reporting output: Output, as format: FindingsFormat) throws -> Workspace {
    do {
      return try workspace(today: today)
    } catch let findings as Findings {
      try output.show(findings, as: format)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
  }

  /// The truth set as ``workspace(today:reporting:as:)`` gives it, gone on from what work that is done again and again left.
  func workspace(
    goingOnFrom watched: WatchedSet, today: String? = nil, reporting output: Output, as format: FindingsFormat
  ) throws -> Workspace {
    guard bundles.isEmpty, !truths.isEmpty else { return try workspace(today: today, reporting: output, as: format) }
    return watched.workspace(try readTruths().map { SourceText(path: $0.path, bytes: $0.bytes) }, today: today)
  }

  /// Files and those of a bundle; one that is there already, byte for byte, counts once.
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
