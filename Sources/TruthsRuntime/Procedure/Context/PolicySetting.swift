package import TruthsCheck
import TruthsEngine
package import TruthsJSON
import TruthsText

/// A `policy.set` fact, read against the policies of a program.
package struct PolicySetting: Sendable {
  /// Index in ``Program/policies``.
  package var policy: Int
  package var step: Int
  package var value: Value

  /// - Parameter fields: the values of a `policy.set` fact, in declared order: `policy`, `step`, `value`.
  /// - Returns: `nil` where the policy is unknown or the value is not of its type.
  package init?(_ fields: [Value], program: Program) {
    guard fields.count == 3, case .text(let name) = fields[0], case .number(let number) = fields[1], let step = number.intValue,
      case .json(let json) = fields[2], let policy = program.policies.firstIndex(where: { $0.qualifiedName == name.string })
    else { return nil }
    guard let value = program.value(of: json, as: program.policies[policy].type) else { return nil }
    self.policy = policy
    self.step = step
    self.value = value
  }
}

extension Program {
  /// JSON without places read as a type; `nil` where it does not fit.
  package func value(of json: JSONValue, as type: ValueType) -> Value? {
    var decoder = ValueDecoder(program: self)
    let value = decoder.value(LocatedJSON(unlocated: json), as: type, path: "value")
    return decoder.faults.isEmpty ? value : nil
  }
}
