import Foundation
import Testing
import TruthsTestSupport

/// The public API of the library, a line for each declaration: a change of it is seen in `docs/api.txt`, and is made on purpose.
struct PublicAPITests {
  @Test("docs/api.txt has every public declaration")
  func isListed() throws {
    let files = TidyTests.publicModules.sorted().flatMap { Repository.files(below: "Sources/\($0)", ending: ".swift") }
    let found = files.flatMap { file in
      Self.declarations(in: (try? Repository.text(file)) ?? "")
    }
    #expect(found.count > 200)
    let text = found.sorted().map { $0 + "\n" }.joined()
    if Repository.isUpdating {
      try text.write(to: Repository.root.appending(path: "docs/api.txt"), atomically: true, encoding: .utf8)
    }
    #expect(text == (try Repository.text("docs/api.txt")))
  }

  @Test("what is public is found, with what it stands in")
  func finding() {
    let text = """
      /// A thing.
      public struct Thing: Sendable {
        public let size: Int
        let hidden = 1
        public enum Kind {
          case small, large(Int)
        }
        public init(
          _ size: Int, of kind: Kind = .small
        ) throws(Findings) {
        }
      }

      extension Thing {
        public var text: String { "" }
        func other() {}
      }
      """
    #expect(
      Self.declarations(in: text) == [
        "public struct Thing: Sendable", "Thing: public let size: Int", "Thing: public enum Kind",
        "Thing.Kind: case small, large(Int)", "Thing: public init(_ size: Int, of kind: Kind = .small) throws(Findings)",
        "Thing: public var text: String",
      ])
  }

  /// Returns the public declarations of a file, each with its enclosing type.
  private static func declarations(in text: String) -> [String] {
    var found: [String] = []
    var types: [(name: String, indent: Int, hasPublicCases: Bool)] = []
    var open: (owner: String, code: String)?
    for line in text.components(separatedBy: "\n") {
      let code = line.trimmingCharacters(in: .whitespaces)
      if code.isEmpty || ["//", "@", "public import "].contains(where: { code.hasPrefix($0) }) { continue }
      if let begun = open {
        open?.code += (begun.code.hasSuffix("(") || code.hasPrefix(")") ? "" : " ") + code
      } else {
        let indent = line.prefix { $0 == " " }.count
        types.removeAll { $0.indent >= indent }
        let isCase = code.hasPrefix("case ") && types.last.map { $0.hasPublicCases && $0.indent + 2 == indent } == true
        if code.hasPrefix("public ") || isCase { open = (types.map(\.name).joined(separator: "."), code) }
        if let name = typeName(code) { types.append((name, indent, code.hasPrefix("public enum "))) }
      }
      guard let whole = open, isClosed(whole.code) else { continue }
      found.append((whole.owner.isEmpty ? "" : "\(whole.owner): ") + signature(whole.code))
      open = nil
    }
    return found
  }

  /// Whether every parenthesis is closed.
  private static func isClosed(_ code: String) -> Bool {
    code.count { $0 == "(" } == code.count { $0 == ")" }
  }

  /// A declaration without its body.
  private static func signature(_ code: String) -> String {
    let head = code.components(separatedBy: " {")[0]
    let isStored = head.contains("let ") || head.contains("var ")
    return isStored && !head.contains("func ") ? head.components(separatedBy: " = ")[0] : head
  }

  private static func typeName(_ code: String) -> String? {
    let words = code.split(whereSeparator: { " :{<".contains($0) }).map(String.init)
    guard let place = words.firstIndex(where: { ["struct", "class", "enum", "extension", "protocol"].contains($0) }),
      words[..<place].allSatisfy({ ["public", "final", "indirect"].contains($0) }), place + 1 < words.count
    else { return nil }
    return words[place + 1]
  }
}
