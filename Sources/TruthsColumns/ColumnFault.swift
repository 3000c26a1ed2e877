import Truths
import TruthsDiagnostics
import TruthsText

/// What is wrong with a column: no row of the batch is decided.
struct ColumnFault: Error {
  /// Lower case, without a full stop; names in backticks.
  var message: String
  /// How to mend it.
  var help: String
  /// Which column of the batch it is in; `nil`: the batch itself.
  var column: Int?
}

extension [ColumnFault] {
  /// As findings in a text that lists the columns, each with its format.
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
