import TruthsCheck
public import TruthsFindings
import TruthsSyntax
public import TruthsText

/// A truth or job file in canonical layout. Formatting keeps the truths hash and the places of comments, and is idempotent.
public struct FormattedSource: Sendable {
  /// The file before formatting.
  public let original: SourceText
  /// The bytes in canonical layout. Declarations that cannot be parsed are kept byte for byte.
  public let bytes: [UInt8]
  /// The findings about the syntax of the file; names and types are not checked.
  public let findings: Findings
  /// The lines, from 1, of declarations that were not formatted although they can be parsed, because formatting would have
  /// changed their meaning. They show a bug of the formatter; the list should be empty.
  public let refusedLines: [Int]

  /// Formats a file. If its path does not say whether it is a truth or job file, its content decides.
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

  /// Whether formatting changed the file.
  public var isChanged: Bool { bytes != original.bytes }

  /// The difference in the unified format, for `patch -p0`; empty without changes.
  public var diff: String { UnifiedDiff.text(original.path, from: original.bytes, to: bytes) }

  private static func relativePath(of source: SourceText) -> String {
    if source.path.hasSuffix(".truths") || source.path.hasSuffix(".jtbd") { return Loader.relativePath(of: source.path) }
    let isJob = source.bytes.split(separator: 0x0A).contains { $0.starts(with: "jtbd ".utf8) }
    return isJob ? "input.jtbd" : "input.truths"
  }
}

/// The difference of two texts in the unified format, for `patch` and `git apply`.
enum UnifiedDiff {
  /// The number of equal lines shown around a change.
  private static let context = 3

  /// - Returns: an empty text for equal texts.
  static func text(_ path: String, from old: [UInt8], to new: [UInt8]) -> String {
    let before = lines(old)
    let after = lines(new)
    let changes = LineDifference(before, after).changes
    guard !changes.isEmpty else { return "" }
    var text = "--- \(path)\n+++ \(path)\n"
    for group in groups(changes) { write(group, before, after, to: &text) }
    return text
  }

  /// Splits bytes into lines with their line breaks.
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

  /// Groups changes that are so close that their context lines overlap.
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

  /// Returns the first line, from 1, and the number of lines; an empty run is named by the line before it.
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
