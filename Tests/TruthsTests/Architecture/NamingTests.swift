import Foundation
import Testing
import TruthsTestSupport

/// The word list of `docs/architecture.md`, and a count of names that do not say what they hold. The count may fall, never rise:
/// `TRUTHS_UPDATE=1` writes a lower one, there and into `Tests/Figures`.
@Suite("One word has one meaning")
struct NamingTests {
  /// A row of the word list.
  private struct Term {
    var word: Substring
    var types: [String]
    var synonyms: [String]
  }

  private static func terms() throws -> [Term] {
    let section = try Repository.text("docs/architecture.md").components(separatedBy: "\n## ").filter {
      $0.hasPrefix("One word, one meaning\n")
    }
    return section.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| term ") }.map { row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let quoted = cells.map { $0.matches(of: #/`(\w+)`/#).map { String($0.1) } }
      return Term(word: Substring(cells[0]), types: quoted[2], synonyms: quoted.count > 3 ? quoted[3] : [])
    }
  }

  /// The names of all types, with those inside other types.
  private static let types: Set<Substring> = {
    let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    let names = TidyTests.sources.flatMap { source in
      source.lines.compactMap { line -> Substring? in
        guard NamingTests.hasWord(of: kinds, line), !TidyTests.isComment(line) else { return nil }
        return line.firstMatch(of: #/\b(?:struct|class|enum|actor|protocol|typealias) (\w+)/#)?.1
      }
    }
    return Set(names)
  }()

  @Test("each type of the word list exists, and none has a name that the list rules out")
  func wordList() throws {
    let terms = try Self.terms()
    #expect(terms.count >= 20)
    #expect(Set(terms.map(\.word)).count == terms.count)
    for term in terms {
      #expect(!term.types.isEmpty, "\(term.word)")
      for type in term.types { #expect(Self.types.contains(Substring(type)), "\(term.word): there is no type \(type)") }
      for synonym in term.synonyms {
        #expect(!Self.types.contains(Substring(synonym)), "\(synonym) is called \(term.types[0])")
      }
    }
  }

  /// Words that say nothing about what has them as its name.
  private static let vague: Set<Substring> = [
    "asked", "found", "given", "held", "kept", "known", "left", "made", "one", "other", "part", "place", "told", "way", "whole",
  ]

  @Test("names that do not say what they hold become fewer")
  func vagueNames() throws {
    let found = TidyTests.sources.flatMap { source in
      Self.vagueDeclarations(source.lines).map { "\(source.path):\($0 + 1)" }
    }
    let path = "Tests/Figures/names.json"
    let url = Repository.root.appending(path: path)
    let name = "declarations with a vague name that are used over more than five lines"
    let figures = try JSONDecoder().decode([String: Int].self, from: Data(contentsOf: url))
    #expect(Set(figures.keys) == [name])
    let most = figures[name] ?? 0
    #expect(found.count <= most, "such as \(found.suffix(3).joined(separator: ", "))")
    // A figure far above the count would let names without meaning come back.
    #expect(most - found.count <= 10, "there are \(found.count): run `make update`")
    let document = try Repository.text("docs/architecture.md")
    #expect(document.contains(Self.sentence(most)), "docs/architecture.md says another number than \(path)")
    guard Repository.isUpdating, let lower = Self.lower(found.count, than: most) else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode([name: lower]) + Data("\n".utf8)).write(to: url, options: .atomic)
    let changed = document.replacingOccurrences(of: Self.sentence(most), with: Self.sentence(lower))
    try Data(changed.utf8).write(to: Repository.root.appending(path: "docs/architecture.md"), options: .atomic)
  }

  /// Returns what `docs/architecture.md` says about the number.
  private static func sentence(_ most: Int) -> String {
    "At most \(most) names do not say what they hold; the number never rises."
  }

  /// Returns the count that an update writes; `nil` if it is not lower.
  private static func lower(_ count: Int, than most: Int) -> Int? { count < most ? count : nil }

  @Test("an update never writes a higher number")
  func neverRises() {
    #expect(Self.lower(789, than: 790) == 789)
    #expect(Self.lower(790, than: 790) == nil)
    #expect(Self.lower(791, than: 790) == nil)
  }

  @Test("a declaration counts that is used over more than five lines, and no other")
  func declarations() {
    func lines(_ declaration: String, uses count: Int = 5, indented: String = "  ") -> [Substring] {
      let uses = (0..<count).map { _ in "\(indented)  use(found)" }
      return (["\(indented)\(declaration)"] + uses + ["\(indented)}", "use(found)"]).flatMap { $0.split(separator: "\n") }
    }
    let local = ["func f() {", "    var found = [1]"] + lines("  use(found)")
    #expect(Self.vagueDeclarations(local) == [1])
    #expect(Self.vagueDeclarations(["func f() {", "    let found = [1]", "    use(found)", "  }"]).isEmpty)
    for declaration in [
      "func f(_ found: Int) {", "func f(found: Int) {", "if let found = values.first {", "for found in values {",
      "for (index, found) in values {", "while let found = next() {", "func f(\n    _ found: Int\n  ) {",
    ] {
      #expect(Self.vagueDeclarations(lines(declaration)).count == 1, "\(declaration)")
      #expect(Self.vagueDeclarations(lines(declaration, uses: 2)).isEmpty, "\(declaration)")
    }
    #expect(Self.vagueDeclarations(["struct S {", "  private var found = 0", "}"]) == [1])
    #expect(Self.vagueDeclarations(["struct S {", "  func found() {}", "  static let place = 1", "}"]) == [1, 2])
    #expect(Self.vagueDeclarations(lines("let facts = values // let found = 1")).isEmpty)
    let operand = lines("func add(_ other: Self) {").map { Substring($0.replacing("found", with: "other")) }
    #expect(Self.vagueDeclarations(operand).isEmpty)
    #expect(Self.vagueDeclarations(lines("func f(_ left: Int, _ right: Int) {")).isEmpty)
  }

  /// Returns the indices of lines that declare a vague name: a property or function, or a variable or parameter that is used
  /// after more than five lines.
  ///
  /// Scopes are found by the formatter's indentation. `other` is the usual name of the second operand in Swift, and `left` says
  /// enough beside `right`.
  private static func vagueDeclarations(_ lines: [Substring]) -> [Int] {
    lines.indices.filter { index in
      // Most lines have no such word, and regular expressions are slow.
      guard hasWord(of: vague, lines[index]), !TidyTests.isComment(lines[index]) else { return false }
      let code = code(of: lines[index])
      return declared(in: code).contains { name, kind in
        switch kind {
        case .function: true
        case .variable where isMember(index, lines): true
        case .variable, .parameter: lastUse(of: name, declaredAt: index, kind, lines) - index >= 5
        }
      }
    }
  }

  private enum Kind { case function, variable, parameter }

  /// Returns a line without its comment and its literals.
  private static func code(of line: Substring) -> String {
    String(line.replacing(#/\/\/.*|"(?:[^"\\]|\\[^(])*"/#, with: ""))
  }

  private static func hasWord(of words: Set<Substring>, _ line: Substring) -> Bool {
    line.utf8.split { !isOfWord($0) }.contains { words.contains(Substring($0)) }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  /// Returns the vague names that a line declares.
  private static func declared(in line: String) -> [(name: Substring, kind: Kind)] {
    var names: [(Substring, Kind)] = []
    names += line.matches(of: #/\bfunc (\w+)/#).map { ($0.1, .function) }
    for match in line.matches(of: #/\b(?:let|var) (?:\(([^()]*)\)|(\w+))/#) {
      let bound = match.1.map { $0.split { !$0.isLetter && !$0.isNumber } } ?? match.2.map { [$0] } ?? []
      names += bound.map { ($0, isStatement(line) ? .variable : .parameter) }
    }
    for match in line.matches(of: #/\bfor \(?([\w, ]+?)\)? in\b/#) {
      names += match.1.split { ", ".contains($0) }.map { ($0, .parameter) }
    }
    if line.contains(#/\b(?:func|init|subscript)\b|^ +(?:\w+ )?\w+: [^=]*[,)]?$/#) {
      names += line.matches(of: #/(\w+): /#).map { ($0.1, .parameter) }.filter { $0.0 != "other" }
    }
    return names.filter { vague.contains($0.0) && !($0.0 == "left" && line.contains(#/\bright\b/#)) }
  }

  /// Whether a line begins with a declaration, whose scope is the block around it.
  private static func isStatement(_ line: String) -> Bool {
    line.contains(#/^\ *(?:(?:@\w+|\w+|private\(set\))\ )*(?:let|var)\ /#)
      && !line.contains(#/\b(?:if|while|for|case)\b.*\b(?:let|var)\b/#)
  }

  /// Whether a declaration is a member of a type, or global.
  private static func isMember(_ index: Int, _ lines: [Substring]) -> Bool {
    let indentation = indentation(of: lines[index])
    guard let head = lines[..<index].last(where: { !$0.isEmpty && Self.indentation(of: $0) < indentation }) else { return true }
    return head.contains(#/\b(?:struct|class|enum|extension|actor|protocol) \w+/#)
  }

  private static func indentation(of line: Substring) -> Int { line.utf8.prefix { $0 == 0x20 }.count }

  /// Returns the last line in the scope of a name that has it.
  private static func lastUse(of name: Substring, declaredAt index: Int, _ kind: Kind, _ lines: [Substring]) -> Int {
    let own = indentation(of: lines[index])
    let isHead = kind == .parameter && lines[index].contains(#/\b(?:func|init|subscript|if|while|for|case)\b/#)
    var last = index
    for next in lines.indices[(index + 1)...] {
      let text = lines[next].drop { $0 == " " }
      if text.isEmpty || text.hasPrefix(")") || text == "{" || text.hasPrefix("else") { continue }
      let depth = indentation(of: lines[next])
      if depth < own || isHead && depth == own { break }
      if hasWord(of: [name], lines[next]), hasWord(of: [name], code(of: lines[next])[...]) { last = next }
    }
    return last
  }
}
