import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Lowering of the proposals that sources make (declarations §14).
extension ClauseTypeChecker {
  /// Lowers a proposal that a source makes; `nil` if its intent is not known. Fields of the intent may be left out: the truths
  /// decide about a value that the document lacks.
  func proposal(_ output: FactOutput, position: Int) -> CheckedProposal? {
    guard let intent = TriggerResolver(session: session).intents([output.type], from: scope.name).first else { return nil }
    references.insert(.intent(intent))
    func lowered(_ loop: LoopNode?) -> CheckedProposal {
      let filter = output.filter.map(condition)
      return CheckedProposal(
        intent: intent, loop: loop, filter: filter?.node, filterText: output.filter.map(formatted),
        fields: fields(of: output, intent: intent).map { $0?.node }, position: position)
    }
    guard let loop = output.loop else { return lowered(nil) }
    let source = source(loop.source)
    return binding(loop.variable, to: source.typed, type: source.element) { lowered(LoopNode(slot: $0, source: source.node)) }
  }

  private func fields(of output: FactOutput, intent index: Int) -> [Typed?] {
    let intent = program.intents[index]
    var written: [String: LetBinding] = [:]
    for binding in output.fields {
      let name = binding.name
      let place = intent.fields.firstIndex { $0.name == name.text }
      if let place { session.note(.field(.intent(index), place), at: name.span) }
      if place == nil {
        session.report(UnknownField.finding(name, of: intent.name, among: session.candidates(intent.fields.map(\.name))))
      } else if let first = written[name.text] {
        session.report(DuplicateName.member(name, kind: "field", of: intent.name, first: first.name.span))
      } else {
        written[name.text] = binding
      }
    }
    return intent.fields.map { field in
      if let binding = written[field.name] { return fitting(place(binding.value, expecting: field.type), field.type) }
      return copied(field, output)
    }
  }
}
