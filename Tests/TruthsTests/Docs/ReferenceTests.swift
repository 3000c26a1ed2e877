import Foundation
import Testing
import Truths
import TruthsDiagnostics
import TruthsJSON
import TruthsTestSupport
import TruthsText

/// The samples of docs/reference and docs/how-to: `TRUTHS_UPDATE=1 swift test --filter ReferenceTests` writes the output of
/// their commands.
@Suite("The reference tells what really happens")
struct ReferenceTests {
  static let pages = Repository.files(below: "docs/reference", ending: ".md")
  static let guides = Repository.files(below: "docs/how-to", ending: ".md")

  @Test("its commands print what stands there", arguments: pages + guides)
  func commands(_ path: String) throws {
    try withScratchDirectory { try LiterateDocument.check(path, in: $0) }
  }

  /// Languages of blocks that nothing runs: grammar and forms, and rules of other systems beside their translation.
  private static let unrun: Set = ["text", "ebnf", "cedar", "rego", "drl", "lua", "toml", "jsonc", "lisp", "python"]

  @Test("each block without a path holds, or is of a kind that nothing runs", arguments: pages + guides)
  func samples(_ path: String) throws {
    for sample in LiterateDocument(try Repository.text(path)).samples {
      let place = "\(path):\(sample.line)"
      switch sample.language {
      case "truths": try check(sample, at: place)
      case "json": check(json: sample, at: place)
      case "clause":
        for fault in try ClauseSamples(sample.lines).faults(over: try Self.example.get()) { Issue.record("\(place): \(fault)") }
      default: #expect(Self.unrun.contains(sample.language), "\(place): \(sample.language)")
      }
    }
  }

  /// The files of README §3.
  private static let example = Result {
    LiterateDocument(try Repository.text("docs/reference/README.md")).parts.compactMap { part -> SourceText? in
      guard case .file(let path, let lines) = part else { return nil }
      return SourceText(path: path, bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
    }
  }

  /// A whole file: without errors, or with the finding that its first line names.
  private func check(_ sample: LiterateDocument.Sample, at place: String) throws {
    let pack = sample.lines.first { $0.hasPrefix("pack ") }?.dropFirst("pack ".count).prefix { $0 != ":" } ?? "demo"
    let file = SourceText(path: "truths/\(pack)/\(pack).truths", bytes: Array(sample.text.utf8))
    let found = Workspace(truths: [file], today: "2026-06-01").check()
    if let wanted = sample.lines.first?.wholeMatch(of: /# faulty: (T[0-9]+)/)?.1 {
      #expect(found.diagnostics.contains { $0.code.description == wanted }, "\(place): \(found.text())")
    } else {
      #expect(!found.hasErrors, "\(place): \(found.text())")
    }
  }

  /// One value, or a value a line.
  private func check(json sample: LiterateDocument.Sample, at place: String) {
    let isRead = { (text: String) in
      (try? JSONReader.read(SourceFile(id: FileID(0), path: "sample.json", bytes: Array(text.utf8))).get()) != nil
    }
    #expect(isRead(sample.text) || sample.lines.allSatisfy(isRead), "\(place)")
  }

  @Test("it stands in the executable as it stands here")
  func embedded() throws {
    let names = Self.pages.map { String($0.split(separator: "/").last?.dropLast(".md".count) ?? "") }
    #expect(Set(names.map { $0 == "README" ? "reference" : $0 }) == Set(Reference.pageNames))
    for (name, text) in Reference.sources {
      #expect(try Repository.text("docs/reference/\(name == "reference" ? "README" : name).md") == text, "\(name)")
    }
  }

  @Test("each test that it names is there, and few rules have none")
  func tests() throws {
    let paths = ["Tests", "Server/Tests"].flatMap { Repository.files(below: $0, ending: ".swift") }
    let files = Dictionary(grouping: paths) { path in
      // A suite may go on in a file such as `WhyTests+Forms.swift`.
      String(path.split(separator: "/").last?.dropLast(".swift".count).prefix { $0 != "+" } ?? "")
    }
    var untested = 0
    var named = 0
    for path in Self.pages {
      for name in ReferencePage(try Repository.text(path)).bracketed {
        if name == "no test" {
          untested += 1
        } else if name.contains("/") {
          #expect(
            FileManager.default.fileExists(atPath: Repository.root.appending(path: "Tests/\(name)").path), "\(path): \(name)")
        } else {
          named += 1
          let parts = name.split(separator: ".").map(String.init)
          let texts = try (files[parts[0]] ?? []).map { try Repository.text($0) }
          let isThere = parts.count == 1 ? !texts.isEmpty : texts.contains { $0.contains("func \(parts[1])(") }
          #expect(isThere, "\(path): [\(name)]")
        }
      }
    }
    #expect(named > 500)
    #expect(untested <= 16, "mend some, and lower this")
  }

  @Test("each section that it cites is there", arguments: pages + guides)
  func sections(_ path: String) throws {
    let sections = try ReferencePage.sections()
    for citation in ReferencePage(try Repository.text(path)).citations(in: path, pages: Set(sections.keys)) {
      #expect(sections[citation.page]?.contains(citation.section) == true, "\(path): \(citation.page) §\(citation.section)")
    }
  }

  @Test("each section that code and tests cite is there, and nothing cites the definition before it")
  func comments() throws {
    let sections = try ReferencePage.sections()
    let endings = [".swift", ".py", ".txt"]
    var cited = 0
    let folders = ["Sources", "Tests", "Server"]
    for path in endings.flatMap({ ending in folders.flatMap { Repository.files(below: $0, ending: ending) } }) {
      let text = try Repository.text(path)
      for citation in ReferencePage.citations(inComments: text, pages: Set(sections.keys)) {
        cited += 1
        #expect(sections[citation.page]?.contains(citation.section) == true, "\(path): \(citation.page) §\(citation.section)")
      }
      for name in ["language", "runtime", "language-2", "runtime-2"] where text.contains(name + ".md §") {
        Issue.record("\(path) cites \(name)")
      }
    }
    #expect(cited > 400)
  }

  @Test("each link to a heading leads to one", arguments: pages + guides)
  func anchors(_ path: String) throws {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    for link in ReferencePage(try Repository.text(path)).prose.matches(of: /\]\(([^)#:]*)#([^)]+)\)/) {
      let target = link.1.isEmpty ? path : "\(folder)/\(link.1)"
      let anchors = ReferencePage(try Repository.text(target)).anchors
      #expect(anchors.contains(String(link.2)), "\(path) links to \(target)#\(link.2)")
    }
  }
}
