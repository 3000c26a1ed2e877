import TruthsAnswers
import TruthsDiagnostics
import TruthsText

/// The text of a proof for a terminal.
extension WhyReport {
  /// The default number of levels of the tree, and the greatest number.
  public static let (usualDepth, greatestDepth) = (6, 40)

  /// Returns the report for a terminal: the indented tree, then how the decision can be undone.
  ///
  /// - Parameter depth: the greatest number of levels of the tree.
  public func text(depth: Int = usualDepth, isColored: Bool = false) -> String {
    var writer = TreeText(report: self, depth: min(depth, Self.greatestDepth), isColored: isColored)
    writer.write(0, level: 0)
    var lines = writer.texts
    if writer.hidden > 0 { lines += ["", "lines with … have more levels (--depth \(min(depth * 2, Self.greatestDepth)))"] }
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

/// A writer of the proof tree as lines. If a node occurs again, its line refers to the first one by a number such as `#3`.
private struct TreeText {
  let report: WhyReport
  let depth: Int
  let isColored: Bool
  /// The number of shown nodes whose reasons are below the greatest depth, and so hidden.
  var hidden = 0
  private var lines: [Line] = []
  /// The index of the line that shows a node in full, keyed by the node's index in the proof tree.
  private var lineOfNode: [Int: Int] = [:]

  private struct Line {
    var text: String
    /// The index of the earlier line that shows the same node in full; `nil` if this line shows the node itself.
    var above: Int?
  }

  init(report: WhyReport, depth: Int, isColored: Bool) {
    self.report = report
    self.depth = depth
    self.isColored = isColored
  }

  /// The texts of the lines. A line that later lines refer to ends with its number, such as `#3`.
  var texts: [String] {
    var numbers: [Int: Int] = [:]
    for line in Set(lines.compactMap(\.above)).sorted() { numbers[line] = numbers.count + 1 }
    func aside(_ text: String) -> String { "  " + Style.gutter.paint(text, isColored) }
    return lines.enumerated().map { place, line in
      let above = line.above.flatMap { numbers[$0] }
      return line.text + (above.map { aside("as above, #\($0)") } ?? numbers[place].map { aside("#\($0)") } ?? "")
    }
  }

  mutating func write(_ id: Int, level: Int) {
    let node = report.tree.nodes[id]
    let words = report.words(of: node)
    let (shown, others) = report.behind(id)
    var line = String(repeating: "  ", count: level)
    line += words.mark.map { $0.style.paint($0.text, isColored) + " " } ?? ""
    if let above = lineOfNode[id], !shown.isEmpty || node.isRecord {
      // Only the name of a fact is repeated, because its fields are shown above.
      lines.append(Line(text: line + (node.isRecord ? visible(node.name) : words.main), above: above))
      return
    }
    line += level == 0 || node.kind == .decision ? Style.emphasis.paint(words.main, isColored) : words.main
    if !words.aside.isEmpty { line += "  " + Style.gutter.paint(words.aside.joined(separator: ", "), isColored) }
    let isDeep = !shown.isEmpty && level + 1 >= depth
    if isDeep { hidden += 1 }
    if !isDeep { lineOfNode[id] = lines.count }
    lines.append(Line(text: line + (isDeep || shown.isEmpty && node.isCut ? "  …" : "")))
    if isDeep { return }
    for other in shown { write(other, level: level + 1) }
    if others > 0 { lines.append(Line(text: String(repeating: "  ", count: level + 1) + "… and \(others.grouped) more")) }
  }
}

extension String {
  /// The number with its noun and verb: `1 decision or fact is`, `2 decisions or facts are`.
  fileprivate var replacingPlural: String {
    hasSuffix("s") ? dropLast("decision or facts".count) + "decisions or facts are" : self + " is"
  }
}
