import Foundation
import Testing
import Truths
import TruthsTestSupport

/// The handbook of this repository's own packs, and of packs that mean no good.
@Suite("The handbook")
struct HandbookTests {
  private static func sources(_ folders: [String], _ endings: [String]) throws -> [SourceText] {
    try folders.flatMap { folder in endings.flatMap { Repository.files(below: folder, ending: $0) } }.map { path in
      SourceText(path: path, bytes: [UInt8](try Data(contentsOf: Repository.root.appending(path: path))))
    }
  }

  /// The fixtures, and the documents that they name.
  private static func fixtures() throws -> [SourceText] {
    let fixtures = try sources(["Fixtures"], [".json"])
    let known = Set(fixtures.map(\.path))
    return fixtures
      + (try Workspace.documents(namedIn: fixtures).filter { !known.contains($0) }.map { path in
        SourceText(path: path, bytes: [UInt8](try Data(contentsOf: Repository.root.appending(path: path))))
      })
  }

  private static let handbook = Result { try RepositoryTexts.workspace.handbook(fixtures: try fixtures()) }

  private static func own() throws -> Handbook { try handbook.get() }

  /// Each text between an opening and the next closing, a sign.
  private func stretches(_ text: String, _ opening: String, _ closing: Unicode.Scalar) -> [String] {
    let (opening, closing) = (Array(opening.utf8), UInt8(ascii: closing))
    return Array(text.utf8).withUnsafeBufferPointer { bytes in
      var found: [String] = []
      let count = bytes.count - opening.count
      var place = 0
      while place <= count {
        var matched = 0
        while matched < opening.count, bytes[place + matched] == opening[matched] { matched += 1 }
        place += 1
        if matched < opening.count { continue }
        let start = place + matched - 1
        var end = start
        while end < bytes.count, bytes[end] != closing { end += 1 }
        found.append(String(decoding: bytes[start..<end], as: UTF8.self))
        place = end
      }
      return found
    }
  }

