package import TruthsCheck
package import TruthsEngine
import TruthsJSON
package import TruthsLedger
import TruthsText

/// A context as the procedure needs it: the ledger, its facts typed and indexed, its runs, and what was approved. A value type.
package struct Context: Sendable {
  package private(set) var ledger: Ledger
  package private(set) var store: FactStore
  package private(set) var runs: RunIndex
  package private(set) var approvals: ApprovalIndex
  /// Fact entries of the ledger.
  package private(set) var factsCount = 0
  /// The sequence up to which every match of truths on facts has fired; 0 where that is not known.
  private var closedAt = 0
  /// The matches whose traces are in the ledger.
  private var fired = SharedTable<Text, Bool>()
  /// What closing this very context comes to.
  private(set) var closings = ClosingCache()

  /// The empty context.
  package init(program: Program) {
    ledger = Ledger()
    store = FactStore(program: program)
    runs = RunIndex()
    approvals = ApprovalIndex()
  }

  /// Head and size.
  package var point: ContextPoint { ContextPoint(head: ledger.head, size: ledger.size) }

  /// The sequence that the next entry will have.
  package var nextSequence: Int { ledger.size + 1 }

  /// Appends an entry whose fact, if it is one, has been decoded.
  ///
  /// - Parameter fact: `nil` for entries of other types.
  package mutating func append(_ entry: Entry, fact: TypedFact?, program: Program) {
    ledger.append(entry)
    closings = ClosingCache()
    runs.append(entry, at: ledger.size)
    if entry.type == .trace, let truth = entry.truthID, let from = entry.payload["from"]?.arrayValue {
      fired.set(true, for: Self.matchKey(truth, from.compactMap(\.stringValue)))
    }
    guard let fact else { return }
    factsCount += 1
    let reference = EntryReference(
      id: entry.entryID, sequence: entry.sequence, timestamp: entry.timestamp, truthID: entry.truthID, actor: entry.actor)
    store.append(FactRecord(type: fact.type, fields: fact.fields, entry: reference))
    approvals.append(entry)
    applyPolicy(fact, program: program)
  }

  /// From now on an observer sees what is read to decide on this context and on those that come of it; it changes no decision.
  package mutating func observe(with observer: ReadingObserver?) {
    store.observe(with: observer)
    closings = ClosingCache()
  }

  /// The same context, on which nobody sees what is read.
  var unobserved: Context {
    guard store.observer != nil else { return self }
    var context = self
    context.observe(with: nil)
    return context
  }

  /// Notes that every match of the facts so far has fired.
  mutating func markClosed() {
    closedAt = ledger.size
    closings = ClosingCache()
  }

  /// What the fixed point of truths on facts begins with.
  var derivationStart: DerivationStart {
    let fired = fired
    return DerivationStart(closedAt: closedAt) { truth, ids in fired[Self.matchKey(truth, ids)] ?? false }
  }

  /// A match by its truth's id and the entry ids of its facts.
  private static func matchKey(_ truth: String, _ ids: [String]) -> Text {
    Text(truth + "\n" + ids.joined(separator: "\n"))
  }

  /// A `policy.set` fact sets its policy, unless a higher step was there before (language.md §7).
  private mutating func applyPolicy(_ fact: TypedFact, program: Program) {
    guard program.facts[fact.type].name == BuiltInFact.policySet.rawValue,
      let setting = PolicySetting(fact.fields, program: program),
      setting.step >= runs.lastStep(ofPolicy: setting.policy)
    else { return }
    runs.setLastStep(setting.step, ofPolicy: setting.policy)
    store.setPolicy(setting.policy, to: setting.value)
  }
}

/// The fact types that the engine itself reads or appends; they are declared in pack `converge`.
package enum BuiltInFact: String, Sendable {
  case approvalRequested = "approval.requested"
  case approvalGranted = "approval.granted"
  case approvalDenied = "approval.denied"
  case overrideUsed = "override.used"
  case consentGiven = "consent.given"
  case policySet = "policy.set"
}
