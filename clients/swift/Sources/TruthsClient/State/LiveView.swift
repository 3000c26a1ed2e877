import Foundation

/// How a client is connected, in the contract's words (§1.5).
public enum LiveConnectionState: String, Sendable, CaseIterable {
  /// Events come as they happen.
  case streaming
  /// The connection broke, and it tries again.
  case reconnecting
  /// Connected by server-sent events or polls.
  case degraded
  /// Not connected; what is proposed is queued.
  case offline

  /// `green`, `yellow`, `orange` or `red`.
  public var color: String {
    switch self {
    case .streaming: "green"
    case .reconnecting: "yellow"
    case .degraded: "orange"
    case .offline: "red"
    }
  }

  /// The words beside the light; `nil` where there are none.
  public var label: String? {
    switch self {
    case .streaming, .reconnecting: nil
    case .degraded: "Limited mode"
    case .offline: "Offline"
    }
  }
}

/// What a screen shows at one moment (sessions §8.3).
public struct LiveView: Sendable, Hashable {
  /// How the client is connected.
  public let connectionState: LiveConnectionState
  /// Of the run that is shown: `running`, `converged`, `halted` or `waiting`; `nil` before any run.
  public let runStatus: String?
  /// What that run waits for, for people.
  public let waitingFor: [String]
  /// Whether whoever looks can do something about it.
  public let canIAct: Bool
  /// Every fact, a JSON object each; early ones with `"provisional": true`.
  public let facts: [String]
  /// Facts that wait for their run's decision, a JSON object each.
  public let provisional: [String]
  /// Early facts that were taken back, a JSON object each with `dropped_because`.
  public let dropped: [String]
  /// Proposals that wait for the connection, or for somebody to look at them (contract §16.2), a JSON object each.
  public let queue: [String]
  /// The highest `seq` without a gap below it.
  public let seq: Int
  /// Those above that have not come.
  public let missingSeqs: [Int]
  /// The whole view, a JSON object with the names of fixtures §5.3.
  public let json: String

  init(_ json: String) {
    struct Members: Decodable {
      var connection_state: String
      var run_status: String?
      var waiting_for: [String]
      var can_i_act: Bool
      var seq: Int
      var missing_seqs: [Int]
    }
    let bytes = Array(json.utf8)
    let members = try? JSONDecoder().decode(Members.self, from: Data(bytes))
    connectionState = (members?.connection_state).flatMap(LiveConnectionState.init(rawValue:)) ?? .offline
    (runStatus, waitingFor, canIAct) = (members?.run_status, members?.waiting_for ?? [], members?.can_i_act ?? false)
    (seq, missingSeqs) = (members?.seq ?? 0, members?.missing_seqs ?? [])
    let lists = Dictionary(
      (JSONSlice.members(of: bytes[...]) ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let list = { (name: String) -> [String] in
      (lists[name].flatMap(JSONSlice.elements(of:)) ?? []).map { String(decoding: $0, as: UTF8.self) }
    }
    (facts, provisional, dropped, queue) = (list("facts"), list("provisional"), list("dropped"), list("queue"))
    self.json = json
  }
}
