/// Something new that a set is to have, of which a starting point is written (`truths new`).
public enum Beginning: Sendable {
  /// A pack of its own, with nothing in it yet.
  case pack(name: String, summary: String?)
  /// A truth, `pack.name`, with the intent that it governs and the fact that comes of it; `intent` names one that is there, or
  /// that is made.
  case truth(id: String, intent: String?, summary: String?)
  /// A job to be done, `pack.name`.
  case job(id: String, verb: String?, object: String?, outcome: String?, triggers: [String])
  /// A fixture, whose id begins with the name of its pack; `intent` is the one that it proposes.
  case fixture(id: String, intent: String?)
}

/// Why a starting point cannot be written, in one line.
public struct BeginningFault: Error, Sendable {
  /// What is wrong with what was asked for.
  public let message: String

  init(_ message: String) { self.message = message }
}
