import TruthsDiagnostics
import TruthsText

/// Finds the line of a declaration that keeps it from being read, and what the line was meant to be. YAML often notices a fault
/// one line too late. A proposal is made only if the declaration can be read with it without a finding.
struct LineMender {
  /// Longer declarations are not tried: a fault in one costs many readings.
  private static let sizeLimit = 6000
  private static let trialLimit = 160

  private let file: SourceFile
  private let range: Range<Int>
  private let isJobFile: Bool
  /// The lines of the declaration without their ends, with the offsets at which they begin in the file.
  private let lines: [(text: String, start: Int)]

  init?(_ file: SourceFile, _ range: Range<Int>, isJobFile: Bool) {
    guard range.count <= Self.sizeLimit, !file.bytes[range].contains(0x0D), !file.path.hasPrefix("(built-in)/") else {
      return nil
    }
    // Offsets in the text are offsets in the file only where every byte is UTF-8.
    guard String(decoding: file.bytes[range], as: UTF8.self).utf8.elementsEqual(file.bytes[range]) else { return nil }
    self.file = file
    self.range = range
    self.isJobFile = isJobFile
    var start = range.lowerBound
    lines = file.bytes[range].split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      defer { start += line.count + 1 }
      return (String(decoding: line, as: UTF8.self), start)
    }
  }

  /// A finding that takes the place of all findings of the declaration.
  ///
  /// - Parameter finding: the first of them.
  func mended(_ finding: Diagnostic) -> Diagnostic? {
    let place = lines.lastIndex { $0.start <= Int(finding.span.start) } ?? 0
    let isYAML = finding.code == YAMLSyntax.page.code
    var order = isYAML ? [place - 1, place, place - 2, place + 1] : [place, place - 1, place + 1, place - 2]
    while let first = order.first, lines.indices.contains(first), lines[first].text.allSatisfy(\.isWhitespace) {
      order[0] = first - 1
    }
    var trialsLeft = Self.trialLimit
    for steps in LineForms.steps {
      for index in order where lines.indices.contains(index) {
        for form in steps(lines.map(\.text), index) where trialsLeft > 0 {
          trialsLeft -= 1
          let old = lines[index..<min(lines.count, index + form.count)].map(\.text).joined(separator: "\n")
          if form.text == old || !isReadable(form.text, instead: old, at: lines[index].start) { continue }
          return diagnostic(form, old, index, index == place && !isYAML ? finding : nil)
        }
      }
    }
    return nil
  }

  private func isReadable(_ new: String, instead old: String, at start: Int) -> Bool {
    let end = start + old.utf8.count
    let bytes = Array(file.bytes[range.lowerBound..<start]) + Array(new.utf8) + Array(file.bytes[end..<range.upperBound])
    var nodesLeft = TreeBuilder.nodeLimit
    let trial = SourceFile(id: file.id, path: file.path, bytes: bytes)
    let read = Mending.$isOn.withValue(false) {
      ReadChunk(trial, 0..<bytes.count, isJobFile: isJobFile, hasIgnores: false, nodesLeft: &nodesLeft)
    }
    return read.diagnostics.isEmpty && read.unread.isEmpty && read.declarations.count == 1
  }

  /// - Parameter finding: the finding that stands at the line itself and is kept.
  private func diagnostic(_ form: LineForms.Form, _ old: String, _ index: Int, _ finding: Diagnostic?) -> Diagnostic {
    let (before, after) = (Array(old.utf8), Array(form.text.utf8))
    var start = 0
    while start < min(before.count, after.count), before[start] == after[start] { start += 1 }
    var behind = 0
    while behind < min(before.count, after.count) - start, before[before.count - 1 - behind] == after[after.count - 1 - behind] {
      behind += 1
    }
    while start > 0, start < before.count, before[start] & 0xC0 == 0x80 { start -= 1 }
    let at = lines[index].start
    func span(_ from: Int, _ to: Int) -> Span { Span(file: file.id, start: at + from, end: at + to) }
    let replacement = String(decoding: after[start..<(after.count - behind)], as: UTF8.self)
    let first = form.text.split(separator: "\n").first.map { $0.drop { $0 == " " } } ?? ""
    let help = form.help ?? "write `\(first)`"
    let fix = Diagnostic.Fix(help, [.init(span(start, before.count - behind), replacement)], isSafe: false)
    if var finding {
      finding.help = help
      finding.fixes = [fix]
      return finding
    }
    let line = Array(lines[index].text.utf8)
    let content = line.firstIndex { $0 != 0x20 } ?? 0
    return YAMLSyntax.line(form.problem, at: span(content, max(content, line.count)), help: help, fix: fix)
  }
}

