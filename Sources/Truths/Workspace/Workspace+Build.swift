import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

extension Workspace {
  /// The set as one bundle of JSON (runtime.md §2): the version of its form; `declarations`, as they are hashed; `governing`, by
  /// intent, the keys of those that its governing hash is over; `truths`, the hash of all; and `sources`, the files by path.
  ///
  /// - Throws: the findings of a set with errors, or that a file holds what JSON cannot.
  public func build() throws(Findings) -> String {
    let procedure = try procedure()
    let files = loaded.sources.files.filter { $0.path != ConvergePack.path }
    let sources = files.map { file in
      JSONObject.Member(name: Text(file.path), value: .text(String(decoding: file.bytes, as: UTF8.self)))
    }
    let bundle: JSONObject = [
      "truthpack": .number(Decimal(TruthPack.version)), "declarations": .object(declarations),
      "governing": .object(governing(procedure)), "truths": .text(procedure.truthsHash),
      "sources": .object(JSONObject(sources)),
    ]
    let text = JSONValue.object(bundle).lines
    // A noncharacter, which a truth file may hold and I-JSON may not, would make a bundle that nobody can read.
    _ = try TruthPack(SourceText(path: "<bundle>", bytes: Array(text.utf8)))
    return text
  }

  /// The declarations as they are hashed, by key.
  var declarations: JSONObject {
    JSONObject(loaded.program.declarations.map { JSONObject.Member(name: Text($0.key), value: $0.body) })
  }

  /// By intent, the keys of the declarations that its governing hash is over.
  func governing(_ procedure: RunProcedure) -> JSONObject {
    JSONObject(
      loaded.program.intents.filter { !$0.isBuiltIn }.map { intent in
        let name = "\(intent.pack).\(intent.name)"
        let keys = procedure.governingKeys(of: name)
        return JSONObject.Member(name: Text(name), value: .array(keys.map { .text($0) }))
      })
  }

  /// The handshake answer for the set (contract §8.1): what is true enough to run.
  ///
  /// - Throws: the findings of a set with errors.
  public func capabilities() throws(Findings) -> String {
    JSONValue.object(Capabilities.answer(for: try procedure())).lines
  }
}
