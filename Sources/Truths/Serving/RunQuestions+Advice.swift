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
    let (proposal, actor) = withActor(question.proposal ?? [:])
    let context = try context(with: question.facts)
    let told = try whyNot(for: proposal.value.objectValue ?? [:], by: actor, on: context, .full, limit: 8)
    return JSONValue.object(told.merging(proof)).canonical()
  }

  /// Returns the object of `truths why-not --format json` for a proposal.
  ///
  /// - Parameter limit: maximum number of suggestions.
  func whyNot(
    for proposal: JSONObject, by actor: JSONObject, on context: Context, _ effort: Effort, limit: Int
  ) throws(RunWorkFault) -> JSONObject {
    let scenario = ReceivedScenario(proposal: proposal, now: view.now, actor: actor)
    let basis = ScenarioBasis(procedure: procedure, context: context, budget: view.budget)
    do throws(WorkExceeded) {
      let found = try ChangeSearch.whyNot(scenario, on: basis, limit: limit, effort, isMeasured: false)
      let answers = Workspace.answers(
        to: found.outcome, AnswerSearch(scenario, on: basis, effort, of: found.outcome), procedure)
      let visible = masked(withoutSecrets(found, of: scenario, on: basis, by: actor), of: actor)
      let shown = answers.list.map { answer in
        var answer = answer
        answer.reason = masked(reason: answer.reason, truthID: answer.truthID, of: actor)
        return answer
      }
      let report = WhyNotReport(
        visible, answers: PossibleAnswers(list: shown, isExhausted: answers.isExhausted), proposal: scenario.proposal,
        display: FieldDisplay(procedure.program),
        isMeasured: false, isAside: false)
      return report.object
    } catch {
      throw RunWorkFault(error)
    }
  }

  /// Returns the result without suggestions that contain, or are computed from, values that the actor may not know.
  private func withoutSecrets(
    _ whyNot: WhyNot, of scenario: ReceivedScenario, on basis: ScenarioBasis, by actor: JSONObject
  ) -> WhyNot {
    if whyNot.ways.isEmpty { return whyNot }
    let program = procedure.program
    let values = whyNot.outcome.violations.flatMap(\.values.members).map { term in
      view.seesSensitive(of: actor) ? term.value : view.masking.masked(term.value, named: term.name.string)
    }
    let hidden = HiddenValues(
      in: view.context.store, program, for: whyNot.outcome, of: scenario.proposal, shownValues: values
    ) { fact, field in
      let (owner, type) = (fact.entry.actor, program.facts[fact.type].name)
      return view.mayRead(of: owner, factType: type) && sees(field, ofFact: type, of: owner)
    }
    return whyNot.without(hidden, of: scenario, on: basis)
  }

  private func masked(_ whyNot: WhyNot, of actor: JSONObject) -> WhyNot {
    var visible = whyNot
    visible.outcome.reason = masked(reason: whyNot.outcome.reason, truthID: whyNot.outcome.truthID, of: actor)
    for place in visible.unmendable.indices {
      let violation = visible.unmendable[place]
      visible.unmendable[place].reason = masked(reason: violation.reason, truthID: violation.truthID, of: actor)
    }
    return visible
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
      (located, actor) = withActor(proposal)
      context = try outcome(of: located, by: actor, on: context).context
    }
    let work = WorkMeter(limit: view.budget.maxWork)
    let predictor = Predictor(
      procedure: procedure, context: context, userID: nil, actor: actor, reader: predictionReader, work: work)
    let waiting = Inbox.items(of: procedure, in: context).prefix(Self.mostWaiting).filter { mayRead($0, in: context) }
    let suggestions = Suggestions(predictor, on: context, answering: waiting, within: work, limit: 10)
    var answer: JSONObject = ["suggestions": .array(suggestions.objects.map { .object($0) })]
    if work.isExceeded { answer["exhausted"] = .boolean(true) }
    return JSONValue.object(answer.merging(proof)).canonical()
  }

  /// Limits the facts and proposals from which suggestions are made to those that the actor may read, and to values that it sees.
  private var predictionReader: PredictionReader {
    PredictionReader {
      view.mayRead(of: $0, factType: $1)
    } seesFact: { field, owner, type in
      sees(field, ofFact: type, of: owner)
    } seesProposal: { field, owner, action in
      !view.masking.masks(field, ofProposal: action) || view.seesSensitive(of: owner)
    }
  }

  /// Whether the actor sees the value of a field in the facts of an owner.
  func sees(_ field: Field, ofFact type: String, of owner: JSONObject) -> Bool {
    !view.masking.masks(field, ofFact: type) || view.seesSensitive(of: owner, factType: type)
  }

  /// Maximum number of waiting runs that are searched for those that the actor can answer.
  static let mostWaiting = 1_000

  /// Returns whether the actor may read a waiting run.
  func mayRead(_ item: Inbox.Item, in context: Context) -> Bool {
    context.proposal(ofRun: item.runID).map { view.mayRead(of: $0.actor) } ?? false
  }
}
