import Truths
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsText

/// Reads a context, a ledger, or the output of a run; verifies and explains it where it can be read.
struct LedgerTarget {
  private let workspace = FuzzWorld.workspace

  func attempt(_ bytes: [UInt8]) {
    let read = LedgerReader.read(SourceFile(bytes, path: "ledger.jsonl"))
    if !read.diagnostics.hasErrors { rewritten(read.entries) }
    do {
      let record = try Record(SourceText(path: "ledger.jsonl", bytes: bytes))
      _ = record.explanation()
      _ = record.explanation(of: .last)
      let report = try record.verify(with: [workspace])
      Claim.holds(!report.holds || report.isUnchanged, "it holds and differs: \(report.text)")
      Claim.holds(!report.text.isEmpty, "nothing is said of it")
    } catch {
      Claim.standInside(error.diagnostics, error.sources)
      Claim.holds(error.hasErrors, "it was refused, and nothing says why")
      _ = error.text()
    }
  }

  /// Entries written as a ledger has them are read as the same entries.
  private func rewritten(_ entries: [ReadEntry]) {
    let whole = entries.filter { !$0.isShortForm }
    let lines: [UInt8] = whole.flatMap { $0.entry.json.canonical() + [0x0A] }
    let again = LedgerReader.read(SourceFile(lines))
    let isSame = again.entries.map(\.entry) == whole.map(\.entry)
    let isMixed = whole.count != entries.count
    Claim.holds(isMixed || isSame, "written again it is another ledger: \(again.diagnostics)\n\(shown(lines))")
  }
}
