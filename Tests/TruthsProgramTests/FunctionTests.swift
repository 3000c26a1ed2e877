import Foundation
import Testing
import TruthsProgram

/// Places outside of the sources that list the functions of the language by hand.
@Suite("Functions are known wherever they are listed")
struct FunctionTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(
    "in the reference, in the grammar of editors, and in the dictionary of the fuzzers",
    arguments: [
      ["docs/reference/functions.md", "docs/reference/dates.md"], ["editors/vscode/syntaxes/truths.tmLanguage.json"],
      ["Fuzz/Dictionaries/truths.dict"],
    ])
  func listed(files: [String]) throws {
    let texts = try files.map { try String(contentsOf: Self.root.appending(path: $0), encoding: .utf8) }
    let words = Set(texts.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") } }.map(String.init))
    let missing = Function.nameable.map(\.name).filter { !words.contains($0) }
    #expect(Function.nameable.count > 30)
    #expect(missing == [], "\(files)")
  }
}
