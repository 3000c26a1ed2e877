package import TruthsCheck
package import TruthsDiagnostics
package import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsText

/// The decision procedure of runtime.md §3 over one program. Pure: the same program, context and request give the same outcome.
///
/// What the rest of the runtime builds on (all pure functions of their arguments):
///
///     init(program: Program)
///     var truthsHash: String
///     func governingHash(of intent: String) -> String
///     /// Entries as read → a context with every fact decoded against the vocabulary, or what is wrong with them.
///     func context(from entries: LedgerReader.Result) -> Result<Context, Diagnostics>
///     var emptyContext: Context
///     /// `--set` and a fixture's `policies`: appended as `policy.set` entries.
///     func set(policies: [(name: String, value: LocatedJSON)], on context: Context) -> Result<Context, Diagnostics>
///     func run(_ request: RunRequest, on context: Context) -> RunOutcome
///     /// Evaluates a waiting run again; `nil` when no run with this id waits. Its `entries` are empty when the outcome is as before.
///     func reevaluate(runID: String, on context: Context, now: Timestamp) -> RunOutcome?
///     /// Ids of the runs that wait, in the order in which they began.
///     func waitingRuns(in context: Context) -> [String]
///     /// A fact from outside: refused with `converge.fact.external` unless its type is `external`.
///     func inject(_ payload: LocatedJSON, actor: JSONObject, correlationID: String?, now: Timestamp, on context: Context)
///       -> InjectionOutcome
///     /// Records a control message, or a cancellation, as a trace entry.
///     func record(control: JSONObject, runID: String, correlationID: String, actor: JSONObject, truthID: String, reason: String,
///       now: Timestamp, on context: Context) -> Context
package struct RunProcedure: Sendable {
  package let program: Program
}
