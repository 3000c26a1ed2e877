import TruthsText

/// Returns the canonical one-line text of an expression (hashes §3): single spaces, no redundant brackets, texts in double
/// quotes with the fewest escapes, numbers without unnecessary zeros. Parsing it gives the same tree up to its spans.
package func formatted(_ expr: Expr) -> String {
  var writer = ExpressionWriter()
  writer.write(expr, .any, isLast: true)
  return writer.text
}

/// Returns the canonical text of expressions that are joined with `and`.
package func formatted(conjunctionOf exprs: [Expr]) -> String {
  guard exprs.count > 1 else { return exprs.first.map { formatted($0) } ?? "" }
  var writer = ExpressionWriter()
  writer.write(conjunctionOf: exprs)
  return writer.text
}

/// Returns the canonical text of a clause; its arrow is `→`.
package func formatted(_ clause: Clause) -> String {
  if clause.isUnconditional, case .effect(let effect)? = clause.consequence { return formatted(effect) }
  var text = formatted(clause.condition)
  switch clause.consequence {
  case .effect(let effect): text += " → " + formatted(effect)
  case .expression(let expr): text += " → " + formatted(expr)
  case nil: break
  }
  switch clause.otherwise {
  case .reason(let reason): text += " else " + formatted(reason)
  case .effect(let effect): text += " else " + formatted(effect)
  case nil: break
  }
  return text
}

/// Returns the canonical text of an effect. A role that is a name has no quotes.
package func formatted(_ effect: Effect) -> String {
  let reason = effect.text.map(formatted)
  switch effect.kind {
  case .reject: return "reject(\(reason ?? "\"\""))"
  case .warn: return "warn(\(reason ?? "\"\""))"
  case .requiresApproval(let spec):
    guard let spec else { return "requires_approval" }
    return "requires_approval(\(formatted(spec))\(reason.map { ", " + $0 } ?? ""))"
  case .requiresConsent: return "requires_consent" + (reason.map { "(\($0))" } ?? "")
  }
}

/// Returns the canonical text of an approval's people. A role that is a name has no quotes. The role `by` has quotes, because a
/// bare `by` begins the name of a person.
package func formatted(_ spec: ApprovalSpec) -> String {
  let approvers = spec.approvers.map { approver in
    let role = approver.role.map { role in
      let isName = NameShape.isName(role.text.utf8) && !ReservedWords.contains(role.text) && role.text != "by"
      return isName ? role.text : TextWriter.quoted(role.text, braces: false)
    }
    return [role, approver.person.map { "by " + formattedOperand($0) }].compactMap(\.self).joined(separator: " ")
  }
  let count = spec.count > 1 ? "\(spec.count) of " : ""
  return count + approvers.joined(separator: " or ") + (spec.excluded.map { " not by " + formattedOperand($0) } ?? "")
}

/// Returns an expression where a sum is wanted and more text follows.
private func formattedOperand(_ expr: Expr) -> String {
  var writer = ExpressionWriter()
  writer.write(expr, .sum, isLast: false)
  return writer.text
}

/// Returns the canonical text of a text literal, quotes included.
package func formatted(_ literal: TextLiteral) -> String {
  var text = "\""
  for part in literal.parts {
    switch part {
    case .literal(let stretch): TextWriter.append(stretch, braces: true, to: &text)
    case .interpolation(let expr): text += "{\(formatted(expr))}"
    }
  }
  return text + "\""
}

/// Returns the canonical text of a value: a YAML text becomes a text literal, and a YAML sequence a list.
package func formatted(_ value: ValueSyntax) -> String {
  switch value.kind {
  case .text(let literal): formatted(literal)
  case .expression(let expr): formatted(expr)
  case .list(let elements): "[" + elements.map { formatted($0) }.joined(separator: ", ") + "]"
  case .record(let fields): "{" + fields.map { "\($0.name.text): \(formatted($0.value))" }.joined(separator: ", ") + "}"
  case .missing: "missing"
  }
}

/// Returns the canonical text of an entry of `produces`, without the fields under it.
package func formatted(_ output: OutputEntry) -> String {
  switch output.kind {
  case .trace(let name): return name.text.isEmpty ? "trace" : "trace.\(name.text)"
  case .fact(let fact): return formatted(fact, behind: fact.isCorrection ? "correction." : "fact.")
  case .proposal(let proposal): return formatted(proposal, behind: "proposal.")
  }
}

private func formatted(_ output: FactOutput, behind prefix: String) -> String {
  var text = prefix + output.type.text
  if let loop = output.loop {
    var writer = ExpressionWriter()
    writer.write(loop)
    text += " for " + writer.text
  }
  if let filter = output.filter { text += " where " + formatted(filter) }
  return text
}

/// Returns the canonical text of a type.
package func formatted(_ type: TypeSyntax) -> String {
  let mark = type.isOptional ? "?" : ""
  switch type.kind {
  case .named(let name, let unit): return name.text + (unit.map { " in \($0.text)" } ?? "") + mark
  case .list(let element): return "list of \(formatted(element))\(mark)"
  case .map(let element): return "map of \(formatted(element))\(mark)"
  case .error: return "?"
  }
}

/// Returns the canonical text of a field's type, range, name in JSON and default.
package func formatted(_ field: FieldDeclaration) -> String {
  formatted(field.type, field.range, jsonName: field.jsonName, initial: field.initial)
}

/// Returns the canonical text of a range: `min 0 max 10`.
func formatted(_ range: RangeSyntax) -> String {
  [range.least.map { "min \($0.canonicalText)" }, range.most.map { "max \($0.canonicalText)" }].compactMap(\.self)
    .joined(separator: " ")
}

func formatted(_ type: TypeSyntax, _ range: RangeSyntax?, jsonName: Name?, initial: ValueSyntax?) -> String {
  formatted(type) + (range.map { " " + formatted($0) } ?? "")
    + (jsonName.map { " named " + TextWriter.quoted($0.text, braces: false) } ?? "")
    + (initial.map { " = " + formatted($0) } ?? "")
}

/// Returns the canonical text of a transition, or of the states of a move.
package func formatted(_ chain: StateChain) -> String { chain.states.map(\.text).joined(separator: " → ") }

/// Returns the canonical text of a move without its lifecycle.
package func formatted(_ move: MoveEntry) -> String { formatted(move.chain, reason: move.reason) }

func formatted(_ chain: StateChain, reason: TextLiteral?) -> String {
  formatted(chain) + (reason.map { " else " + formatted($0) } ?? "")
}

/// Returns the canonical text of a fact under `when`.
package func formatted(_ match: FactMatch) -> String { match.type.text + (match.variable.map { " as \($0.text)" } ?? "") }
