import TruthsDiagnostics
import TruthsText

/// Converts the YAML nodes of one declaration to syntax. It never fails: a node that does not fit is reported once and left
/// out.
struct NodeReader {
  let chunk: Chunk
  var diagnostics: [Diagnostic] = []
  /// Number of searches that remain for the chunk. Each looks for the place of a character that has a meaning in YAML.
  private var searchesLeft: Int
  /// Whether the mapping read last has an unknown key: a member that seems to be missing may be there under a wrong name.
  private var hasUnknownKey = false

  init(_ chunk: Chunk) {
    self.chunk = chunk
    searchesLeft = LineTraps.searchLimit(chunk)
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Reports a list where a clause is expected: the clause begins with `[` or `- `.
  mutating func reportIndicator(_ node: YAMLNode, at key: Name) {
    searchesLeft -= 1
    if searchesLeft >= 0, let trap = LineTraps.indicator(chunk, at: Int(node.span.start)) { return report(trap) }
    wrongShape(node, at: key, wants: "a clause")
  }

  /// Returns the item of the line that begins at an offset, if searches are left.
  mutating func item(at offset: Int) -> LineItem? {
    searchesLeft -= 1
    guard searchesLeft >= 0, let item = LineItem(chunk, holding: offset), item.content.lowerBound == offset else { return nil }
    return item
  }

  // MARK: Mappings

  /// The values of a mapping's known keys.
  struct Fields {
    fileprivate(set) var entries: [(key: Name, value: YAMLNode)] = []

    subscript(_ key: String) -> (key: Name, value: YAMLNode)? { entries.first { $0.key.text == key } }
  }

  /// Reads a mapping with known keys; `owner` names its owner in messages, with an article.
  mutating func fields(_ entries: [YAMLEntry], of owner: String, known: [String]) -> Fields {
    var fields = Fields()
    fields.entries.reserveCapacity(entries.count)
    hasUnknownKey = false
    for entry in entries {
      guard let scalar = entry.key.scalar else { continue }
      let key = scalar.string
      if known.contains(key) {
        fields.entries.append((Name(key, at: entry.key.span), entry.value))
      } else {
        hasUnknownKey = true
        if known.contains("when"), ["if", "intent", "fact"].contains(key), let value = entry.value.scalar, !value.isNothing {
          let condition = value.string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          report(UnknownKey.besideWhen(key, in: owner, entry: "- \(key): \(condition)", at: entry.key.span))
          continue
        }
        if owner == Self.fieldPlace, let example = typeExample(key, entry.value, entries) {
          report(UnknownKey.besideType(key, in: owner, example: example, at: entry.key.span))
          continue
        }
        report(
          UnknownKey.finding(key, in: owner, nearest: nearestName(to: key, among: known), known: known, at: entry.key.span))
      }
    }
    return fields
  }

  /// Reads a mapping within another one, and keeps the outer mapping's unknown keys in mind.
  mutating func nested(_ entries: [YAMLEntry], of place: String, known: [String]) -> Fields {
    let outer = hasUnknownKey
    defer { hasUnknownKey = outer }
    return fields(entries, of: place, known: known)
  }

  /// Returns the entries of a mapping; `nil` after reporting that the node is no mapping.
  mutating func mapping(_ node: YAMLNode, at key: Name, wants wanted: String, help: String? = nil) -> [YAMLEntry]? {
    if case .mapping(let entries, _) = node.kind { return entries }
    wrongShape(node, at: key, wants: wanted, help: help)
    return nil
  }

  /// Returns the elements of a list; `nil` after reporting that the node is no list.
  mutating func sequence(_ node: YAMLNode, at key: Name, wants wanted: String) -> [YAMLNode]? {
    if case .sequence(let elements, _) = node.kind { return elements }
    let isWord = node.scalar.map { !$0.isNothing } ?? false
    wrongShape(node, at: key, wants: wanted, help: isWord ? "write each on its own line, after `- `" : nil)
    return nil
  }

  mutating func wrongShape(_ node: YAMLNode, at key: Name, wants wanted: String, help: String? = nil) {
    guard !node.isBroken else { return }
    let isNothing = node.scalar?.isNothing ?? false
    report(
      WrongShape.finding(key.text, wants: wanted, found: node.noun, at: isNothing ? key.span : firstLine(node.span), help: help))
  }

  /// Returns a span up to the end of its first line, because long lists and mappings are shown by their beginning.
  private func firstLine(_ span: Span) -> Span {
    let start = Int(span.start)
    let end = chunk.bytes[start..<max(start, Int(span.end))].firstIndex(of: 0x0A) ?? Int(span.end)
    return chunk.span(start, chunk.trimmedEnd(start, end))
  }

  // MARK: Scalars

  /// Returns a scalar's text without white space at its ends; `nil` after reporting that the node is no text.
  mutating func text(_ node: YAMLNode, at key: Name, wants wanted: String = "a text") -> Name? {
    guard let scalar = node.scalar, !scalar.isNothing else {
      wrongShape(node, at: key, wants: wanted)
      return nil
    }
    return Name(scalar.text.string(scalar.text.trimmed), at: node.span)
  }

  /// Returns a name in JSON as it is written, white space included; `nil` after reporting that the node is no such name.
  mutating func jsonName(_ node: YAMLNode, at key: Name, wants wanted: String) -> Name? {
    text(node, at: key, wants: wanted).map { Name(node.scalar?.string ?? $0.text, at: $0.span) }
  }

  mutating func texts(_ node: YAMLNode, at key: Name, wants wanted: String) -> [Name] {
    guard let elements = sequence(node, at: key, wants: wanted) else { return [] }
    return elements.compactMap { text($0, at: key, wants: wanted) }
  }

  mutating func boolean(_ field: (key: Name, value: YAMLNode)?) -> Bool {
    guard let field else { return false }
    return choice(field, among: ["true", "false"]) == "true"
  }

  /// Reads a text that must be one of a few.
  mutating func choice(_ field: (key: Name, value: YAMLNode), among words: [String]) -> String? {
    let list = words.map { "`\($0)`" }.joined(separator: " or ")
    guard let word = text(field.value, at: field.key, wants: list) else { return nil }
    if words.contains(word.text) { return word.text }
    let nearest = nearestName(to: word.text, among: words)
    report(WrongValue.finding(word.text, of: field.key.text, known: words, nearest: nearest, at: word.span))
    return nil
  }

  // MARK: Names

  /// Reads a new name, with the right shape and not reserved (files §3).
  ///
  /// - Parameter allowed: reserved words that may be used here.
  mutating func newName(_ node: YAMLNode, allowing allowed: Set<String> = []) -> Name? {
    guard let scalar = node.scalar else { return nil }
    let name = Name(scalar.string, at: node.span)
    return allowed.contains(name.text) || check(name) ? name : nil
  }

  /// Whether a new name is allowed; reports why not.
  mutating func check(_ name: Name) -> Bool {
    guard NameShape.isName(name.text.utf8) else {
      var found = BadName.finding(name.text, at: name.span, help: NameShape.proposal(name.text).map { "write `\($0)`" })
      // Words with spaces between may be more than a name: `var total`.
      if name.text.utf8.contains(0x20) { found.guidance = .general }
      report(found)
      return false
    }
    let isTaken = ReservedWords.contains(name.text) || NameShape.reserved.contains(name.text)
    // Fields of the built-in pack have the names that the definition gives them, including `for`.
    guard !isTaken || chunk.file.path.hasPrefix("(built-in)/") else {
      report(ReservedWord.asName(name.text, at: name.span))
      return false
    }
    return true
  }

  /// Reports a missing part of a declaration. Returns whether the part is there.
  mutating func require(
    _ field: (key: Name, value: YAMLNode)?, _ key: String, in place: String, at span: Span, help: String? = nil
  ) -> Bool {
    if field != nil { return true }
    if hasUnknownKey { return false }
    report(MissingPart.finding(key, in: place, at: span, help: help))
    return false
  }
}

/// The shape of names: `[a-z][A-Za-z0-9_]*`.
package enum NameShape {
  /// Names with a meaning in the language, in addition to its reserved words (files §3).
  static let reserved = ["proposal", "actor", "now", "start", "any", "entry"]

  /// Words that must not be names.
  package static let taken = ReservedWords.all + reserved

  /// The shape of a name as a regular expression.
  package static let pattern = "[a-z][A-Za-z0-9_]*"

  package static func isName(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, first >= 0x61, first <= 0x7A else { return false }
    return bytes.allSatisfy(isWordByte)
  }

  /// Whether the bytes are a value of an enum, `[A-Za-z][A-Za-z0-9_]*`, which may begin with a capital (types §5).
  package static func isValue(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first), first != 0x5F else { return false }
    return bytes.allSatisfy(isWordByte)
  }

