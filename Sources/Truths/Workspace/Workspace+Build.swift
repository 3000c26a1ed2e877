import TruthsCheck
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

extension Workspace {
  /// The set as one bundle of JSON: `declarations`, as they are hashed, and `truths`, their hash (runtime.md §2).
  ///
  /// - Throws: the findings of a set with errors.
  public func build() throws(Findings) -> String {
    let procedure = try procedure()
    let declarations = loaded.program.declarations.map { JSONObject.Member(name: Text($0.key), value: $0.body) }
    let bundle: JSONObject = ["declarations": .object(JSONObject(declarations)), "truths": .text(procedure.truthsHash)]
    return JSONValue.object(bundle).lines
  }

  /// The handshake answer for the set (contract §8.1): what is true enough to run.
  ///
  /// - Throws: the findings of a set with errors.
  public func capabilities() throws(Findings) -> String {
    JSONValue.object(Capabilities.answer(for: try procedure())).lines
  }
}
