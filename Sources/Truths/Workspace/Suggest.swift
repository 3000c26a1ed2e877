import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRendering
import TruthsRuntime
import TruthsText

/// Suggestions of next proposals, for `truths suggest`.
extension Workspace {
  /// Suggests next proposals (contract §10): predictions, each a proposal that is decided like any other.
  ///
  /// - Parameters:
  ///   - context: entries or facts as JSON Lines; `nil` for an empty context.
  ///   - documents: documents from which sources make facts.
  ///   - userID: the user who would propose; `nil` for the last proposer.
  ///   - actor: the actor of this user, with roles; `nil` uses that of the last proposal.
  ///   - limit: maximum number of suggestions.
  /// - Throws: the findings of a set with errors, or findings about the context or the actor.
  public func suggest(
    context: SourceText?, documents: [DocumentInput] = [], userID: String? = nil, actor: RunActor? = nil, limit: Int
  ) throws(Findings) -> Suggestions {
    let procedure = try procedure()
    var data = RunData(sources: loaded.sources, procedure: procedure)
    let known = try data.take(documents, policies: [], on: try data.context(context))
    let actor = try data.origin(now: nil, actor: actor).actor?.knownValue
    let predictor = Predictor(procedure: procedure, context: known, userID: userID, actor: actor)
    let waiting = Inbox.items(of: procedure, in: known)
    return Suggestions(predictor, on: known, answering: waiting, within: nil, limit: limit)
  }
}

extension Inbox {
  /// Returns the answers that an actor can give to what waits, as proposals.
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

/// Suggested proposals, in the form in which they are printed.
public struct Suggestions: Sendable {
  private let predictions: [Prediction]
  private let head: String
  private let program: Program

  /// - Parameters:
  ///   - items: what waits; answers that the actor can give become suggestions.
  ///   - work: work limit for finding these answers; `nil` limits each as a run.
  init(_ predictor: Predictor, on context: Context, answering items: [Inbox.Item], within work: WorkMeter?, limit: Int) {
    let answers = Inbox.answers(to: items, by: predictor.actor, predictor.procedure, context, within: work).compactMap {
      predictor.answer($0.action, $0.fields, reason: $0.reason)
    }
    predictions = predictor.predictions(limit: limit, answers: answers)
    head = context.point.head
    program = predictor.procedure.program
  }

  /// Whether there is nothing to propose.
  public var isEmpty: Bool { predictions.isEmpty }

  /// One object of contract §10.2 per line, as a batch for `truths run`.
  public var lines: String {
    objects.map { String(decoding: JSONValue.object($0).compact(), as: UTF8.self) + "\n" }.joined()
  }

  /// The suggestions as objects of contract §10.2.
  var objects: [JSONObject] { predictions.map { $0.json(head: head) } }

  /// Returns the suggestions for people: action, confidence, reason, and the known fields.
  public func text(isColored: Bool) -> String {
    predictions.map { prediction in
      var lines = [
        Style.emphasis.paint(prediction.action, isColored)
          + "  \(prediction.confidence.canonicalText)  \(visible(prediction.reason))"
      ]
      let fields = program.intents.first { $0.isProposed(by: prediction.action) }?.fields ?? []
      let rows = prediction.fields.members.map { member in
        let type = program.displayType(of: member.name.string, in: prediction.fields, with: fields)
        return (name: visible(member.name.string), value: ExplanationText.value(member.value, as: type))
      }
      lines += ExplanationText.table(rows, indent: 2)
      return lines.joined(separator: "\n") + "\n"
    }.joined()
  }
}
