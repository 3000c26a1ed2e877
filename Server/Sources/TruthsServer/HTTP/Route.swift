import Foundation
import HTTPTypes

/// What a path names, and what can be done there.
enum Route: Hashable {
  case jobs
  case job(String)
  case jobEvents(String)
  case jobControl(String)
  case control, capabilities, events, ledgerHead, health, readiness, metrics, openAPI

  /// - Returns: `nil` where the path names nothing.
  init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).removingPercentEncoding ?? String($0)
    }
    switch parts.count {
    case 1:
      switch parts[0] {
      case "jobs": self = .jobs
      case "control": self = .control
      case "capabilities": self = .capabilities
      case "events": self = .events
      case "healthz": self = .health
      case "readyz": self = .readiness
      case "metrics": self = .metrics
      case "openapi.json": self = .openAPI
      default: return nil
      }
    case 2 where parts == ["ledger", "head"]: self = .ledgerHead
    case 2 where parts[0] == "jobs" && !parts[1].isEmpty: self = .job(parts[1])
    case 3 where parts[0] == "jobs" && parts[2] == "events": self = .jobEvents(parts[1])
    case 3 where parts[0] == "jobs" && parts[2] == "control": self = .jobControl(parts[1])
    default: return nil
    }
  }

  var methods: [HTTPRequest.Method] {
    switch self {
    case .jobs, .jobControl, .control: [.post]
    case .job: [.get, .delete]
    case .capabilities: [.get, .post]
    case .jobEvents, .events, .ledgerHead, .health, .readiness, .metrics, .openAPI: [.get]
    }
  }

  /// The parameters that a query may have, in the order in which a message lists them.
  var parameters: [String] {
    switch self {
    case .jobs: ["wait"]
    case .jobEvents: ["since_seq", "wait", "stream_id"]
    case .events: ["since_seq", "wait", "stream_id", "correlation_id", "run_id", "entry_types"]
    default: []
    }
  }
}
