import Foundation
import TruthsTestSupport

/// A page of docs/reference, as its readers' tests take it apart.
struct ReferencePage {
  /// The page without code blocks.
  let prose: String

  init(_ text: String) {
    var lines: [Substring] = []
    var isCode = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() } else if !isCode { lines.append(line) }
    }
    prose = lines.joined(separator: "\n")
  }

  /// The page without code spans either.
  private var words: String { prose.replacing(/`[^`\n]*`/, with: "") }

  /// The texts in brackets that are not links: names of tests, and `no test`.
  var bracketed: [String] {
    words.matches(of: /\[([^\]\[]+)\](?!\()/).flatMap { found -> [String] in
      let names = found.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      return names.allSatisfy { $0 == "no test" || $0.wholeMatch(of: /[A-Z][\w+]*(\.\w+)?|\w+\/[\w\/.-]+/) != nil } ? names : []
    }
  }

  struct Citation: Hashable {
    var page: String
    var section: String
  }

  /// Returns the cited sections: `types §3.2`, or `§3.2` for the page itself. After a citation, `, §4` and ` and §4` are
  /// sections of the same page.
  func citations(in path: String, pages: Set<String>) -> [Citation] {
    let own = String(path.split(separator: "/").last?.dropLast(".md".count) ?? "")
    var found: [Citation] = []
    for run in prose.matches(of: /(?:([\w.-]+)`?\s)?§([0-9.]*[0-9])((?:(?:,| and| or| to|–)\s?§[0-9.]*[0-9])*)/) {
      if run.1 == "9162" { continue }
      let page = run.1.map(String.init).flatMap { pages.contains($0) ? $0 : nil } ?? own
      let others = run.3.matches(of: /§([0-9.]*[0-9])/).map { String($0.1) }
      found += ([String(run.2)] + others).map { Citation(page: page, section: $0) }
    }
    return found
  }

  /// The sections that comments cite, `(types §3.2)`, also over the end of a line.
  static func citations(inComments text: String, pages: Set<String>) -> [Citation] {
    var found: [Citation] = []
    var before: Substring = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      defer { before = line }
      guard line.utf8.contains(0xA7) else { continue }
      let rest = line.drop { " /#".contains($0) }
      let joined = before.split(separator: " ").last.map { "\($0) \(rest)" } ?? String(rest)
      for run in joined.matches(of: /\b([a-z][a-z-]*) §([0-9.]*[0-9])((?:(?:,| and| or) §[0-9.]*[0-9])*)/) {
        let page = String(run.1)
        guard pages.contains(page) else { continue }
        let others = run.3.matches(of: /§([0-9.]*[0-9])/).map { String($0.1) }
        found += ([String(run.2)] + others).map { Citation(page: page, section: $0) }
      }
    }
    return found
  }

  /// The numbers of its sections.
  var sections: Set<String> {
    Set(prose.matches(of: /(?m)^#{2,3} ([0-9]+(?:\.[0-9]+)?)/.anchorsMatchLineEndings()).map { String($0.1) })
  }

  /// The sections of every page, by the page's name.
  static func sections() throws -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for path in Repository.files(below: "docs/reference", ending: ".md") {
      found[String(path.split(separator: "/").last?.dropLast(".md".count) ?? "")] =
        ReferencePage(try Repository.text(path)).sections
    }
    return found
  }

  /// The anchors of its headings, as GitHub generates them.
  var anchors: Set<String> {
    Set(
      prose.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
        let title = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
        return String(title.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.map { $0 == " " ? "-" : $0 })
      })
  }
}
