import TruthsEngine
import TruthsRuntime
import TruthsText

/// One answer that a run waits for, in a form that can be compared. The order of people and the words of a request do not
/// matter.
enum AwaitedAnswer: Hashable {
  case approval(Approval)
  /// A consent, or an override.
  case other(Awaited)

  struct Approval: Hashable {
    var count: Int
    var approvers: Set<Approver>
    var excluded: Set<Text>
  }

  struct Approver: Hashable {
    var role: Text?
    var person: Text?

    /// Whether this approver includes every person whom the other approver includes.
    func covers(_ other: Approver) -> Bool {
      (role == nil || role == other.role) && (person == nil || person == other.person)
    }
  }

  init(_ demand: ApprovalDemand) {
    let approvers = demand.approvers.map {
      Approver(role: $0.role.map { Text($0) }, person: $0.userID.map { Text($0) })
    }
    self = .approval(
      Approval(count: demand.count, approvers: Set(approvers), excluded: Set(demand.excluded.map { Text($0) })))
  }

  /// Whether everyone who could give this answer could also give the other one.
  func asksAtLeast(_ other: AwaitedAnswer) -> Bool {
    guard case .approval(let mine) = self, case .approval(let theirs) = other else { return self == other }
    return mine.count >= theirs.count && mine.excluded.isSuperset(of: theirs.excluded)
      && mine.approvers.allSatisfy { approver in theirs.approvers.contains { $0.covers(approver) } }
  }
}

extension DecisionShift {
  /// Compares the answers that two runs wait for. More answers, or fewer people who may give one of them, are stricter.
  init(asking old: Set<AwaitedAnswer>, then new: Set<AwaitedAnswer>) {
    func covers(_ one: Set<AwaitedAnswer>, _ other: Set<AwaitedAnswer>) -> Bool {
      other.allSatisfy { asked in one.contains { $0.asksAtLeast(asked) } }
    }
    if new.isStrictSuperset(of: old) {
      self = .stricter
    } else if new.isStrictSubset(of: old) {
      self = .looser
    } else {
      switch (covers(new, old), covers(old, new)) {
      case (true, false): self = .stricter
      case (false, true): self = .looser
      case (true, true), (false, false): self = .both
      }
    }
  }
}
