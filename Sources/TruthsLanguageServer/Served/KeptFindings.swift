import Truths
import TruthsDiagnostics
import TruthsText

/// Findings about fixtures and trials of the last check, with the texts that they are about.
///
/// A check at a key does not read fixtures, and fixtures of a set with errors are not checked. The findings of before are shown
/// until then, so that they do not vanish while a user types: each at the place where its text is now. A finding whose text has
/// changed is not shown.
struct KeptFindings {
  private let diagnostics: [Diagnostic]
  private let sources: SourceMap

  init() { (diagnostics, sources) = ([], SourceMap()) }

  /// - Parameters:
  ///   - findings: the findings of a check.
  ///   - isKept: whether the file of this path is a fixture, a document or a trial.
  init(_ findings: Findings, where isKept: (String) -> Bool) {
    sources = findings.sources
    diagnostics = findings.diagnostics.filter { finding in
      findings.sources.file(finding.span.file).map { isKept($0.path) } ?? false
    }
  }

  /// Returns findings of a check without fixtures and trials, with those that are kept.
  ///
  /// - Parameter bytes: the present content of a file; `nil` for a file that is no longer there.
  func added(to findings: Findings, now bytes: (String) -> [UInt8]?) -> Findings {
    if diagnostics.isEmpty { return findings }
    var moved = MovedSpans(from: sources, to: findings.sources)
    let shown = diagnostics.compactMap { moved.finding($0, now: bytes) }
    return Findings(findings.diagnostics + shown, in: moved.sources, hiddenCount: findings.hiddenCount)
  }
}

/// Spans of texts that have changed since, at their places in the texts as they are now.
private struct MovedSpans {
  private let old: SourceMap
  private(set) var sources: SourceMap
  private var changes: [FileID: TextChange?] = [:]

  init(from old: SourceMap, to sources: SourceMap) {
    self.old = old
    self.sources = sources
  }

  /// Returns a finding at its present place; `nil` where a text that it is about has changed.
  mutating func finding(_ finding: Diagnostic, now bytes: (String) -> [UInt8]?) -> Diagnostic? {
    guard let span = span(finding.span, now: bytes) else { return nil }
    var moved = finding
    moved.span = span
    moved.unread = nil
    moved.notes = finding.notes.compactMap { note in
      self.span(note.span, now: bytes).map { Diagnostic.Note(note.message, at: $0) }
    }
    guard moved.notes.count == finding.notes.count else { return nil }
    moved.fixes = finding.fixes.compactMap { fix in
      let edits = fix.edits.compactMap { edit in
        self.span(edit.span, now: bytes).map { Diagnostic.Edit($0, edit.replacement) }
      }
      return edits.count == fix.edits.count ? Diagnostic.Fix(fix.title, edits, isSafe: fix.isSafe) : nil
    }
    return moved
  }

  private mutating func span(_ span: Span, now bytes: (String) -> [UInt8]?) -> Span? {
    if changes[span.file] == nil { changes[span.file] = .some(change(of: span.file, now: bytes)) }
    return changes[span.file].flatMap(\.self)?.moved(span)
  }

  private mutating func change(of id: FileID, now bytes: (String) -> [UInt8]?) -> TextChange? {
    guard let file = old.file(id), let new = bytes(file.path) else { return nil }
    return TextChange(from: file.bytes, to: new, in: sources.add(path: file.path, bytes: new).id)
  }
}

/// The part of a text that differs between two versions: all that lies between their common beginning and their common end.
private struct TextChange {
  private let file: FileID
  private let commonStart: Int
  private let commonEnd: Int
  private let distance: Int

  init(from old: [UInt8], to new: [UInt8], in file: FileID) {
    self.file = file
    distance = new.count - old.count
    guard old != new else {
      (commonStart, commonEnd) = (old.count, old.count)
      return
    }
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var length = 0
    while length < shorter - start, old[old.count - 1 - length] == new[new.count - 1 - length] { length += 1 }
    (commonStart, commonEnd) = (start, old.count - length)
  }

  /// Returns a span of the old version in the new one; `nil` where the text of the span has changed.
  func moved(_ span: Span) -> Span? {
    if Int(span.end) <= commonStart { return Span(file: file, start: Int(span.start), end: Int(span.end)) }
    guard Int(span.start) >= commonEnd else { return nil }
    return Span(file: file, start: Int(span.start) + distance, end: Int(span.end) + distance)
  }
}
