import TruthsAnswers
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsReports
import TruthsRuntime
import TruthsText

/// Suggests changes of a proposal, and next proposals.
extension RunQuestions {
  /// Suggests changes that would get a proposal accepted: the object of `truths why-not --format json`, with `truths` and
  /// `head`. Leaves out changes that would reveal values from facts that the actor may not see.
  ///
  /// - Throws: ``RunMessageFault`` about the facts, ``RunWorkFault`` where the run itself exceeds its work limit.
  /// - Complexity: at most 20,000 runs, which together take no more work than one may; O(facts).
  public func whyNot(_ question: RunQuestion) throws -> [UInt8] {
    let (proposal, actor) = asked(question.proposal ?? [:])
    let context = try context(with: question.facts)
    let told = try ways(for: proposal.value.objectValue ?? [:], by: actor, on: context, .full, limit: 8)
    return JSONValue.object(told.merging(proof)).canonical()
  }

  /// Returns the object of `truths why-not --format json` for a proposal.
  ///
  /// - Parameter limit: maximum number of suggestions.
  func ways(
    for proposal: JSONObject, by actor: JSONObject, on context: Context, _ effort: Effort, limit: Int
  ) throws(RunWorkFault) -> JSONObject {
    let scenario = ReceivedScenario(proposal: proposal, now: view.now, actor: actor)
    let basis = ScenarioBasis(procedure: procedure, context: context, budget: view.budget)
    do throws(WorkExceeded) {
      let found = try WaySearch.whyNot(scenario, on: basis, limit: limit, effort, isMeasured: false)
      let answers = Workspace.answers(
        to: found.outcome, AnswerSearch(scenario, on: basis, effort, of: found.outcome), procedure)
      let told = masked(known(found, of: scenario.proposal, on: context, by: actor), of: actor)
      let shown = answers.told.map { answer in
        var answer = answer
        answer.reason = masked(reason: answer.reason, truthID: answer.truthID, of: actor)
        return answer
      }
      let report = WhyNotReport(
        told, answers: (shown, answers.isExhausted), proposal: scenario.proposal, display: FieldDisplay(procedure.program),
        isMeasured: false, isAside: false)
      return report.object
    } catch {
      throw RunWorkFault(error)
    }
  }

  /// Returns the result without suggestions that contain values that the actor may not know.
  private func known(_ whyNot: WhyNot, of proposal: JSONObject, on context: Context, by actor: JSONObject) -> WhyNot {
    if whyNot.ways.isEmpty { return whyNot }
    let program = procedure.program
    let values = whyNot.outcome.violations.flatMap(\.values.members).map { term in
      view.seesSensitive(of: actor) ? term.value : view.masking.masked(term.value, named: term.name.string)
    }
    let hidden = HiddenValues(
      in: context.store, program, for: whyNot.outcome, of: proposal, told: values
    ) { fact, field in
      let (owner, type) = (fact.entry.actor, program.facts[fact.type].name)
      guard view.mayRead(of: owner, factType: type) else { return false }
      return !view.masking.masksFacts(of: type) || !isSensitive(field, of: fact) || view.seesSensitive(of: owner, factType: type)
    }
    return whyNot.without(hidden)
  }

  /// Returns whether a field is sensitive or contains a sensitive field.
  private func isSensitive(_ field: Field, of fact: FactRecord) -> Bool {
    let program = procedure.program
    return field.isSensitive
      || program.hasPart(field.type) { part in
        if case .record(let index) = part { program.records[index].fields.contains(where: \.isSensitive) } else { false }
      }
  }

  private func masked(_ whyNot: WhyNot, of actor: JSONObject) -> WhyNot {
    var told = whyNot
    told.outcome.reason = masked(reason: whyNot.outcome.reason, truthID: whyNot.outcome.truthID, of: actor)
    for place in told.unmendable.indices {
      let violation = told.unmendable[place]
      told.unmendable[place].reason = masked(reason: violation.reason, truthID: violation.truthID, of: actor)
    }
    return told
  }

  /// Suggests next proposals, each as `truths suggest` prints it: `{"suggestions": […]}`, with `truths` and `head`. With a
  /// proposal, the suggestions assume that it comes first.
  ///
  /// - Throws: ``RunMessageFault`` about the facts, ``RunWorkFault`` where the proposal exceeds its work limit.
  /// - Complexity: O(ledger), and runs that together take no more work than one may.
  public func suggest(_ question: RunQuestion) throws -> [UInt8] {
    var context = try context(with: question.facts)
    var actor = view.actor
    if let proposal = question.proposal {
      let located: LocatedJSON
      (located, actor) = asked(proposal)
      context = try outcome(of: located, by: actor, on: context).context
    }
    let work = WorkMeter(limit: view.budget.maxWork)
    let predictor = Predictor(
      procedure: procedure, context: context, userID: nil, actor: actor,
      isRead: { view.mayRead(of: $0, factType: $1) }, work: work)
    let waiting = Inbox.items(of: procedure, in: context).prefix(Self.mostWaiting).filter { mayRead($0, in: context) }
    let suggestions = Suggestions(predictor, on: context, answering: waiting, within: work, limit: 10)
    let told = suggestions.objects.map { suggestion -> JSONValue in
      if view.seesSensitive(of: actor) { return .object(suggestion) }
      var paths: [String] = []
      var told = masked(suggestion, as: .proposal, at: "", &paths)
      let reason = told.text("reason") ?? ""
      // Reasons contain field values of the waiting proposal.
      told["reason"] = .text(view.masking.masked(reason: reason, truthID: "\(ConvergePack.name).suggestion"))
      if !paths.isEmpty { told["masked"] = .texts(paths) }
      return .object(told)
    }
    var answer: JSONObject = ["suggestions": .array(told)]
    if work.isExceeded { answer["exhausted"] = .boolean(true) }
    return JSONValue.object(answer.merging(proof)).canonical()
  }

  /// Maximum number of waiting runs that are searched for those that the actor can answer.
  static let mostWaiting = 1_000

  /// Returns whether the actor may read a waiting run.
  func mayRead(_ item: Inbox.Item, in context: Context) -> Bool {
    context.proposal(ofRun: item.runID).map { view.mayRead(of: $0.actor) } ?? false
  }
}
