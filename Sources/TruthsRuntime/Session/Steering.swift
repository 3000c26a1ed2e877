import TruthsJSON
import TruthsText

/// What control messages left behind: who is paused, what is held, what was cancelled.
struct Steering: Hashable, Sendable {
  /// Whether the whole session is paused.
  var isPaused = false
  /// Runs that are paused by themselves.
  var pausedRuns: Set<String> = []
  /// Proposals that came while the session was paused, in order.
  var held: [Held] = []
  /// Those of them that were cancelled: their runs stand in no ledger, so that this alone keeps a repetition from being decided.
  var cancelled: [Held] = []
  /// From when a budget of time counts.
  var timeBegins = Timestamp.epoch

  struct Held: Hashable, Sendable {
    var key: String
    /// Who is known to propose it; `nil` where nobody vouches for that.
    var actor: JSONObject?
    /// Whose key it is.
    var proposer: JSONObject?
    /// As received, with the `run_id` that it was told under.
    var proposal: JSONObject
    var runID: String
    var proposalID: String

    var userID: String { proposer?.text("user_id") ?? "" }
  }

  /// The proposal that is held, or was cancelled, under a key of an actor: a key belongs to an actor.
  static func proposal(_ key: String, by actor: JSONObject?, in proposals: [Held]) -> Held? {
    proposals.first { Text($0.key) == Text(key) && Text($0.userID) == Text(actor?.text("user_id") ?? "") }
  }

  /// Whether a run is not to be evaluated now.
  func isStopped(_ runID: String) -> Bool { isPaused || pausedRuns.contains(runID) }
}

/// Who acts where the session does so by itself.
enum SessionActor {
  static let system: JSONObject = [
    "type": .text("system"), "user_id": .text("converge"), "device_id": .text("converge"), "org_id": .text("converge"),
    "roles": .array([]),
  ]
}
