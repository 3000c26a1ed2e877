import TruthsDiagnostics
public import TruthsFindings
import TruthsSyntax
package import TruthsText

/// The result of applying all safe fixes: fixes are applied and the set is checked again, until no safe fix is left.
public struct FixReport: Sendable {
  /// A file that fixes change.
  public struct Rewrite: Sendable {
    /// The path as messages show it.
    public let path: String
    /// The bytes before the fixes.
    public let old: [UInt8]
    /// The bytes after the fixes.
    public let new: [UInt8]
  }

  /// The changed files, in order of their paths.
  public let rewrites: [Rewrite]
  /// The applied fixes, one line each: the place before the fix, the change, and the code of the finding. A finding that hid
  /// another one comes before it.
  public let applied: [String]
  /// The remaining findings.
  public let findings: Findings

  /// The maximum number of rounds of fixes and checks. If a set needs more, nothing is changed.
  private static let roundLimit = 64
  /// The maximum size of a set after fixes: a multiple of its size, plus a number of bytes.
  private static let growthLimit = (times: 2, bytes: 1 << 20)

  /// Applies the fixes in memory.
  ///
  /// - Parameters:
  ///   - truths: the files of the set.
  ///   - fixtures: the fixtures for it.
  ///   - first: the findings about them.
  ///   - isWritable: whether the file at a path may be changed.
  ///   - check: returns the findings about changed texts of these files.
  package init(
    truths: [SourceText], fixtures: [SourceText], first: Findings, isWritable: (String) -> Bool,
    check: (_ truths: [SourceText], _ fixtures: [SourceText]) -> Findings
  ) {
    let before = truths + fixtures
    var truths = truths
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
      findings = check(truths, fixtures)
    }
    // Fixes that do not end are discarded.
    rewrites = []
    self.applied = []
    self.findings = first
  }

  private static func size(_ texts: [SourceText]) -> Int { texts.reduce(0) { $0 + $1.bytes.count } }
}

/// The safe fixes of some findings that can be applied together, because they do not touch each other. The other fixes wait for
/// the next round.
struct FixRound {
  /// A line for each applied fix.
  private(set) var applied: [String] = []
  /// The edits of each file by its path, in order of place.
  private var edits: [Text: [Diagnostic.Edit]] = [:]

  init(_ findings: Findings, isWritable: (String) -> Bool) {
    for diagnostic in findings.diagnostics {
      guard let fix = diagnostic.fixes.first(where: \.isSafe), add(fix, in: findings.sources, isWritable) else { continue }
      let place = findings.sources.start(of: diagnostic.span)
      let path = findings.sources.file(diagnostic.span.file)?.path ?? ""
      applied.append("\(path):\(place.line):\(place.column): \(fix.title) (\(diagnostic.code))")
    }
  }

  /// Returns a file with its fixes applied.
  func mended(_ file: SourceText) -> SourceText {
    guard let edits = edits[Text(file.path)] else { return file }
    let lineEnd = LineEnd(of: file.bytes)
    var bytes: [UInt8] = []
    var offset = 0
    for edit in edits {
      bytes += file.bytes[offset..<max(offset, Int(edit.span.start))] + lineEnd.ending(edit.replacement)
      offset = max(offset, Int(edit.span.end))
    }
    return SourceText(path: file.path, bytes: bytes + file.bytes[offset...])
  }

  /// Adds all edits of a fix, or none.
  ///
  /// - Returns: whether the edits were added.
  private mutating func add(_ fix: Diagnostic.Fix, in sources: SourceMap, _ isWritable: (String) -> Bool) -> Bool {
    var edits = self.edits
    for edit in fix.edits {
      guard let file = sources.file(edit.span.file), isWritable(file.path), Int(edit.span.end) <= file.bytes.count,
        Self.insert(edit, into: &edits[Text(file.path), default: []])
      else { return false }
    }
    self.edits = edits
    return !fix.edits.isEmpty
  }

  /// Inserts an edit in order, unless it touches another one.
  private static func insert(_ edit: Diagnostic.Edit, into edits: inout [Diagnostic.Edit]) -> Bool {
    var low = 0
    var high = edits.count
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].span < edit.span { low = middle + 1 } else { high = middle }
    }
    if low > 0, edits[low - 1].span.end >= edit.span.start { return false }
    if low < edits.count, edit.span.end >= edits[low].span.start { return false }
    edits.insert(edit, at: low)
    return true
  }
}
