import Foundation
import Testing
import Truths
import TruthsDiagnostics
import TruthsSyntax
import TruthsTestSupport
import TruthsText

/// `schemas/` contains the output of `truths schema`; `.ci/schemas` validates files and outputs with it.
@Suite("The JSON Schemas")
struct SchemaTests {
  static let folder = "schemas"

  @Test("stand in schemas/ as the command prints them")
  func kept() throws {
    if Repository.isUpdating {
      try? FileManager.default.removeItem(at: Repository.root.appending(path: Self.folder))
      let written = try BuiltCommand.shell("truths schema --write \(Self.folder)", in: Repository.root)
      #expect(written.status == 0, "\(written)")
    }
    #expect(Schema.all.count > 15)
    #expect(Repository.files(below: Self.folder, ending: "") == Schema.all.map { "\(Self.folder)/\($0.fileName)" }.sorted())
    for schema in Schema.all {
      #expect(try Repository.text("\(Self.folder)/\(schema.fileName)") == schema.text, "\(schema.name)")
    }
  }

  /// Returns the cells of the first table after a line of a page of the reference.
  private static func rows(_ page: String, behind line: String) -> [[String]] {
    let lines = ((try? Repository.text("docs/reference/\(page)")) ?? "").components(separatedBy: "\n")
    guard let heading = lines.firstIndex(of: line) else { return [] }
    let table = lines[heading...].drop { !$0.hasPrefix("|---") }.dropFirst().prefix { $0.hasPrefix("|") }
    return table.map { $0.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
  }

  /// Returns the texts between backticks.
  private static func words(_ cell: String) -> [String] {
    let parts = cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
    return parts.flatMap { $0.element.split(separator: " ").map(String.init) }
  }

  /// The members of each kind as declarations §1 and files §8 list them.
  static let listed: [String: Set<String>] = {
    var listed = Dictionary(
      uniqueKeysWithValues: rows("declarations.md", behind: "## 1. Kinds").map { (words($0[1]).joined(), Set(words($0[2]))) })
    listed["jtbd"] = Set(rows("files.md", behind: "## 8. Jobs: `.jtbd`").flatMap { words($0[1]) })
    return listed
  }()

  @Test("know the members that the reference lists for each kind", arguments: DeclarationKind.allCases)
  func members(of kind: DeclarationKind) throws {
    let schema = try #require(Schema.all.first { $0.name == (kind == .jtbd ? "jtbd" : "truths") })
    let json = try #require(JSONSerialization.jsonObject(with: Data(schema.text.utf8)) as? [String: Any])
    let definition = try #require((json["$defs"] as? [String: Any])?[kind.rawValue] as? [String: Any])
    let properties = try #require(definition["properties"] as? [String: [String: Any]])
    #expect(Set(properties.keys) == Self.listed[kind.rawValue])
    for (name, property) in properties { #expect((property["description"] as? String)?.isEmpty == false, "\(kind) \(name)") }
  }

  /// A member is required by the schema where its absence is T0027, and no other one is.
  @Test("want the members that the reader wants", arguments: DeclarationKind.allCases)
  func required(of kind: DeclarationKind) throws {
    let name = kind == .fact ? "thing.happened" : "thing"
    let path = kind == .jtbd ? "jtbd/demo/demo.jtbd" : "truths/demo/demo.truths"
    let text = "\(kind.rawValue) \(name):\n  summary: A thing\n"
    let findings = Workspace(truths: [SourceText(path: path, bytes: Array(text.utf8))]).check()
    let missing = findings.diagnostics.filter { $0.code.description == "T0027" }.map { $0.message.split(separator: "`")[1] }
    #expect(Set(missing.map(String.init)) == Set(kind.members.members.filter(\.isRequired).map(\.name)))
  }
}
