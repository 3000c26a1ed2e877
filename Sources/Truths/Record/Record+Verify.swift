import TruthsCheck
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
  public var text: String {
    if verifications.count == 1 { return verifications.map(Self.text).joined() }
    return verifications.enumerated().map { "run \($0 + 1) \(Self.text($1))" }.joined(separator: "\n")
  }

  private static func text(_ verification: Verification) -> String {
    if let difference = verification.difference {
      let rows = [("recomputed", difference.recomputed), ("found", difference.found)]
      let table = StoryText.table(rows.map { (name: $0.0, value: visible($0.1)) }, indent: 2)
      let isGiven = difference.subject.hasPrefix("context.before")
      let help = isGiven ? "  a run may be given policies (--set) and documents (--document) beside its context\n" : ""
      return "differs: \(visible(difference.subject))\n" + table.map { $0 + "\n" }.joined() + help
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
  ///   - given: what the runs were given beside their proposals, each of them: a context, documents, policies; a ledger holds its
  ///     own. Nothing of it: only what began with nothing is decided again.
  /// - Throws: what is wrong with the context, the documents or the policies.
  public func verify(with workspace: Workspace?, given: RunInput? = nil) throws(Findings) -> VerificationReport {
    let procedure = try? workspace?.procedure()
    switch kind {
    case .ledger(let entries):
      var verifier = LedgerVerifier(entries: entries.map(\.entry), procedure: procedure)
      return VerificationReport(verifications: [verifier.verify()])
    case .runs(let runs):
      let context = try Self.context(given, workspace, procedure)
      return VerificationReport(
        verifications: runs.map { run in
          var verifier = RunOutputVerifier(output: run, context: context, procedure: procedure, source: workspace?.source)
          return verifier.verify()
        })
    }
  }

  private static func context(
    _ given: RunInput?, _ workspace: Workspace?, _ procedure: RunProcedure?
  ) throws(Findings) -> Context? {
    guard let given, let workspace, let procedure else { return nil }
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    let context = try data.context(given.context)
    return try data.take(given.documents, policies: given.policies, on: context)
  }
}
