import TruthsAnswers
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsReports
import TruthsRuntime
import TruthsText

/// What would have to be different, and what could come next.
extension RunQuestions {
  /// What would have to be different for a proposal to be accepted: the object of `truths why-not --format json`, with `truths`
  /// and `head`. A change that names what stands only in facts that the actor may not see is left out.
  ///
  /// - Throws: ``RunMessageFault`` about the facts, ``RunWorkFault`` where the run itself takes more work than it may.
  /// - Complexity: at most 20,000 runs, which together take no more work than one may; O(facts).
  public func whyNot(_ question: RunQuestion) throws -> [UInt8] {
    let (proposal, actor) = asked(question.proposal ?? [:])
    let context = try context(with: question.facts)
    let told = try ways(for: proposal.value.objectValue ?? [:], by: actor, on: context, .full, limit: 8)
    return JSONValue.object(told.merging(proof)).canonical()
  }

  /// The object of `truths why-not --format json` about a proposal.
  ///
  /// - Parameter limit: how many ways at most.
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

  /// The same without ways that name what the actor cannot know.
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

  /// Whether a field is sensitive, or holds something that is.
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

  /// What the actor could propose next, each as `truths suggest` prints it: `{"suggestions": […]}`, with `truths` and `head`.
  /// With a proposal it is what could come after it.
  ///
  /// - Throws: ``RunMessageFault`` about the facts, ``RunWorkFault`` where the proposal takes more work than it may.
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
      // Its words name the fields of what is under way.
      told["reason"] = .text(view.masking.masked(reason: reason, truthID: "\(ConvergePack.name).suggestion"))
      if !paths.isEmpty { told["masked"] = .texts(paths) }
      return .object(told)
    }
    var answer: JSONObject = ["suggestions": .array(told)]
    if work.isExceeded { answer["exhausted"] = .boolean(true) }
    return JSONValue.object(answer.merging(proof)).canonical()
  }

  /// How many runs that wait are looked through for those that the actor can answer.
  static let mostWaiting = 1_000

  /// Whether the actor may read a run that waits.
  func mayRead(_ item: Inbox.Item, in context: Context) -> Bool {
    context.proposal(ofRun: item.runID).map { view.mayRead(of: $0.actor) } ?? false
  }
}
