import TruthsCheck
import TruthsSyntax
import TruthsText

/// Who approves, in words.
extension HandbookMaker {
  /// `@manager`, `2 different people with @board`, `claim.boss (with @manager) or @director, but not claim.owner`
  func approvers(_ approval: CheckedApproval?, pack: String) -> Phrase {
    guard let approval else { return role(nil, pack: pack) }
    let each = approval.approvers.map { approver -> Phrase in
      let role = approver.role.map { self.role($0, pack: pack) }
      guard let person = approver.person else { return role ?? "" }
      return role.map { "\(code: person.text) (with \($0))" } ?? .code(person.text)
    }
    var words = each.listed("or")
    if approval.count > 1 { words = "\(plain: "\(approval.count)") different people with \(words)" }
    return approval.excluded.map { "\(words), but not \(code: $0.text)" } ?? words
  }

  /// The roles that a clause asks, each once.
  func roles(of approval: CheckedApproval?, pack: String) -> [String] {
    guard let approval else { return [resolvedRole(nil, pack: pack).name] }
    return approval.approvers.compactMap(\.role).reduce(into: []) { roles, role in
      if !roles.contains(where: { Text($0) == Text(role) }) { roles.append(role) }
    }
  }

  /// What the declaration of a role says of it.
  func summaryBlock(ofRole role: Text) -> [Handbook.Block] {
    let declared = declarations.values.filter { $0.body == .role && Text($0.name.text) == role }
    return declared.min { $0.keySpan < $1.keySpan }.map { summaryBlock($0.keySpan) } ?? []
  }
}