  @Test("every link of the page has its anchor, and no anchor stands twice")
  func links() throws {
    let html = try Self.own().html(pictures: .text)
    let list = stretches(html, " id=\"", "\"")
    let anchors = Set(list)
    #expect(anchors.count == list.count)
    let links = stretches(html, "href=\"", "\"")
    #expect(links.count > 50)
    for link in links { #expect(link.hasPrefix("#") && anchors.contains(String(link.dropFirst())), "\(link)") }
  }

  @Test("split by packs, every link leads to an anchor of the page that it names, and each anchor stands on one page")
  func files() throws {
    let files = try Self.own().htmlFiles(pictures: .text)
    let pages = Dictionary(uniqueKeysWithValues: files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
    #expect(files.first?.path == "index.html" && pages["pack-money.html"] != nil && pages["pack-converge.html"] != nil)
    let anchors = pages.mapValues { Set(stretches($0, " id=\"", "\"")) }
    let own = anchors.values.flatMap(\.self).filter { !$0.hasPrefix("page:") }
    #expect(Set(own).count == own.count)
    #expect(Set(own) == Set(stretches(try Self.own().html(), " id=\"", "\"").filter { !$0.hasPrefix("page:") }))
    for (path, page) in pages {
      let links = stretches(page, "href=\"", "\"")
      #expect(links.count > 10, "\(path)")
      for link in links {
        let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        #expect(parts.count == 2 && anchors[parts[0].isEmpty ? path : parts[0]]?.contains(parts[1]) == true, "\(path): \(link)")
      }
    }
  }

  @Test("every link of the Markdown has its anchor")
  func markdownLinks() throws {
    let text = try Self.own().markdown()
    let anchors = Set(stretches(text, "<a id=\"", "\""))
    let links = stretches(text, "](#", ")")
    #expect(links.count > 50)
    for link in links { #expect(anchors.contains(link), "\(link)") }
  }

  @Test("every declaration of the packs is there, and every diagram's links lead somewhere")
  func complete() throws {
    let handbook = try Self.own()
    let html = handbook.html(pictures: .none)
    let anchors = Set(stretches(html, " id=\"", "\""))
    let (page, ids) = (Data(html.utf8), Data(anchors.joined(separator: "\n").utf8))
    for dot in handbook.dotTexts {
      for link in stretches(dot, "URL=\"#", "\"") { #expect(anchors.contains(link), "\(link)") }
    }
    for file in try Self.sources(["truths", "jtbd"], [".truths", ".jtbd"]) {
      for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n") {
        guard line.first?.isLetter == true, let colon = line.firstIndex(of: ":") else { continue }
        let words = line[..<colon].split(separator: " ")
        guard words.count == 2 else { continue }
        let texts = ["<code>\(words[1])</code>", "@\(words[1])", file.path.replacing("truths/", with: "")]
        let isThere = ids.range(of: Data(words[1].utf8)) != nil || texts.contains { page.range(of: Data($0.utf8)) != nil }
        #expect(isThere, "\(line)")
      }
    }
  }

  @Test("the page is well-formed, with nothing from elsewhere in it")
  func wellFormed() throws {
    let html = try Self.own().html(pictures: .text)
    #expect(try unbalanced(html) == [])
    #expect(html.components(separatedBy: "<script>").count == 2)
    for forbidden in ["<script ", "javascript:", "src=", "@import", "url(", "<link", "http://", "https://"] {
      #expect(!html.contains(forbidden), "\(forbidden)")
    }
  }

  @Test("the same files in another order give the same bytes")
  func deterministic() throws {
    let truths = try Self.sources(["truths", "jtbd"], [".truths", ".jtbd"])
    let fixtures = try Self.fixtures()
    let other = try Workspace(truths: truths.reversed()).handbook(fixtures: fixtures.reversed())
    #expect(try Self.own().html() == other.html())
    #expect(try Self.own().markdown() == other.markdown())
  }

  @Test("what packs say is words, never markup")
  func hostile() throws {
    let evil = #"</style><script>alert(1)</script> ](#x) `|` **b** &amp; "q""#
    let text = """
      pack demo:
        version: 1.0.0
        summary: '\(evil)'

      enum odd: ["<u>|", 'a"];n[label=x', "|`|"]

      policy limit:
        summary: '\(evil)'
        type: text
        default: "<u>"

      intent do_it:
        summary: '\(evil)'
        fields:
          name: text
          kind: odd

      truth doing:
        summary: '\(evil)'
        when:
          - intent: do_it
        requires:
          - name exists else "<img src=x> | {name}"
          - name != "`|`<s>"
        invariants:
          - 'name == "x" → requires_approval("<r>\\\\|`")'
        produces:
          - trace.demo.doing
      """
    let workspace = Workspace(truths: [SourceText(path: "truths/demo/demo.truths", bytes: Array(text.utf8))])
    let description = evil.replacing("\"", with: "\\\"")
    let fixture = """
      [{"id": "demo.doing.<u>", "description": "\(description)", "proposal": {"action": "do_it", "name": "<u>", "kind": "<u>|"},
        "expected": {"decision": "accepted", "reason": "<u>"}}]
      """
    let handbook = try workspace.handbook(
      fixtures: [SourceText(path: "Fixtures/demo/a.json", bytes: Array(fixture.utf8))], title: evil, date: evil)
    let html = handbook.html()
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(try unbalanced(html) == [])
    #expect(html.components(separatedBy: "<script").count == 2 && html.components(separatedBy: "</script").count == 2)
    for tag in ["<img", "<u>", "<s>", "<r>"] {
      #expect(!html.contains(tag), "\(tag)")
      #expect(!handbook.markdown().replacing("`name != ", with: "").contains(tag), "\(tag)")
    }
    let lines = handbook.markdown().split(separator: "\n")
    #expect(lines.contains { $0.contains("\\](\\#x)") && $0.contains("\\*\\*b\\*\\*") && $0.contains("&amp;amp;") })
    for dot in handbook.dotTexts { #expect(!dot.contains("<script")) }
  }

  @Test("a set with errors and fixtures at fault have no handbook")
  func faults() throws {
    let broken = Workspace(truths: [SourceText(path: "truths/demo/demo.truths", bytes: Array("truth t:\n  when: x\n".utf8))])
    #expect(throws: Findings.self) { try broken.handbook() }
    #expect(throws: Findings.self) {
      try RepositoryTexts.workspace.handbook(fixtures: [SourceText(path: "Fixtures/a.json", bytes: Array(#"[{"id": "a"}]"#.utf8))]
      )
    }
  }

  /// Returns the faults in the tags of a page: unclosed tags, closing tags without an opening one, a bare `<` or `&`.
  private func unbalanced(_ html: String) throws -> [String] {
    var open: [String] = []
    var faults: [String] = []
    // A filler right behind a `>` is one Character with it, and markup is ASCII.
    var rest = Substring(String(String.UnicodeScalarView(html.unicodeScalars.map { $0.isASCII ? $0 : "?" })))
    while let start = rest.firstIndex(of: "<") {
      faults += rest[..<start].contains(">") ? ["> before \(rest[start...].prefix(20))"] : []
      guard let end = rest[start...].firstIndex(of: ">") else { return faults + ["unclosed <"] }
      let tag = rest[rest.index(after: start)..<end]
      let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber })
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("!") || tag.hasSuffix("/") { continue }
      if tag.hasPrefix("/") {
        if open.popLast() != name { faults.append("</\(name)>") }
      } else {
        open.append(name)
        if ["style", "script"].contains(name), let close = rest.range(of: "</\(name)>") { rest = rest[close.lowerBound...] }
      }
    }
    return faults + open
  }
}
