import TruthsJSON
import TruthsRuntime
import TruthsText

/// Read permissions for the entries of an organisation (sessions §10.1).
extension Authority {
  mutating func mayRead(_ subject: ReadSubject, _ actor: JSONObject, on context: Context, now: Timestamp) -> Bool {
    verdict(
      of: actor, .readLedger(orgID: subject.organisation, factType: subject.factType), on: context, now: now
    ).isAllowed
  }

  /// Whether the actor sees the values of sensitive fields.
  mutating func seesSensitive(_ subject: ReadSubject, _ actor: JSONObject, on context: Context, now: Timestamp) -> Bool {
    verdict(
      of: actor, .readSensitive(orgID: subject.organisation, factType: subject.factType), on: context, now: now
    ).isAllowed
  }
}
