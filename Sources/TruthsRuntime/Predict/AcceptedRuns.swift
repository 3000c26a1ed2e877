import TruthsJSON
import TruthsLedger
import TruthsText

/// The accepted runs of a context, in order.
struct AcceptedRuns {
  struct Run {
    var action: String
    var actor: JSONObject
    /// The fields of the proposal, as received.
    var fields: [String: JSONValue]
    /// The sequence of its decision in the ledger.
    var sequence: Int
  }

  private(set) var all: [Run] = []
  private let ledger: Ledger
  private var places: [String: Int] = [:]

  /// Reads all decisions of the context.
  ///
  /// - Parameter isRead: tells whether the proposals of an actor may be read; other runs count as absent.
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
      let fields = Dictionary(first: received.fields.map { ($0.name.string, $0.value.value) })
      all.append(Run(action: action, actor: proposal.actor, fields: fields, sequence: sequence))
    }
  }

  /// Returns the index in ``all`` of the run that an entry belongs to; `nil` for external and derived facts.
  func place(ofEntryAt sequence: Int) -> Int? {
    ledger.entry(sequence: sequence).flatMap { places[$0.runID] }
  }

  /// Returns the number of runs accepted before an entry.
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
