import Truths

/// The routes, one for each path template.
enum RouteName: CaseIterable {
  case page, pageFile, actor, vocabulary, handbook, handbookChapter
  case jobs, job, jobEvents, jobControl, control, capabilities, events, stream
  case dryRun, whyNot, suggest, why, inbox, decisions
  case ledgerHead, ledgerEntry, ledgerConsistency
  case truths, pendingTruths, adoption
  case health, readiness, metrics, openAPI
  case accessMetadata, accessEvaluation, accessEvaluations, subjectSearch, resourceSearch, actionSearch

  /// The path, with variable parts as names in braces.
  var template: String {
    switch self {
    case .page: "/"
    case .pageFile: "/page/{file}"
    case .actor: "/actor"
    case .vocabulary: "/vocabulary"
    case .handbook: "/handbook"
    case .handbookChapter: "/handbook/{chapter}"
    case .jobs: "/jobs"
    case .job: "/jobs/{job_id}"
    case .jobEvents: "/jobs/{job_id}/events"
    case .jobControl: "/jobs/{job_id}/control"
    case .control: "/control"
    case .capabilities: "/capabilities"
    case .events: "/events"
    case .stream: "/stream"
    case .dryRun: "/dry-run"
    case .whyNot: "/why-not"
    case .suggest: "/suggest"
    case .why: "/why/{entry}"
    case .inbox: "/inbox"
    case .decisions: "/decisions"
    case .ledgerHead: "/ledger/head"
    case .ledgerEntry: "/ledger/entries/{entry}"
    case .ledgerConsistency: "/ledger/consistency"
    case .truths: "/truths"
    case .pendingTruths: "/truths/pending"
    case .adoption: "/truths/adopt"
    case .health: "/healthz"
    case .readiness: "/readyz"
    case .metrics: "/metrics"
    case .openAPI: "/openapi.json"
    case .accessMetadata: "/.well-known/authzen-configuration"
    case .accessEvaluation: "/access/v1/evaluation"
    case .accessEvaluations: "/access/v1/evaluations"
    case .subjectSearch: "/access/v1/search/subject"
    case .resourceSearch: "/access/v1/search/resource"
    case .actionSearch: "/access/v1/search/action"
    }
  }
}

extension Route {
  var name: RouteName {
    switch self {
    case .page: .page
    case .pageFile: .pageFile
    case .actor: .actor
    case .vocabulary: .vocabulary
    case .handbook: .handbook
    case .handbookChapter: .handbookChapter
    case .jobs: .jobs
    case .job: .job
    case .jobEvents: .jobEvents
    case .jobControl: .jobControl
    case .control: .control
    case .capabilities: .capabilities
    case .events: .events
    case .stream: .stream
    case .dryRun: .dryRun
    case .whyNot: .whyNot
    case .suggest: .suggest
    case .why: .why
    case .inbox: .inbox
    case .decisions: .decisions
    case .ledgerHead: .ledgerHead
    case .ledgerEntry: .ledgerEntry
    case .ledgerConsistency: .ledgerConsistency
    case .truths: .truths
    case .pendingTruths: .pendingTruths
    case .adoption: .adoption
    case .health: .health
    case .readiness: .readiness
    case .metrics: .metrics
    case .openAPI: .openAPI
    case .accessMetadata: .accessMetadata
    case .accessEvaluation: .accessEvaluation
    case .accessEvaluations: .accessEvaluations
    case .accessSearch(.subject): .subjectSearch
    case .accessSearch(.resource): .resourceSearch
    case .accessSearch(.action): .actionSearch
    }
  }

  /// Id of the job that the path names; `nil` where it names none.
  var jobID: String? {
    switch self {
    case .job(let id), .jobEvents(let id), .jobControl(let id): id
    default: nil
    }
  }

  /// Whether the route needs no token, because it reveals nothing about decisions.
  var isForEverybody: Bool {
    switch self {
    case .page, .pageFile, .health, .readiness, .openAPI, .accessMetadata: true
    default: false
    }
  }

  /// Whether the route belongs to AuthZEN, whose clients expect that standard's error format.
  var isAccess: Bool {
    switch self {
    case .accessMetadata, .accessEvaluation, .accessEvaluations, .accessSearch: true
    default: false
    }
  }
}
