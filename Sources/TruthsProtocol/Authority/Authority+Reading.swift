import TruthsJSON
import TruthsRuntime
import TruthsText

/// Who may read what belongs to an organisation (sessions §10.1).
extension Authority {
  mutating func mayRead(_ subject: ReadSubject, _ actor: JSONObject, on context: Context, now: Timestamp) -> Bool {
    verdict(
      of: actor, .readLedger(orgID: subject.organisation, factType: subject.factType), on: context, now: now
    ).isAllowed
  }

  /// Whether values of sensitive fields are shown.
  mutating func seesSensitive(_ subject: ReadSubject, _ actor: JSONObject, on context: Context, now: Timestamp) -> Bool {
    verdict(
      of: actor, .readSensitive(orgID: subject.organisation, factType: subject.factType), on: context, now: now
    ).isAllowed
  }
}
