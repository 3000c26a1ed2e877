import Foundation
import HTTPTypes
import Truths

/// The resource that a path names, with its allowed methods and query parameters.
enum Route: Hashable {
  case jobs
  case job(String)
  case jobEvents(String)
  case jobControl(String)
  case dryRun, whyNot, suggest
  case why(String)
  case inbox, decisions
  case ledgerEntry(String)
  case ledgerConsistency
  case control, capabilities, events, stream, ledgerHead, health, readiness, metrics, openAPI
  case truths, pendingTruths, adoption
  case accessMetadata, accessEvaluation, accessEvaluations
  case accessSearch(AccessSearch.Target)

  /// - Returns: `nil` for an unknown path.
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
      case "stream": self = .stream
      case "dry-run": self = .dryRun
      case "why-not": self = .whyNot
      case "suggest": self = .suggest
      case "inbox": self = .inbox
      case "decisions": self = .decisions
      case "healthz": self = .health
      case "readyz": self = .readiness
      case "truths": self = .truths
      case "metrics": self = .metrics
      case "openapi.json": self = .openAPI
      default: return nil
      }
    case 2 where parts == ["ledger", "head"]: self = .ledgerHead
    case 2 where parts == ["truths", "pending"]: self = .pendingTruths
    case 2 where parts == ["truths", "adopt"]: self = .adoption
    case 2 where parts == ["ledger", "consistency"]: self = .ledgerConsistency
    case 2 where parts[0] == "why" && !parts[1].isEmpty: self = .why(parts[1])
    case 3 where parts[0] == "ledger" && parts[1] == "entries" && !parts[2].isEmpty: self = .ledgerEntry(parts[2])
    case 2 where parts[0] == "jobs" && !parts[1].isEmpty: self = .job(parts[1])
    case 3 where parts[0] == "jobs" && parts[2] == "events": self = .jobEvents(parts[1])
    case 3 where parts[0] == "jobs" && parts[2] == "control": self = .jobControl(parts[1])
    case 2 where parts == [".well-known", "authzen-configuration"]: self = .accessMetadata
    case 3 where parts == ["access", "v1", "evaluation"]: self = .accessEvaluation
    case 3 where parts == ["access", "v1", "evaluations"]: self = .accessEvaluations
    case 4 where parts.starts(with: ["access", "v1", "search"]):
      guard let target = AccessSearch.Target(rawValue: parts[3]) else { return nil }
      self = .accessSearch(target)
    default: return nil
    }
  }

  var methods: [HTTPRequest.Method] {
    switch self {
    case .jobs, .jobControl, .control, .dryRun, .whyNot, .suggest, .adoption: [.post]
    case .accessEvaluation, .accessEvaluations, .accessSearch: [.post]
    case .job: [.get, .delete]
    case .capabilities: [.get, .post]
    case .jobEvents, .events, .stream, .health, .readiness, .metrics, .openAPI, .truths, .pendingTruths: [.get]
    case .accessMetadata, .why, .inbox, .decisions, .ledgerHead, .ledgerEntry, .ledgerConsistency: [.get]
    }
  }

  /// Names of the allowed query parameters, in the order in which messages list them.
  var parameters: [String] {
    switch self {
    case .jobs, .adoption: ["wait"]
    case .jobEvents: ["since_seq", "wait", "stream_id"]
    case .events: ["since_seq", "wait", "stream_id", "correlation_id", "run_id", "entry_types"]
    case .inbox: ["all"]
    case .decisions: ["actor", "truth", "intent", "outcome", "since", "until", "limit", "page"]
    case .ledgerConsistency: ["from", "to"]
    default: []
    }
  }
}
