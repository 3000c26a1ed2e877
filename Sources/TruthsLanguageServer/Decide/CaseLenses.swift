import Truths
import TruthsEngine
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsText

/// Code lenses about cases, and the command that chooses the case shown beside a rule.
extension LanguageServer {
  /// Returns the lenses of a rule: the case shown beside its clauses, with a click for the next case, and above each clause the
  /// results that no fixture shows.
  func caseLenses(_ rule: ServedRule, _ file: SourceFile, _ project: ServedProject) -> [JSONValue] {
    guard let cases = project.wholeCases else { return [] }
    var lenses: [JSONValue] = []
    let all = cases.shown(beside: rule)
    if let shown = project.shownCase(beside: rule), let place = all.firstIndex(of: shown), let story = cases.readyStory(of: shown)
    {
      let next = all[(place + 1) % all.count]
      let count = all.count > 1 ? " (\(place + 1) of \(all.count), next)" : ""
      let arguments: [JSONValue] = [.text(project.root), .text(rule.id), next.json]
      lenses.append(
        lens(
          "beside it: \(shown.text), \(story.title)\(count)", all.count > 1 ? (ShowCaseCommand.name, arguments) : nil,
          rule.span, file))
    }
    guard cases.isDecided, !all.isEmpty else { return lenses }
    return lenses
      + rule.clauses.compactMap { clause in
        let missing = cases.missing(of: clause)
        return missing.isEmpty ? nil : lens("no fixture sees this \(missing.joined(separator: ", or "))", nil, clause.span, file)
      }
  }

  /// Executes ``ShowCaseCommand`` (`workspace/executeCommand`).
  func showCase(_ parameters: JSONValue) throws(ResponseError) {
    let arguments = parameters["arguments"]?.arrayValue ?? []
    guard arguments.count == 3, let root = arguments[0].stringValue, let rule = arguments[1].stringValue,
      let project = projects.first(where: { $0.root == root })
    else { throw ResponseError.parameters(of: "workspace/executeCommand", lack: "arguments") }
    let chosen: CaseID = arguments[2].stringValue.map { .fixture($0) } ?? .scratch
    project.chosenCases[rule] = chosen
    _ = project.cases?.story(of: chosen)
    refreshCases()
  }

  /// Asks the client to request its hints and lenses again.
  func refreshCases() {
    if client.refreshesHints { request("workspace/inlayHint/refresh", .null) }
    if client.refreshesLenses { request("workspace/codeLens/refresh", .null) }
  }
}

/// The command that shows another case beside a rule. Its arguments are the root of the project, the id of the rule, and the id
/// of a fixture, or `null` for the scratch proposal.
enum ShowCaseCommand {
  static let name = "truths.showCase"
}

extension CaseID {
  fileprivate var json: JSONValue {
    switch self {
    case .fixture(let id): .text(id)
    case .scratch: .null
    }
  }
}

extension ServedCases {
  /// Returns the results, in words, that coverage expects of a clause and no fixture shows.
  func missing(of clause: CheckedClause) -> [String] {
    let counts = counts(ofClause: clause.span)
    return clause.expectedOutcomes.filter { counts[$0.result] == nil }.map { expected in
      switch expected.result {
      case .holds: "hold"
      case .violated: "violated"
      case .notApplicable: "not apply"
      case .unknown: "unknown"
      }
    }
  }
}
