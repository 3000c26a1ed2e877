import TruthsCheck
public import TruthsFindings
import TruthsSyntax
public import TruthsText

/// A truth or job file in canonical layout. The truths hash is the same before and after, comments stand where they stood, and
/// formatting it again changes nothing.
public struct FormattedSource: Sendable {
  /// The file as it was.
  public let original: SourceText
  /// What it holds in canonical layout. Declarations that cannot be read stand in it byte for byte as they stood.
  public let bytes: [UInt8]
  /// What was wrong with the file's syntax; names and types are not looked at.
  public let findings: Findings
  /// The lines, from 1, of declarations that were left as they stood though they can be read, because the formatter would have
  /// changed what they say. That is a fault of the formatter, and there should be none.
  public let refusedLines: [Int]

  /// Formats a file. Where its path tells no sort of file, what stands in it does.
  ///
  /// - Complexity: O(n) in the size of the file.
  public init(_ source: SourceText) {
    original = source
    var sources = SourceMap()
    let file = sources.add(path: source.path, bytes: source.bytes)
    let formatted = FileFormatter.format(file)
    bytes = formatted.bytes
    refusedLines = formatted.refused.map { sources.start(of: $0).line }
    findings = Findings(Parser.parse(file, relativePath: Self.relativePath(of: source)).diagnostics, in: sources)
  }

  /// Whether the layout was another one.
  public var isChanged: Bool { bytes != original.bytes }

  /// The difference in the unified format, for `patch -p0`; empty where there is none.
  public var diff: String { UnifiedDiff.text(original.path, from: original.bytes, to: bytes) }

  private static func relativePath(of source: SourceText) -> String {
    if source.path.hasSuffix(".truths") || source.path.hasSuffix(".jtbd") { return Loader.relativePath(of: source.path) }
    let isJob = source.bytes.split(separator: 0x0A).contains { $0.starts(with: "jtbd ".utf8) }
    return isJob ? "input.jtbd" : "input.truths"
  }
}

/// The difference of two texts in the unified format, as `patch` and `git apply` read it.
enum UnifiedDiff {
  /// How many equal lines stand around a change.
  private static let context = 3

  /// - Returns: an empty text where there is no difference.
  static func text(_ path: String, from old: [UInt8], to new: [UInt8]) -> String {
    let before = lines(old)
    let after = lines(new)
    let changes = LineDifference(before, after).changes
    guard !changes.isEmpty else { return "" }
    var text = "--- \(path)\n+++ \(path)\n"
    for group in groups(changes) { write(group, before, after, to: &text) }
    return text
  }

  /// The lines with their breaks.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  /// Changes that stand so near that they share their context.
  private static func groups(_ changes: [LineDifference.Change]) -> [[LineDifference.Change]] {
    var groups: [[LineDifference.Change]] = []
    for change in changes {
      if let last = groups.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * context {
        groups[groups.count - 1].append(change)
      } else {
        groups.append([change])
      }
    }
    return groups
  }

  private static func write(
    _ group: [LineDifference.Change], _ before: [ArraySlice<UInt8>], _ after: [ArraySlice<UInt8>], to text: inout String
  ) {
    guard let first = group.first, let last = group.last else { return }
    let lead = min(context, first.old.lowerBound)
    let trail = min(context, before.count - last.old.upperBound)
    let old = first.old.lowerBound - lead..<last.old.upperBound + trail
    let new = first.new.lowerBound - lead..<last.new.upperBound + trail
    text += "@@ -\(head(old)) +\(head(new)) @@\n"
    var next = old.lowerBound
    for change in group {
      write(" ", before[next..<change.old.lowerBound], to: &text)
      write("-", before[change.old], to: &text)
      write("+", after[change.new], to: &text)
      next = change.old.upperBound
    }
    write(" ", before[next..<old.upperBound], to: &text)
  }

  /// The first line from 1 and how many; an empty run is named by the line before it.
  private static func head(_ range: Range<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound + 1)" : "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
  }

  private static func write(_ sign: String, _ lines: ArraySlice<ArraySlice<UInt8>>, to text: inout String) {
    for line in lines {
      text += sign + String(decoding: line, as: UTF8.self)
      if line.last != 0x0A { text += "\n\\ No newline at end of file\n" }
    }
  }
}
