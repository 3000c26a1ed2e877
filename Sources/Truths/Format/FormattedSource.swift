import TruthsCheck
import TruthsSyntax
import TruthsText

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
