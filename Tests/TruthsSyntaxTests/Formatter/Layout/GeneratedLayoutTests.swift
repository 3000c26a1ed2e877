import Foundation
import Testing
import TruthsGenerators
import TruthsSyntax

/// Formatting generated files with all features of YAML: 4,000 files, 10,000 with `TRUTHS_SOAK`.
@Suite struct GeneratedLayoutTests {
  static let filesPerSeed = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 500 : 1250

  @Test(arguments: 1...8) func whatIsSaidAndEveryCommentStay(_ seed: UInt64) {
    var declarations = DeclarationGenerator(seed: seed)
    for index in 0..<Self.filesPerSeed {
      let file = LayoutGenerator.file(from: &declarations)
      if let fault = fault(file, path: "demo/demo.\(file.ending)") {
        Issue.record("seed \(seed), file \(index): \(fault)\n--- before\n\(file.text)\n--- after\n\(laidOut(file.text).text)")
        return
      }
    }
  }

  /// Returns the property that does not hold for a file.
  private func fault(_ file: LayoutGenerator.File, path: String) -> String? {
    let before = Reading(file.text, path: path)
    guard before.diagnostics.isEmpty else { return "the generator made a fault: \(before.findings)" }
    let (text, refused) = laidOut(file.text)
    guard refused.isEmpty else { return "the formatter refused \(refused)" }
    let after = Reading(text, path: path)
    guard after.diagnostics.isEmpty else { return "a finding: \(after.findings)" }
    guard before.unit.declarations.map(Bare.declaration) == after.unit.declarations.map(Bare.declaration) else {
      return "other declarations"
    }
    let marks = FoundMarks.find(in: text)
    guard marks == file.marks else { return "marks \(marks) instead of \(file.marks)" }
    guard laidOut(text).text == text else { return "formatted again it is\n\(laidOut(text).text)" }
    return nil
  }
}

/// The marks of scalars and comments in a text, in order of position.
enum FoundMarks {
  static func find(in text: String) -> [String] {
    var marks: [String] = []
    var held: [String] = []
    for line in text.utf8.split(separator: 0x0A) {
      let found = self.find(in: line)
      // A comment after the header of a block comes before the block's text, and belongs after it.
      let head = line.prefix { $0 != 0x23 }.reversed().drop { $0 == 0x20 }
      let isHeader = head.starts(with: "->".utf8) || head.starts(with: "-|".utf8)
      if isHeader, let last = found.last, last.hasPrefix("#") {
        marks += found.dropLast()
        held = [last]
      } else {
        marks += found.prefix(1) + held + found.dropFirst()
        held = []
      }
    }
    return marks
  }

  private static func find(in line: Substring.UTF8View) -> [String] {
    let bytes = Array(line)
    var marks: [String] = []
    var index = 0
    while index < bytes.count {
      let isComment = bytes[index] == 0x23 && index + 1 < bytes.count && bytes[index + 1] == 0x63
      var end = index + (isComment ? 2 : 1)
      let digits = end
      if isComment || bytes[index] == 0x7A { while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 } }
      if end > digits { marks.append(String(decoding: bytes[index..<end], as: UTF8.self)) }
      index = end
    }
    return marks
  }
}
