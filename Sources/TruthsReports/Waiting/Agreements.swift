package import TruthsEngine
import TruthsLedger
import TruthsRendering
package import TruthsRuntime
import TruthsText

/// The people who agreed to a waiting proposal and the moments at which they did, read from the facts of a ledger.
package struct Agreements {
  let context: Context

  package init(context: Context) {
    self.context = context
  }

  /// An approval or a consent of a person.
  package struct GivenAnswer: Equatable {
    var person: String
    package var moment: String

    init(person: String, moment: String) { (self.person, self.moment) = (person, moment) }

    init?(_ record: AssentRecord) {
      guard let person = record.userID else { return nil }
      self.init(person: person, moment: record.moment)
    }
  }

  /// Returns the approvals of a request, oldest first.
  package func grants(of request: String) -> [GivenAnswer] {
    context.approvals.grants(of: request).compactMap { GivenAnswer(AssentRecord($0, .grant)) }
  }

  /// Returns the consents to a proposal, oldest first. A user who proposed with `consent` consented at the moment of the
  /// proposal.
  ///
  /// - Parameter runID: the run of the proposal.
  package func consents(to proposalHash: String, _ runID: String) -> [GivenAnswer] {
    var consents: [GivenAnswer] = []
    if let proposal = context.proposal(ofRun: runID), proposal.isByPerson, let person = proposal.userID,
      ProposalRecord(proposal.payload).hasConsent
    {
      consents.append(GivenAnswer(person: person, moment: proposal.timestamp.text))
    }
    return consents + context.approvals.consents(to: proposalHash).compactMap { GivenAnswer(AssentRecord($0, .consent)) }
  }

  /// Returns a remark on an approval that changes nothing: who approved before, and the answers still needed.
  ///
  /// - Parameters:
  ///   - request: the id of the request.
  ///   - person: the person who has just approved.
  ///   - isAccepted: whether the approval of `person` is in the ledger.
  ///   - wait: the answers that the run waits for.
  /// - Returns: `nil` if it is the first approval of `person`, or if the run does not wait for the request.
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

  /// Returns the first agreement of each person, in order.
  private static func firsts(of given: [GivenAnswer]) -> [GivenAnswer] {
    var first: [GivenAnswer] = []
    for one in given where !first.contains(where: { Text($0.person) == Text(one.person) }) { first.append(one) }
    return first
  }

  /// Returns agreements in words, such as `@ann (2025-01-31 12:00 UTC) and @bob (2025-01-31 13:00 UTC) granted`.
  ///
  /// - Parameter verb: the last word, such as `granted`.
  package static func words(_ given: [GivenAnswer], _ verb: String) -> String {
    ExplanationText.joined(firsts(of: given).map { "@\($0.person) (\(PlainValue.text($0.moment)))" }) + " \(verb)"
  }
}
