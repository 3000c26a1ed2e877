import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Lowering of `let`s and of value places (files §5).
extension ClauseTypeChecker {
  /// Returns the value of a `let`. It is lowered on first use, so that `let`s may be in any order; a cycle is reported where it
  /// closes.
  func letValue(_ index: Int, at span: Span) -> Typed {
    switch lets[index].state {
    case .done(let typed): return typed
    case .inProgress:
      session.report(LetCycle.finding(lets[index].binding.name, at: span))
      return .fault(at: span)
    case .waiting:
      lets[index].state = .inProgress
      let outer = (variables, oldPlace, isImplicit)
      // Names in a `let` are explicit uses, even if the first reader is a field that is copied implicitly.
      (variables, oldPlace, isImplicit) = (matchVariables, .elsewhere, false)
      let value = lets[index].binding.value
      let typed = lets[index].isShared ? shared { place(value, expecting: nil) } : place(value, expecting: nil)
      (variables, oldPlace, isImplicit) = outer
      lets[index].state = .done(typed)
      session.note(type: typed.type, ofLocal: lets[index].binding.name.span)
      letOrder.append(index)
      return typed
    }
  }

  /// Lowers a `let` of the intent. It sees no `let` of the truth, so that it means the same in every truth. Its findings were
  /// reported where it is declared; only its depth depends on the clause that reads it.
  private func shared(_ lower: () -> Typed) -> Typed {
    let own = letIndex
    letIndex = sharedIndex
    defer { letIndex = own }
    return session.keeping(only: ExpressionTooDeep.code, of: lower)
  }

  /// Lowers the `let`s that nothing has read yet. A truth has only the `let`s of its intent that it reads.
  func finishLets() {
    for index in lets.indices where !lets[index].isShared { _ = letValue(index, at: lets[index].binding.name.span) }
  }

  /// The `let`s of the intent that the truth reads, as if they were its own.
  var readShared: [LetBinding] {
    lets.compactMap { one in
      guard one.isShared, case .done = one.state else { return nil }
      return one.binding
    }
  }

  var checkedLets: [CheckedLet] {
    letOrder.compactMap { index in
      guard case .done(let typed) = lets[index].state else { return nil }
      return CheckedLet(
        name: lets[index].binding.name.text, slot: lets[index].slot, node: typed.node, type: typed.type,
        terms: TermCollector.terms(of: typed))
    }
  }

  /// Lowers a value place (files §5): an expression, a text, or a list or mapping of these.
  func place(_ syntax: ValueSyntax, expecting type: ValueType?) -> Typed {
    switch syntax.kind {
    case .expression(let expr): return valueOrCondition(expr, expecting: type)
    case .text(let text): return self.text(text, at: syntax.span, expecting: type)
    case .list(let elements):
      return list(elements.map { place($0, expecting: type?.element) }, at: syntax.span, expecting: type)
    case .record(let fields): return record(fields, expecting: type, at: syntax.span)
    case .missing: return .takenAway(type ?? .unknown, at: syntax.span)
    }
  }

  /// Lowers an expression where a fact type stands for its presence: a `let`, or a field that wants a boolean.
  func valueOrCondition(_ expr: Expr, expecting type: ValueType?) -> Typed {
    guard type == nil || type == .boolean, expr.isPath else { return value(expr, expecting: type) }
    switch paths.target(expr, expecting: type) {
    case .fact(let reference): return presence(reference)
    case .value(let typed): return typed
    case .lifecycle(let reference):
      session.report(NotAFact.lifecycleAsValue(reference.label, at: reference.span))
      return .fault(at: expr.span)
    case .fault: return .fault(at: expr.span)
    }
  }
}
