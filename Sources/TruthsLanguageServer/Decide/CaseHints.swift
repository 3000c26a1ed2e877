import Truths
import TruthsDiagnostics
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsText

/// Inlay hints with the results of cases, for `textDocument/inlayHint`.
extension LanguageServer {
  /// Returns a hint beside each clause of a file: its result in the case that is shown for its rule, with the values of its
  /// terms. There are none until cases are decided under the current rules. A pack with errors keeps its last hints.
  func caseHints(_ place: DocumentPlace, _ file: SourceFile, _ range: ClosedRange<Int>) -> [JSONValue] {
    let project = place.project
    let sound = client.refreshesHints ? project.readySound : project.sound
    guard let sound, !sound.faulty.contains(file.id) else { return oldHints(place, file, range) }
    guard let cases = hintedCases(of: project) else { return [] }
    var shownHints: [ClauseKey: CaseHint] = [:]
    var hints: [(offset: Int, label: String, tip: String)] = []
    for rule in project.rules(in: file) {
      guard let shown = project.shownCase(beside: rule), let story = story(of: shown, cases) else { continue }
      for clause in rule.clauses {
        guard let told = story.clauses[clause.span] else { continue }
        let end = file.contentEnd(ofLineAt: Int(clause.span.end))
        let hint = CaseHint(label: told.hint, tip: told.markdown(in: shown))
        shownHints[ClauseKey(rule: rule.id, text: file.text(clause.span))] = hint
        guard range.contains(end) else { continue }
        hints.append((end, hint.label, hint.tip))
      }
    }
    if !shownHints.isEmpty { project.lastHints[place.path] = shownHints }
    return hints.map { caseHint($0.offset, $0.label, $0.tip, file) }
  }

  /// Returns the last hints of the clauses that are still the same, for a file whose pack cannot be decided now.
  private func oldHints(_ place: DocumentPlace, _ file: SourceFile, _ range: ClosedRange<Int>) -> [JSONValue] {
    guard let known = place.project.lastHints[place.path] else { return [] }
    return place.project.rules(in: file).flatMap { rule in
      rule.clauses.compactMap { clause -> JSONValue? in
        let end = file.contentEnd(ofLineAt: Int(clause.span.end))
        let key = ClauseKey(rule: rule.id, text: file.text(clause.span))
        guard range.contains(end), let hint = known[key] else { return nil }
        return caseHint(end, "(\(hint.label))", hint.oldTip, file)
      }
    }
  }

  /// Returns a hint with the decision beside each fixture of a file, and beside the scratch proposal.
  func decisionHints(_ place: DocumentPlace, _ file: SourceFile) -> [JSONValue] {
    guard let cases = hintedCases(of: place.project), cases === place.project.wholeCases else { return [] }
    if ScratchFiles.all.contains(place.path) {
      switch cases.scratch {
      case .success(let story)? where place.path == ScratchFiles.proposal:
        return [caseHint(file.contentEnd(ofLineAt: 0), story.hint, story.result, file)]
      case .failure(let findings)?: return scratchFault(findings, place, file)
      default: return []
      }
    }
    return place.project.fixtureIndex.fixtures.filter { $0.path == place.path }.compactMap { fixture in
      guard let result = cases.results[fixture.id] else { return nil }
      let story = story(of: .fixture(fixture.id), cases)
      let ending = story.map { ": \(shortened($0.result))" } ?? ""
      return caseHint(
        file.contentEnd(ofLineAt: Int(fixture.span.end)), "\(result.mark) \(result.outcome.rawValue)\(ending)",
        story?.result ?? result.outcome.rawValue, file)
    }
  }

  /// Returns a hint with the reason why the scratch proposal cannot be decided, at its position. A fault in the context is also
  /// shown in the proposal.
  private func scratchFault(_ findings: Findings, _ place: DocumentPlace, _ file: SourceFile) -> [JSONValue] {
    guard let fault = findings.diagnostics.first, let faulty = findings.sources.file(fault.span.file) else { return [] }
    // A context keeps only its faulty lines. Their line numbers are right, and their offsets are not.
    let line = faulty.position(at: Int(fault.span.start)).line
    if faulty.path == place.path, line <= file.lineStarts.count {
      return [caseHint(file.contentEnd(ofLine: line - 1), shortened("? \(fault.message)"), findings.text(), file)]
    }
    guard place.path == ScratchFiles.proposal else { return [] }
    return [
      caseHint(file.contentEnd(ofLineAt: 0), shortened("? \(faulty.path):\(line): \(fault.message)"), findings.text(), file)
    ]
  }

  /// Returns the results of a project. For a client that cannot be asked to refresh its hints, the scratch proposal and the
  /// first fixtures are decided now, because such a client would never get later results.
  private func hintedCases(of project: ServedProject) -> ServedCases? {
    if project.cases == nil, client.showsCases, !client.refreshesHints { _ = project.decideMore(for: []) { false } }
    return project.cases
  }

  /// Returns the result of a case. A client that can refresh its hints gets only the results computed in a pause.
  private func story(of id: CaseID, _ cases: ServedCases) -> CaseStory? {
    client.refreshesHints ? cases.readyStory(of: id) : cases.story(of: id)
  }

  private func caseHint(_ offset: Int, _ label: String, _ tip: String, _ file: SourceFile) -> JSONValue {
    .object([
      "position": file.linePosition(at: offset, client.encoding).json, "label": .text(label), "paddingLeft": .boolean(true),
      "tooltip": .object(["kind": .text("markdown"), "value": .text(tip)]),
    ])
  }
}

/// A clause by the id of its rule and its text.
struct ClauseKey: Hashable {
  let rule: String
  let text: String
}

/// The hint of a clause, and what a hover over it shows.
struct CaseHint {
  let label: String
  let tip: String

  /// The text of a hint that is shown although its pack has errors now.
  var oldTip: String { "Before the errors of this pack:\n\n\(tip)" }
}

/// Returns a text cut to a width in characters, for the end of a line.
func shortened(_ text: String, to width: Int = 80) -> String {
  text.count <= width ? text : text.prefix(width - 1) + "…"
}

extension ExplainedClause {
  /// The hint of a clause: `✗ amount 12,000 eur · limit 100 eur`.
  fileprivate var hint: String {
    shortened(([mark] + [values.map { "\($0.label) \($0.value)" }.joined(separator: " · ")]).joined(separator: " "))
  }

  /// Returns the clause with the values under its terms, and its demand.
  func markdown(in shown: CaseID) -> String {
    let rows = (["\(mark) \(text)\(remark)"] + diagram.map { "  \($0)" }).joined(separator: "\n")
    return "\(shown.text)\n\n```text\n\(rows.replacing("```", with: "'''"))\n```"
  }
}

extension CaseStory {
  /// The hint of a case: `✗ Rejected: amount is nothing`.
  fileprivate var hint: String { "\(isAccepted ? "✓" : "✗") \(shortened(result))" }
}

extension CaseResult {
  /// The mark of the outcome: `✓` passed, `✗` failed, `–` skipped.
  var mark: String { outcome.isFailure ? "✗" : outcome == .skipped ? "–" : "✓" }
}

extension SourceFile {
  /// Returns the end of the line that contains an offset, without its line break.
  func contentEnd(ofLineAt offset: Int) -> Int {
    var end = min(offset, bytes.count)
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") { end += 1 }
    return end
  }
}
