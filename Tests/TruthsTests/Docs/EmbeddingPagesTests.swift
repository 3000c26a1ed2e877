import Foundation
import Testing
import TruthsTestSupport

/// The code on the pages of docs/embedding is that of the samples, which `docs/embedding/run` builds and runs.
struct EmbeddingPagesTests {
  @Test(
    "each block of code stands in the sample, letter for letter",
    arguments: [
      (page: "c.md", language: "c", samples: ["c/sample.c", "columns/sample.c"]),
      (page: "java.md", language: "java", samples: ["java/Sample.java"]),
      (page: "node.md", language: "js", samples: ["node/sample.js"]),
      (
        page: "swift.md", language: "swift",
        samples: ["Columns.swift", "Decide.swift"].map { "../../Tests/Embedding/Sources/Embedding/\($0)" }
      ),
    ])
  func blocks(page: String, language: String, samples: [String]) throws {
    let folder = "docs/embedding/"
    let code = try samples.map { try Repository.text(folder + $0) }
    let parts = try Repository.text(folder + page).components(separatedBy: "```\(language)\n").dropFirst()
    #expect(parts.count > 2)
    for part in parts {
      let block = try #require(part.components(separatedBy: "\n```").first)
      #expect(code.contains { $0.contains(block) }, "\(page):\n\(block)")
    }
  }
}