  /// Returns the fact type that a misspelt text most likely means.
  static func factType(_ text: String) -> String? {
    let segments = text.split(separator: ".", omittingEmptySubsequences: false).map { segment in
      isName(segment.utf8) ? String(segment) : proposal(String(segment))
    }
    return segments.contains(nil) ? nil : segments.compactMap { $0 }.joined(separator: ".")
  }

  /// Returns the name that a misspelt text most likely means: with a small first letter, and `_` for spaces and dashes.
  static func proposal(_ text: String) -> String? {
    var bytes = text.utf8.map { $0 == 0x20 || $0 == 0x2D || $0 == 0x2E ? 0x5F : $0 }
    guard let first = bytes.first else { return nil }
    if first >= 0x41, first <= 0x5A {
      bytes[0] = first | 0x20
      // A name in capitals alone, such as `EUR`, becomes one in small letters.
      if !text.utf8.contains(where: { $0 >= 0x61 && $0 <= 0x7A }) {
        bytes = bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
      }
    }
    let name = String(decoding: bytes, as: UTF8.self)
    return isName(bytes) && name != text ? name : nil
  }
}

extension NodeReader {
  /// Reads a value place (files §5): a text, an expression, or a list or mapping of these.
  ///
  /// - Parameter allowsMissing: whether the word `missing` alone is allowed.
  mutating func value(_ node: YAMLNode, at key: Name, allowsMissing: Bool = false) -> ValueSyntax? {
    switch node.kind {
    case .scalar(let scalar):
      return read(scalar) { Grammar.value($0, scalar: node.span, allowsMissing: allowsMissing) }
    case .sequence(let elements, _):
      return ValueSyntax(.list(elements.compactMap { value($0, at: key) }), at: node.span)
    case .mapping(let entries, _):
      if let text = colonTrap(node, place: "value") { return read(text) { Grammar.value($0, scalar: node.span) } }
      return ValueSyntax(.record(bindings(entries, isDeclaring: false)), at: node.span)
    case .broken:
      return ValueSyntax(.expression(Expr(.error, at: node.span)), at: node.span)
    }
  }

