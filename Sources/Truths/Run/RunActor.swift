/// Who proposes, as far as whoever runs a proposal knows.
public enum RunActor: Sendable {
  /// Each proposal's own, believed: for one's own proposals, and for histories that are brought in.
  case proposal
  /// An actor of contract §4.2, a JSON object such as `{"type": "user", "user_id": "ann", "roles": ["accountant"]}`.
  ///
  /// It is written into a proposal that names nobody; one that names somebody else is rejected (`converge.actor.mismatch`).
  case known(SourceText)

  /// An actor that a program knows, as JSON.
  public static func known(json: String) -> RunActor { .known(SourceText(path: "actor", bytes: Array(json.utf8))) }
}
