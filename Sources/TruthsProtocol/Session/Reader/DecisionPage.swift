import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// One page of the decisions in a ledger, in ledger order.
package struct DecisionPage: Sendable {
  /// The decisions, as the reader may see them.
  package var decisions: [JSONObject] = []
  /// Sequence of the last examined entry, from which the next page continues; `nil` at the end of the ledger.
  package var next: Int?
}

extension ReaderView {
  /// Maximum number of entries examined for one page.
  package static let entriesOfPage = 20_000

  /// Returns the next decisions that the actor may read.
  ///
  /// Decisions are in ledger order, so one that is made meanwhile comes after all others. A reader who goes through all pages
  /// gets each decision once.
  ///
  /// - Parameters:
  ///   - sequence: the sequence of the last examined entry; 0 for the first page.
  ///   - most: the maximum number of decisions.
  /// - Complexity: reads at most ``entriesOfPage`` entries and their proposals.
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

/// A decision in a list.
package struct ListedDecision: Sendable {
  let entry: Entry
  /// The entry, as the reader may see it.
  let shown: JSONObject
  let run: RunRecord?
  let proposal: Entry?

  private var decision: DecisionRecord { DecisionRecord(shown.object("payload") ?? [:]) }

  package static let shape = record.shape

  static let record = JSONRecord<ListedDecision>([
    .required("decision_id", .text, "The entry of the decision.") { $0.entry.entryID },
    .required("sequence", .count(from: 1), "The place of the entry in the ledger.") { $0.entry.sequence },
    .required("timestamp", EntryForm.timestamp, "The time of the decision.") { $0.entry.timestamp.text },
    .required("job_id", .text, "The job.") { Identity.job(ofRun: $0.entry.runID) },
    .required("run_id", .text, "The run.") { $0.entry.runID },
    .optional("proposal_id", .text, "The proposal.") { $0.run?.proposalID },
    .optional("action", .text, "The intent.") { $0.run?.action },
    .optional("actor", EntryForm.actor, "The proposer.") { $0.proposal?.actor },
    .optional("decision", .text, "The outcome.") { $0.decision.decision },
    .optional("status", .text, "The status of the run at that time.") { $0.decision.status },
    .optional("truth_id", .text, "The truth that decided.") { $0.decision.truthID },
    .optional("reason", .text, "The reason.") { $0.decision.reason },
    .optional("truths", .text, "The hash of the rules that decided.") { $0.decision.truthsHash },
  ])
}