  /// Reads `name: value` lines, as under `let` and under a produced fact.
  ///
  /// - Parameter allowsMissing: whether the lines are under a correction, where `missing` removes a field.
  mutating func bindings(_ entries: [YAMLEntry], isDeclaring: Bool, allowsMissing: Bool = false) -> [LetBinding] {
    entries.compactMap { entry in
      guard let scalar = entry.key.scalar else { return nil }
      let plain = Name(scalar.string, at: entry.key.span)
      guard let name = isDeclaring ? newName(entry.key) : plain,
        let value = value(entry.value, at: plain, allowsMissing: allowsMissing)
      else { return nil }
      return LetBinding(name: name, value: value)
    }
  }

  /// Reads the lines under `fields`: `name: type`, `name: type = default`, and the long form.
  ///
  /// - Parameter isOfTrigger: whether they are fields of a fact, an intent or a record. Such a field may be called `if`,
  ///   because `trigger.` can precede it (clauses §2.1), and may have a long form.
  mutating func fieldDeclarations(
    _ field: (key: Name, value: YAMLNode)?, isOfTrigger: Bool = true
  ) -> [FieldDeclaration] {
    guard let field, let entries = mapping(field.value, at: field.key, wants: "a mapping of names and types") else { return [] }
    return entries.compactMapReservingCapacity { entry -> FieldDeclaration? in
      guard let name = newName(entry.key, allowing: isOfTrigger ? ReservedWords.conditional : []) else { return nil }
      if isOfTrigger, case .mapping(let members, _) = entry.value.kind, members.contains(where: Self.isMemberOfField) {
        return longField(name, members, at: entry.span)
      }
      return shortField(name, entry.value, at: name, entry.span)
    }
  }

