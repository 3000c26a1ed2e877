import Foundation
import Truths
import TruthsServerTestSupport

/// A mistake of a server around its session, which the simulation of the core has to find.
enum CoreMistake: CaseIterable {
  /// Clients receive the messages of a batch before it is on disk.
  case acknowledgesBeforeSync
  /// After a restart events are numbered from the start, under the name of the old stream.
  case countsAnew
  /// The idempotency key of a proposal does not reach the session.
  case forgetsKeys
  /// A connection belongs to the actor that its handshake names.
  case believesHandshakes
  /// Proposals made while the session is paused are acknowledged and lost.
  case dropsHeldProposals
  /// After a restart the rules of the files decide, although others were adopted.
  case goesOnWithTheFiles

  /// The message without its key.
  static func withoutKey(_ message: Data) throws -> Data {
    guard StreamText.contains("idempotency_key", in: message), var whole = StreamText.object(message),
      var proposal = whole["propose"] as? [String: Any]
    else { return message }
    proposal["idempotency_key"] = nil
    // Without its key a record of a queue is no record.
    whole["propose"] = proposal["proposal"] ?? proposal
    return try JSONSerialization.data(withJSONObject: whole)
  }

  /// Returns the actor in a handshake, as JSON.
  static func claimedActor(in message: Data) throws -> String? {
    guard let request = StreamText.object(message)?["handshake"] as? [String: Any], let actor = request["actor"] else {
      return nil
    }
    return String(decoding: try JSONSerialization.data(withJSONObject: actor), as: UTF8.self)
  }

  /// The answer that a session which is paused would give to a proposal; `nil` for another message.
  static func answerOfPaused(to message: Data, currentSeq: Int) -> Data? {
    guard let proposal = StreamText.object(message)?["propose"] as? [String: Any],
      let key = proposal["idempotency_key"] as? String
    else { return nil }
    let reason = "paused: it waits for resume"
    let answer = #"{"current_seq":\#(currentSeq),"reason":"\#(reason)","refused":false,"replay":false,"to":"\#(key)"}"#
    return Data(#"{"answer":\#(answer)}"#.utf8)
  }
}
