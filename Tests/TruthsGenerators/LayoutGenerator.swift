/// Writes generated declarations in one of the many ways of YAML: with any indentation, quotes, brackets and blocks, and with
/// comments and empty lines wherever they are allowed.
package struct LayoutGenerator {
  /// A file with the marks of its scalars and comments (`z17`, `#c4`), in the order that formatting must keep.
  package struct File {
    package var text: String
    package var marks: [String]
    /// `truths` or `jtbd`
    package var ending: String
  }

  var chance: Chance
  var text = ""
  var marks: [String] = []
  private var comments = 0
  /// The greatest indentation of a comment on its own line. After a block scalar, a deeper comment would be part of the scalar.
  var commentLimit = 12

  private init(_ chance: Chance) { self.chance = chance }

  /// A file of one declaration, sometimes of a few.
  package static func file(from declarations: inout DeclarationGenerator) -> File {
    let isJob = declarations.chance.once(in: 10)
    let count = declarations.chance.once(in: 12) ? 3 : 1
    let entries = (0..<count).map { _ in declarations.declaration(isJob: isJob) }
    var generator = LayoutGenerator(declarations.chance)
    var text = generator.text(of: entries)
    declarations.chance = generator.chance
    if declarations.chance.once(in: 8) {
      text = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    }
    if declarations.chance.once(in: 16) { text = "\u{FEFF}" + text }
    return File(text: text, marks: generator.marks, ending: isJob ? "jtbd" : "truths")
  }

  private mutating func text(of declarations: [GeneratedNode.Entry]) -> String {
    if chance.once(in: 8) { text += "---\n" }
    for declaration in declarations {
      between(0)
      let gap = chance.pick([" ", " ", "  ", "\t"])
      let key = declaration.key.content.split(separator: " ").joined(separator: gap)
      let quote = chance.pick(["", "", "", "\"", "'"])
      entry(quote + key + quote + ":", declaration.value, 0, limit: 0)
    }
    between(0)
    if chance.once(in: 8) { while text.hasSuffix("\n") { text.removeLast() } }
    return text
  }

  // MARK: Entries

  /// Writes a head, `key:` or `-`, with its content. The lines below it are indented more than `indentation`.
  mutating func entry(_ head: String, _ node: GeneratedNode, _ indentation: Int, limit: Int) {
    text += head
    switch node {
    case .nothing: endLine(limit)
    case .scalar(let scalar): self.scalar(scalar, indentation)
    case .list(let elements, _):
      if elements.isEmpty {
        text += " []"
        endLine(limit)
      } else if node.allowsFlow, chance.once(in: 3) {
        flow(node, indentation)
      } else {
        let isKey = head != "-"
        let inner = indentation + (isKey && chance.once(in: 3) ? 0 : 1 + chance.next(below: 5))
        if isKey || chance.once(in: 2) {
          endLine(limit)
          list(elements, inner, isInline: false)
        } else {
          // A list in a list begins on the line of its dash.
          let gap = 1 + chance.next(below: 3)
          text += spaces(gap)
          list(elements, indentation + 1 + gap, isInline: true)
        }
      }
    case .map(let entries):
      if entries.isEmpty || node.allowsFlow && chance.once(in: 5) {
        flow(node, indentation)
      } else if head == "-", !chance.once(in: 4) {
        let gap = 1 + chance.next(below: 3)
        text += spaces(gap)
        map(entries, indentation + 1 + gap, isInline: true)
      } else {
        endLine(limit)
        map(entries, indentation + 1 + chance.next(below: 5), isInline: false)
      }
    }
  }

  private mutating func map(_ entries: [GeneratedNode.Entry], _ indentation: Int, isInline: Bool) {
    for (index, entry) in entries.enumerated() {
      if index > 0 || !isInline {
        between(indentation)
        text += spaces(indentation)
      }
      commentLimit = 12
      add(entry.key.mark)
      self.entry(key(entry.key) + ":", entry.value, indentation, limit: 12)
    }
  }

  private mutating func list(_ elements: [GeneratedNode], _ indentation: Int, isInline: Bool) {
    for (index, element) in elements.enumerated() {
      if index > 0 || !isInline {
        between(indentation)
        text += spaces(indentation)
      }
      commentLimit = 12
      entry("-", element, indentation, limit: 12)
    }
  }

  // MARK: Brackets

  private mutating func flow(_ node: GeneratedNode, _ indentation: Int) {
    text += " "
    bracket(node, indentation, isSpread: chance.once(in: 3))
    endLine(12)
  }

  /// Writes a list or mapping in brackets, on separate lines where it is spread.
  private mutating func bracket(_ node: GeneratedNode, _ indentation: Int, isSpread: Bool) {
    switch node {
    case .scalar(let scalar):
      add(scalar.mark)
      text += inline(scalar, isFlow: true)
    case .list(let elements, _):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," + chance.pick(["", " "]) }
        if isSpread { spread(indentation) }
        bracket(element, indentation, isSpread: isSpread && chance.once(in: 2))
      }
      if isSpread { spread(indentation) }
      text += "]"
    case .map(let entries):
      text += "{"
      for (index, entry) in entries.enumerated() {
        if index > 0 { text += ", " }
        if isSpread { spread(indentation) }
        add(entry.key.mark)
        text += inline(entry.key, isFlow: true) + ": "
        bracket(entry.value, indentation, isSpread: isSpread && chance.once(in: 2))
      }
      if isSpread { spread(indentation) }
      text += "}"
    case .nothing: break
    }
  }

  private mutating func spread(_ indentation: Int) {
    endLine(12)
    between(indentation + 1)
    text += spaces(indentation + 1 + chance.next(below: 3))
  }

  // MARK: Comments and empty lines

  /// Ends a line, with a comment beside it or without.
  mutating func endLine(_ limit: Int) {
    if chance.once(in: 6) { text += spaces(1 + chance.next(below: 5)) + comment() }
    text += (chance.once(in: 10) ? spaces(2) : "") + "\n"
    commentLimit = 12
  }

  /// Writes blank lines and comments between two entries.
  mutating func between(_ indentation: Int) {
    while chance.once(in: 5) {
      switch chance.next(below: 5) {
      case 0, 1: text += "\n"
      case 2: text += spaces(min(commentLimit, chance.next(below: 12))) + comment() + "\n"
      default: text += spaces(min(commentLimit, indentation)) + comment() + "\n"
      }
    }
  }

  mutating func comment() -> String {
    comments += 1
    add("#c\(comments)")
    return "#c\(comments)" + chance.pick(["", " why", ": - a [b] \"c\" {d", " #", "  truths"])
  }

  mutating func add(_ mark: String?) {
    if let mark { marks.append(mark) }
  }

  func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
