import Foundation
import Testing

@Suite("The reference evaluator stands alone")
struct ReferenceImportTests {
  @Test("it imports the syntax tree, values and JSON, and nothing that checks or decides")
  func imports() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let own = files.filter { $0.pathExtension == "swift" && $0.lastPathComponent != "ReferenceImportTests.swift" }
    #expect(own.count > 10)
    for file in own {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("import ") }
      let imported = Set(lines.map { $0.dropFirst("import ".count) })
      #expect(imported.isSubset(of: ["TruthsJSON", "TruthsSyntax", "TruthsText"]), "\(file.lastPathComponent)")
    }
  }
}
