import TruthsText

/// Finds sections of the reference by subject.
struct ReferenceIndex {
  private let pages: [ReferencePage]

  init(_ pages: [ReferencePage]) { self.pages = pages }

  /// Normalizes a subject for comparison: lower case, without backticks and parentheses.
  static func key(_ text: String) -> String {
    let kept = text.lowercased().filter { !"`()".contains($0) }
    return kept.split(separator: " ").joined(separator: " ")
  }

  /// Returns the sections about a subject: the page or section of this name, or else those whose title equals or contains it.
  /// Failing that, the first section with a table row that begins with it. The other sections are those whose rows begin with
  /// it or mention it.
  func sections(about wanted: String) -> (shown: [ReferenceSection], others: [ReferenceSection]) {
    if let page = pages.first(where: { $0.name == wanted })?.sections.first { return ([page], []) }
    let all = pages.flatMap(\.sections)
    if let cited = all.first(where: { Self.isCitation(wanted, of: $0) }) { return ([cited], []) }
    let numbered = all.filter { !$0.number.isEmpty }
    let headed = numbered.filter { section in Self.rows(of: section).contains { $0.names.contains(wanted) } }
    let mentioned = numbered.filter { section in Self.rows(of: section).contains { $0.words.contains(wanted) } }
    var shown = all.filter { Self.key($0.title) == wanted }
    if shown.isEmpty, let one = Self.singular(wanted) { shown = numbered.filter { Self.key($0.title) == one } }
    if shown.isEmpty { shown = numbered.filter { Self.subjects(ofTitle: $0.title).contains(wanted) } }
    let rows = headed + (mentioned.count <= 4 ? mentioned : [])
    if shown.isEmpty { shown = Array((headed.isEmpty ? mentioned : headed).prefix(1)) }
    var seen = Set(shown.map(\.citation))
    return (shown, rows.filter { seen.insert($0.citation).inserted })
  }

  /// Returns the sections whose sentences hold each word of a subject. Sections with the most such sentences come first.
  func passages(holding wanted: String) -> [(section: ReferenceSection, sentence: String)] {
    let words = wanted.split(separator: " ").map(String.init)
    guard !words.isEmpty else { return [] }
    let passages = pages.flatMap(\.sections).filter { !$0.number.isEmpty }.enumerated().compactMap { sectionIndex, section in
      let lines = section.lines.prefix(section.ownCount).filter { line in
        let line = line.lowercased()
        return words.allSatisfy { Self.holds(line, $0) }
      }
      return lines.first.map { (section: section, sentence: $0, count: lines.count, place: sectionIndex) }
    }
    return passages.sorted { $0.count != $1.count ? $0.count > $1.count : $0.place < $1.place }.map { ($0.section, $0.sentence) }
  }

  /// Whether a line holds a word, or one that begins with it.
  private static func holds(_ line: String, _ word: String) -> Bool {
    line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0.hasPrefix(word) } || line.contains(" \(word)")
  }

  /// Returns a word without the ending of its plural: `table` of `tables`, `policy` of `policies`.
  private static func singular(_ word: String) -> String? {
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    return word.utf8.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : nil
  }

  /// All known subjects: pages, titles, and names at the beginning of table rows.
  var names: [String] {
    let all = pages.flatMap(\.sections)
    return pages.map(\.name) + all.map { Self.key($0.title) } + all.flatMap { Self.subjects(ofTitle: $0.title) }
      + all.flatMap { section in Self.rows(of: section).flatMap { Array($0.names) } }
  }

  /// Returns whether a text cites a section: `types §3.2`, `types 3.2`.
  private static func isCitation(_ wanted: String, of section: ReferenceSection) -> Bool {
    !section.number.isEmpty && (wanted == section.citation || wanted == "\(section.page) \(section.number)")
  }

  /// Splits a title into subjects: `if` and `coalesce` of "`if`, `coalesce`"; `overrides` and `break-glass` of "Overrides:
  /// break-glass".
  private static func subjects(ofTitle title: String) -> [String] {
    key(title).split { ",:".contains($0) }.flatMap { part -> [String] in
      let words = part.split(separator: " ").map(String.init)
      return words.split(separator: "and").map { $0.joined(separator: " ") }
    }
  }

  /// Returns the names and words in the first cell of each table row of a section.
  private static func rows(of section: ReferenceSection) -> [(names: Set<String>, words: Set<String>)] {
    var isCode = false
    return section.lines.prefix(section.ownCount).compactMap { line in
      if line.utf8.starts(with: "```".utf8) { isCode.toggle() }
      guard !isCode, line.utf8.starts(with: "| ".utf8) else { return nil }
      let cell = line.dropFirst(2).prefix { $0 != "|" }
      let spans = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      var names: Set<String> = []
      var words: Set<String> = []
      for span in spans.map(\.element) {
        if cell.hasPrefix("`") { names.insert(key(String(span.prefix { $0 != "(" && $0 != ":" }))) }
        words.formUnion(span.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { $0.lowercased() })
      }
      return spans.isEmpty ? nil : (names, words)
    }
  }
}
