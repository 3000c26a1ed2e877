import Foundation
import Testing
import TruthsProgram

/// Places outside of the sources that list the functions of the language by hand.
@Suite("Functions are known wherever they are listed")
struct FunctionTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  @Test("in the reference, where each is shown as it is called")
  func reference() throws {
    let pages = try text("docs/reference/functions.md") + text("docs/reference/dates.md")
    #expect(Function.nameable.count > 30)
    #expect(Function.nameable.map(\.name).filter { !pages.contains("\($0)(") } == [])
  }

  @Test(
    "in the grammar of editors, and in the dictionary of the fuzzers",
    arguments: ["editors/vscode/syntaxes/truths.tmLanguage.json", "Fuzz/Dictionaries/truths.dict"])
  func words(path: String) throws {
    let words = Set(try text(path).split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    #expect(Function.nameable.map(\.name).filter { !words.contains($0) } == [])
  }
}
