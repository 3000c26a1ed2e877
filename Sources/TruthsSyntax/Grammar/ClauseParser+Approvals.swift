import TruthsDiagnostics
import TruthsText

/// Parses the approvers of `requires_approval` (approvals §2).
extension ClauseParser {
  /// Parses `[ n "of" ] who { "or" who } [ "not" "by" sum ]`.
  mutating func approvalSpec() throws(Abort) -> ApprovalSpec {
    let first = current
    let count = try approverCount()
    var approvers: [ApprovalSpec.Approver] = []
    repeat { approvers.append(try approver()) } while accept(.or)
    var excluded: Expr?
    if kind == .not, isWord("by", ahead: 1) {
      advance()
      advance()
      excluded = try sum()
    }
    let spec = ApprovalSpec(count: count, approvers: approvers, excluded: excluded, at: span(from: first))
    checkApprovers(of: spec)
    return spec
  }

  /// Parses `[ n "of" ]`.
  private mutating func approverCount() throws(Abort) -> Int {
    guard kind == .number, isWord("of", ahead: 1) else { return 1 }
    let number = advance()
    advance()
    let written = text.string(number.range)
    guard let count = Int(written), (2...99).contains(count), String(count) == written else {
      report(ApproverFault.count(written, at: span(number)))
      return 2
    }
    return count
  }

  /// Parses `role [ "by" sum ] | "by" sum`.
  private mutating func approver() throws(Abort) -> ApprovalSpec.Approver {
    if isWord("by"), beginsExpression(ahead: 1) {
      advance()
      return ApprovalSpec.Approver(role: nil, person: try sum())
    }
    let role = try approverRole()
    let person: Expr? = acceptWord("by") ? try sum() : nil
    return ApprovalSpec.Approver(role: role, person: person)
  }

  /// Parses a role, as a name or a text, that takes the whole text.
  mutating func wholeRole() throws(Abort) -> Name {
    let role = try approverRole()
    guard kind == .end else { throw unexpected("the end of the role") }
    return role
  }

  /// Parses a role, as a name or a text.
  private mutating func approverRole() throws(Abort) -> Name {
    switch kind {
    case .word: return name(advance())
    case .text:
      let role = try plainText()
      if role.text.utf8.allSatisfy(isBlank) {
        let help = "name the role; without brackets it is the pack's own approver"
        throw fail(UnexpectedSyntax.finding("\"\"", expected: "a role", at: role.span, help: help))
      }
      if role.text.utf8.contains(where: { $0 == 0x7B || $0 == 0x7D }) { report(ApproverFault.braces(role.text, at: role.span)) }
      return role
    default: throw unexpected("a role, as a name or in double quotes")
    }
  }

  /// Whether an operand begins at a distance, so that `by` before it is not a role.
  private func beginsExpression(ahead distance: Int) -> Bool {
    switch kind(ahead: distance) {
    case .word, .number, .text, .leftBracket, .leftSquare, .minus, .missing, .true, .false, .if: true
    default: false
    }
  }

  /// Reports several approvals that are asked from one named person, and roles that are asked twice.
  private mutating func checkApprovers(of spec: ApprovalSpec) {
    if spec.count > 1, let named = spec.approvers.first(where: { $0.person != nil }), let person = named.person {
      report(ApproverFault.severalByName(spec.count, role: named.role?.text, at: person.span))
    }
    var named: Set<Text> = []
    for approver in spec.approvers where approver.person == nil {
      guard let role = approver.role, !named.insert(Text(role.text)).inserted else { continue }
      report(ApproverFault.repeated(role.text, at: role.span))
    }
  }
}
