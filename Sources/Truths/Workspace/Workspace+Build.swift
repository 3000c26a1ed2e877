import TruthsCheck
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

extension Workspace {
  /// The set as one bundle of JSON (runtime.md §2): `declarations`, as they are hashed; `governing`, by intent, the keys of those
  /// that its governing hash is over; and `truths`, the hash of all.
  ///
  /// - Throws: the findings of a set with errors.
  public func build() throws(Findings) -> String {
    let procedure = try procedure()
    let declarations = loaded.program.declarations.map { JSONObject.Member(name: Text($0.key), value: $0.body) }
    let governing = loaded.program.intents.filter { !$0.isBuiltIn }.map { intent -> JSONObject.Member in
      let keys = procedure.governingKeys(of: "\(intent.pack).\(intent.name)")
      return JSONObject.Member(name: Text("\(intent.pack).\(intent.name)"), value: .array(keys.map { .text($0) }))
    }
    let bundle: JSONObject = [
      "declarations": .object(JSONObject(declarations)), "governing": .object(JSONObject(governing)),
      "truths": .text(procedure.truthsHash),
    ]
    return JSONValue.object(bundle).lines
  }

  /// The handshake answer for the set (contract §8.1): what is true enough to run.
  ///
  /// - Throws: the findings of a set with errors.
  public func capabilities() throws(Findings) -> String {
    JSONValue.object(Capabilities.answer(for: try procedure())).lines
  }
}
