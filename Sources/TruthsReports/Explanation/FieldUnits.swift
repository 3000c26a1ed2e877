import TruthsJSON
package import TruthsProgram
import TruthsRuntime

/// The units of the numbers in facts and proposals, as their declarations say.
package struct FieldUnits {
  private let program: Program?

  /// - Parameter program: `nil` where the truths of what is told are not known; then nothing has a unit.
  package init(_ program: Program?) { self.program = program }

  /// The unit of a member of a fact.
  func unit(_ member: String, ofFact fact: JSONValue) -> String? {
    let types = program?.facts.filter { $0.name == fact.objectValue?.factType }
    return unit(member, in: fact, types?.map(\.fields))
  }

  /// The unit of a member of a proposal's fields.
  ///
  /// - Parameter proposal: its intent is named by its bare or qualified name.
  func unit(_ member: String, of proposal: ProposalRecord) -> String? {
    let words = proposal.action?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    let pack = words.dropLast().joined(separator: ".")
    let types = program?.intents.filter { $0.name == words.last ?? "" && (words.count < 2 || $0.pack == pack) }
    return unit(member, in: .object(proposal.fieldHolder), types?.map(\.fields))
  }

  /// Two packs may declare the same name; what they do not agree on is not said.
  private func unit(_ member: String, in object: JSONValue, _ declared: [[Field]]?) -> String? {
    let units = (declared ?? []).map { fields -> String? in
      guard let field = fields.first(where: { $0.jsonName == member }) else { return nil }
      switch field.type.unit {
      case nil: return nil
      case .named(let unit): return unit
      case .data:
        let currency = fields.first { $0.name == field.currency }
        return currency.flatMap { object[$0.jsonName]?.stringValue }
      }
    }
    guard let first = units.first, units.allSatisfy({ $0 == first }) else { return nil }
    return first
  }
}
