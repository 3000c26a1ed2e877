import Testing
import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// The samples of the contract, copied literally.
enum ContractText {
  /// The JSON of a sample. Where the sample leaves something out, `{ ... }` or `/* … */`, there is nothing.
  static func json(_ sample: String) throws -> JSONObject {
    let whole = sample.replacing("{ ... }", with: "{}").replacing(#//\*.*?\*//#, with: "")
    let file = SourceFile(id: FileID(0), path: "sample.json", bytes: Array(whole.utf8))
    return try #require(try JSONReader.read(file).get().value.objectValue)
  }

  /// The names of an object's members, in order.
  static func names(_ object: JSONObject) -> [String] { object.members.map(\.name.string) }

  /// Returns the words that a member lists: `running|converged`.
  static func words(_ object: JSONObject, _ name: String) -> [String] {
    (object[name]?.stringValue ?? "").split(separator: "|").map(String.init)
  }

  /// Returns the members of a sample that an object lacks, or has with another kind of value. Empty objects and lists of a
  /// sample match any.
  static func differences(of object: JSONObject, from sample: JSONObject, at path: String = "") -> [String] {
    sample.members.flatMap { member -> [String] in
      let place = "\(path)\(member.name.string)"
      guard let value = object[member.name.string] else { return ["\(place) is missing"] }
      switch (value, member.value) {
      case (.object(let own), .object(let wanted)): return differences(of: own, from: wanted, at: "\(place).")
      case (.array(let own), .array(let wanted)):
        guard case .object(let first)? = wanted.first else { return [] }
        return own.flatMap { $0.objectValue.map { differences(of: $0, from: first, at: "\(place)[].") } ?? ["\(place)[]"] }
      case (.string, .string), (.number, .number), (.boolean, .boolean): return []
      default: return ["\(place) is another kind of value"]
      }
    }
  }
}
