internal import CReference
import TruthsDiagnostics
import TruthsText

/// The language reference of docs/reference, as `truths explain` prints it.
public enum Reference {
  /// Returns the text about a subject, ignoring case: a page (`functions`), or a section by number (`types §3.2`) or title
  /// (`four eyes`). A function, keyword or member (`round`) gives the section that describes it.
  ///
  /// - Returns: `nil` where the reference has nothing about it.
  public static func text(of subject: String, isColored: Bool = false) -> String? {
    let wanted = ReferenceIndex.key(subject)
    guard !wanted.isEmpty else { return nil }
    let found = index.sections(about: wanted)
    guard !found.shown.isEmpty else { return nil }
    let text = found.shown.map { $0.text(isColored: isColored) }.joined(separator: "\n")
    return found.others.isEmpty ? text : text + "\nSee also: \(found.others.prefix(8).map(\.citation).joined(separator: ", "))\n"
  }

  /// Returns the sections that mention a subject without being about it; `nil` if none does.
  package static func passages(about subject: String, isColored: Bool = false) -> String? {
    let passages = index.passages(holding: ReferenceIndex.key(subject)).prefix(12)
    if passages.isEmpty { return nil }
    let width = passages.map(\.section.citation.count).max() ?? 0
    let lines = passages.map { section, sentence in
      let place = section.citation + String(repeating: " ", count: width - section.citation.count)
      let words = ReferenceText(sentence).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return "  \(Style.emphasis.paint(place, isColored))  \(words.count > 100 ? words.prefix(100) + "…" : words)\n"
    }
    return "No section has this name; these sections mention it:\n" + lines.joined()
      + "\n`truths explain \"\(passages[0].section.citation)\"` shows one\n"
  }

  /// The names of the pages, in order.
  public static var pageNames: [String] { sources.map(\.name) }

  /// Returns the page, function, keyword or title that a misspelt subject most likely means.
  public static func nearest(to subject: String) -> String? {
    nearestName(to: ReferenceIndex.key(subject), among: index.names)
  }

  /// The pages of docs/reference as Markdown.
  package static let sources: [(name: String, text: String)] = (0...).lazy.map { reference_page($0) }.prefix { $0.name != nil }
    .compactMap { page in
      page.name.map { name in
        (String(cString: name), String(decoding: UnsafeBufferPointer(start: page.text, count: page.size), as: UTF8.self))
      }
    }

  private static let index = ReferenceIndex(sources.map { ReferencePage(name: $0.name, text: $0.text) })
}

/// A page of the reference, split into sections, without the table of tests at its end.
struct ReferencePage {
  let name: String
  /// The complete page, then each section, including its subsections.
  let sections: [ReferenceSection]

  init(name: String, text: String) {
    self.name = name
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0 != "## Tests" }
    var heads: [(place: Int, level: Int)] = []
    var isCode = false
    for (place, line) in lines.enumerated() {
      if line.utf8.starts(with: "```".utf8) { isCode.toggle() }
      let level = line.utf8.prefix { $0 == UInt8(ascii: "#") }.count
      if !isCode, level > 0, line.utf8.dropFirst(level).first == UInt8(ascii: " ") { heads.append((place, level)) }
    }
    sections = heads.indices.map { index in
      let (headLine, level) = heads[index]
      let end = heads[(index + 1)...].first { $0.level <= level }?.place ?? lines.count
      let next = index + 1 < heads.count ? heads[index + 1].place : lines.count
      return ReferenceSection(
        page: name, heading: String(lines[headLine].utf8.dropFirst(level + 1)) ?? "", isPage: level == 1,
        lines: lines[headLine..<end].map(String.init), ownCount: next - headLine)
    }
  }
}

/// A section of a page, or the complete page.
struct ReferenceSection {
  let page: String
  /// The heading without its number.
  let title: String
  /// `3.2`; empty for a page.
  let number: String
  let lines: [String]
  /// Number of lines before the first subsection.
  let ownCount: Int

  init(page: String, heading: String, isPage: Bool, lines: [String], ownCount: Int) {
    self.page = page
    let words = heading.split(separator: " ", maxSplits: 1)
    let isNumbered = !isPage && words.count == 2 && words[0].utf8.first.map { (0x31...0x39).contains($0) } == true
    number = isNumbered ? String(words[0].utf8.last == UInt8(ascii: ".") ? words[0].dropLast() : words[0]) : ""
    title = isNumbered ? String(words[1]) : heading
    self.lines = lines
    self.ownCount = ownCount
  }

  /// The page of the section and its number, such as `types §3.2`.
  var citation: String { number.isEmpty ? page : "\(page) §\(number)" }

  /// Returns the section for a terminal, without names of tests and without link targets.
  func text(isColored: Bool) -> String {
    let body = ReferenceText(lines.dropFirst().joined(separator: "\n")).text
    let head = Style.emphasis.paint(title, isColored) + (number.isEmpty ? "" : " (\(citation))")
    return "\(head)\n\(body.trimmingSuffix { $0 == "\n" })\n"
  }
}
