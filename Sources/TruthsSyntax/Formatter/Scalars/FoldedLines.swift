/// Breaks texts at single spaces, so that YAML folds the lines to the same text again.
enum FoldedLines {
  /// Returns the lines of a clause: its consequence and its `else` begin lines of their own. A line that is still too long is
  /// broken outside of its texts, at the least nested place.
  static func clause(_ text: String, width: Int) -> [String] {
    let scalars = Array(text.unicodeScalars)
    let breaks = clauseBreaks(scalars)
    var lines: [String] = []
    var rest = breaks[...]
    var start = 0
    func cut(at place: Break) {
      lines.append(string(scalars[start..<place.offset]))
      start = place.offset + 1
      rest = rest.drop { $0.offset < start }
    }
    for partEnd in breaks.filter(\.isPart).map({ $0 as Break? }) + [nil] {
      let end = partEnd?.offset ?? scalars.count
      while end - start > width, let first = rest.first, first.offset < end {
        let near = rest.prefix { $0.offset - start <= width }
        cut(at: near.filter { $0.offset - start > width / 3 }.min(by: isBetter) ?? near.min(by: isBetter) ?? first)
      }
      if let partEnd { cut(at: partEnd) }
    }
    return lines + [string(scalars[start...])]
  }

  /// Returns the lines of text for people.
  static func prose(_ text: String, width: Int) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var lines: [String] = []
    var start = 0
    var last: Int?
    for (index, scalar) in scalars.enumerated() where scalar == " " && isSingle(scalars, index) {
      if index - start > width, let place = last {
        lines.append(string(scalars[start..<place]))
        start = place + 1
      }
      last = index
    }
    if scalars.count - start > width, let place = last, place > start {
      lines.append(string(scalars[start..<place]))
      start = place + 1
    }
    return lines + [string(scalars[start...])]
  }

  /// A space at which a clause may be broken.
  private struct Break {
    var offset: Int
    var depth: Int
    var rank: Int

    /// Whether `→` or `else` follows the break, outside of all brackets, so that a part of the clause begins there.
    var isPart: Bool { depth == 0 && rank == 0 }
  }

  /// Whether a break is better: the least nested, then the most natural, then the last.
  private static func isBetter(_ left: Break, _ right: Break) -> Bool {
    (left.depth, left.rank, right.offset) < (right.depth, right.rank, left.offset)
  }

  private static func clauseBreaks(_ scalars: [Unicode.Scalar]) -> [Break] {
    var breaks: [Break] = []
    var depth = 0
    var isText = false
    var isEscaped = false
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\"", !isEscaped { isText.toggle() }
      isEscaped = scalar == "\\" && !isEscaped
      guard !isText else { continue }
      if scalar == "(" || scalar == "[" { depth += 1 }
      if scalar == ")" || scalar == "]" { depth -= 1 }
      if scalar == " ", isSingle(scalars, index), !endsHead(scalars, index) {
        breaks.append(Break(offset: index, depth: depth, rank: rank(scalars, index + 1)))
      }
    }
    return breaks
  }

  /// Whether the word before an index should not end a line.
  private static func endsHead(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    scalars[index - 1] == "→" || string(scalars[max(0, index - 5)..<index]) == " else"
  }

  /// Returns how natural it is to begin a line with the word at an index; 0 is best.
  private static func rank(_ scalars: [Unicode.Scalar], _ index: Int) -> Int {
    switch string(scalars[index...].prefix { $0 != " " }) {
    case "→", "else": 0
    // Arguments, and the text after the approvers, begin lines of their own.
    case _ where scalars[index - 2] == ",": 1
    case "or": 2
    case "and": 3
    case "satisfies", "where", "for", "by": 4
    default: 5
    }
  }

  /// Whether a space is between two characters that are not spaces: YAML restores only such a space from a line break.
  private static func isSingle(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    index > 0 && index + 1 < scalars.count && scalars[index - 1] != " " && scalars[index + 1] != " "
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
