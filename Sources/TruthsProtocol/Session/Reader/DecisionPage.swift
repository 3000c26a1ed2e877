import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Some decisions of a ledger, in its order.
package struct DecisionPage: Sendable {
  /// As the reader may see them.
  package var decisions: [JSONObject] = []
  /// The sequence of the last entry that was looked at, where more may follow.
  package var next: Int?
}

extension ReaderView {
  /// How many entries are looked at for one page.
  package static let entriesOfPage = 20_000

  /// The decisions behind an entry that the actor may read.
  ///
  /// Decisions come in the order of the ledger, so that one that is made meanwhile comes behind all others: whoever goes on from
  /// page to page gets each once.
  ///
  /// - Parameters:
  ///   - sequence: of the entry that was looked at last; 0 for none.
  ///   - most: how many at most.
  /// - Complexity: at most ``entriesOfPage`` entries are read, and their proposals.
  package func decisions(
    _ filter: DecisionFilter, after sequence: Int, most: Int, lookingAt entries: Int = entriesOfPage
  ) -> DecisionPage {
    var page = DecisionPage()
    var last = max(0, sequence)
    let size = context.ledger.size
    let end = size - last > entries ? last + entries : size
    while last < end, page.decisions.count < most {
      last += 1
      guard let entry = context.ledger.entry(sequence: last), entry.type == .decision, filter.includes(entry) else { continue }
      let run = context.runs.record(entry.runID)
      let proposal = run.flatMap { context.proposal(of: $0) }
      guard filter.includes(proposal: proposal, run, procedure), let shown = shown(entry) else { continue }
      let listed = ListedDecision(entry: entry, shown: shown, run: run, proposal: proposal)
      page.decisions.append(ListedDecision.record.object(of: listed))
    }
    page.next = last < size ? last : nil
    return page
  }
}

/// A decision as a list tells it.
package struct ListedDecision: Sendable {
  let entry: Entry
  /// The entry as the reader may see it.
  let shown: JSONObject
  let run: RunRecord?
  let proposal: Entry?

  private var decision: DecisionRecord { DecisionRecord(shown.object("payload") ?? [:]) }

  package static let shape = record.shape

  static let record = JSONRecord<ListedDecision>([
    .required("decision_id", .text, "The entry of the decision.") { $0.entry.entryID },
    .required("sequence", .count(from: 1), "Its place in the ledger.") { $0.entry.sequence },
    .required("timestamp", EntryForm.timestamp, "When it was made.") { $0.entry.timestamp.text },
    .required("job_id", .text, "The job.") { Identity.job(ofRun: $0.entry.runID) },
    .required("run_id", .text, "The run.") { $0.entry.runID },
    .optional("proposal_id", .text, "The proposal.") { $0.run?.proposalID },
    .optional("action", .text, "The intent.") { $0.run?.action },
    .optional("actor", EntryForm.actor, "Who proposed it.") { $0.proposal?.actor },
    .optional("decision", .text, "What it came to.") { $0.decision.decision },
    .optional("status", .text, "How the run stood then.") { $0.decision.status },
    .optional("truth_id", .text, "The truth that decided.") { $0.decision.truthID },
    .optional("reason", .text, "Why.") { $0.decision.reason },
    .optional("truths", .text, "The hash of the rules that decided.") { $0.decision.truthsHash },
  ])
}
