/// The parser of pages in `docs/diagnostics`.
extension DiagnosticPage {
  /// Parses a page of `docs/diagnostics`.
  package init(markdown: String) throws(PageFault) {
    var reader = PageReader(markdown)
    (code, name) = try reader.next("`# CODE name`") { line in
      let words = line.split(separator: " ")
      return words.count == 3 && words[0] == "#" ? (DiagnosticCode(String(words[1])), String(words[2])) : nil
    }
    (severity, title) = try reader.next("`Error: ….` or `Warning: ….`") { line in
      let severity: Severity? = line.hasPrefix("Error: ") ? .error : line.hasPrefix("Warning: ") ? .warning : nil
      guard let severity, line.hasSuffix(".") else { return nil }
      return (severity, String(line.drop { $0 != " " }.dropFirst().dropLast()))
    }
    why = try reader.paragraph(below: "## Why it matters")
    mend = try reader.paragraph(below: "## How to fix it")
    let wrong = try reader.samples(below: "## Wrong", before: "## Right")
    let right = try reader.samples(below: "## Right", before: nil)
    let command = reader.command
    let bytes = DiagnosticSample.unshown[code]
    self.wrong = wrong.map { DiagnosticSample(.init(on: $0, by: command), files: $0, bytes: bytes) }
    self.right = right.map { DiagnosticSample(.init(on: $0, by: command), files: $0) }
  }
}

/// The error of a page that cannot be parsed.
package struct PageFault: Error, CustomStringConvertible {
  /// The number of the line, from 1.
  package let line: Int
  /// The error in that line.
  package let message: String

  package var description: String { "line \(line): \(message)" }
}

/// Parses a page from the top. Empty lines separate its parts; every other line must belong to one.
struct PageReader {
  typealias SampleFile = (path: String, text: String)

  private let lines: [Substring]
  private var position = 0
  /// The command for the first sample, as the page shows it; empty until it is read.
  private(set) var command: Substring = ""

  init(_ markdown: String) {
    lines = markdown.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
  }

  /// Reads the next part, which is one line.
  ///
  /// - Parameter wanted: a description of the part, for the error.
  mutating func next<Part>(_ wanted: String, _ read: (Substring) -> Part?) throws(PageFault) -> Part {
    guard let line = peek() else { throw PageFault(line: lines.count, message: "\(wanted) is expected, and the page ends") }
    guard let part = read(line) else {
      throw PageFault(line: position + 1, message: "\(wanted) is expected, and this is `\(line)`")
    }
    position += 1
    return part
  }

  /// Reads a heading and the paragraph below it, one line.
  mutating func paragraph(below heading: String) throws(PageFault) -> String {
    try take(heading)
    return try next("a paragraph of one line") { $0.utf8.first == UInt8(ascii: "#") ? nil : String($0) }
  }

  /// Reads a heading and the samples below it, with `Or:` between two of them.
  mutating func samples(below heading: String, before end: Substring?) throws(PageFault) -> [[SampleFile]] {
    try take(heading)
    var samples = [try file()]
    while let line = peek(), line != end {
      if line == "Or:" {
        position += 1
        samples.append(try file())
      } else if line.hasSuffix("` says:") {
        command = line.dropFirst().dropLast("` says:".count)
        position += 1
        _ = try block()
      } else {
        samples[samples.count - 1] += try file()
      }
    }
    return samples
  }

  /// Reads the path of a file, in backticks, and the block that shows the file.
  private mutating func file() throws(PageFault) -> [SampleFile] {
    let path = try next("the path of a file in backticks") { line in
      line.count > 2 && line.hasPrefix("`") && line.hasSuffix("`") ? String(line.dropFirst().dropLast()) : nil
    }
    return [(path, Self.unseen(try block()))]
  }

  /// Reads a block of code: its lines, each with a line break.
  private mutating func block() throws(PageFault) -> String {
    let fence = try next("a block of code") { $0.hasPrefix("```") ? $0.prefix { $0 == "`" } : nil }
    guard let end = lines[position...].firstIndex(of: fence) else {
      throw PageFault(line: position, message: "this block of code has no end")
    }
    defer { position = end + 1 }
    return lines[position..<end].map { $0 + "\n" }.joined()
  }

  private mutating func take(_ heading: String) throws(PageFault) { try next("`\(heading)`") { $0 == heading ? () : nil } }

  /// The next line that is not empty.
  private mutating func peek() -> Substring? {
    while position < lines.count, lines[position].isEmpty { position += 1 }
    return position < lines.count ? lines[position] : nil
  }

  /// Returns the text of a sample with the characters that a page cannot show. `␉` becomes a tab, and `\u{202E}` becomes a
  /// character that changes the writing direction. The escape of a visible character is kept.
  private static func unseen(_ shown: String) -> String {
    guard shown.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 >= 0x80 }) else { return shown }
    var text = String.UnicodeScalarView()
    for (index, section) in shown.split(separator: #"\u{"#, omittingEmptySubsequences: false).enumerated() {
      let digits = index > 0 ? section.prefix { $0 != "}" } : ""
      let escaped = UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }
      if let escaped, escaped.visible != String(escaped) {
        text.append(escaped)
        text += picturesTurnedBack(section.dropFirst(digits.count + 1))
      } else {
        text += (index > 0 ? #"\u{"# : "").unicodeScalars + picturesTurnedBack(section)
      }
    }
    return String(text)
  }

  /// Returns the scalars of a text, with control pictures replaced by control characters.
  private static func picturesTurnedBack(_ text: Substring) -> [Unicode.Scalar] {
    text.unicodeScalars.map { scalar in
      switch scalar.value {
      case 0x2400..<0x2420: Unicode.Scalar(UInt8(scalar.value - 0x2400))
      case 0x2421: "\u{7F}"
      default: scalar
      }
    }
  }
}

extension DiagnosticSample.Action {
  /// Derives the command of a sample from its files and the command that its page shows.
  fileprivate init(on files: [PageReader.SampleFile], by command: Substring) {
    let words = command.split(separator: " ")
    if let option = words.firstIndex(of: "--partition-by"), option + 1 < words.count {
      self = .partition(by: String(words[option + 1]))
    } else if !files.contains(where: { $0.path == "proposal.json" }) {
      self = .check
    } else {
      self = words.contains("--ledger") ? .append : words.contains("--max-work") ? .runWithLittleWork : .run
    }
  }
}

extension DiagnosticSample {
  /// For each code, the bytes of a wrong file that is not text, or is too large to show.
  fileprivate static let unshown: [DiagnosticCode: @Sendable () -> [UInt8]] = [
    "T0003": { Array("pack demo:\n  summary: caf".utf8) + [0xE9, 0x0A] },
    "T0004": { Array(repeating: 0x23, count: 16_777_217) },
    "T0008": { Array("enum many: [v".utf8) + (0..<100_000).flatMap { _ in Array(", v".utf8) } + [0x5D, 0x0A] },
  ]
}
