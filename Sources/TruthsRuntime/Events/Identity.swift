import TruthsJSON
import TruthsLedger

/// Identities of the protocol. They are derived, so that the same session over the same context has the same bytes.
enum Identity {
  /// The job of a run: the run's id with `job_` for `run_`; a run named from outside without that prefix is hashed.
  static func job(ofRun runID: String) -> String {
    runID.hasPrefix("run_") ? "job_" + runID.dropFirst(4) : "job_" + digest(runID)
  }

  /// A session's stream: by the context that it begins with and the truth set.
  static func stream(head: String, truthsHash: String) -> String { "str_" + digest(head + "/" + truthsHash) }

  /// The distributed trace that the events of a run belong to, where the proposal names none.
  static func trace(ofRun runID: String) -> String { "trc_" + digest(runID) }

  /// The first 16 hexadecimal digits of SHA-256 of a text's UTF-8 bytes.
  static func digest(_ text: String) -> String { digest(Array(text.utf8)) }

  /// The first 16 hexadecimal digits of SHA-256.
  static func digest(_ bytes: [UInt8]) -> String { Digest(of: bytes).first16 }
}
