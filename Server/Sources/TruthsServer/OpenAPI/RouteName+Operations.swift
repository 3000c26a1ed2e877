import HTTPTypes

/// Descriptions of the routes' methods for the OpenAPI document.
extension RouteName {
  /// Returns the description of a method at this route. Called only with methods that the route accepts.
  func operation(_ method: HTTPRequest.Method) -> OperationDescription {
    switch self {
    case .page: .page
    case .pageFile: .pageFile
    case .actor: .sender
    case .vocabulary: .vocabulary
    case .handbook: .handbook
    case .handbookChapter: .handbookChapter
    case .jobs: .proposing
    case .job where method == .delete: .cancelling
    case .job: .job
    case .jobEvents: .jobEvents
    case .jobControl: .jobControl
    case .control: .control
    case .capabilities where method == .post: .handshake
    case .capabilities: .capabilities
    case .events: .events
    case .stream: .stream
    case .dryRun: .dryRun
    case .whyNot: .whyNot
    case .suggest: .suggestions
    case .why: .proof
    case .inbox: .inbox
    case .decisions: .decisions
    case .ledgerHead: .ledgerHead
    case .ledgerEntry: .ledgerEntry
    case .ledgerConsistency: .ledgerConsistency
    case .truths: .rulesInForce
    case .pendingTruths: .pendingRules
    case .adoption: .adoption
    case .health: .health
    case .readiness: .readiness
    case .metrics: .metrics
    case .openAPI: .document
    case .accessMetadata: .accessMetadata
    case .accessEvaluation: .accessEvaluation
    case .accessEvaluations: .accessEvaluations
    case .subjectSearch: .accessSearch("Tells which subjects may do an action to a resource.", "SubjectSearch")
    case .resourceSearch: .accessSearch("Tells to which resources a subject may do an action.", "ResourceSearch")
    case .actionSearch: .accessSearch("Tells which actions a subject may do to a resource.", "ActionSearch")
    }
  }
}