  private static func isMemberOfField(_ entry: YAMLEntry) -> Bool {
    entry.key.scalar.map { MemberTable.field[$0.string] != nil } ?? false
  }

  /// Reads a field with its type.
  ///
  /// - Parameter key: the key of the type, for findings.
  private mutating func shortField(_ name: Name, _ type: YAMLNode, at key: Name, _ span: Span) -> FieldDeclaration {
    guard let scalar = type.scalar, !scalar.isNothing else {
      wrongShape(type, at: key, wants: "a type")
      return FieldDeclaration(name: name, type: TypeSyntax(.error, isOptional: false, at: type.span), initial: nil, at: span)
    }
    let (type, range, jsonName, initial) = read(scalar, Grammar.fieldType)
    return FieldDeclaration(name: name, type: type, range: range, jsonName: jsonName, initial: initial, at: span)
  }

  private static let fieldPlace = "a field"

  /// Returns a type with a range or default after it, for a key that gives these separately, as in `{type: integer, min: 0}`;
  /// `nil` for other keys.
  private func typeExample(_ key: String, _ value: YAMLNode, _ members: [YAMLEntry]) -> String? {
    let words = ["min": "min ", "minimum": "min ", "max": "max ", "maximum": "max ", "default": "= "]
    guard let word = words[key], let value = value.scalar, !value.isNothing,
      let type = members.first(where: { $0.key.scalar?.string == "type" })?.value.scalar
    else { return nil }
    return "\(type.string) \(word)\(value.string)"
  }

  /// Reads a long field: `name: {type: text?, sensitive: true}`.
  private mutating func longField(_ name: Name, _ members: [YAMLEntry], at span: Span) -> FieldDeclaration {
    let count = diagnostics.count
    let fields = nested(members, of: Self.fieldPlace, known: MemberTable.field.names)
    let isSensitive = boolean(fields["sensitive"])
    var declaration = FieldDeclaration(
      name: name, type: TypeSyntax(.error, isOptional: false, at: span), initial: nil, at: span)
    if let type = fields["type"] {
      declaration = shortField(name, type.value, at: type.key, span)
    } else if diagnostics.count == count {
      report(
        MissingPart.finding(
          "type", in: "`\(name.text)`", at: name.span, help: "write `\(name.text): {type: text, sensitive: true}`"))
    }
    declaration.isSensitive = isSensitive
    return declaration
  }

