import Foundation

/// The state of a client's connection, in the contract's terms (§1.5).
public enum LiveConnectionState: String, Sendable, CaseIterable {
  /// Events arrive as they happen.
  case streaming
  /// The connection broke, and the client tries again.
  case reconnecting
  /// The client is connected by server-sent events or polling.
  case degraded
  /// The client is not connected, and proposals are queued.
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

  /// The label beside the coloured light; `nil` for none.
  public var label: String? {
    switch self {
    case .streaming, .reconnecting: nil
    case .degraded: "Limited mode"
    case .offline: "Offline"
    }
  }
}

/// The data that a screen shows at one moment (sessions §8.3).
public struct LiveView: Sendable, Hashable {
  /// The state of the connection.
  public let connectionState: LiveConnectionState
  /// The status of the shown run: `running`, `converged`, `halted` or `waiting`; `nil` before any run.
  public let runStatus: String?
  /// The approvals and consents that the run waits for, in words.
  public let waitingFor: [String]
  /// Whether the client's actor can give one of them.
  public let canIAct: Bool
  /// All facts, each a JSON object; those without a decision yet have `"provisional": true`.
  public let facts: [String]
  /// The facts that wait for the decision of their run, each a JSON object.
  public let provisional: [String]
  /// The provisional facts that were withdrawn, each a JSON object with `dropped_because`.
  public let dropped: [String]
  /// The proposals that wait for the connection or for the user (contract §16.2), each a JSON object.
  public let queue: [String]
  /// The highest `seq` up to which no event is missing.
  public let seq: Int
  /// The missing `seq`s above it.
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
