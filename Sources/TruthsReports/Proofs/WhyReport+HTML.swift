import TruthsAnswers
import TruthsDiagnostics
import TruthsRendering
import TruthsRuntime
import TruthsText

/// The HTML page of a proof.
extension WhyReport {
  /// The report as a self-contained HTML page. The tree can be folded and unfolded, even without a script.
  public var html: String {
    var writer = TreeHTML(report: self)
    writer.write(0)
    let title = title
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta http-equiv="Content-Security-Policy" content="\(HTMLPage.policy(for: HTMLPage.proofScript))"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <title>\(HTMLPage.escaped(title))</title>
      <style>
      \(HTMLPage.style)\(HTMLPage.proofStyle)</style>
      </head>
      <body>
      <main id="page:main" tabindex="-1">
      <h1>\(HTMLPage.escaped(title))</h1>
      <p class="tools" hidden=""><button type="button" id="page:unfold" aria-pressed="false">Unfold all</button></p>

      """
    text += "<section class=\"proof\">\n<h2>Why</h2>\n\(writer.text)</section>\n"
    let told = undoWords
    if !told.isEmpty {
      text += "<section>\n<h2>Can it be undone?</h2>\n"
      text += told.map { "<p class=\"level\($0.level)\">\(HTMLPage.escaped($0.text))</p>\n" }.joined() + "</section>\n"
    }
    var remarks = tree.remarks
    if tree.leftOut > 0 {
      remarks.append("\(tree.leftOut.grouped) decisions or facts are left out: the proof ends at its limit.")
    }
    if !remarks.isEmpty {
      text += "<section>\n<h2>Remarks</h2>\n" + remarks.map { "<p>\(HTMLPage.escaped($0))</p>\n" }.joined() + "</section>\n"
    }
    return text + "</main>\n<script>\(HTMLPage.proofScript)</script>\n</body>\n</html>\n"
  }

  /// The title of the page: `Why book_bill was accepted`.
  private var title: String {
    let root = tree.nodes[0]
    guard root.kind == .decision else { return "Why there is \(root.name)" }
    let proposal = root.because.lazy.map { tree.nodes[$0] }.first { $0.kind == .proposal }
    let outcome = root.outcome == .decision(.waiting) ? "waits" : "was \(root.outcome?.text ?? "decided")"
    return "Why \(proposal?.name ?? "a proposal") \(outcome)"
  }
}

/// A writer of the proof tree as nested HTML `details` elements.
private struct TreeHTML {
  let report: WhyReport
  var text = ""
  /// The indices of nodes that the page already shows together with their reasons.
  private var seen = Set<Int>()
  /// The deepest level of nesting. A node below it gets a tree of its own, and a link to that tree.
  private static let deepest = 30

  init(report: WhyReport) { self.report = report }

  /// Writes a node, then the nodes below it that are nested too deeply, each as a tree of its own.
  ///
  /// - Parameter root: the index of the node in the proof tree.
  mutating func write(_ root: Int) {
    var rest = [root]
    var next = 0
    while next < rest.count {
      if next == 1 { text += "<h3>Further down</h3>\n" }
      if !seen.contains(rest[next]) { write(rest[next], level: 0, &rest) }
      next += 1
    }
  }

  private mutating func write(_ id: Int, level: Int, _ rest: inout [Int]) {
    let node = report.tree.nodes[id]
    let words = report.words(of: node)
    let (shown, others) = report.behind(id)
    let mark = words.mark.map { "<b>\(HTMLPage.escaped($0.text))</b> " } ?? ""
    let aside =
      words.aside.isEmpty ? "" : " <span class=\"aside\">\(HTMLPage.escaped(words.aside.joined(separator: ", ")))</span>"
    let line = "\(mark)\(HTMLPage.escaped(words.main))\(aside)"
    if shown.isEmpty, node.isRecord, seen.contains(id) {
      text += "<p class=\"leaf\"><a href=\"#n\(id)\">\(HTMLPage.escaped(visible(node.name)))</a></p>\n"
    } else if shown.isEmpty {
      let anchor = node.isRecord ? " id=\"n\(id)\"" : ""
      if node.isRecord { seen.insert(id) }
      text += "<p class=\"leaf\"\(anchor)>\(line)\(node.isCut ? " …" : "")</p>\n"
    } else if seen.contains(id) {
      text += "<p class=\"leaf\"><a href=\"#n\(id)\">\(line)</a></p>\n"
    } else if level == Self.deepest {
      text += "<p class=\"leaf\"><a href=\"#n\(id)\">\(line)</a></p>\n"
      rest.append(id)
    } else {
      seen.insert(id)
      text += "<details id=\"n\(id)\"\(level < 2 ? " open=\"\"" : "")>\n<summary>\(line)</summary>\n"
      for other in shown { write(other, level: level + 1, &rest) }
      if others > 0 { text += "<p class=\"leaf\">… and \(others.grouped) more</p>\n" }
      text += "</details>\n"
    }
  }
}
