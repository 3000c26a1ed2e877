import TruthsCheck
import TruthsDiagnostics
import TruthsText

/// What came of mending everything that can be mended safely: fixes are applied, the set is checked again, and so on, until no
/// safe fix is left.
public struct FixReport: Sendable {
  /// A file that was changed.
  public struct Rewrite: Sendable {
    /// The path as messages show it.
    public let path: String
    /// What the file held.
    public let old: [UInt8]
    /// What it holds now.
    public let new: [UInt8]
  }

  /// The files that change, in order of their paths.
  public let rewrites: [Rewrite]
  /// What was mended, a line each: the place as it was then, what was done, and the code of the finding. What hid another comes
  /// before it.
  public let applied: [String]
  /// What is left.
  public let findings: Findings

  /// The most times that a set is checked again; a clause with more mistakes than that, one behind another, is left alone.
  private static let roundLimit = 64
  /// Fixes do not make a set more than so many times as large, and so many bytes larger.
  private static let growthLimit = (times: 2, bytes: 1 << 20)

  /// Mends a set, in memory.
  ///
  /// - Parameters:
  ///   - workspace: the set.
  ///   - fixtures: fixtures for it; they are looked at where the set has no errors.
  ///   - today: the day that ignores are held to, as the workspace was given it.
  ///   - isShown: whether a file is looked at at all.
  ///   - isWritable: whether a file, by its path, may be changed.
  public init(
    _ workspace: Workspace, fixtures: [SourceText] = [], today: String? = nil, isShown: (String) -> Bool = { _ in true },
    isWritable: (String) -> Bool = { _ in true }
  ) {
    let before = workspace.texts + fixtures
    let first = workspace.check(fixtures: fixtures, isShown: isShown)
    var truths = workspace.texts
    var fixtures = fixtures
    var findings = first
    var applied: [String] = []
    for _ in 0..<Self.roundLimit {
      let round = FixRound(findings, isWritable: isWritable)
      guard !round.applied.isEmpty else {
        rewrites = zip(before, truths + fixtures).filter { $0.bytes != $1.bytes }.map { old, new in
          Rewrite(path: new.path, old: old.bytes, new: new.bytes)
        }
        self.applied = applied
        self.findings = findings
        return
      }
      applied += round.applied
      truths = truths.map { round.mended($0) }
      fixtures = fixtures.map { round.mended($0) }
      if Self.size(truths + fixtures) > Self.growthLimit.times * Self.size(before) + Self.growthLimit.bytes { break }
      findings = Workspace(truths: truths, today: today).check(fixtures: fixtures, isShown: isShown)
    }
    // Fixes that find no end are none.
    rewrites = []
    self.applied = []
    self.findings = first
  }

  private static func size(_ texts: [SourceText]) -> Int { texts.reduce(0) { $0 + $1.bytes.count } }
}

extension Workspace {
  /// The set's files as they were read, without the built-in pack's.
  var texts: [SourceText] {
    loaded.sources.files.filter { $0.path != ConvergePack.path }.map { SourceText(path: $0.path, bytes: $0.bytes) }
  }
}
