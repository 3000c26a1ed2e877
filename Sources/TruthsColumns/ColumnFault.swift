import Truths
import TruthsDiagnostics
import TruthsText

/// A fault of a column or a batch, because of which no row of the batch is decided.
struct ColumnFault: Error {
  /// The problem in words, in lower case and without a full stop. Names are in backticks.
  var message: String
  /// Advice on how to fix the problem.
  var help: String
  /// The index of the faulty column in the batch; `nil` for a fault of the batch itself.
  var column: Int?
}

extension [ColumnFault] {
  /// Returns the faults as findings. A batch has no source text, so the findings point into a list of its columns with their
  /// formats.
  func findings(in batch: ColumnArray) -> Findings {
    var text = ""
    var lines: [Range<Int>] = []
    for column in batch.children.prefix(ColumnVector.mostColumns) {
      let start = text.utf8.count
      text += visible("\(column.name.prefix(256)): \(column.format.prefix(256))")
      lines.append(start..<text.utf8.count)
      text += "\n"
    }
    var sources = SourceMap()
    let file = sources.add(path: "columns", bytes: [UInt8](text.utf8))
    let diagnostics = map { fault in
      let range = fault.column.flatMap { lines.indices.contains($0) ? lines[$0] : nil } ?? 0..<0
      return ProposalShapeFault.columns(
        fault.message, help: fault.help, at: Span(file: file.id, start: range.lowerBound, end: range.upperBound))
    }
    return Findings(diagnostics, in: sources)
  }
}
