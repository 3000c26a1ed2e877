import TruthsJSON
import TruthsLedger
import TruthsText

/// The runs of a context that were accepted, in their order.
struct AcceptedRuns {
  struct Run {
    var action: String
    var actor: JSONObject
    /// Where its decision stands in the ledger.
    var sequence: Int
  }

  private(set) var all: [Run] = []
  private let ledger: Ledger
  private var places: [String: Int] = [:]

  /// - Parameter isRead: whether what an actor proposed may be read; other runs count as not there.
  /// - Complexity: O(entries of the context).
  init(_ context: Context, isRead: (JSONObject) -> Bool) {
    ledger = context.ledger
    for sequence in stride(from: 1, through: ledger.size, by: 1) {
      guard let entry = ledger.entry(sequence: sequence), entry.type == .decision,
        entry.payload["decision"] == .text("accepted"), let proposal = context.proposal(ofRun: entry.runID),
        isRead(proposal.actor)
      else { continue }
      let received = ProposalReader.read(LocatedJSON(unlocated: .object(proposal.payload)), actor: proposal.actor)
      guard let action = received.action else { continue }
      places[entry.runID] = all.count
      all.append(Run(action: action, actor: proposal.actor, sequence: sequence))
    }
  }

  /// The run that an entry belongs to, by its place in ``all``; `nil` for what came from outside, or follows from other facts.
  func place(ofEntryAt sequence: Int) -> Int? {
    ledger.entry(sequence: sequence).flatMap { places[$0.runID] }
  }

  /// How many runs were accepted before an entry.
  ///
  /// - Complexity: O(log runs).
  func count(before sequence: Int) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
