import TruthsAnswers
import TruthsDiagnostics
import TruthsText

extension WhyReport {
  /// Levels that are shown where nobody says how many, and at most.
  public static let (usualDepth, greatestDepth) = (6, 40)

  /// For people: the tree, indented, and what leads back.
  ///
  /// - Parameter depth: how many levels of the tree.
  public func text(depth: Int = usualDepth, isColored: Bool = false) -> String {
    var writer = TreeText(report: self, depth: min(depth, Self.greatestDepth), isColored: isColored)
    writer.write(0, level: 0)
    var lines = writer.lines
    if writer.hidden > 0 { lines += ["", "what is marked … goes on deeper (--depth \(min(depth * 2, Self.greatestDepth)))"] }
    if tree.leftOut > 0 {
      lines += ["", "\(counted(tree.leftOut, "decision or fact").replacingPlural) left out: the proof ends at its limit"]
    }
    lines += undoLines(isColored: isColored)
    if !tree.remarks.isEmpty { lines += [""] + tree.remarks.map { visible($0) } }
    return lines.joined(separator: "\n") + "\n"
  }

  private func undoLines(isColored: Bool) -> [String] {
    let told = undoWords
    guard !told.isEmpty else { return [] }
    return ["", Style.emphasis.paint("Can it be undone?", isColored)]
      + told.map { String(repeating: "  ", count: $0.level + 1) + $0.text }
  }
}

/// Writes a tree in lines.
private struct TreeText {
  let report: WhyReport
  let depth: Int
  let isColored: Bool
  var lines: [String] = []
  /// Nodes whose reasons stand too deep to be shown.
  var hidden = 0
  private var seen = Set<Int>()

  init(report: WhyReport, depth: Int, isColored: Bool) {
    self.report = report
    self.depth = depth
    self.isColored = isColored
  }

  mutating func write(_ id: Int, level: Int) {
    let node = report.tree.nodes[id]
    let words = report.words(of: node)
    let (shown, others) = report.behind(id)
    var line = String(repeating: "  ", count: level)
    line += words.mark.map { $0.style.paint($0.text, isColored) + " " } ?? ""
    line += level == 0 || node.kind == .decision ? Style.emphasis.paint(words.main, isColored) : words.main
    if !words.aside.isEmpty { line += "  " + Style.gutter.paint(words.aside.joined(separator: ", "), isColored) }
    defer {
      if others > 0, level + 1 < depth {
        lines.append(String(repeating: "  ", count: level + 1) + "… and \(others.grouped) more")
      }
    }
    if shown.isEmpty {
      lines.append(line + (node.isCut ? "  …" : ""))
    } else if seen.contains(id) {
      lines.append(line + "  (above)")
    } else if level + 1 >= depth {
      hidden += 1
      lines.append(line + "  …")
    } else {
      lines.append(line)
      seen.insert(id)
      for other in shown { write(other, level: level + 1) }
    }
  }
}

extension String {
  /// `1 decision or fact is`, `2 decisions or facts are`
  fileprivate var replacingPlural: String {
    hasSuffix("s") ? dropLast("decision or facts".count) + "decisions or facts are" : self + " is"
  }
}
