import Foundation
import Testing
import TruthsTestSupport

/// The page of each module, `README.md` in its folder, says what comes in, what goes out, and which types to read first.
@Suite("Each module has a page")
struct ModulePageTests {
  /// The folders of the modules, below the root.
  static let modules = ["Sources", "Server/Sources"].flatMap { folder in
    Repository.folders(folder).map { "\(folder)/\($0)" }
  }

  /// The paths of the pages.
  static let pages = modules.map { "\($0)/README.md" }

  @Test("a page has the name of its module, three headings, and at most 25 lines", arguments: modules)
  func form(_ module: String) throws {
    let text = try Repository.text("\(module)/README.md")
    let lines = Array(text.components(separatedBy: "\n").dropLast())
    let name = String(module.split(separator: "/").last ?? "")
    #expect(lines.first == "# " + name)
    #expect(lines.count <= 25, "\(module) has \(lines.count) lines")
    #expect(lines.allSatisfy { $0.count <= 130 }, "\(module) has a line over 130 characters")
    let headings = lines.filter { $0.hasPrefix("## ") }
    #expect(Array(headings.prefix(3)) == ["## In", "## Out", "## Read first"], "\(module)")
  }

  /// A module with fewer than three types names all of them, and a module of C names its files.
  @Test("a page names three types to read first, each declared in the file of its link", arguments: modules)
  func types(_ module: String) throws {
    let links = try Self.links(module)
    #expect(!links.isEmpty, "\(module)")
    let sources = TidyTests.sources.filter { $0.path.hasPrefix(module + "/") }
    if sources.isEmpty { return }
    var types: Set<String> = []
    for source in sources where types.count < 3 { types.formUnion(Self.types(in: source)) }
    #expect(links.count == min(3, types.count), "\(module) names \(links.count) types")
    for link in links {
      let source = sources.first { $0.path == "\(module)/\(link.file)" }
      let isDeclared = source.map { Self.types(in: $0).contains(link.name) } ?? false
      #expect(isDeclared, "\(module): \(link.file) declares no \(link.name)")
    }
  }

  @Test("modules of Swift and of C are found, in both packages")
  func allAreFound() {
    #expect(Self.modules.count > 30)
    for module in ["Sources/Truths", "Sources/CFiles", "Server/Sources/TruthsServer"] {
      #expect(Self.modules.contains(module), "\(module)")
    }
  }

  /// The links below `Read first`, each with its text and its file.
  private static func links(_ module: String) throws -> [(name: String, file: String)] {
    let parts = try Repository.text("\(module)/README.md").components(separatedBy: "\n## Read first\n")
    guard parts.count == 2 else { return [] }
    let section = parts[1].components(separatedBy: "\n## ")[0]
    return section.split(separator: "\n").compactMap { line -> (name: String, file: String)? in
      guard let match = line.firstMatch(of: #/^- \[`?([^`\]]+)`?\]\(([^)]+)\): /#) else { return nil }
      return (name: String(match.1), file: String(match.2))
    }
  }

  /// Returns the names of the types that a file declares, with those inside other types.
  private static func types(in source: TidyTests.Source) -> Set<String> {
    let names = source.lines.compactMap { line -> String? in
      guard !TidyTests.isComment(line) else { return nil }
      return line.firstMatch(of: #/\b(?:struct|class|enum|actor|protocol|typealias) ([A-Z]\w*)/#).map { String($0.1) }
    }
    return Set(names)
  }
}
