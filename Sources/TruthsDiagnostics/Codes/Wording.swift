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

extension [String] {
  /// "a", "a and b", "a, b and c"
  package var joinedInWords: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}

/// The user's words as a message quotes them: on one line, without what a terminal would obey, and cut where nobody would read
/// on.
func short(_ words: String) -> String {
  var result = String.UnicodeScalarView()
  for (index, scalar) in words.unicodeScalars.enumerated() {
    if index == 80 {
      result.append("…")
      break
    }
    let isControl = scalar.value < 0x20 || scalar.value >= 0x7F && scalar.value < 0xA0
    result.append(isControl ? (scalar == "\n" || scalar == "\t" ? " " : "\u{FFFD}") : scalar)
  }
  return String(result)
}
