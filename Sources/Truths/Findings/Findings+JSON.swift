import TruthsDiagnostics
import TruthsJSON
import TruthsText

extension Findings {
  /// The findings as a JSON list (runtime.md §7); `[]` where nothing was found. Lines and columns count from 1, columns in
  /// Unicode scalars, ends behind the last character. What helps to mend a finding is its last note.
  public var json: String { JSONValue.array(diagnostics.map { .object(object($0)) }).lines }

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
