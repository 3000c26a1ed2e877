import Foundation
import Testing

/// The checklist of docs/embedding/clients.md, and the tests that name its items.
struct ChecklistTests {
  @Test("each item is shown by a test, of this client or of its core, which names it")
  func items() throws {
    let page = try String(contentsOf: ServerProcess.repository.appending(path: "docs/embedding/clients.md"), encoding: .utf8)
    let items = page.matches(of: /\*\*(C\d+)\*\*/).map { String($0.1) }
    #expect(items == (1...max(1, items.count)).map { "C\($0)" } && items.count > 40)
    var named: Set<String> = []
    for folder in ["clients/swift/Tests", "Tests/TruthsProtocolTests"] {
      let place = ServerProcess.repository.appending(path: folder)
      let files = try FileManager.default.subpathsOfDirectory(atPath: place.path).filter { $0.hasSuffix(".swift") }
      for file in files {
        let text = try String(contentsOf: place.appending(path: file), encoding: .utf8)
        for line in text.matches(of: /\/\/\/ (C\d+(?:, C\d+)*)\.\n/) {
          named.formUnion(line.1.split(separator: ", ").map(String.init))
        }
      }
    }
    #expect(Set(items).subtracting(named).isEmpty && named.subtracting(items).isEmpty)
  }
}
