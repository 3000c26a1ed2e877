import TruthsProgram
import TruthsText

/// The approval that a clause demands, with the people that its expressions name (approvals §2).
package struct ApprovalDemand: Hashable, Sendable {
  /// The number of different people who must approve.
  package var count: Int
  package var approvers: [Approver]
  /// The ids of people who may not approve, each once, in byte order.
  package var excluded: [String]

  package init(count: Int = 1, approvers: [Approver], excluded: [String] = []) {
    self.count = count
    self.approvers = approvers
    self.excluded = excluded
  }

  /// Anyone with a role, a person of any role, or a person who must have a role.
  package struct Approver: Hashable, Sendable {
    package var role: String?
    package var userID: String?

    package init(role: String?, userID: String? = nil) {
      self.role = role
      self.userID = userID
    }
  }
}

/// The code of the expressions that name approvers and excluded people.
struct ApprovalCode: Sendable {
  let people: [CompiledExpression]
  let excluded: CompiledExpression?

  init(_ approval: CheckedApproval, _ writer: inout CodeWriter) {
    people = approval.approvers.compactMap(\.person).map { writer.expression($0.node) }
    excluded = approval.excluded.map { writer.expression($0.node) }
  }
}

/// Computes the approvers of a clause, on the context before a run.
struct ApproverReader {
  private let clause: CompiledClause
  private let words: ExplanationCode
  private let evaluator: Evaluator
  private let observer: ReadingObserver?

  /// Creates a reader for a clause.
  ///
  /// - Parameters:
  ///   - evaluator: the evaluator of the clause, with the clause's frame filled.
  ///   - observer: sees the rows of tables that name people, because they decide and do not only explain.
  init(_ clause: CompiledClause, _ words: ExplanationCode, _ evaluator: Evaluator, _ observer: ReadingObserver?) {
    self.clause = clause
    self.words = words
    self.evaluator = evaluator.onContextBefore(clause.frame)
    self.observer = observer
  }

  /// The demand. If an expression that names a person has no value, the approvers are unknown, and this is the cause.
  enum Answer {
    case demand(ApprovalDemand)
    case unknown(String)
  }

  func answer(_ approval: CheckedApproval) -> Answer {
    if evaluator.isOverworked { return .demand(ApprovalDemand(count: approval.count, approvers: [])) }
    var codes = (words.approval?.people ?? [])[...]
    var approvers: [ApprovalDemand.Approver] = []
    for approver in approval.approvers {
      guard let person = approver.person, let code = codes.popFirst() else {
        approvers.append(ApprovalDemand.Approver(role: approver.role))
        continue
      }
      guard case .text(let id) = value(of: code) else { return unknown(person) }
      spend(on: [id.string])
      approvers.append(ApprovalDemand.Approver(role: approver.role, userID: id.string))
    }
    guard let person = approval.excluded, let code = words.approval?.excluded else {
      return .demand(ApprovalDemand(count: approval.count, approvers: approvers))
    }
    guard let excluded = ids(value(of: code)) else { return unknown(person) }
    spend(on: excluded)
    return .demand(ApprovalDemand(count: approval.count, approvers: approvers, excluded: excluded))
  }

  private func value(of person: CompiledExpression) -> Value {
    let unseen = evaluator.observer
    evaluator.observer = observer
    defer { evaluator.observer = unseen }
    return evaluator.explainedValue(person, of: words.unit)
  }

  /// Counts the work of the ids, which are written into the waiting state, the request and its hash.
  private func spend(on ids: [String]) {
    evaluator.work?.spend(WorkMeter.stepsPerID * ids.count)
    evaluator.spend(bytesMade: 4 * ids.reduce(0) { $0 + $1.utf8.count })
  }

  private func unknown(_ person: CheckedApproval.Person) -> Answer {
    let code = CauseCode(person.node, person.terms, clause.frame, evaluator.program, evaluator.execution.code.symbols)
    let chain = CauseReader(evaluator, clause.frame).chain(code)
    return .unknown(chain.isEmpty ? "\(person.text) is missing" : chain.joined(separator: ": "))
  }

  /// Returns the ids in a text or a list of texts.
  private func ids(_ value: Value) -> [String]? {
    switch value {
    case .text(let id): return [id.string]
    case .list(let elements):
      let ids = Set(elements.compactMap { if case .text(let id) = $0 { id } else { nil } })
      return ids.map(\.string).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    default: return nil
    }
  }
}

extension Evaluator {
  /// Returns an evaluator for the same trigger on the context before the run, with its `let`s computed there.
  ///
  /// Returns `self` where this evaluator reads that context already.
  func onContextBefore(_ frame: FrameCauses) -> Evaluator {
    guard let approvalStore else { return self }
    let other = Evaluator(ExecutionEnvironment(execution.code, approvalStore), environment)
    other.begin(frameSize: frame.frameSize)
    for slot in 0..<frame.inputCount { other.set(slot, to: value(of: cell(in: slot))) }
    for binding in frame.letsInOrder { other.set(binding.slot, to: other.outside(other.value(binding.node))) }
    return other
  }
}
