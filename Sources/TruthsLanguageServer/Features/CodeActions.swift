import Truths
import TruthsDiagnostics
import TruthsJSON
import TruthsSyntax
import TruthsText

/// Code actions for findings: fixes, and comments that hide warnings.
extension LanguageServer {
  /// Answers `textDocument/codeAction`: fixes of the findings in the range, comments that hide warnings, all safe fixes at once,
  /// a `let` or function of the selected expression, a `let` put in its places, a table of conditions, and a fixture of the
  /// scratch proposal.
  func codeActions(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let method = "textDocument/codeAction"
    let place = try document(parameters, method)
    guard let range = parameters["range"].flatMap({ ProtocolRange($0) }) else {
      throw ResponseError.parameters(of: method, lack: "range")
    }
    guard let file = text(of: place) else { return .array([]) }
    let only = parameters.at("context", "only")?.arrayValue?.compactMap(\.stringValue)
    func wants(_ kind: String) -> Bool { only.map { $0.contains { kind == $0 || kind.hasPrefix("\($0).") } } ?? true }
    // The findings of one fixture need a reading of all fixtures. A pause does that, so that no request waits for it.
    let inFixture: FindingDepth = place.project.hasMoreToFind ? .atOnce : .whole
    let found = place.project.findings(ServedProject.isTruths(place.path) ? .mended : inFixture)
    let start = file.offset(of: range.start, client.encoding)
    let end = max(start, file.offset(of: range.end, client.encoding))
    let here = Self.findings(found, in: place.path, on: start...end, of: file)
    var actions: [JSONValue] = []
    if wants("quickfix") {
      let known = ActionLookups(place.project)
      for finding in here {
        let list = DiagnosticLists(Findings([finding], in: found.sources), in: place.project, client.encoding)
        let diagnostics = list.byPath[place.path] ?? .array([])
        for fix in finding.fixes { actions.append(action(fix, diagnostics, found, place)) }
        actions += declarations(for: finding, diagnostics, file, place, known)
        if finding.severity == .warning, let action = ignore(finding, diagnostics, file, place, known) { actions.append(action) }
      }
    }
    if wants("refactor.extract") {
      if start < end, let action = extraction(start..<end, file, place) { actions.append(action) }
      if let action = tabulation(start, file, place) { actions.append(action) }
    }
    actions += refactorings(start..<end, file, place, only: only, wants)
    if wants("refactor.rewrite"), let action = fixtureOfScratch(place) { actions.append(action) }
    if wants("source.fixAll"), let action = fixAll(place, file, found, isAsked: only != nil) { actions.append(action) }
    return .array(actions)
  }

  /// Returns the findings on the lines of a range, first those that the range meets.
  private static func findings(
    _ found: Findings, in path: String, on range: ClosedRange<Int>, of file: SourceFile
  ) -> [Diagnostic] {
    let lines = file.line(at: range.lowerBound)...file.line(at: range.upperBound)
    let here = found.diagnostics.filter { finding in
      guard found.sources.file(finding.span.file)?.path == path else { return false }
      return lines.overlaps(file.line(at: Int(finding.span.start))...file.line(at: Int(finding.span.end)))
    }
    func meets(_ finding: Diagnostic) -> Bool {
      Int(finding.span.start) <= range.upperBound && range.lowerBound <= Int(finding.span.end)
    }
    return here.filter(meets) + here.filter { !meets($0) }
  }

  private func action(
    _ fix: Diagnostic.Fix, _ diagnostics: JSONValue, _ found: Findings, _ place: DocumentPlace
  ) -> JSONValue {
    var edits: [String: [TextEdit]] = [:]
    for edit in fix.edits {
      guard let file = found.sources.file(edit.span.file) else { continue }
      let text = String(decoding: LineEnd(of: file.bytes).ending(edit.replacement), as: UTF8.self)
      edits[file.path, default: []].append(TextEdit(span: edit.span, text: text))
    }
    return .object([
      "title": .text(fix.title), "kind": .text("quickfix"), "diagnostics": diagnostics, "isPreferred": .boolean(fix.isSafe),
      "edit": WorkspaceEdits(self, place.project).json(edits),
    ])
  }

  /// Returns an action that hides a warning by a comment above its entry (files §6).
  private func ignore(
    _ finding: Diagnostic, _ diagnostics: JSONValue, _ file: SourceFile, _ place: DocumentPlace, _ known: ActionLookups
  ) -> JSONValue? {
    guard ServedProject.isTruths(place.path), !["T7002", "T7003"].contains(finding.code.description) else { return nil }
    let line = known.outline(of: file).head(of: file.line(at: Int(finding.span.start)))
    let start = Int(file.lineStarts[line.number])
    let blanks = String(decoding: file.bytes[start..<line.start], as: UTF8.self)
    let comment = "\(blanks)# truths:ignore \(finding.code) say here why it may stay\n"
    let edit = TextEdit(span: Span(file: file.id, start: start, end: start), text: comment)
    return .object([
      "title": .text("ignore \(finding.code) here, with a reason"), "kind": .text("quickfix"), "diagnostics": diagnostics,
      "edit": WorkspaceEdits(self, place.project).json([place.path: [edit]]),
    ])
  }

  /// Returns an action with all safe fixes of the file, as `truths check --fix` makes them.
  private func fixAll(_ place: DocumentPlace, _ file: SourceFile, _ found: Findings, isAsked: Bool) -> JSONValue? {
    let safe = found.diagnostics.filter { finding in
      found.sources.file(finding.span.file)?.path == place.path && finding.fixes.contains(where: \.isSafe)
    }
    guard safe.count > 1 || isAsked && !safe.isEmpty else { return nil }
    let report = FixReport(
      place.project.whole, fixtures: place.project.fixtureTexts, today: host.today, isWritable: { $0 == place.path })
    guard let rewrite = report.rewrites.first(where: { $0.path == place.path }) else { return nil }
    let edits = LineEdits(from: file.bytes, to: rewrite.new).changes.map { change in
      TextEdit(
        span: Span(
          file: file.id, start: file.start(ofLine: change.old.lowerBound), end: file.start(ofLine: change.old.upperBound)),
        text: change.text)
    }
    return .object([
      "title": .text("fix all that can be fixed safely in this file"), "kind": .text("source.fixAll.truths"),
      "edit": WorkspaceEdits(self, place.project).json([place.path: edits]),
    ])
  }
}
