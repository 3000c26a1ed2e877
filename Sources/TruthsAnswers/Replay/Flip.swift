package import TruthsEngine
package import TruthsJSON
import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// In what a decision comes out otherwise: the first of these that differs (answers §2.2).
public enum FlipKind: String, Hashable, Sendable, CaseIterable {
  /// It is accepted, rejected or halted, or waits, and was or did not.
  case outcome
  /// The outcome is the same, and it leaves other facts.
  case facts
  /// The same facts; another truth decides.
  case truth
  /// The same truth; it gives another reason.
  case reason
}

/// A decision that comes out otherwise under other truths.
package struct Flip: Hashable, Sendable {
  /// The sequence of the recorded decision.
  package var sequence: Int
  package var timestamp: Timestamp
  package var proposalID: String
  package var runID: String
  package var action: String
  package var kind: FlipKind
  /// What the record says, and what it would come to.
  package var from: RunEnding
  package var to: RunEnding
  /// The truth that decides now, and its reason.
  package var truthID: String
  package var reason: String
  /// The violation that gives the reason.
  package var deciding: Violation?
  /// Who the recorded decision was made for.
  package var actor: JSONObject
  /// Of the kind ``FlipKind/facts``: what only the recorded decision left, and what only the new one leaves. The first of each.
  package var oldFacts: [JSONObject]
  package var newFacts: [JSONObject]

  /// `{"proposal_id": …, "run_id": …, "action": …, "kind": …, "from": …, "to": …, "truth_id": …, "reason": …}` (answers §2.2).
  package static let record = JSONRecord<Flip>([
    .required("entry", .count(from: 1), "The sequence of the recorded decision.") { $0.sequence },
    .required("proposal_id", .text, "The proposal.") { $0.proposalID }, .required("run_id", .text, "The run.") { $0.runID },
    .required("action", .text, "The intent.") { $0.action },
    .required("kind", .words(FlipKind.allCases.map(\.rawValue)), "What differs first.") { $0.kind.rawValue },
    .required("from", .words(endings), "What it came to.") { $0.from.rawValue },
    .required("to", .words(endings), "What it would come to.") { $0.to.rawValue },
    .required("truth_id", .text, "The truth, invariant or clause that would decide.") { $0.truthID },
    .required("reason", .text, "Why.") { $0.reason },
    .optional("old_facts", .list(.map()), "Facts that the recorded decision alone left, three at most.") {
      $0.shown($0.oldFacts)
    },
    .optional("new_facts", .list(.map()), "Facts that it would leave now and did not, three at most.") {
      $0.shown($0.newFacts)
    },
  ])

  private static let endings = RunEnding.allCases.map(\.rawValue)

  /// How many facts of each side are kept.
  static let mostFacts = 3

  private func shown(_ facts: [JSONObject]) -> [JSONValue]? { kind == .facts ? facts.map { .object($0) } : nil }
}

/// A decision that was made again, until all facts that the record says it left are read: they stand behind it.
struct RepeatedDecision {
  /// As a flip of the outcome, whatever differs.
  private var flip: Flip
  private let recorded: (truthID: String?, reason: String?)
  private var oldFacts: [JSONObject] = []
  private let newFacts: [JSONObject]

  /// - Parameters:
  ///   - entry: the recorded decision.
  ///   - made: what it comes to now.
  init(_ entry: Entry, proposalID: String, action: String, made: RunOutcome) {
    let record = DecisionRecord(entry.payload)
    flip = Flip(
      sequence: entry.sequence, timestamp: entry.timestamp, proposalID: proposalID, runID: entry.runID, action: action,
      kind: .outcome, from: record.ending ?? .halted, to: made.ending, truthID: made.truthID, reason: made.reason,
      deciding: made.deciding, actor: entry.actor, oldFacts: [], newFacts: [])
    recorded = (record.truthID, record.reason)
    newFacts = made.facts.filter(Self.counts)
  }

  /// Takes the next entry.
  ///
  /// - Returns: whether it belongs to what the decision left.
  mutating func take(_ entry: Entry) -> Bool {
    guard entry.runID == flip.runID, entry.type == .fact || entry.type == .trace else { return false }
    if entry.type == .fact, Self.counts(entry.payload) { oldFacts.append(entry.payload) }
    return true
  }

  /// What differs, now that everything that it left is known; `nil` where nothing does.
  var difference: Flip? {
    var flip = flip
    if flip.from != flip.to { return flip }
    let (old, new) = (Self.without(newFacts, in: oldFacts), Self.without(oldFacts, in: newFacts))
    if !(old.isEmpty && new.isEmpty) {
      flip.kind = .facts
      (flip.oldFacts, flip.newFacts) = (Self.shown(old), Self.shown(new))
    } else if recorded.truthID != flip.truthID {
      flip.kind = .truth
    } else if recorded.reason != flip.reason {
      flip.kind = .reason
    } else {
      return nil
    }
    return flip
  }

  /// Facts about the procedure itself, such as requests for approval, follow from what the decision waits for and was granted.
  private static func counts(_ fact: JSONObject) -> Bool { fact.builtInType == nil }

  /// The first facts, with their members by name: a ledger has them so, whatever order they are declared in.
  private static func shown(_ facts: [JSONObject]) -> [JSONObject] {
    facts.prefix(Flip.mostFacts).map(\.sorted)
  }

  /// Those facts that others do not hold, each as often as it stands more often. The order of members counts for nothing.
  private static func without(_ others: [JSONObject], in facts: [JSONObject]) -> [JSONObject] {
    var left: [[UInt8]: Int] = [:]
    for other in others { left[JSONValue.object(other).canonical(), default: 0] += 1 }
    return facts.filter { fact in
      let bytes = JSONValue.object(fact).canonical()
      guard let count = left[bytes], count > 0 else { return true }
      left[bytes] = count - 1
      return false
    }
  }
}
