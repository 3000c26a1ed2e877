import TruthsEngine
import TruthsJSON
import TruthsProgram

extension TypedProposal {
  /// Whether the proposal has a value for each field that its intent requires.
  func isComplete(in program: Program) -> Bool {
    program.intents[intent].present.allSatisfy { !fields[$0].isMissing }
  }
}

extension Program {
  /// Returns a violation for each required field that a proposal lacks, in the order of the intent's `required`.
  func missingFields(of proposal: TypedProposal) -> [Violation] {
    let intent = intents[proposal.intent]
    return intent.required.enumerated().compactMap { position, place in
      let (name, currency) = (intent.fields[place].name, intent.fields[place].currency)
      let cause: String
      if proposal.fields[place].isMissing {
        cause = proposal.environment.remark(onMissing: name)
      } else if let currency, proposal.value(of: currency, in: self).isMissing {
        cause = ": \(currency) is missing"
      } else {
        return nil
      }
      return Violation(
        truthID: BuiltInTruth.complete.rawValue, declaredBy: BuiltInTruth.complete.rawValue, clause: "required[\(position)]",
        place: .builtIn, position: position, kind: .requirement,
        reason: "\(name) is missing\(cause)", values: [name: .null])
    }
  }
}
