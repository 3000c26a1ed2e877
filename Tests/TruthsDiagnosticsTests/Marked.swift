import TruthsDiagnostics
import TruthsText

/// A source with two marks, `⟦` and `⟧`, around the characters that a finding points at; the marks are no part of the source.
struct Marked {
  private(set) var sources = SourceMap()
  let span: Span

  init(_ text: String, path: String = "truths/demo/demo.truths") {
    var bytes: [UInt8] = []
    var marks: [Int] = []
    for scalar in text.unicodeScalars {
      if scalar == "⟦" || scalar == "⟧" { marks.append(bytes.count) } else { bytes += Array(String(scalar).utf8) }
    }
    let file = sources.add(path: path, bytes: bytes)
    span = Span(file: file.id, start: marks.first ?? 0, end: marks.last ?? 0)
  }

  /// Returns the printed text of one finding at the marks, without the remarks below the frame.
  func frame(label: String? = nil, width: Int = 100) -> String {
    let finding = Diagnostic("T0000", .error, "m", at: span, label: label)
    let text = HumanRenderer(sources: sources, width: width).render(finding)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast(2).joined(separator: "\n")
  }
}
