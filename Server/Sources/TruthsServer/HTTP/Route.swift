import Foundation
import HTTPTypes
import Truths

/// The resource that a path names, with its allowed methods and query parameters.
enum Route: Hashable {
  case page
  /// A file of the page, by its path below `/page/`.
  case pageFile(String)
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
  case actor, vocabulary, handbook
  /// A chapter of the handbook, by its name.
  case handbookChapter(String)
  case accessMetadata, accessEvaluation, accessEvaluations
  case accessSearch(AccessSearch.Target)

  /// - Returns: `nil` for an unknown path.
  init?(path: String) {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).removingPercentEncoding ?? String($0)
    }
    switch segments.count {
    case 1:
      switch segments[0] {
      case "": self = .page
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
      case "actor": self = .actor
      case "vocabulary": self = .vocabulary
      case "handbook": self = .handbook
      case "metrics": self = .metrics
      case "openapi.json": self = .openAPI
      default: return nil
      }
    case 2 where segments == ["ledger", "head"]: self = .ledgerHead
    case 2 where segments == ["truths", "pending"]: self = .pendingTruths
    case 2 where segments == ["truths", "adopt"]: self = .adoption
    case 2 where segments == ["ledger", "consistency"]: self = .ledgerConsistency
    case 2 where segments[0] == "handbook" && !segments[1].isEmpty: self = .handbookChapter(segments[1])
    case 2 where segments[0] == "why" && !segments[1].isEmpty: self = .why(segments[1])
    case 3 where segments[0] == "ledger" && segments[1] == "entries" && !segments[2].isEmpty: self = .ledgerEntry(segments[2])
    case 2 where segments[0] == "jobs" && !segments[1].isEmpty: self = .job(segments[1])
    case 3 where segments[0] == "jobs" && segments[2] == "events": self = .jobEvents(segments[1])
    case 3 where segments[0] == "jobs" && segments[2] == "control": self = .jobControl(segments[1])
    case 2 where segments == [".well-known", "authzen-configuration"]: self = .accessMetadata
    case 3 where segments == ["access", "v1", "evaluation"]: self = .accessEvaluation
    case 3 where segments == ["access", "v1", "evaluations"]: self = .accessEvaluations
    case 4 where segments.starts(with: ["access", "v1", "search"]):
      guard let target = AccessSearch.Target(rawValue: segments[3]) else { return nil }
      self = .accessSearch(target)
    case 2... where segments[0] == "page": self = .pageFile(segments.dropFirst().joined(separator: "/"))
    default: return nil
    }
  }

  var methods: [HTTPRequest.Method] {
    switch self {
    case .page, .pageFile: [.get, .head]
    case .jobs, .jobControl, .control, .dryRun, .whyNot, .suggest, .adoption: [.post]
    case .accessEvaluation, .accessEvaluations, .accessSearch: [.post]
    case .job: [.get, .delete]
    case .capabilities: [.get, .post]
    case .jobEvents, .events, .stream, .health, .readiness, .metrics, .openAPI, .truths, .pendingTruths: [.get]
    case .actor, .vocabulary, .handbook, .handbookChapter: [.get]
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
