import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Applies `# truths:ignore` comments (files §6): each hides one warning of its code within the declaration or entry below it.
/// Errors are never hidden, because `run` refuses a set with errors.
struct IgnoreFilter {
  private(set) var visible: [Diagnostic] = []
  private(set) var hiddenCount = 0
  private let today: CivilDate?
  private let findings: [Diagnostic]
  /// Indices in `findings`, ascending, by code and file.
  private var places: [Key: [Int]] = [:]
  private var hidden: Set<Int> = []
  /// Whether errors may have kept the check from a finding, so that no comment can be reported as unused.
  private let isPartial: Bool

  private struct Key: Hashable {
    var code: DiagnosticCode
    var file: FileID
  }

  /// Applies the comments of units to findings.
  ///
  /// - Parameters:
  ///   - findings: findings in order of place.
  ///   - today: the day that decides whether comments with `until` have expired; without it none expires.
  init(_ findings: [Diagnostic], _ units: [SourceUnit], today: CivilDate?) {
    self.findings = findings
    self.today = today
    isPartial = findings.hasErrors
    let comments = units.flatMap(\.ignores)
    if comments.isEmpty {
      visible = findings
      return
    }
    for (index, diagnostic) in findings.enumerated() {
      places[Key(code: diagnostic.code, file: diagnostic.span.file), default: []].append(index)
    }
    for comment in comments { apply(comment) }
    visible = (visible + findings.indices.filter { !hidden.contains($0) }.map { findings[$0] }).inOrder()
    hiddenCount = hidden.count
  }

  private mutating func apply(_ comment: IgnoreComment) {
    if let until = comment.until, let day = CivilDate(text: until.text), let today, day < today {
      visible.append(ExpiredIgnore.finding(until, code: comment.code.description, at: comment.span))
      return
    }
    let inside = comment.target.map { self.inside($0, comment.code) } ?? []
    if let index = inside.first(where: { findings[$0].severity == .warning && !hidden.contains($0) }) {
      hidden.insert(index)
    } else {
      let isError = inside.contains { findings[$0].severity == .error }
      if !isError, isPartial { return }
      visible.append(IdleIgnore.finding(comment.code.description, isError: isError, at: comment.span))
    }
  }

  private func inside(_ target: Span, _ code: DiagnosticCode) -> [Int] {
    (places[Key(code: code, file: target.file)] ?? []).filter { index in
      findings[index].span.start >= target.start && findings[index].span.end <= target.end
    }
  }
}
