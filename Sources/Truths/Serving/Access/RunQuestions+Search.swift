import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Answers AuthZEN searches (server §14.4).
extension RunQuestions {
  /// Returns the permitted candidates, in byte order of their ids, page by page.
  ///
  /// - Throws: ``AccessRefusal``, ``RunMessageFault``; ``RunWorkFault`` where a single decision exceeds the work limit.
  /// - Complexity: O(facts log facts) for the candidates. The decisions of a page take no more work than one run may; the page
  ///   ends there, and the next one continues.
  public func search(_ search: AccessSearch) throws -> [UInt8] {
    switch search.target {
    case .subject: guard view.mayAskForOthers else { throw refusal(about: "others") }
    case .resource, .action: _ = try access(of: search.evaluation(of: ""))
    }
    var results: [JSONValue] = []
    var last = search.after
    let candidates = candidates(of: search).filter { id in search.after.map { id.isBehind($0) } ?? true }
    let work = WorkMeter(limit: view.budget.maxWork)
    var count = 0
    for candidate in candidates where results.count < search.limit {
      do {
        if try isPermitted(search.evaluation(of: candidate), within: work) { results.append(search.result(candidate)) }
      } catch let fault as RunWorkFault {
        // The work limit is reached: the page ends here, and the next one begins with this candidate.
        guard count > 0 else { throw fault }
        break
      }
      (last, count) = (candidate, count + 1)
    }
    let isWhole = count == candidates.count
    var answer: JSONObject = ["results": .array(results)]
    if search.isPaged || !isWhole {
      let token = isWhole ? "" : search.token(after: last ?? "")
      answer["page"] = .object(["next_token": .text(token), "count": .integer(results.count)])
    }
    answer["context"] = .object(proof)
    return JSONValue.object(answer).canonical()
  }

  /// Returns whether the rules permit an evaluation. A candidate that cannot be an actor is not permitted.
  private func isPermitted(_ evaluation: AccessEvaluation, within work: WorkMeter) throws -> Bool {
    let accessProposal: AskedAccess
    do {
      accessProposal = try access(of: evaluation)
    } catch is RunMessageFault {
      return false
    }
    guard let proposal = accessProposal.proposal else { return false }
    return try decide(proposal, by: accessProposal.actor, within: work).isAccepted
  }

  /// Returns the distinct candidates in byte order: keys of facts that the actor may read, or actions of the resource's type.
  private func candidates(of search: AccessSearch) -> [String] {
    let answering = procedure.program.intents.compactMap(\.access).filter { $0.resource == search.pattern.resource.type }
    let names: [String]
    switch search.target {
    case .action: names = answering.map(\.action)
    case .subject where search.pattern.subject.type != "user": names = []
    case .subject, .resource:
      let access = answering.first { $0.action == search.pattern.action.id }
      names = (search.target == .subject ? access?.subjects : access?.resources).map(keys) ?? []
    }
    return Set(names.map { Text($0) }).map(\.string).sorted { $1.isBehind($0) }
  }

  /// Returns the keys of the facts of a type that the actor may read and see.
  private func keys(ofFacts index: Int) -> [String] {
    let type = procedure.program.facts[index]
    guard let key = type.key.first else { return [] }
    return view.context.store.ordered(index, in: procedure.program).compactMap { fact in
      let owner = fact.entry.actor
      guard case .text(let id) = fact.fields[key], view.mayRead(of: owner, factType: type.name),
        sees(type.fields[key], ofFact: type.name, of: owner)
      else { return nil }
      return id.string
    }
  }
}

extension String {
  /// Returns whether the text follows another one in byte order.
  fileprivate func isBehind(_ other: String) -> Bool { other.utf8.lexicographicallyPrecedes(utf8) }
}
