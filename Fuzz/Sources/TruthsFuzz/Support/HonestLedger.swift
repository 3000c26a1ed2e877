import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// A ledger that runs of the examples' proposals append to. It is created for each use, so that it always fits the engine.
struct HonestLedger {
  let procedure = RunProcedure(program: FuzzWorld.set.program)
  private(set) var context: Context
  /// The lines of the file; the first is a fact in the short form that people write by hand.
  private(set) var lines: [[UInt8]] = []

  var entries: [Entry] { context.ledger.entries }
  var head: String { context.head }

  init() {
    Claim.holds(!FuzzWorld.set.diagnostics.hasErrors, "the truths of the fuzzers have errors: \(FuzzWorld.set.diagnostics)")
    do {
      context = try procedure.context(from: [])
      try make()
    } catch {
      Claim.fails("the honest ledger cannot be made: \(error)")
    }
    lines = entries.enumerated().map { place, entry in (place == 0 ? entry.payload : entry.json).canonical() }
    var verifier = LedgerVerifier(entries: entries, procedures: [procedure], question: .init(head: head, shortForms: [1]))
    let verification = verifier.verify()
    Claim.holds(verification.isProven, "the honest ledger does not hold: \(verification)")
    Claim.holds(Set(entries.map(\.type)) == Set(Entry.EntryType.allCases), "the honest ledger has not every type of entry")
  }

  private mutating func make() throws {
    let closed = try Self.json(#"{"type": "period.closed", "period_id": "2024-Q1"}"#)
    let short = Entry.shortForm(payload: closed.value.objectValue ?? [:], sequence: 1)
    context = try procedure.context(from: [ReadEntry(entry: short, payload: closed, isShortForm: true)])
    let ann: JSONObject = ["type": .text("user"), "user_id": .text("ann"), "roles": .array([])]
    context = procedure.seal(context, actor: ann, now: .epoch)
    // The proposals of examples/: a small one, one that needs an approval, and one in a closed period.
    try propose(#""action": "create_invoice", "invoice_id": "INV-1", "amount": 500, "period_id": "2024-Q2""#, day: 2)
    let waiting = try propose(
      #""action": "create_invoice", "invoice_id": "INV-2", "amount": 5000, "period_id": "2024-Q2""#, day: 3)
    let injected = procedure.inject(
      try Self.json(#"{"type": "period.closed", "period_id": "2024-Q3"}"#), actor: Entry.fixtureActor, runID: "run_x",
      correlationID: "cor_x", now: .epoch, on: context)
    if case .appended(let context, _) = injected { self.context = context }
    let request = waiting.facts.first?["request"]?.stringValue ?? ""
    let eve = #""actor": {"type": "user", "user_id": "eve", "roles": ["manager"]}"#
    try send(#""action": "grant_approval", "request": "\#(request)", \#(eve)"#, day: 4)
    if let woken = try procedure.reevaluate(runID: waiting.run.runID, on: context, now: .epoch) { context = woken.context }
    try propose(#""action": "create_invoice", "invoice_id": "INV-3", "amount": 5, "period_id": "2024-Q1""#, day: 5)
  }

  @discardableResult
  private mutating func propose(_ members: String, day: Int) throws -> RunOutcome {
    try send(#""customer_id": "C-7", \#(members)"#, day: day)
  }

  @discardableResult
  private mutating func send(_ members: String, day: Int) throws -> RunOutcome {
    let proposal = try Self.json("{\(members)}")
    let now = Timestamp(text: "2025-01-0\(day)T00:00:00Z")
    let outcome = try procedure.run(RunRequest(proposal: proposal, now: now), on: context)
    context = outcome.context
    return outcome
  }

  private static func json(_ text: String) throws -> LocatedJSON { try JSONReader.read(SourceFile(Array(text.utf8))).get() }
}
