import Foundation
import TruthsServerTestSupport

/// The data of a ledger that the simulation checks, read from its lines without the code that wrote them.
struct LedgerIndex {
  /// The decisions about each run.
  private(set) var decisions: [String: Set<String>] = [:]
  /// The runs in which an order was proposed.
  private(set) var runs: [String: Set<String>] = [:]
  /// The number of facts about each order.
  private(set) var placed: [String: Int] = [:]
  /// The organisation of a run's proposer.
  private(set) var organisations: [String: String] = [:]

  init(_ lines: [UInt8]) {
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      guard let entry = StreamText.object(Data(line)), let payload = entry["payload"] as? [String: Any] else { continue }
      let run = entry["run_id"] as? String ?? ""
      if let decision = payload["decision"] as? String { decisions[run, default: []].insert(decision) }
      switch entry["entry_type"] as? String {
      case "proposal":
        if let order = Self.order(in: payload) { runs[order, default: []].insert(run) }
        if let actor = entry["actor"] as? [String: Any] { organisations[run] = actor["org_id"] as? String }
      case "fact" where payload["type"] as? String == "order.placed":
        if let order = Self.order(in: payload) { placed[order, default: 0] += 1 }
      default: break
      }
    }
  }

  /// Returns the order that a proposal or a fact is about, in any form of the payload.
  private static func order(in payload: [String: Any]) -> String? {
    if let order = payload["order_id"] as? String { return order }
    for inner in ["payload", "proposal", "fields", "value"] {
      if let object = payload[inner] as? [String: Any], let order = order(in: object) { return order }
    }
    return nil
  }
}