/// What a line may have been meant to be.
enum LineForms {
  struct Form {
    /// What is wrong.
    let problem: String
    /// The line, or the lines, as they were meant.
    let text: String
    var help: String?
    /// How many lines are replaced.
    var count = 1
  }

  /// In order of certainty: every line is tried with the first of them before the second.
  static let steps: [@Sendable ([String], Int) -> [Form]] = [signs, keys, dashes, indentations, values, ends]

  /// A line cut into its indentation, its dash and the rest.
  private struct Parts {
    let indentation: String
    let dash: String
    let rest: String

    init(_ line: String) {
      indentation = String(line.prefix { $0 == " " })
      let body = line.dropFirst(indentation.count)
      dash = body.hasPrefix("- ") ? "- " : ""
      rest = String(body.dropFirst(dash.count))
    }

    var head: String { indentation + dash }
    /// The column of the content.
    var column: Int { indentation.count + dash.count }
    /// The key before a colon.
    var key: Substring? {
      let word = LineForms.word(rest)
      return !word.isEmpty && rest.dropFirst(word.count).hasPrefix(":") ? word : nil
    }
  }

  private static func word(_ text: String) -> Substring {
    text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
  }

  /// Spaces and signs: `key:value`, `-entry`, `name = value`, `// comment`.
  private static func signs(_ lines: [String], _ index: Int) -> [Form] {
    let parts = Parts(lines[index])
    var forms: [Form] = []
    if let key = parts.key, let next = parts.rest.dropFirst(key.count + 1).first, next != " ", next != ":" {
      let value = parts.rest.dropFirst(key.count + 1)
      forms.append(Form(problem: "a space is missing behind `\(key):`", text: parts.head + "\(key): \(value)"))
    }
    if parts.dash.isEmpty, parts.rest.hasPrefix("-"), !parts.rest.hasPrefix("--") {
      let entry = parts.rest.dropFirst().drop { $0 == "\t" || $0 == " " }
      forms.append(Form(problem: "a space is missing behind `-`", text: parts.indentation + "- " + entry))
    }
    for sign in ["*", "•", "–", "+", "·"] where parts.rest.hasPrefix(sign) && parts.dash.isEmpty {
      let entry = parts.rest.dropFirst(sign.count).drop { $0 == " " }
      forms.append(Form(problem: "an entry of a list begins with `- `", text: parts.indentation + "- " + entry))
    }
    for sign in ["//", "--", "/*", ";", "'", "rem ", "%"] where parts.rest.hasPrefix(sign) {
      var comment = parts.rest.dropFirst(sign.count)
      if comment.hasSuffix("*/") { comment = comment.dropLast(2) }
      forms.append(Form(problem: "a comment begins with `#`", text: parts.head + "#" + comment))
    }
    for sign in [" // ", " -- ", " /* "] {
      guard let place = parts.rest.firstRange(of: sign) else { continue }
      forms.append(
        Form(
          problem: "a comment begins with `#`",
          text: parts.head + parts.rest[..<place.lowerBound] + "  # " + parts.rest[place.upperBound...].replacing("*/", with: ""))
      )
    }
    let word = word(parts.rest)
    let behind = parts.rest.dropFirst(word.count).drop { $0 == " " }
    for sign in [":=", "=>", "->", "→", "=", "is ", "as "]
    where !word.isEmpty && behind.hasPrefix(sign) && !behind.hasPrefix("==") {
      let value = behind.dropFirst(sign.count).drop { $0 == " " }
      forms.append(Form(problem: "`:` stands between a name and its value", text: parts.head + "\(word): \(value)"))
    }
    for start in ["let ", "var ", "const ", "val ", "def "] where parts.rest.hasPrefix(start) {
      let rest = parts.rest.dropFirst(start.count)
      forms.append(Form(problem: "a name stands without `\(start.dropLast())`", text: parts.head + rest))
    }
    if let close = parts.rest.dropFirst().firstIndex(where: { $0 == "\"" || $0 == "'" }), "\"'".contains(parts.rest.prefix(1)) {
      let key = parts.rest[..<close].dropFirst()
      let value = parts.rest[close...].dropFirst()
      forms.append(Form(problem: "a key stands without quotes", text: parts.head + key + value))
      if value.hasSuffix(",") {
        forms.append(Form(problem: "a key stands without quotes", text: parts.head + key + value.dropLast()))
      }
    }
    return forms
  }

