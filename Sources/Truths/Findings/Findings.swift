package import TruthsDiagnostics
import TruthsJSON
package import TruthsText

/// What was found at fault, in order of place. Thrown where something at fault was to be used.
public struct Findings: Error, Sendable {
  package let diagnostics: [Diagnostic]
  package let sources: SourceMap

  /// Warnings that `# truths:ignore` comments hide; the report counts them.
  public let hiddenCount: Int

  package init(_ diagnostics: [Diagnostic], in sources: SourceMap, hiddenCount: Int = 0) {
    self.diagnostics = diagnostics.inOrder()
    self.sources = sources
    self.hiddenCount = hiddenCount
  }

  /// Whether nothing was found.
  public var isEmpty: Bool { diagnostics.isEmpty }

  /// Whether something is an error rather than a warning.
  public var hasErrors: Bool { diagnostics.hasErrors }

  /// The report for people: each finding with its source and carets, a summary as the last line; nothing where nothing was found.
  ///
  /// - Parameter isColored: whether to write ANSI colours.
  public func text(isColored: Bool = false) -> String {
    HumanRenderer(sources: sources, isColored: isColored).report(diagnostics, hiddenCount: hiddenCount)
  }

  /// The findings whose file, as it is shown, is wanted.
  func filtered(_ isWanted: (String) -> Bool) -> Findings {
    Findings(diagnostics.filter { isWanted(sources.file($0.span.file)?.path ?? "") }, in: sources, hiddenCount: hiddenCount)
  }
}

extension Findings {
  /// The findings as a JSON list (diagnostics §4.2); `[]` where nothing was found. Lines and columns count from 1, columns in
  /// Unicode scalars, ends behind the last character. What helps to mend a finding is its last note.
  public var json: String { jsonValue.lines }

  var jsonValue: JSONValue { .array(diagnostics.map { .object(object($0)) }) }

  private func object(_ diagnostic: Diagnostic) -> JSONObject {
    var object: JSONObject = [
      "code": .text(diagnostic.code.description), "severity": .text(diagnostic.severity.rawValue),
      "message": .text(diagnostic.message),
    ]
    add(diagnostic.span, to: &object)
    var notes = diagnostic.notes.map { note(note: $0.message, at: $0.span) }
    if let help = diagnostic.help { notes.append(note(note: help, at: diagnostic.span)) }
    object["notes"] = .array(notes)
    object["fixes"] = .array(diagnostic.fixes.map { .object(fix($0)) })
    return object
  }

  private func note(note: String, at span: Span) -> JSONValue {
    var object: JSONObject = ["message": .text(note)]
    add(span, to: &object)
    return .object(object)
  }

  private func fix(_ fix: Diagnostic.Fix) -> JSONObject {
    let edits = fix.edits.map { edit -> JSONValue in
      var object = JSONObject()
      add(edit.span, to: &object)
      object["replacement"] = .text(edit.replacement)
      return .object(object)
    }
    return ["title": .text(fix.title), "safe": .boolean(fix.isSafe), "edits": .array(edits)]
  }

  private func add(_ span: Span, to object: inout JSONObject) {
    let start = sources.start(of: span)
    let end = sources.end(of: span)
    object["file"] = .text(sources.file(span.file)?.path ?? "")
    object["line"] = .number(Decimal(start.line))
    object["column"] = .number(Decimal(start.column))
    object["end_line"] = .number(Decimal(end.line))
    object["end_column"] = .number(Decimal(end.column))
  }
}

extension Findings {
  /// The findings as annotations of GitHub Actions, one workflow command a line; nothing where nothing was found.
  public var github: String { GitHubRenderer(sources: sources).report(diagnostics) }
}

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
    DiagnosticRegistry.page(for: DiagnosticCode(normalised(code)))?.text(isColored: isColored) {
      SampleRun.output(of: $0, isColored: isColored)
    }
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
      Page(name: "\(kind.page.code).md", text: kind.page.markdown { SampleRun.output(of: $0) })
    }
    return [Page(name: "README.md", text: DiagnosticRegistry.indexMarkdown)] + pages
  }

  private static func normalised(_ code: String) -> String {
    String(decoding: code.utf8.map { $0 == UInt8(ascii: "t") ? UInt8(ascii: "T") : $0 }, as: UTF8.self)
  }
}

/// What a user sees who does with a sample what its page says.
package enum SampleRun {
  /// The day on which samples are looked at, so that a page reads the same every day.
  private static let day = "2026-06-01"

  /// The findings of a sample.
  package static func findings(of sample: DiagnosticSample) -> Findings {
    let files = sample.files.enumerated().map { index, file in
      SourceText(path: file.path, bytes: index == 0 ? sample.bytes?() ?? Array(file.text.utf8) : Array(file.text.utf8))
    }
    if let pack = files.first(where: { TruthPack.isPath($0.path) }) { return findings(of: pack) }
    let truths = files.filter { $0.path.hasSuffix(".truths") || $0.path.hasSuffix(".jtbd") }
    let workspace = Workspace(truths: truths, today: day)
    let found = workspace.check(fixtures: files.filter { $0.path.hasPrefix("Fixtures/") })
    if case .partition(let field) = sample.action {
      do {
        return try workspace.partition(by: field)?.findings ?? found
      } catch {
        return error
      }
    }
    guard sample.action != .check, !found.hasErrors, let proposal = files.first(where: { $0.path == "proposal.json" }) else {
      return found
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
      return warnings.isEmpty ? found : warnings
    } catch {
      return error
    }
  }

  /// The findings of a bundle, and of the set in it.
  private static func findings(of pack: SourceText) -> Findings {
    do {
      return try TruthPack(pack).workspace(today: day).check()
    } catch {
      return error
    }
  }

  /// The report of a sample's findings; `nil` where there are none.
  static func output(of sample: DiagnosticSample, isColored: Bool = false) -> String? {
    let text = findings(of: sample).text(isColored: isColored)
    return text.isEmpty ? nil : text
  }
}

extension Findings {
  static let shape = JSONShape.list(
    .members(
      [
        .required("code", .pattern("^T[0-9]{4}$"), "The code of the diagnostic: `truths explain CODE` tells of it."),
        .required("severity", .words(Severity.allCases.map(\.rawValue)), "How bad it is."),
        .required("message", .text, "What is wrong."),
      ] + place + [
        .required(
          "notes", .list(.members([.required("message", .text, "What it tells.")] + place)),
          "What belongs to it; the last one helps to mend it."),
        .required(
          "fixes",
          .list(
            .members([
              .required("title", .text, "What it does."),
              .required("safe", .boolean, "Whether it keeps what is meant: `check --fix` applies it."),
              .required(
                "edits", .list(.members(place + [.required("replacement", .text, "What stands there then.")])),
                "What it changes."),
            ])), "Ways to mend it."),
      ]))

  private static let place: [JSONMember] = [
    .required("file", .text, "The file."), .required("line", .count(from: 1), "Where it begins."),
    .required("column", .count(from: 1), "Its column, in Unicode scalars."),
    .required("end_line", .count(from: 1), "Where it ends."), .required("end_column", .count(from: 1), "Its column."),
  ]
}
