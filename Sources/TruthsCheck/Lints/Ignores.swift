import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Applies `# truths:ignore` comments (language.md §9): each hides one warning of its code within the declaration or entry below it.
/// Errors are never hidden, since `run` refuses a set with errors.
struct IgnoreFilter {
  /// The day on which comments with `until` expire or not; without one none expires.
  let today: CivilDate?
  private(set) var kept: [Diagnostic]
  private(set) var hiddenCount = 0

  /// - Parameter diagnostics: in order of place.
  init(_ diagnostics: [Diagnostic], _ units: [SourceUnit], today: CivilDate?) {
    self.today = today
    kept = diagnostics
    let comments = units.flatMap(\.ignores)
    if comments.isEmpty { return }
    for comment in comments { apply(comment) }
    kept = kept.inOrder()
  }

  private mutating func apply(_ comment: IgnoreComment) {
    if let until = comment.until, let day = CivilDate(text: until.text), let today, day < today {
      kept.append(ExpiredIgnore.found(until, code: comment.code.description, at: comment.span))
      return
    }
    guard let target = comment.target else {
      kept.append(IdleIgnore.found(comment.code.description, isError: false, at: comment.span))
      return
    }
    let found = kept.indices.filter { index in
      let span = kept[index].span
      return kept[index].code == comment.code && span.file == target.file && span.start >= target.start && span.end <= target.end
    }
    if let index = found.first(where: { kept[$0].severity == .warning }) {
      kept.remove(at: index)
      hiddenCount += 1
    } else {
      kept.append(IdleIgnore.found(comment.code.description, isError: !found.isEmpty, at: comment.span))
    }
  }
}
