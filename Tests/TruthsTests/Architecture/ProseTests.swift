import Foundation
import Testing
import TruthsTestSupport

/// Counts of what makes prose hard to read at the first reading, in comments and pages. A count may fall, never rise:
/// `TRUTHS_UPDATE=1` writes a lower one.
@Suite("Prose is plain")
struct ProseTests {
  /// A passage of prose with its place.
  private struct Passage {
    var place: String
    var text: String

    /// The words up to the end of the first sentence.
    var first: [Substring] {
      let end = text.firstMatch(of: #/[.:;] /#)?.range.lowerBound ?? text.endIndex
      return text[..<end].split(separator: " ")
    }
  }

  /// A thing that is counted.
  private struct Fault {
    var name: String
    var isOfPages: Bool
    var isFound: (Passage) -> Bool

    init(_ name: String, ofPages isOfPages: Bool = false, _ isFound: @escaping (Passage) -> Bool) {
      (self.name, self.isOfPages, self.isFound) = (name, isOfPages, isFound)
    }
  }

  private static func isDialect(_ passage: Passage) -> Bool {
    let phrases =
      #/
      \b(?: somebody | nobody | whoever | to\ be\ had | comes\ of\ (?:it|this|that) | stands?\ (?:there|behind|beside|before)
      | (?:is|are)\ told | that\ there\ (?:is|are) | there\ is\ none | is\ read\ past | worked\ out
      | comes?\ out\ otherwise | hangs?\ on )\b
      /#.ignoresCase()
    return passage.text.contains(phrases)
  }

  private static var faults: [Fault] {
    [
      Fault("comments that begin with a clause") {
        $0.text.prefixMatch(of: #/(?:What|Whoever|That|Nothing|How|Where|Which)\b/#) != nil
      },
      Fault("comments that begin by pointing") {
        $0.text.prefixMatch(of: #/(?:The same|One of (?:those|them)|Of (?:an?|the)|It|Its|They|Else|As)\b/#) != nil
      },
      Fault("comments with a phrase of the dialect", isDialect),
      Fault("comments with a first sentence over 25 words") { $0.first.count > 25 },
      Fault("paragraphs of pages with a phrase of the dialect", ofPages: true, isDialect),
      Fault("paragraphs of pages with a first sentence over 25 words", ofPages: true) { $0.first.count > 25 },
    ]
  }

  @Test("what is hard to read becomes less")
  func counts() throws {
    let comments = (TidyTests.sources + TidyTests.tests).flatMap(Self.comments)
    let files = Repository.files(below: "docs", ending: ".md") + ModulePageTests.pages
    let pages = try files.flatMap { try Self.paragraphs($0) }
    #expect(comments.count > 5_000 && pages.count > 1_000)
    let path = "Tests/Figures/prose.json"
    let url = Repository.root.appending(path: path)
    let allowed = try JSONDecoder().decode([String: Int].self, from: Data(contentsOf: url))
    var counted: [String: Int] = [:]
    for fault in Self.faults {
      let found = (fault.isOfPages ? pages : comments).filter(fault.isFound)
      counted[fault.name] = found.count
      // An update writes the count of a new kind.
      let most = allowed[fault.name] ?? (Repository.isUpdating ? .max : 0)
      #expect(found.count <= most, "\(fault.name): such as \(found.suffix(3).map(\.place).joined(separator: ", "))")
    }
    guard Repository.isUpdating else {
      #expect(Set(allowed.keys) == Set(counted.keys))
      return
    }
    let lower = counted.merging(allowed) { min($0, $1) }.filter { counted[$0.key] != nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(lower) + Data("\n".utf8)).write(to: url, options: .atomic)
  }

  @Test("each fault is found in a passage that has it, and in no plain one")
  func faultsAreFound() {
    let long = (1...26).map { "w\($0)" }.joined(separator: " ")
    let samples = [
      "What gives the value.", "The same of a list.", "An actor whom nobody knows.", long, "An id that hangs on it.", long,
    ]
    for (fault, text) in zip(Self.faults, samples) {
      #expect(fault.isFound(Passage(place: "", text: text)), "\(fault.name)")
      #expect(!fault.isFound(Passage(place: "", text: "Returns the value of a field.")), "\(fault.name)")
    }
    #expect(Self.faults.count == samples.count)
  }

  /// The documentation comments of a file.
  private static func comments(_ source: TidyTests.Source) -> [Passage] {
    var found: [Passage] = []
    var isOpen = false
    for (index, line) in source.lines.enumerated() {
      let line = line.drop { $0 == " " }
      guard line.hasPrefix("///") else {
        isOpen = false
        continue
      }
      let words = line.dropFirst(3).drop { $0 == " " }
      if isOpen {
        found[found.count - 1].text += " " + words
      } else {
        found.append(Passage(place: "\(source.path):\(index + 1)", text: String(words)))
      }
      isOpen = true
    }
    return found
  }

  /// The paragraphs and items of lists of a page, without code blocks, tables and headings.
  private static func paragraphs(_ path: String) throws -> [Passage] {
    var found: [Passage] = []
    var (isOpen, isCode) = (false, false)
    for (index, line) in try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("```") { isCode.toggle() }
      let isItem = text.hasPrefix("- ")
      guard !isCode, !text.isEmpty, !["|", "#", "`", "<"].contains(where: text.hasPrefix), !line.hasPrefix("    ") else {
        isOpen = false
        continue
      }
      if isOpen, !isItem {
        found[found.count - 1].text += " " + text
      } else {
        found.append(Passage(place: "\(path):\(index + 1)", text: String(isItem ? text.dropFirst(2) : text)))
      }
      isOpen = true
    }
    return found
  }
}
