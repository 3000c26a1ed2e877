import TruthsSyntax
import TruthsText

/// The formatter of expressions and clauses, until the syntax module has its own.
func formatted(_ clause: Clause) -> String {
  var s = formatted(clause.condition)
  func eff(_ e: Effect) -> String {
    let t = e.text.map { text($0) }
    switch e.kind {
    case .reject: return "reject(\(t ?? ""))"
    case .warn: return "warn(\(t ?? ""))"
    case .requiresApproval(let role):
      if role == nil { return "requires_approval" }
      return "requires_approval(\(role?.text ?? "")\(t.map { ", " + $0 } ?? ""))"
    }
  }
  switch clause.consequence {
  case .expression(let e): s += " → \(formatted(e))"
  case .effect(let e): s += " → \(eff(e))"
  case nil: break
  }
  switch clause.otherwise {
  case .reason(let t): s += " else \(text(t))"
  case .effect(let e): s += " else \(eff(e))"
  case nil: break
  }
  return s
}
private func text(_ t: TextLiteral) -> String {
  var s = "\""
  for p in t.parts {
    switch p {
    case .literal(let l):
      s += l.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("{", with: "{{").replacing("}", with: "}}")
    case .interpolation(let e): s += "{\(formatted(e))}"
    }
  }
  return s + "\""
}
/// The formatter of expressions and clauses, until the syntax module has its own.
func formatted(_ e: Expr) -> String { out(e, 0) }
private func out(_ e: Expr, _ level: Int) -> String {
  func wrap(_ l: Int, _ s: String) -> String { l < level ? "(\(s))" : s }
  func loops(_ ls: [Aggregate.Loop]) -> String {
    ls.map { "\($0.variable.text) in \(out($0.source, 8))" }.joined(separator: " for ")
  }
  switch e.kind {
  case .number(let n): return n.canonicalText
  case .text(let t): return text(t)
  case .boolean(let b): return b ? "true" : "false"
  case .list(let l): return "[" + l.map { out($0, 0) }.joined(separator: ", ") + "]"
  case .name(let n): return n
  case .member(let b, let w): return out(b, 8) + "." + w.text
  case .keyed(let b, let k):
    return out(b, 8) + "(" + k.map { "\($0.name.text) = \(out($0.value, 0))" }.joined(separator: ", ") + ")"
  case .negate(let x): return wrap(7, "-" + out(x, 7))
  case .not(let x): return wrap(3, "not " + out(x, 3))
  case .and(let l, let r): return wrap(2, out(l, 2) + " and " + out(r, 3))
  case .or(let l, let r): return wrap(1, out(l, 1) + " or " + out(r, 2))
  case .binary(let op, let l, let r):
    switch op {
    case .add, .subtract: return wrap(5, "\(out(l, 5)) \(op.rawValue) \(out(r, 6))")
    case .multiply, .divide, .remainder: return wrap(6, "\(out(l, 6)) \(op.rawValue) \(out(r, 7))")
    default: return wrap(4, "\(out(l, 5)) \(op.rawValue) \(out(r, 5))")
    }
  case .test(let t, let x): return wrap(4, out(x, 5) + " " + t.rawValue)
  case .quantified(let q):
    return wrap(
      0,
      "\(q.quantifier.rawValue) \(q.variable.text) in \(out(q.source, 8))" + (q.filter.map { " where " + out($0, 0) } ?? "")
        + " satisfies " + out(q.body, 0))
  case .aggregate(let a):
    return "\(a.function.rawValue)(" + (a.value.map { out($0, 0) + " for " } ?? "") + loops(a.loops)
      + (a.filter.map { " where " + out($0, 0) } ?? "")
      + (a.order.isEmpty
        ? "" : " by " + a.order.map { out($0.value, 5) + ($0.isDescending ? " desc" : "") }.joined(separator: ", ")) + ")"
  case .call(let n, let args): return n.text + "(" + args.map { out($0, 0) }.joined(separator: ", ") + ")"
  case .error: return "?"
  }
}
extension CheckSession {
  func checkMissingValues() {}
  func checkGovernance() {}
  func makeCanonicalDeclarations() {}
}
