import TruthsJSON
import TruthsSyntax
import TruthsText

/// Whose approval a clause wants, by the words of approvals §2.
struct Asked: Hashable {
  var count = 1
  /// The approvers: roles, people, or people who must have a role.
  var who: [Who]
  /// In order of bytes, each once.
  var excluded: [String] = []

  struct Who: Hashable {
    var role: String?
    var person: String?
  }

  /// Creates a request to all people with a role.
  init(role: String) { who = [Who(role: role)] }

  /// - Returns: `nil` where a person is missing.
  init?(_ spec: ApprovalSpec, _ evaluator: Evaluator, _ scope: Scope) {
    count = spec.count
    who = []
    for approver in spec.approvers {
      var one = Who(role: approver.role?.text)
      if let expr = approver.person {
        guard let person = evaluator.eval(expr, scope, want: .text).outside.string else { return nil }
        one.person = person
      }
      who.append(one)
    }
    guard let expr = spec.excluded else { return }
    let value: Val
    if case .list = expr.kind {
      value = evaluator.eval(expr, scope, want: .list(.text))
    } else {
      value = evaluator.eval(expr, scope, want: .text)
    }
    if let person = value.string {
      excluded = [person]
    } else if case .list(let people) = value {
      excluded = people.compactMap(\.string).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } else {
      return nil
    }
  }

  /// `2 of @board (not @ann)`
  var words: String {
    let each = who.map { one in
      switch (one.role, one.person) {
      case (let role?, let person?): "@\(Self.told(person)) (@\(Self.told(role)))"
      case (let role?, nil): "@\(Self.told(role))"
      case (nil, let person): "@\(Self.told(person ?? ""))"
      }
    }
    let others = excluded.isEmpty ? "" : " (not \(excluded.map { "@\(Self.told($0))" }.joined(separator: ", ")))"
    return (count > 1 ? "\(count) of " : "") + each.joined(separator: " or ") + others
  }

  /// Returns the reason why no person that a clause names may approve; `nil` where some may.
  func bar(_ proposal: Proposal) -> String? {
    func why(_ person: String) -> String? {
      if person == proposal.userID { return "@\(person) proposed it" }
      if person == proposal.members["on_behalf_of"]?.stringValue { return "it is done for @\(person)" }
      return excluded.contains(person) ? "@\(person) is excluded" : nil
    }
    let reasons = who.map { one in one.person.flatMap(why) }
    guard !reasons.contains(nil), let first = reasons.first ?? nil else { return nil }
    return "@\(who[0].person ?? "") may not grant it: \(first)"
  }

  /// Returns a plain name unchanged, and any other name as JSON.
  private static func told(_ name: String) -> String {
    let first = name.unicodeScalars.first.map { ("a"..."z").contains($0) } ?? false
    let isName = name.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_"
    }
    return first && isName ? name : String(decoding: JSONValue.string(Text(name)).canonical(), as: UTF8.self)
  }
}
