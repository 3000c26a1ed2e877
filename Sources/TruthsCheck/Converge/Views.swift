import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension CheckSession {
  /// Holds a truth to what language.md §6 says of views, and tells whether it makes some.
  ///
  /// A truth produces views or entries, not both; one that produces views has nothing but `when`, `let` and `produces`, leaves no
  /// trace and fires on facts; no other truth may name a view under `when: fact:`.
  func checkViews(of truth: LoweredTruth, _ declaration: TruthDeclaration, _ trigger: Trigger) -> Bool {
    let made = truth.outputs.filter { program.facts[$0.checked.fact].isDerived }
    guard let first = made.first else {
      for match in trigger.matches where program.facts[match.fact].isDerived {
        report(MisusedView.matched(match.syntax.type, declared: program.facts[match.fact].span))
      }
      return false
    }
    let view = first.syntax.type
    if !trigger.intents.isEmpty { report(MisusedView.fromProposal(view)) }
    for output in made where output.checked.isCorrection { report(MisusedView.corrected(output.syntax.type)) }
    for output in truth.outputs where !program.facts[output.checked.fact].isDerived {
      report(MisusedView.mixed(output.syntax.type, view: view))
    }
    let extras: [(String, Span?)] = [
      ("moves", declaration.moves.first?.span), ("invariants", declaration.invariants.first?.span),
      ("ensures", declaration.ensures.first?.span),
      ("a trace", declaration.produces.first { if case .trace = $0.kind { true } else { false } }?.span),
    ]
    for case (let what, let span?) in extras { report(MisusedView.extra(what, at: span, view: view)) }
    return true
  }
}
