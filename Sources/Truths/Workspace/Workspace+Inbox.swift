import TruthsCheck
import TruthsDiagnostics
import TruthsFindings
import TruthsReports
import TruthsRuntime
import TruthsText

/// Inboxes of ledgers, for `truths inbox`.
extension Inbox {
  /// Reads a ledger.
  ///
  /// - Parameters:
  ///   - workspace: rules without errors.
  ///   - ledger: entries as JSON Lines.
  ///   - actor: limits the inbox to what this actor can answer; `nil` shows everything.
  ///   - now: time at which the actor would answer, RFC 3339; `nil` uses the time of the ledger's last entry.
  /// - Throws: the findings of a set with errors, or findings about the data.
  /// - Complexity: O(size of the ledger), and for an actor two dry runs for each request.
  public init(_ workspace: Workspace, ledger: SourceText, actor: RunActor? = nil, now: String? = nil) throws(Findings) {
    let procedure = try workspace.procedure()
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    let context = try data.context(ledger)
    let known = try data.origin(now: nil, actor: actor).actor?.knownValue
    self.init(procedure, in: context, actor: known, now: try data.moment(now))
  }
}