  /// A key without its colon.
  private static func keys(_ lines: [String], _ index: Int) -> [Form] {
    let parts = Parts(lines[index])
    let word = word(parts.rest)
    guard !word.isEmpty, parts.key == nil else { return [] }
    let behind = parts.rest.dropFirst(word.count)
    if behind.allSatisfy({ $0 == " " }) {
      return [Form(problem: "`:` is missing behind `\(word)`", text: parts.head + "\(word):")]
    }
    guard behind.hasPrefix(" ") else { return [] }
    let value = behind.drop { $0 == " " }
    var forms = [Form(problem: "`:` is missing behind `\(word)`", text: parts.head + "\(word): \(value)")]
    if parts.head.isEmpty { forms.append(Form(problem: "`:` is missing at the end", text: "\(parts.rest):")) }
    if parts.rest.hasPrefix("fact.") || parts.rest.hasPrefix("correction.") {
      forms.append(Form(problem: "`:` is missing at the end", text: parts.head + "\(parts.rest):"))
    }
    return forms
  }

  /// An entry of a list without its dash.
  private static func dashes(_ lines: [String], _ index: Int) -> [Form] {
    let parts = Parts(lines[index])
    guard !parts.rest.isEmpty else { return [] }
    let neighbours = [index - 1, index + 1, index - 2, index + 2].filter(lines.indices.contains).map { Parts(lines[$0]) }
    guard let entry = neighbours.first(where: { !$0.dash.isEmpty }) else {
      let isAlone = parts.dash.isEmpty && !parts.indentation.isEmpty
      return isAlone ? [Form(problem: "`- ` is missing", text: "\(parts.indentation)- \(parts.rest)")] : []
    }
    var forms = [Form(problem: "`- ` is missing", text: "\(entry.indentation)- \(parts.rest)")]
    if !parts.dash.isEmpty {
      forms = [Form(problem: "`- ` stands before no entry of a list", text: "\(parts.indentation)  \(parts.rest)")]
      forms.append(Form(problem: "`- ` stands before no entry of a list", text: "\(parts.indentation)\(parts.rest)"))
    }
    return forms
  }

  /// A line, or a line with what stands under it, that is too far left or right.
  private static func indentations(_ lines: [String], _ index: Int) -> [Form] {
    let parts = Parts(lines[index])
    guard !parts.rest.isEmpty, index > 0 else { return [] }
    let near = [index - 1, index + 1, index - 2, index + 2].filter(lines.indices.contains).map { Parts(lines[$0]) }
    var columns: [Int] = []
    for other in near where !other.rest.isEmpty {
      columns += [other.indentation.count, other.column, other.column + 2, other.indentation.count - 2]
    }
    columns = columns.filter { $0 >= 2 && $0 != parts.indentation.count }
    let own = parts.indentation.count
    var end = index + 1
    while end < lines.count, Parts(lines[end]).indentation.count > own, !Parts(lines[end]).rest.isEmpty { end += 1 }
    var peers = index + 1
    while peers < lines.count, Parts(lines[peers]).indentation.count >= own, !Parts(lines[peers]).rest.isEmpty { peers += 1 }
    var forms: [Form] = []
    var seen: Set<Int> = []
    for column in columns where seen.insert(column).inserted {
      let words = column > own ? "this line stands too far left" : "this line stands too far right"
      let help = "indent it by \(column) spaces: `\(String(repeating: " ", count: column))\(parts.dash)\(parts.rest)`"
      for stop in Set([index + 1, end, peers]).sorted() {
        let moved = lines[index..<stop].map { line in
          String(repeating: " ", count: max(0, column - own + line.prefix { $0 == " " }.count)) + line.drop { $0 == " " }
        }
        forms.append(Form(problem: words, text: moved.joined(separator: "\n"), help: help, count: stop - index))
      }
    }
    return forms
  }

