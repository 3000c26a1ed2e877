package import TruthsEngine
package import TruthsJSON
import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// The first respect in which a decision that is computed again differs from the recorded one (answers §2.2).
public enum FlipKind: String, Hashable, Sendable, CaseIterable {
  /// The ending differs: accepted, rejected, halted or waiting.
  case outcome
  /// The ending is the same, but the decision leaves different facts, or waits for other people.
  case facts
  /// The facts are the same, but a different truth decides.
  case truth
  /// The truth is the same, but it gives a different reason.
  case reason
}

/// A recorded decision that changes under different truths.
package struct Flip: Hashable, Sendable {
  /// The sequence of the recorded decision.
  package var sequence: Int
  package var timestamp: Timestamp
  package var proposalID: String
  package var runID: String
  package var action: String
  package var kind: FlipKind
  /// The recorded ending.
  package var from: RunEnding
  /// The ending under the new truths.
  package var to: RunEnding
  /// The id of the truth that decides under the new truths.
  package var truthID: String
  /// The reason of that truth.
  package var reason: String
  /// The violation that gives the reason; `nil` if no violation does.
  package var deciding: Violation?
  /// The actor of the recorded decision's entry.
  package var actor: JSONObject
  /// For ``FlipKind/facts``, the first facts that only the recorded decision left; otherwise empty.
  package var oldFacts: [JSONObject]
  /// For ``FlipKind/facts``, the first facts that only the new decision leaves; otherwise empty.
  package var newFacts: [JSONObject]
  /// The agreements that the recorded decision waits for, each once and sorted, in the words of `waiting_for`.
  package var oldWait: [String]
  /// The agreements that the new decision waits for, in the form of ``oldWait``.
  package var newWait: [String]

  /// The flip as JSON (answers §2.2): `{"proposal_id": …, "run_id": …, "action": …, "kind": …, "from": …, "to": …, "truth_id": …,
  /// "reason": …}`.
  package static let record = JSONRecord<Flip>([
    .required("entry", .count(from: 1), "The sequence of the recorded decision.") { $0.sequence },
    .required("proposal_id", .text, "The proposal.") { $0.proposalID }, .required("run_id", .text, "The run.") { $0.runID },
    .required("action", .text, "The intent.") { $0.action },
    .required("kind", .words(FlipKind.allCases.map(\.rawValue)), "The first difference, by kind.") { $0.kind.rawValue },
    .required("from", .words(endings), "The recorded result.") { $0.from.rawValue },
    .required("to", .words(endings), "The result under the new rules.") { $0.to.rawValue },
    .required("truth_id", .text, "The truth, invariant or clause that would decide.") { $0.truthID },
    .required("reason", .text, "The reason.") { $0.reason },
    .optional("old_facts", .list(.map()), "Up to three facts that only the recorded decision produced.") {
      $0.shown($0.oldFacts)
    },
    .optional("new_facts", .list(.map()), "Up to three facts that only the decision under the new rules produces.") {
      $0.shown($0.newFacts)
    },
  ])

  private static let endings = RunEnding.allCases.map(\.rawValue)

  /// The maximum number of facts that are kept of each decision.
  static let mostFacts = 3

  private func shown(_ facts: [JSONObject]) -> [JSONValue]? { kind == .facts ? facts.map { .object($0) } : nil }
}

/// A decision that was computed again. The facts that the recorded decision left are added to it, because they are read later.
struct RepeatedDecision {
  /// The flip, as if the endings differed.
  private var flip: Flip
  private let recorded: (truthID: String?, reason: String?)
  private var oldFacts: [JSONObject] = []
  private let newFacts: [JSONObject]

  /// - Parameters:
  ///   - entry: the recorded decision.
  ///   - outcome: the outcome under the new truths.
  init(_ entry: Entry, proposalID: String, action: String, outcome: RunOutcome) {
    let record = DecisionRecord(entry.payload)
    flip = Flip(
      sequence: entry.sequence, timestamp: entry.timestamp, proposalID: proposalID, runID: entry.runID, action: action,
      kind: .outcome, from: record.ending ?? .halted, to: outcome.ending, truthID: outcome.truthID, reason: outcome.reason,
      deciding: outcome.deciding, actor: entry.actor, oldFacts: [], newFacts: [],
      oldWait: Self.compared(record.wait.awaited), newWait: Self.compared(outcome.run.waitingFor))
    recorded = (record.truthID, record.reason)
    newFacts = outcome.facts.compactMap(Self.compared)
  }

  /// Adds the next entry, if it belongs to the recorded decision.
  ///
  /// - Returns: whether the recorded decision left the entry.
  mutating func take(_ entry: Entry) -> Bool {
    guard entry.runID == flip.runID, entry.type == .fact || entry.type == .trace else { return false }
    if entry.type == .fact, let fact = Self.compared(entry.payload) { oldFacts.append(fact) }
    return true
  }

  /// The first difference; `nil` if both decisions agree. It is valid once all entries of the recorded decision are added.
  var difference: Flip? {
    var flip = flip
    if flip.from != flip.to { return flip }
    let (old, new) = (Self.without(newFacts, in: oldFacts), Self.without(oldFacts, in: newFacts))
    if !(old.isEmpty && new.isEmpty) {
      flip.kind = .facts
      (flip.oldFacts, flip.newFacts) = (Self.shown(old), Self.shown(new))
    } else if flip.to == .waiting, flip.oldWait != flip.newWait {
      // A wait for consent leaves no request, so no fact says who is asked.
      flip.kind = .facts
    } else if recorded.truthID != flip.truthID {
      flip.kind = .truth
    } else if recorded.reason != flip.reason {
      flip.kind = .reason
    } else {
      return nil
    }
    return flip
  }

  /// The members of a request for approval that state who is asked. Its other members state the run, the truth and the time.
  private static let askedMembers = ["type", "role", "roles", "count", "person", "people", "excluded"]

  /// Returns the part of a fact that is compared; `nil` for a built-in fact, because it follows from the proposal. Only
  /// requests for approval are built-in facts that are compared.
  private static func compared(_ fact: JSONObject) -> JSONObject? {
    guard let type = fact.builtInType else { return fact }
    guard type == .approvalRequested else { return nil }
    return JSONObject(fact.members.filter { askedMembers.contains($0.name.string) })
  }

  /// Returns the words of what a run waits for, each once and sorted, because their order is that of the violations.
  private static func compared(_ awaited: [Awaited]) -> [String] { Set(awaited.words).sorted() }

  /// Returns the first of some facts, with their members sorted by name, as in a ledger.
  private static func shown(_ facts: [JSONObject]) -> [JSONObject] {
    facts.prefix(Flip.mostFacts).map(\.sorted)
  }

  /// Returns the facts that others do not contain; a fact counts as often as it occurs. The order of members does not matter.
  private static func without(_ others: [JSONObject], in facts: [JSONObject]) -> [JSONObject] {
    var remaining: [[UInt8]: Int] = [:]
    for other in others { remaining[JSONValue.object(other).canonical(), default: 0] += 1 }
    return facts.filter { fact in
      let bytes = JSONValue.object(fact).canonical()
      guard let count = remaining[bytes], count > 0 else { return true }
      remaining[bytes] = count - 1
      return false
    }
  }
}
