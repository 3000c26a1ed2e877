import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// What came of recomputing a record.
public struct VerificationReport: Sendable {
  let verifications: [Verification]

  /// Whether all that was recomputed is what was recorded.
  public var holds: Bool { verifications.allSatisfy { $0.difference == nil } }

  /// What was recomputed, or the first thing that differs; one record a paragraph.
  public var text: String { verifications.map(Self.text).joined(separator: "\n") }

  private static func text(_ verification: Verification) -> String {
    if let difference = verification.difference {
      let rows = [("recomputed", difference.recomputed), ("found", difference.found)]
      let table = StoryText.table(rows.map { (name: $0.0, value: visible($0.1)) }, indent: 2)
      return "differs: \(visible(difference.subject))\n" + table.map { $0 + "\n" }.joined()
    }
    let made = counted(verification.replayed, "decision") + " made again"
    let notes = verification.notes.map { "  \(visible($0))\n" }.joined()
    return "holds: \(counted(verification.agreed, "value")) recomputed, \(made)\n" + notes
  }
}

extension Record {
  /// Recomputes every id and hash of the record, and decides again what was decided, where that can be done.
  ///
  /// - Parameters:
  ///   - workspace: the truths to decide with; a set with errors decides nothing.
  ///   - context: the context that the runs were given; a ledger holds its own.
  /// - Throws: what is wrong with the context.
  public func verify(with workspace: Workspace?, context text: SourceText? = nil) throws(Findings) -> VerificationReport {
    let procedure = try? workspace?.procedure()
    switch kind {
    case .ledger(let entries):
      var verifier = LedgerVerifier(entries: entries.map(\.entry), procedure: procedure)
      return VerificationReport(verifications: [verifier.verify()])
    case .runs(let runs):
      let context = try context(text, procedure)
      return VerificationReport(
        verifications: runs.map { run in
          var verifier = RunOutputVerifier(output: run, context: context, procedure: procedure, source: workspace?.source)
          return verifier.verify()
        })
    }
  }

  private func context(_ text: SourceText?, _ procedure: RunProcedure?) throws(Findings) -> Context? {
    guard let text, let procedure else { return nil }
    var sources = SourceMap()
    let file = sources.add(path: text.path, bytes: text.bytes)
    let read = LedgerReader.read(file)
    guard !read.diagnostics.hasErrors else { throw Findings(read.diagnostics, in: sources) }
    do {
      return try procedure.context(from: read.entries)
    } catch {
      throw Findings(error.diagnostics, in: sources)
    }
  }
}
