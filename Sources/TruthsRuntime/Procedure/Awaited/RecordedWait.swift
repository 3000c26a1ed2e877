package import TruthsEngine
package import TruthsJSON

/// What a run waits for by the `waiting_for` of a recorded decision, of a status event or of a run's output. Read once; texts
/// alone count.
package struct RecordedWait: Hashable, Sendable {
  /// In the order of the record.
  package let awaited: [Awaited]

  /// What a run that was just made waits for.
  package init(awaited: [Awaited]) { self.awaited = awaited }

  /// - Parameter record: the object with the member `waiting_for`.
  package init(_ record: JSONObject) { awaited = record.texts("waiting_for").map { Awaited(recorded: $0) } }

  /// Whether the run waits for an approval by exactly those whom a request asks.
  package func asks(_ demand: ApprovalDemand) -> Bool {
    awaited.contains { if case .approval(let people) = $0 { people.words == demand.words } else { false } }
  }

  /// Whether the run waits for an approval of anybody.
  package var wantsApproval: Bool { awaited.contains { if case .approval = $0 { true } else { false } } }

  /// Whether the run waits for a consent.
  package var wantsConsent: Bool { awaited.contains { if case .consent = $0 { true } else { false } } }
}
