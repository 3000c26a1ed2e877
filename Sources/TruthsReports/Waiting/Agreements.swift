package import TruthsEngine
import TruthsLedger
import TruthsRendering
package import TruthsRuntime
import TruthsText

/// The people who agreed to a waiting proposal, and when, from the facts of a ledger.
package struct Agreements {
  let context: Context

  package init(context: Context) {
    self.context = context
  }

  /// An approval or a consent of a person.
  package struct Given: Equatable {
    var person: String
    package var moment: String

    init(person: String, moment: String) { (self.person, self.moment) = (person, moment) }

    init?(_ record: AssentRecord) {
      guard let person = record.userID else { return nil }
      self.init(person: person, moment: record.moment)
    }
  }

  /// Returns the approvals of a request, oldest first.
  package func grants(of request: String) -> [Given] {
    context.approvals.grants(of: request).compactMap { Given(AssentRecord($0, .grant)) }
  }

  /// Returns the consents to a proposal, oldest first. The consent of a user who proposed with `consent` came with the
  /// proposal.
  package func consents(to proposalHash: String, _ runID: String) -> [Given] {
    var found: [Given] = []
    if let proposal = context.proposal(ofRun: runID), proposal.isByPerson, let person = proposal.userID,
      ProposalRecord(proposal.payload).hasConsent
    {
      found.append(Given(person: person, moment: proposal.timestamp.text))
    }
    return found + context.approvals.consents(to: proposalHash).compactMap { Given(AssentRecord($0, .consent)) }
  }

  /// Returns a remark on an answer that changes nothing: who approved before, and the answers still needed.
  ///
  /// - Parameters:
  ///   - person: the person who has just approved.
  ///   - isAccepted: whether that approval is in the ledger.
  ///   - wait: what the run waits for.
  /// - Returns: `nil` where it is that person's first approval, or where the run does not wait for the request.
  package func remark(
    on request: String, _ demand: ApprovalDemand, by person: String, isAccepted: Bool, _ wait: RecordedWait
  ) -> String? {
    let all = grants(of: request)
    guard all.count(where: { Text($0.person) == Text(person) }) > (isAccepted ? 1 : 0),
      wait.asks(demand)
    else { return nil }
    let first = Self.firsts(of: all)
    let open = demand.count - first.count
    let more = open > 0 ? " \(open) more of \(demand.count):" : ""
    return "\(Self.words(first, "granted")) \(request) already: a person counts once. The run still waits for\(more) "
      + ExplanationText.joined(wait.awaited.words)
  }

  /// Returns the first agreement of each person.
  private static func firsts(of given: [Given]) -> [Given] {
    var first: [Given] = []
    for one in given where !first.contains(where: { Text($0.person) == Text(one.person) }) { first.append(one) }
    return first
  }

  /// Returns agreements in words: `@ann (2025-01-31 12:00 UTC) and @bob (2025-01-31 13:00 UTC) granted`.
  package static func words(_ given: [Given], _ verb: String) -> String {
    ExplanationText.joined(firsts(of: given).map { "@\($0.person) (\(PlainValue.text($0.moment)))" }) + " \(verb)"
  }
}
