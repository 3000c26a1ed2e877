package import TruthsDiagnostics
package import TruthsJSON
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
  package func filtered(_ isWanted: (String) -> Bool) -> Findings {
    Findings(diagnostics.filter { isWanted(sources.file($0.span.file)?.path ?? "") }, in: sources, hiddenCount: hiddenCount)
  }
}

extension Findings {
  /// The findings as a JSON list (diagnostics §4.2); `[]` where nothing was found. Lines and columns count from 1, columns in
  /// Unicode scalars, ends behind the last character. What helps to mend a finding is its last note.
  public var json: String { jsonValue.lines }

  package var jsonValue: JSONValue { .array(diagnostics.map { .object(object($0)) }) }

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

extension Findings {
  package static let shape = JSONShape.list(
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