  mutating func outputs(_ field: (key: Name, value: YAMLNode)?) -> [OutputEntry] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of facts and traces") else { return [] }
    return elements.compactMapReservingCapacity { output($0, at: field.key) }
  }

  private mutating func output(_ node: YAMLNode, at key: Name) -> OutputEntry? {
    switch node.kind {
    case .scalar(let scalar):
      return read(scalar, Grammar.output)
    case .mapping(let entries, _):
      if let text = colonTrap(node) { return read(text, Grammar.output) }
      guard entries.count == 1, let head = entries[0].key.scalar else {
        wrongShape(node, at: key, wants: "one fact or trace an entry")
        return nil
      }
      return output(read(head, Grammar.output), node, entries[0])
    case .sequence:
      wrongShape(node, at: key, wants: "a fact or trace")
      return nil
    case .broken:
      return nil
    }
  }

  /// Adds the fields under an output to it.
  private mutating func output(_ head: OutputEntry?, _ node: YAMLNode, _ entry: YAMLEntry) -> OutputEntry? {
    let name = Name(entry.key.scalar?.string ?? "", at: entry.key.span)
    guard let fields = mapping(entry.value, at: name, wants: "a mapping of fields and values") else { return head }
    let isCorrection = head?.made?.isCorrection ?? false
    let bindings = bindings(fields, isDeclaring: false, allowsMissing: isCorrection)
    guard var output = head else { return nil }
    output.span = node.span
    switch output.kind {
    case .fact(var fact):
      fact.fields = bindings
      output.kind = .fact(fact)
    case .proposal(var proposal):
      proposal.fields = bindings
      output.kind = .proposal(proposal)
    case .trace: report(WrongShape.finding(name.text, wants: "nothing under it", found: "a mapping", at: entry.value.span))
    }
    return output
  }
}

extension NodeReader {
  /// Reads who brings facts in from outside: `external: true`, or `external: {by: [system, bookkeeper]}`.
  mutating func external(_ field: (key: Name, value: YAMLNode)?) -> ExternalSyntax? {
    guard let field else { return nil }
    switch field.value.kind {
    case .mapping(let entries, _): return ExternalSyntax(by: bringers(entries, at: field.key))
    case .sequence:
      wrongShape(
        field.value, at: field.key, wants: "`true`, or who brings them",
        help: "write `external: {by: [system, bookkeeper]}`")
      return ExternalSyntax()
    default: return externalMark(field)
    }
  }

  /// Reads `true`, `false`, or a word that most likely names who brings facts in.
  private mutating func externalMark(_ field: (key: Name, value: YAMLNode)) -> ExternalSyntax? {
    let words = ["true", "false"]
    guard let word = text(field.value, at: field.key, wants: "`true`, or who brings them") else { return nil }
    if words.contains(word.text) { return word.text == "true" ? ExternalSyntax() : nil }
    let nearest = nearestName(to: word.text, among: words)
    let isMark = nearest != nil || ["yes", "no", "on", "off"].contains(word.text)
    let help = !isMark && NameShape.isName(word.text.utf8) ? "write `external: {by: [\(word.text)]}`" : nil
    report(WrongValue.finding(word.text, of: field.key.text, known: words, nearest: nearest, at: word.span, help: help))
    return ExternalSyntax()
  }

  /// Reads the types of actors and the roles after `by`.
  private mutating func bringers(_ entries: [YAMLEntry], at key: Name) -> [Name] {
    let help = "name types of actors and roles: `external: {by: [system, bookkeeper]}`"
    let count = diagnostics.count
    let by = nested(entries, of: "`external`", known: MemberTable.external.names)["by"]
    guard let by else {
      if diagnostics.count == count { report(MissingPart.finding("by", in: "`external`", at: key.span, help: help)) }
      return []
    }
    guard let elements = sequence(by.value, at: by.key, wants: "a list of types of actors and roles") else { return [] }
    if elements.isEmpty {
      report(WrongShape.finding("by", wants: "a type or a role", found: "an empty list", at: by.key.span, help: help))
    }
    return elements.compactMap { element in
      guard let name = text(element, at: by.key, wants: "a type of actors or a role") else { return nil }
      guard name.text != "agent" else {
        report(
          WrongValue.finding(
            name.text, of: "by", known: [], nearest: nil, at: name.span,
            help: "an agent proposes and brings no facts in; name `system`, `user` or a role, such as `bookkeeper`"))
        return nil
      }
      return name
    }
  }
}
