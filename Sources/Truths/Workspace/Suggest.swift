import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRendering
import TruthsRuntime
import TruthsText

extension Workspace {
  /// What could be proposed next (contract §10): predictions, each a proposal that has to pass like any other.
  ///
  /// - Parameters:
  ///   - context: entries or facts as JSON Lines; none: nothing is known.
  ///   - documents: what sources make facts of.
  ///   - userID: whose next proposal it is; none: that of whoever proposed last.
  ///   - actor: who that is, with roles; none: as at the last proposal.
  ///   - limit: how many at most.
  /// - Throws: the findings of a set with errors, or what is wrong with the context or the actor.
  public func suggest(
    context: SourceText?, documents: [DocumentInput] = [], userID: String? = nil, actor: RunActor? = nil, limit: Int
  ) throws(Findings) -> Suggestions {
    let procedure = try procedure()
    var data = RunData(sources: loaded.sources, procedure: procedure)
    let known = try data.take(documents, policies: [], on: try data.context(context))
    let actor = try data.origin(now: nil, actor: actor).actor?.known
    let predictor = Predictor(procedure: procedure, context: known, userID: userID, actor: actor)
    let waiting = Inbox.items(of: procedure, in: known)
    return Suggestions(predictor, on: known, answering: waiting, within: nil, limit: limit)
  }
}

extension Inbox {
  /// What somebody can answer of what waits, as proposals.
  fileprivate static func answers(
    to items: [Item], by actor: JSONObject?, _ procedure: RunProcedure, _ context: Context, within work: WorkMeter?
  ) -> [(action: String, fields: JSONObject, reason: String)] {
    guard let actor else { return [] }
    let moment = context.ledger.entry(sequence: context.ledger.size)?.timestamp
    return items.compactMap { answerable($0, by: actor, at: moment, procedure, context, within: work) }
      .flatMap { item in
        let what = "\(item.action) \(item.proposalID) of @\(item.proposedBy)"
        var answers = item.requests.filter { $0.isOpen && $0.canBeGranted }.map { request in
          (
            action: "grant_approval", fields: ["request": .text(request.id)] as JSONObject,
            reason: "\(what) waits for your approval"
          )
        }
        if item.consenter != nil {
          answers.append(
            ("give_consent", ["proposal_hash": .text(item.proposalHash)], "\(what) waits for your consent"))
        }
        return answers
      }
  }
}

/// Predictions, as they are printed.
public struct Suggestions: Sendable {
  private let predictions: [Prediction]
  private let head: String

  /// - Parameters:
  ///   - items: what waits, of which the actor is told what they can answer.
  ///   - work: what it may take to find that out; `nil`: each as much as a run may.
  init(_ predictor: Predictor, on context: Context, answering items: [Inbox.Item], within work: WorkMeter?, limit: Int) {
    let answers = Inbox.answers(to: items, by: predictor.actor, predictor.procedure, context, within: work).compactMap {
      predictor.answer($0.action, $0.fields, reason: $0.reason)
    }
    predictions = predictor.predictions(limit: limit, answers: answers)
    head = context.point.head
  }

  /// Whether there is nothing to propose.
  public var isEmpty: Bool { predictions.isEmpty }

  /// One object of contract §10.2 a line: a batch that `truths run` takes as it is.
  public var lines: String {
    objects.map { String(decoding: JSONValue.object($0).compact(), as: UTF8.self) + "\n" }.joined()
  }

  /// The same as objects.
  var objects: [JSONObject] { predictions.map { $0.json(head: head) } }

  /// For people: what, why, how sure, and the fields that are known.
  public func text(isColored: Bool) -> String {
    predictions.map { prediction in
      var lines = [
        Style.emphasis.paint(prediction.action, isColored)
          + "  \(prediction.confidence.canonicalText)  \(visible(prediction.reason))"
      ]
      lines += ExplanationText.table(
        prediction.fields.members.map { (visible($0.name.string), ExplanationText.value($0.value)) }, indent: 2)
      return lines.joined(separator: "\n") + "\n"
    }.joined()
  }
}
