package import TruthsJSON
import TruthsLedger
package import TruthsSyntax
package import TruthsText

/// A proposal that could be made next (contract §10.2). A prediction decides nothing. When it is proposed, it is decided like
/// any other proposal.
package struct Prediction: Hashable, Sendable {
  /// The intent.
  package var action: String
  package var strategy: Strategy
  /// The name of the blueprint, job, pack or user that the strategy is based on; it is a part of most ids in ``truthID``.
  package var subject: String
  /// The reason in words for people.
  package var reason: String
  /// The fields of the intent that are known already.
  package var fields: JSONObject
  package var consent: ConsentSyntax.Level
  /// The proposer; `nil` if unknown.
  package var actor: JSONObject?

  /// The strategies of contract §10.1, in order of priority.
  package enum Strategy: Int, Hashable, Sendable, CaseIterable {
    case blueprint, flow, pattern, affinity, onboarding

    /// The confidence of the strategy, from 0 to 1, as a decimal literal.
    fileprivate var confidence: String {
      switch self {
      case .blueprint: "0.95"
      case .flow: "0.85"
      case .pattern: "0.7"
      case .affinity: "0.5"
      case .onboarding: "0.3"
      }
    }
  }

  /// The id of the strategy, such as `blueprint.invoice_to_cash.next_step`.
  package var truthID: String {
    switch strategy {
    case .blueprint: "blueprint.\(subject).next_step"
    case .flow: "flow.\(subject).artifact_ready"
    case .pattern: "user.\(subject).pattern"
    case .affinity: "context.current_pack"
    case .onboarding: "user.new.exploration"
    }
  }

  /// The confidence of the strategy, from 0 to 1.
  package var confidence: Decimal { (try? Decimal(literal: strategy.confidence)) ?? .zero }

  /// Returns the object of contract §10.2, in its order, with the known fields as `payload`.
  ///
  /// - Parameter head: the head of the context. The proposal's id covers it, so the same prediction on another context has
  ///   another id.
  package func json(head: String) -> JSONObject {
    let core = JSONRecord(Self.said, Self.givenFields).object(of: self)
    let proposalID =
      "prop_" + Digest(canonical: .object(["context": .text(head), "prediction": .object(core)])).first16
    return Self.record.object(of: (self, proposalID))
  }
}

extension Prediction {
  package static let shape = record.shape

  private static let record = JSONRecord<(prediction: Prediction, proposalID: String)>(
    [.required("proposal_id", .text, "The identity of the proposal.") { $0.proposalID }],
    JSONRecord(said).fields { $0.prediction },
    [
      .required("trace_id", .text, "The distributed trace of its events.") {
        "trc_" + Digest(of: "\($0.proposalID)/\($0.prediction.truthID)").first16
      }
    ], JSONRecord(givenFields).fields { $0.prediction })

  /// The members about the predicted action.
  private static let said: [JSONRecord<Prediction>.Field] = [
    .required("action", .text, "The intent.") { $0.action },
    .required("confidence", .number, "The confidence, from 0 to 1.") { $0.confidence },
    .required("reason", .text, "The reason for the proposal.") { $0.reason },
    .required("truth_id", .text, "The declaration on which the prediction is based.") { $0.truthID },
    .required(
      "requires_consent", .words(ConsentSyntax.Level.allCases.map(\.rawValue)), "The level of consent that the proposal needs."
    ) {
      $0.consent.rawValue
    },
  ]

  /// The members about the proposer and the known fields.
  private static let givenFields: [JSONRecord<Prediction>.Field] = [
    .optional("actor", EntryForm.actor, "The actor who would propose.") { $0.actor },
    .optional("payload", .map(), "The fields that are known.") { $0.fields.members.isEmpty ? nil : $0.fields },
  ]
}
