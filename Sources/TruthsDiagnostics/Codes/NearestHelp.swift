import TruthsText

/// What most findings about names that lead nowhere say: the nearest name, and a fix that writes it.
struct NearestHelp {
  let nearest: String?

  init(to name: String, among candidates: some Sequence<String>) { nearest = nearestName(to: name, among: candidates) }

  init(nearest: String?) { self.nearest = nearest }

  /// "did you mean `amount`?"
  var help: String? { nearest.map { "did you mean `\($0)`?" } }

  /// The replacement of the wrong name; only the author knows what was meant, so it is unsafe.
  func fixes(at span: Span) -> [Diagnostic.Fix] {
    guard let nearest else { return [] }
    return [Diagnostic.Fix("write `\(nearest)`", [Diagnostic.Edit(span, nearest)], isSafe: false)]
  }
}
