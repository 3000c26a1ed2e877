import TruthsText

/// Candidates for replacing a line that cannot be read.
enum LineForms {
  struct Form {
    /// Description of the error.
    let problem: String
    /// The line, or the lines, as replaced.
    let text: String
    var help: String?
    /// Number of lines that are replaced.
    var count = 1
  }

  /// Kinds of repair in order of certainty: every line is tried with one kind before the next.
  enum Step: CaseIterable, Sendable { case signs, keys, dashes, indentations, values, ends }

  static func forms(_ step: Step, _ lines: [String], _ index: Int) -> [Form] {
    switch step {
    case .signs: signs(lines, index)
    case .keys: keys(lines, index)
    case .dashes: dashes(lines, index)
    case .indentations: indentations(lines, index)
    case .values: values(lines, index)
    case .ends: ends(lines, index)
    }
  }

  /// Whether a line has neither a dash nor a key.
  static func isBare(_ line: String) -> Bool {
    let parts = Parts(line)
    return !parts.rest.isEmpty && parts.dash.isEmpty && parts.key == nil
  }

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
    var column: Int { indentation.count + dash.count }
    /// The key before a colon; `nil` in a line without a key.
    var key: Substring? {
      let word = LineForms.word(rest)
      return !word.isEmpty && rest.dropFirst(word.count).hasPrefix(":") ? word : nil
    }
  }

  private static func word(_ text: String) -> Substring {
    text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
  }

  /// Corrects spaces and signs: `key:value`, `-entry`, `name = value`, `// comment`.
  static func signs(_ lines: [String], _ index: Int) -> [Form] {
    let parts = Parts(lines[index])
    let parent = lines[..<index].last { Parts($0).dash.isEmpty && !$0.allSatisfy(\.isWhitespace) }.map { Parts($0).key }
    return spaces(parts) + comments(parts) + names(parts) + entries(parts) + moves(parts)
      + (parent == "when" ? conditions(parts) : [])
  }

  private static func spaces(_ parts: Parts) -> [Form] {
    var forms: [Form] = []
    if let key = parts.key, let next = parts.rest.dropFirst(key.count + 1).first, next != " ", next != ":" {
      let value = parts.rest.dropFirst(key.count + 1)
      forms.append(Form(problem: "a space is missing after `\(key):`", text: parts.head + "\(key): \(value)"))
    }
    let word = word(parts.rest)
    if !word.isEmpty, parts.rest.dropFirst(word.count).hasPrefix("?: ") {
      let type = parts.rest.dropFirst(word.count + 3)
      forms.append(Form(problem: "the `?` of a field comes after its type", text: parts.head + "\(word): \(type)?"))
    }
    if parts.dash.isEmpty, parts.rest.hasPrefix("-"), !parts.rest.hasPrefix("--") {
      let entry = parts.rest.dropFirst().drop { $0 == "\t" || $0 == " " }
      forms.append(Form(problem: "a space is missing after `-`", text: parts.indentation + "- " + entry))
    }
    for sign in ["*", "•", "–", "+", "·"] where parts.rest.hasPrefix(sign) && parts.dash.isEmpty {
      let entry = parts.rest.dropFirst(sign.count).drop { $0 == " " }
      forms.append(Form(problem: "an entry of a list begins with `- `", text: parts.indentation + "- " + entry))
    }
    return forms
  }

  /// Corrects comments of other languages: a whole line, or a few words after other text. Text that may be a division is left
  /// alone.
  private static func comments(_ parts: Parts) -> [Form] {
    var forms: [Form] = []
    let problem = "a comment begins with `#`"
    for sign in ["//", "--", "/*"] where parts.rest.hasPrefix(sign) && parts.dash.isEmpty {
      var comment = parts.rest.dropFirst(sign.count)
      if comment.hasSuffix("*/") { comment = comment.dropLast(2) }
      forms.append(Form(problem: problem, text: parts.head + "#" + comment))
    }
    for sign in [" // ", " -- ", " /* "] {
      guard let place = parts.rest.firstRange(of: sign) else { continue }
      let comment = parts.rest[place.upperBound...].replacing("*/", with: "")
      guard comment.contains(" "), !comment.contains(where: { "<>=()+*/→\"'".contains($0) }) else { continue }
      forms.append(Form(problem: problem, text: parts.head + parts.rest[..<place.lowerBound] + "  # " + comment))
    }
    return forms
  }

  /// Corrects other signs between a name and its value, words before a name, and quotes around a key.
  private static func names(_ parts: Parts) -> [Form] {
    var forms: [Form] = []
    let word = word(parts.rest)
    let behind = parts.rest.dropFirst(word.count).drop { $0 == " " }
    for sign in [":=", "=>", "->", "→", "=", "is ", "as "]
    where !word.isEmpty && behind.hasPrefix(sign) && !behind.hasPrefix("==") {
      let value = behind.dropFirst(sign.count).drop { $0 == " " }
      forms.append(Form(problem: "write `:` between a name and its value", text: parts.head + "\(word): \(value)"))
    }
    if parts.rest.hasPrefix("let "), parts.dash.isEmpty {
      let binding = parts.rest.dropFirst(4).drop { $0 == " " }
      let text = "\(parts.indentation)let:\n\(parts.indentation)  \(binding)"
      forms.append(
        Form(problem: "write the names below `let`", text: text, help: "write `let:`, and below it `\(binding)`"))
    }
    for start in ["let ", "var ", "const ", "val ", "def "] where parts.rest.hasPrefix(start) {
      let rest = parts.rest.dropFirst(start.count)
      forms.append(Form(problem: "write a name without `\(start.dropLast())`", text: parts.head + rest))
    }
    if let close = parts.rest.dropFirst().firstIndex(where: { $0 == "\"" || $0 == "'" }), "\"'".contains(parts.rest.prefix(1)) {
      let key = parts.rest[..<close].dropFirst()
      let value = parts.rest[close...].dropFirst()
      forms.append(Form(problem: "write a key without quotes", text: parts.head + key + value))
      if value.hasSuffix(",") {
        forms.append(Form(problem: "write a key without quotes", text: parts.head + key + value.dropLast()))
      }
    }
    return forms
  }

  /// Corrects an entry of `moves`: its states in a list or in quotes, or `*` for any.
  private static func moves(_ parts: Parts) -> [Form] {
    guard !parts.dash.isEmpty else { return [] }
    var forms: [Form] = []
    let problem = "a move is written as `lifecycle: state → state`"
    if let key = parts.key {
      let value = parts.rest.dropFirst(key.count + 1).drop { $0 == " " }
      let states = value.dropFirst().dropLast().split(separator: ",").map { String($0.trimming { $0 == " " }) }
      if value.hasPrefix("["), value.hasSuffix("]"), states.count > 1 {
        forms.append(Form(problem: problem, text: "\(parts.head)\(key): \(states.joined(separator: " → "))"))
      }
    }
    guard parts.rest.contains("→") || parts.rest.contains("->") else { return forms }
    let plain = parts.rest.filter { $0 != "\"" && $0 != "'" }.replacing("* →", with: "any →").replacing("* ->", with: "any ->")
    if plain != parts.rest { forms.append(Form(problem: problem, text: parts.head + plain)) }
    return forms
  }

  /// Corrects outputs with a colon after their kind, a loop or condition before its output, and the word for all other rows.
  private static func entries(_ parts: Parts) -> [Form] {
    var forms: [Form] = []
    for kind in ["fact", "correction", "trace"] where !parts.dash.isEmpty && parts.rest.hasPrefix(kind + ": ") {
      let name = parts.rest.dropFirst(kind.count + 2)
      forms.append(Form(problem: "write a point after `\(kind)`", text: "\(parts.head)\(kind).\(name)"))
    }
    if !parts.dash.isEmpty, parts.rest.hasPrefix("if "), let colon = parts.rest.firstRange(of: ": ") {
      let (condition, output) = (parts.rest[..<colon.lowerBound].dropFirst(3), parts.rest[colon.upperBound...])
      forms.append(Form(problem: "write the condition after `where`", text: "\(parts.head)\(output) where \(condition)"))
    }
    if !parts.dash.isEmpty, parts.rest.hasPrefix("for "), let colon = parts.rest.firstRange(of: ": ") {
      let (loop, output) = (parts.rest[..<colon.lowerBound], parts.rest[colon.upperBound...])
      forms.append(Form(problem: "write the loop after what it makes", text: parts.head + "\(output) \(loop)"))
    }
    for word in ["else", "default", "others", "any", "_", "*"] where parts.rest.hasPrefix(word + " ") {
      let rest = parts.rest.dropFirst(word.count)
      guard rest.drop(while: { $0 == " " }).hasPrefix("→") || rest.drop(while: { $0 == " " }).hasPrefix("->") else { continue }
      forms.append(Form(problem: "the row for all others begins with `otherwise`", text: parts.head + "otherwise" + rest))
    }
    return forms
  }

  /// Returns candidates with a missing part of a declaration, if the other lines tell its value.
  static func parts(_ lines: [String]) -> [Form] {
    guard let head = lines.first else { return [] }
    var missing = ["weekend: [saturday, sunday]"]
    for line in lines {
      let words = Parts(line).rest.split(separator: " ")
      if let arrow = words.firstIndex(where: { $0 == "→" || $0 == "->" }), arrow > 0 {
        missing.append("initial: \(words[arrow - 1])")
        break
      }
    }
    return missing.map { Form(problem: "", text: "\(head)\n  \($0)", help: "write `\($0)`") }
  }

  /// Corrects a key without its colon.
  private static func keys(_ lines: [String], _ index: Int) -> [Form] {
    let parts = Parts(lines[index])
    if index > 0, parts.key != nil, parts.dash.isEmpty, parts.column >= 4,
      let above = lines[..<index].last(where: { !$0.allSatisfy(\.isWhitespace) }), Parts(above).column == 2, parts.column == 4,
      Parts(above).rest.last != ":"
    {
      let indentation = parts.indentation.dropLast(2)
      return ["fields", "let", "inputs", "values", "outputs"].map { key in
        Form(
          problem: "`\(key):` is missing above", text: "\(indentation)\(key):\n\(lines[index])",
          help: "write `\(key):` above it")
      }
    }
    let word = word(parts.rest)
    guard !word.isEmpty, parts.key == nil else { return [] }
    let behind = parts.rest.dropFirst(word.count)
    if behind.allSatisfy({ $0 == " " }) {
      return [Form(problem: "`:` is missing after `\(word)`", text: parts.head + "\(word):")]
    }
    guard behind.hasPrefix(" ") else { return [] }
    let value = behind.drop { $0 == " " }
    var forms = [Form(problem: "`:` is missing after `\(word)`", text: parts.head + "\(word): \(value)")]
    if parts.head.isEmpty { forms.append(Form(problem: "`:` is missing at the end", text: "\(parts.rest):")) }
    if parts.rest.hasPrefix("fact.") || parts.rest.hasPrefix("correction.") {
      forms.append(Form(problem: "`:` is missing at the end", text: parts.head + "\(parts.rest):"))
    }
    return forms
  }

  /// Corrects an entry of a list without its dash.
  private static func dashes(_ lines: [String], _ index: Int) -> [Form] {
    let parts = Parts(lines[index])
    guard !parts.rest.isEmpty else { return [] }
    let listed = listedMembers(lines, index)
    if !listed.isEmpty { return listed }
    let neighbours = [index - 1, index + 1, index - 2, index + 2].filter(lines.indices.contains).map { Parts(lines[$0]) }
    guard let entry = neighbours.first(where: { !$0.dash.isEmpty }) else {
      let isAlone = parts.dash.isEmpty && !parts.indentation.isEmpty
      return isAlone ? [Form(problem: "`- ` is missing", text: "\(parts.indentation)- \(parts.rest)")] : []
    }
    var forms = [Form(problem: "`- ` is missing", text: "\(entry.indentation)- \(parts.rest)")]
    if !parts.dash.isEmpty {
      forms = [Form(problem: "`- ` is allowed only before an entry of a list", text: "\(parts.indentation)  \(parts.rest)")]
      forms.append(Form(problem: "`- ` is allowed only before an entry of a list", text: "\(parts.indentation)\(parts.rest)"))
    }
    return forms
  }

  /// Corrects a line, with or without the lines under it, that is indented too little or too much.
  private static func indentations(_ lines: [String], _ index: Int) -> [Form] {
    let parts = Parts(lines[index])
    guard !parts.rest.isEmpty, index > 0 else { return [] }
    let near = [index - 1, index + 1, index - 2, index + 2].filter(lines.indices.contains).map { Parts(lines[$0]) }
    let likes = lines[..<index].reversed().map { Parts($0) }.filter { $0.dash == parts.dash && !$0.rest.isEmpty }
    var columns: [Int] = []
    for other in near where !other.rest.isEmpty {
      columns += [other.indentation.count, other.column, other.column + 2, other.indentation.count - 2]
    }
    columns = (columns + likes.prefix(12).map(\.indentation.count)).filter { $0 >= 2 && $0 != parts.indentation.count }
    let own = parts.indentation.count
    var end = index + 1
    while end < lines.count, Parts(lines[end]).indentation.count > own, !Parts(lines[end]).rest.isEmpty { end += 1 }
    var peers = index + 1
    while peers < lines.count, Parts(lines[peers]).indentation.count >= own, !Parts(lines[peers]).rest.isEmpty { peers += 1 }
    var forms: [Form] = []
    var seen: Set<Int> = []
    let above = lines[..<index].last { !$0.allSatisfy(\.isWhitespace) }.map { Parts($0) }
    for column in columns where seen.insert(column).inserted {
      // A line indented deeper than an entry with a value would only continue that value.
      if let above, column > above.column, !above.rest.hasSuffix(":"), above.dash.isEmpty || above.key == nil { continue }
      let words = column > own ? "this line is indented too little" : "this line is indented too much"
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

  /// Corrects a value that should be a list, or an entry of one.
  private static func values(_ lines: [String], _ index: Int) -> [Form] {
    let parts = Parts(lines[index])
    let keyEnd = parts.rest.firstIndex(of: ":")
    guard let keyEnd, parts.rest[keyEnd...].hasPrefix(": ") else { return entriesOfOne(parts) }
    let key = parts.head + parts.rest[..<keyEnd] + ":"
    let value = parts.rest[keyEnd...].dropFirst(2).drop { $0 == " " }
    guard !value.isEmpty else { return [] }
    if parts.rest.hasPrefix("when: ") {
      let entries = conditions(value)
      if !entries.isEmpty { return entries.map { entry(key, $0, parts.column + 2) } }
    }
    let isOpen = value.first == "[" && !value.contains("]")
    let problem = isOpen ? "the list is not closed" : "`\(parts.rest[..<keyEnd])` wants a list"
    var forms: [Form] = []
    if value.first == "[", value.contains(" for ") {
      let loops = ForeignForms.expressions.lazy.compactMap { $0.applied(to: Pieces(String(value))) }
        .map { Grouping.settled($0) }
      forms += loops.prefix(4).map { Form(problem: "a list is made by `list(… for … in …)`", text: "\(key) \($0)") }
    }
    let choices = ForeignForms.choices.compactMap { $0.applied(to: Pieces(String(value))) }
      .map { Grouping.settled($0) }
    forms += choices.map { Form(problem: "a choice is made by `if … then … else …`", text: "\(key) \($0)") }
    let bare = String(value.trimming { "()[]{}<>".contains($0) })
    // A call or another expression is no list of names.
    if !bare.contains(where: { "()[]{}<>?".contains($0) }) {
      for separator: Character in [",", "|", ";", "/"] where bare.contains(separator) {
        let names = bare.split(separator: separator).map { String($0.trimming { $0 == " " }) }
        forms.append(Form(problem: problem, text: "\(key) [\(names.joined(separator: ", "))]"))
      }
      // Words below `let` are a value.
      if bare.contains(" "), !isBinding(lines, index) {
        forms.append(Form(problem: problem, text: "\(key) [\(bare.split(separator: " ").joined(separator: ", "))]"))
      }
      forms.append(Form(problem: problem, text: "\(key) [\(bare)]"))
    }
    let inner = String(repeating: " ", count: parts.column + 2)
    let clauses = value.first == "[" && value.last == "]" ? cut(value.dropFirst().dropLast()) : [String(value)]
    let list = clauses.map { "\(inner)- \($0)" }.joined(separator: "\n")
    let help = "write each on its own line: `- \(clauses[0])`"
    forms.append(Form(problem: problem, text: "\(key)\n\(list)", help: help))
    if clauses.count == 1 {
      for separator in [", ", "; ", " and "] where value.contains(separator) {
        let parts = value.split(separator: separator).map { "\(inner)- \($0)" }
        forms.append(Form(problem: problem, text: "\(key)\n\(parts.joined(separator: "\n"))", help: help))
      }
    }
    let name = parts.rest[..<keyEnd].trimmingSuffix(while: \.isWhitespace)
    forms.append(Form(problem: "a row has `→` before its value", text: "\(parts.head)\(name) → \(value)"))
    for sign in ["= ", ":= ", ": "] where value.hasPrefix(sign) {
      forms.append(Form(problem: "`\(sign.dropLast())` means nothing here", text: "\(key) \(value.dropFirst(sign.count))"))
    }
    return forms
  }

  /// Whether a line is a binding of `let`.
  private static func isBinding(_ lines: [String], _ index: Int) -> Bool {
    let own = Parts(lines[index]).column
    let above = lines[..<index].reversed().map { Parts($0) }.first { !$0.rest.isEmpty && $0.column < own }
    return above?.rest.hasPrefix("let:") ?? false
  }

  /// Returns the entries of `when` that a name in its place may be.
  private static func conditions(_ value: some StringProtocol) -> [String] {
    let text = String(String(value).trimmingSuffix(while: \.isWhitespace))
    guard !text.isEmpty, word(text).count == text.count else { return [] }
    return (text.contains(".") ? ["fact"] : ["intent"]).map { "\($0): \(text)" }
  }

  private static func entry(_ key: String, _ entry: String, _ column: Int) -> Form {
    Form(
      problem: "`when` wants a list", text: "\(key)\n\(String(repeating: " ", count: column))- \(entry)",
      help: "write it on a line of its own: `- \(entry)`")
  }

  /// Corrects a mapping whose lines have dashes before their names.
  private static func listedMembers(_ lines: [String], _ index: Int) -> [Form] {
    let parts = Parts(lines[index])
    guard parts.rest.hasSuffix(":"), parts.key != nil else { return [] }
    var end = index + 1
    while end < lines.count, Parts(lines[end]).column > parts.column, Parts(lines[end]).key != nil,
      !Parts(lines[end]).dash.isEmpty
    {
      end += 1
    }
    guard end > index + 1 else { return [] }
    let members = lines[index + 1..<end].map { Parts($0).indentation + Parts($0).rest }
    return [
      Form(
        problem: "`- ` is allowed only before an entry of a list", text: ([lines[index]] + members).joined(separator: "\n"),
        help: "write each without its dash: `\(Parts(members[0]).rest)`", count: end - index)
    ]
  }

  /// Corrects several entries on one line, which have commas between them.
  private static func entriesOfOne(_ parts: Parts) -> [Form] {
    let entries = parts.dash.isEmpty ? [] : cut(parts.rest[...])
    guard entries.count > 1, entries.allSatisfy({ $0.first?.isLetter ?? false }) else { return [] }
    let text = entries.map { parts.head + $0 }.joined(separator: "\n")
    let help = "write `- \(entries[0])` on a line of its own"
    return [Form(problem: "write each entry on its own line", text: text, help: help)]
  }

  /// Corrects an entry of `when` without its key. A name with a dot may be a fact, a name without a dot an intent, and any other
  /// text is a condition.
  private static func conditions(_ parts: Parts) -> [Form] {
    guard !parts.dash.isEmpty, parts.key == nil, !parts.rest.isEmpty else { return [] }
    let word = word(parts.rest)
    let behind = parts.rest.dropFirst(word.count)
    let isName = !word.isEmpty && (behind.allSatisfy { $0 == " " } || behind.hasPrefix(" as "))
    let keys = isName ? (word.contains(".") ? ["fact", "if"] : ["intent", "fact", "if"]) : ["if"]
    return keys.map { Form(problem: "`\($0): ` is missing", text: parts.head + "\($0): \(parts.rest)") }
  }

  /// Returns the parts between commas outside of brackets and texts.
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

  /// Corrects the end of a line: a superfluous sign, or a missing bracket or quote.
  private static func ends(_ lines: [String], _ index: Int) -> [Form] {
    let line = String(lines[index].trimmingSuffix(while: \.isWhitespace))
    guard !line.isEmpty else { return [] }
    var forms: [Form] = []
    if let last = line.last, ",;.{".contains(last) {
      let text = String(line.dropLast().trimmingSuffix(while: \.isWhitespace))
      forms.append(Form(problem: "`\(last)` means nothing here", text: text))
    }
    for sign in ["\"", "]", "}", ")", "'", "\"]"] {
      forms.append(Form(problem: "`\(sign)` is missing at the end", text: line + sign))
    }
    return forms
  }
}
