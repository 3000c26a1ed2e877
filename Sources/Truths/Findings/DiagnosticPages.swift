package import TruthsDiagnostics
package import TruthsFindings
import TruthsText

/// The documentation pages of all diagnostics.
public enum DiagnosticPages {
  /// A page of `docs/diagnostics`.
  public struct Page: Sendable {
    /// The file's name, `T1003.md`.
    public let name: String
    /// The file's contents.
    public let text: String
  }

  /// Returns the page of a diagnostic code in upper or lower case, as `truths explain` prints it; `nil` for an unknown code.
  public static func text(of code: String, isColored: Bool = false) -> String? {
    DiagnosticRegistry.page(for: DiagnosticCode(normalised(code)))?.text(isColored: isColored) {
      SampleRun.output(of: $0, isColored: isColored)
    }
  }

  /// Returns whether a text has the form of a code: a `T` and digits.
  public static func isCode(_ text: String) -> Bool {
    let bytes = Array(normalised(text).utf8)
    return bytes.count > 1 && bytes[0] == UInt8(ascii: "T") && bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Codes of findings that the tool no longer reports.
  private static let retired: Set<String> = ["T0021"]

  /// Whether a text is a code that was reported once and is no longer used.
  package static func isRetired(_ text: String) -> Bool { retired.contains(normalised(text)) }

  /// Returns the code that a misspelt one most likely means.
  public static func nearest(to code: String) -> String? {
    nearestName(to: normalised(code), among: DiagnosticRegistry.kinds.map { $0.code.description })
  }

  /// All pages of `docs/diagnostics`, with their table of contents.
  public static var all: [Page] {
    let pages = DiagnosticRegistry.kinds.compactMap { kind in
      DiagnosticRegistry.markdown(for: kind.code).map { Page(name: "\(kind.code).md", text: $0) }
    }
    return [Page(name: "README.md", text: DiagnosticRegistry.indexMarkdown)] + pages
  }

  private static func normalised(_ code: String) -> String {
    String(decoding: code.utf8.map { $0 == UInt8(ascii: "t") ? UInt8(ascii: "T") : $0 }, as: UTF8.self)
  }
}

/// Runs the sample of a diagnostic's page as a user would.
package enum SampleRun {
  /// Fixed date for checking samples, so that a page reads the same every day.
  private static let day = "2026-06-01"

  /// Returns the findings of a sample.
  package static func findings(of sample: DiagnosticSample) -> Findings {
    let files = sample.files.enumerated().map { index, file in
      SourceText(path: file.path, bytes: index == 0 ? sample.bytes?() ?? Array(file.text.utf8) : Array(file.text.utf8))
    }
    if let pack = files.first(where: { TruthPack.isPath($0.path) }) { return findings(of: pack) }
    let truths = files.filter { $0.path.hasSuffix(".truths") || $0.path.hasSuffix(".jtbd") }
    let workspace = Workspace(truths: truths, today: day)
    let findings = workspace.check(fixtures: files.filter { $0.path.hasPrefix("Fixtures/") })
    if case .partition(let field) = sample.action {
      do {
        return try workspace.partition(by: field)?.findings ?? findings
      } catch {
        return error
      }
    }
    guard sample.action != .check, !findings.hasErrors, let proposal = files.first(where: { $0.path == "proposal.json" }) else {
      return findings
    }
    var input = RunInput(proposals: proposal)
    input.context = files.first { $0.path == "context.jsonl" }
    input.documents = sample.documents.map { name, path in
      let file = files.first { $0.path == path } ?? SourceText(path: path, bytes: [])
      return DocumentInput(setting: "\(name)=\(path)", content: .text(file))
    }
    input.actor = files.first { $0.path == "actor.json" }.map { .known($0) }
    if sample.action == .append { (input.isAppending, input.now, input.actor) = (true, "proposal", .proposal) }
    if sample.action == .runWithLittleWork { input.maxWork = 100 }
    do {
      let warnings = try workspace.run(input).warnings
      return warnings.isEmpty ? findings : warnings
    } catch {
      return error
    }
  }

  /// Returns the findings of a bundle, and of the rule set in it.
  private static func findings(of pack: SourceText) -> Findings {
    do {
      return try TruthPack(pack).workspace(today: day).check()
    } catch {
      return error
    }
  }

  /// Returns the report of a sample's findings; `nil` where there are none.
  static func output(of sample: DiagnosticSample, isColored: Bool = false) -> String? {
    let text = findings(of: sample).text(isColored: isColored)
    return text.isEmpty ? nil : text
  }
}
