import TruthsJSON
package import TruthsLedger
import TruthsText

/// Gives facts in short form the steps that they were read with: one of a history without `step` takes the next (runs §1).
///
/// It needs no truths: what identifies a history besides its step are all of its members, but the state that was entered or the
/// value that was set.
package struct ShortFormSteps {
  private var last: [[UInt8]: Int] = [:]

  package init() {}

  /// Takes in the next entry.
  ///
  /// - Returns: the step that it was read with, where it does not say it.
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

  /// What tells one history from others; `nil` of a fact that is no step of any.
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
