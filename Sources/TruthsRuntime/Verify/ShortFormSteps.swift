import TruthsJSON
package import TruthsLedger
import TruthsText

/// Computes the steps of facts in short form. A fact of a history without `step` gets the next step (runs §1).
///
/// No truths are needed. A history is identified by all members of its facts except the step, and except the entered state or
/// the set value.
package struct ShortFormSteps {
  private var last: [[UInt8]: Int] = [:]

  package init() {}

  /// Updates the steps by the next entry.
  ///
  /// - Returns: the step that the entry gets; `nil` if the entry contains a step, or needs none.
  package mutating func step(of entry: Entry, isShortForm: Bool) -> Int? {
    guard entry.type == .fact, let history = history(of: entry.payload) else { return nil }
    if let step = entry.payload["step"] {
      if case .number(let number) = step { last[history] = max(last[history] ?? 0, number.intValue ?? 0) }
      return nil
    }
    guard isShortForm else { return nil }
    let next = (last[history] ?? 0) + 1
    last[history] = next
    return next
  }

  /// Returns the identity of the history that a fact belongs to; `nil` if the fact belongs to no history.
  private func history(of payload: JSONObject) -> [UInt8]? {
    guard let type = payload["type"]?.stringValue else { return nil }
    var key = payload
    key["step"] = nil
    if type == BuiltInFact.policySet.rawValue {
      key = ["type": .text(type), "policy": payload["policy"] ?? .null]
    } else if type.hasSuffix(".entered") {
      key["state"] = nil
    } else {
      return nil
    }
    return JSONValue.object(key).canonical()
  }
}