  /// A value that is a list or an entry of one.
  private static func values(_ lines: [String], _ index: Int) -> [Form] {
    let parts = Parts(lines[index])
    let keyEnd = parts.rest.firstIndex(of: ":")
    guard let keyEnd, parts.rest[keyEnd...].hasPrefix(": ") else { return entries(parts) }
    let key = parts.head + parts.rest[..<keyEnd] + ":"
    let value = parts.rest[keyEnd...].dropFirst(2).drop { $0 == " " }
    guard !value.isEmpty else { return [] }
    let problem = "`\(parts.rest[..<keyEnd])` wants a list"
    var forms: [Form] = []
    let bare = value.filter { !"()[]{}<>".contains($0) }
    for separator: Character in [",", "|", ";", "/"] where bare.contains(separator) {
      let names = bare.split(separator: separator).map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
      forms.append(Form(problem: problem, text: "\(key) [\(names.joined(separator: ", "))]"))
    }
    if bare.contains(" ") {
      forms.append(Form(problem: problem, text: "\(key) [\(bare.split(separator: " ").joined(separator: ", "))]"))
    }
    forms.append(Form(problem: problem, text: "\(key) [\(bare)]"))
    let inner = String(repeating: " ", count: parts.column + 2)
    let clauses = value.first == "[" && value.last == "]" ? cut(value.dropFirst().dropLast()) : [String(value)]
    let list = clauses.map { "\(inner)- \($0)" }.joined(separator: "\n")
    let help = "write each in a line of its own: `- \(clauses[0])`"
    forms.append(Form(problem: problem, text: "\(key)\n\(list)", help: help))
    if clauses.count == 1 {
      for separator in [", ", "; ", " and "] where value.contains(separator) {
        let parts = value.split(separator: separator).map { "\(inner)- \($0)" }
        forms.append(Form(problem: problem, text: "\(key)\n\(parts.joined(separator: "\n"))", help: help))
      }
    }
    forms.append(
      Form(problem: "a row has `→` before its value", text: parts.head + parts.rest[..<keyEnd].trimmed + " → \(value)"))
    for sign in ["= ", ":= ", ": "] where value.hasPrefix(sign) {
      forms.append(Form(problem: "`\(sign.dropLast())` means nothing here", text: "\(key) \(value.dropFirst(sign.count))"))
    }
    return forms
  }

  /// An entry that begins with the word of a key.
  private static func entries(_ parts: Parts) -> [Form] {
    guard !parts.dash.isEmpty else { return [] }
    return ["intent", "fact", "if"].map { Form(problem: "`\($0): ` is missing", text: parts.head + "\($0): \(parts.rest)") }
  }

  /// What stands between commas outside of brackets and texts.
  private static func cut(_ text: Substring) -> [String] {
    var parts = [""]
    var depth = 0
    var isText = false
    for character in text {
      if character == "\"" { isText.toggle() }
      if !isText { depth += "([{".contains(character) ? 1 : ")]}".contains(character) ? -1 : 0 }
      if character == ",", depth == 0, !isText { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.map { String($0.drop { $0 == " " }) }
  }

  /// The end of a line: a sign too many, or a bracket or quote too few.
  private static func ends(_ lines: [String], _ index: Int) -> [Form] {
    let line = lines[index].trimmed
    guard !line.isEmpty else { return [] }
    var forms: [Form] = []
    if let last = line.last, ",;.{".contains(last) {
      forms.append(Form(problem: "`\(last)` means nothing here", text: String(line.dropLast()).trimmed))
    }
    for sign in ["\"", "]", "}", ")", "'", "\"]"] {
      forms.append(Form(problem: "`\(sign)` is missing at the end", text: line + sign))
    }
    return forms
  }
}

extension StringProtocol {
  /// Without blanks at the end.
  fileprivate var trimmed: String {
    var result = String(self)
    while result.last?.isWhitespace ?? false { result.removeLast() }
    return result
  }
}
