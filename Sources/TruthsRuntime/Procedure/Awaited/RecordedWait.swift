package import TruthsEngine
package import TruthsJSON

/// The conditions that a run waits for, from the `waiting_for` of a decision, a status event or a run's output.
///
/// The words are parsed once. Elements of `waiting_for` that are not texts are ignored.
package struct RecordedWait: Hashable, Sendable {
  /// The conditions, in the order of the record.
  package let awaited: [Awaited]

  /// Creates the wait of a new run.
  package init(awaited: [Awaited]) { self.awaited = awaited }

  /// Reads a record.
  ///
  /// - Parameter record: the object with the member `waiting_for`.
  package init(_ record: JSONObject) { awaited = record.texts("waiting_for").map { Awaited(recorded: $0) } }

  /// Returns whether the run waits for an approval by exactly the people that a demand names.
  package func asks(_ demand: ApprovalDemand) -> Bool {
    awaited.contains { if case .approval(let people) = $0 { people.words == demand.words } else { false } }
  }

  /// Whether the run waits for any approval.
  package var wantsApproval: Bool { awaited.contains { if case .approval = $0 { true } else { false } } }

  /// Whether the run waits for a consent.
  package var wantsConsent: Bool { awaited.contains { if case .consent = $0 { true } else { false } } }
}
