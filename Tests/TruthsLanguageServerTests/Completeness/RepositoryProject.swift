import Foundation
import Testing
import TruthsJSON
import TruthsTestSupport
import TruthsText

@testable import TruthsLanguageServer

/// A project of the repository: its files, with a proposal and a context beside it as scratch files.
struct RepositoryProject: CustomTestStringConvertible, Sendable {
  var name: String
  /// The folder, from the root of the repository on.
  var folder: String
  /// The number of tokens in a sample.
  var size: Int

  var testDescription: String { name }

  static let all =
    [
      RepositoryProject(name: "packs", folder: "", size: 40),
      RepositoryProject(name: "travel-expenses", folder: "examples/travel-expenses/", size: 60),
      RepositoryProject(name: "parental-leave", folder: "examples/parental-leave/", size: 40),
      RepositoryProject(name: "records", folder: "examples/authzen/records/", size: 30),
      RepositoryProject(name: "certification", folder: "examples/authzen/certification/", size: 30),
      RepositoryProject(name: "todo", folder: "examples/authzen/todo/", size: 30),
      RepositoryProject(name: "embedding", folder: "docs/embedding/shop/", size: 10),
    ]
    + ["bank", "claims", "gate", "hiring", "library", "meters", "parcels", "shop"].map {
      RepositoryProject(name: $0, folder: "Tests/Mistakes/bases/\($0)/", size: 10)
    }

  /// Returns a number that another content of a file changes: the FNV-1a hash of the texts in order of path.
  func hash(of files: [String: String]) -> UInt64 {
    files.sorted { $0.key < $1.key }.reduce(0xCBF2_9CE4_8422_2325) { hash, file in
      file.value.utf8.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
  }

  /// The texts of the files, by path.
  func files() throws -> [String: String] {
    var files: [String: String] = [:]
    for part in ["truths", "jtbd", "Fixtures"] {
      for path in Repository.files(below: folder + part, ending: "")
      where ServedProject.isTruths(path) || path.hasSuffix(".json") {
        let text = try Repository.text(path)
        // Documents that fixtures read have names of their own.
        if path.hasSuffix(".json"), !text.contains("\"id\": ") { continue }
        files[String(path.dropFirst(folder.count))] = text
      }
    }
    for (path, scratch) in [("proposal.json", ScratchFiles.proposal), ("context.jsonl", ScratchFiles.context)] {
      if !folder.isEmpty, let text = try? Repository.text(folder + path) { files[scratch] = text }
    }
    return files
  }
}
