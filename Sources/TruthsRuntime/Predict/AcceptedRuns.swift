import TruthsJSON
import TruthsLedger
import TruthsText

/// The accepted runs of a context, in order.
struct AcceptedRuns {
  struct Run {
    var action: String
    var actor: JSONObject
    /// The fields of the proposal as received, keyed by their names.
    var fields: [String: JSONValue]
    /// The sequence of the run's decision in the ledger.
    var sequence: Int
  }

  private(set) var all: [Run] = []
  /// The number of the run to which each entry belongs. The index is the entry's sequence; the numbers are indices in `indices`.
  private var runNumbers: [Int]
  /// The index in ``all`` of each run. The index here is the run's number; the value is `nil` if the run was not accepted.
  private var indices: [Int?] = []

  /// Reads all decisions of the context.
  ///
  /// - Parameter isRead: returns whether the proposals of an actor may be read. Runs that may not be read count as absent.
  /// - Complexity: O(entries of the context).
  init(_ context: Context, isRead: (JSONObject) -> Bool) {
    let ledger = context.ledger
    runNumbers = Array(repeating: 0, count: ledger.size + 1)
    var numbers: [String: Int] = [:]
    for sequence in stride(from: 1, through: ledger.size, by: 1) {
      guard let entry = ledger.entry(sequence: sequence) else { continue }
      let number = numbers[entry.runID] ?? indices.count
      if number == indices.count {
        numbers[entry.runID] = number
        indices.append(nil)
      }
      runNumbers[sequence] = number
      guard entry.type == .decision, entry.payload["decision"] == .text("accepted"),
        let proposal = context.proposal(ofRun: entry.runID), isRead(proposal.actor)
      else { continue }
      let received = ProposalReader.read(LocatedJSON(unlocated: .object(proposal.payload)), actor: proposal.actor)
      guard let action = received.action else { continue }
      indices[number] = all.count
      let fields = Dictionary(first: received.fields.map { ($0.name.string, $0.value.value) })
      all.append(Run(action: action, actor: proposal.actor, fields: fields, sequence: sequence))
    }
  }

  /// Returns the index in ``all`` of the run that an entry belongs to; `nil` if the entry belongs to no accepted run.
  func index(ofEntryAt sequence: Int) -> Int? {
    runNumbers.indices.contains(sequence) && sequence > 0 ? indices[runNumbers[sequence]] : nil
  }

  /// Returns the number of runs whose decision comes before an entry.
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
