import TruthsDiagnostics
import TruthsText

/// The pages of all diagnostics.
public enum DiagnosticPages {
  /// A page of `docs/diagnostics`.
  public struct Page: Sendable {
    /// The file's name, `T1003.md`.
    public let name: String
    /// What the file holds.
    public let text: String
  }

  /// The page of a code, upper or lower case, as `truths explain` prints it; `nil` for what is no code.
  public static func text(of code: String, isColored: Bool = false) -> String? {
    DiagnosticRegistry.page(for: DiagnosticCode(normalised(code)))?.text(isColored: isColored)
  }

  /// Whether a text looks like a code: a `T` and digits.
  public static func isCode(_ text: String) -> Bool {
    let bytes = Array(normalised(text).utf8)
    return bytes.count > 1 && bytes[0] == UInt8(ascii: "T") && bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The code that a misspelt one most likely means.
  public static func nearest(to code: String) -> String? {
    nearestName(to: normalised(code), among: DiagnosticRegistry.kinds.map { $0.page.code.description })
  }

  /// Every page, and their table of contents, as they stand in `docs/diagnostics`.
  public static var all: [Page] {
    let pages = DiagnosticRegistry.kinds.map { kind in
      Page(name: "\(kind.page.code).md", text: kind.page.markdown(output: SampleRun.output(of:)))
    }
    return [Page(name: "README.md", text: DiagnosticRegistry.indexMarkdown)] + pages
  }

  private static func normalised(_ code: String) -> String {
    String(decoding: code.utf8.map { $0 == UInt8(ascii: "t") ? UInt8(ascii: "T") : $0 }, as: UTF8.self)
  }
}
