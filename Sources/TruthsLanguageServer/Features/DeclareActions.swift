import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Code actions that declare what a finding misses.
extension LanguageServer {
  /// Returns actions that declare an unknown intent, fact, field, policy or role, or that add a pack to `uses`.
  func declarations(
    for finding: Diagnostic, _ diagnostics: JSONValue, _ file: SourceFile, _ place: DocumentPlace, _ known: ActionLookups
  ) -> [JSONValue] {
    guard ServedProject.isTruths(place.path) else { return [] }
    return MissingDeclarations(finding, file, known).ways.map { way in
      .object([
        "title": .text(way.title), "kind": .text("quickfix"), "diagnostics": diagnostics,
        "edit": WorkspaceEdits(self, place.project).json([way.path: [way.edit]]),
      ])
    }
  }
}

/// The declarations that would give the name of a finding a meaning.
struct MissingDeclarations {
  struct Way {
    let title: String
    let path: String
    let edit: TextEdit
  }

  private(set) var ways: [Way] = []
  private let known: ActionLookups
  private let file: SourceFile
  private let pack: String
  private var project: ServedProject { known.project }

  init(_ finding: Diagnostic, _ file: SourceFile, _ known: ActionLookups) {
    self.known = known
    self.file = file
    let project = known.project
    pack = project.unit(file)?.pack ?? ""
    let name = file.text(finding.span).trimming { $0 == "\"" || $0 == "'" }
    let isName = name.utf8.allSatisfy { ClauseScan.isLetter($0) || ClauseScan.isDigit($0) || $0 == 0x2E }
    // The codes of names that nothing declares.
    switch finding.code.description {
    case "T1001" where isName: declare(String(name), at: finding.span)
    case "T1007" where isName:
      let read =
        project.unit(file)?.declaration(around: Int(finding.span.start)).map { FieldGuess($0, project, pack).fields } ?? []
      let fields = read.isEmpty ? ["\(name)_id: text"] : read
      let lines = fields.map { "    \($0)\n" }.joined()
      add("intent", String(name), "intent \(name):\n  summary: Say who proposes it and why\n  fields:\n\(lines)")
    case "T1009":
      let named = Self.quoted(in: finding.help ?? "")
      if named.count == 3 { use(named[0], in: named[2]) }
    case "T1010" where isName:
      if let owner = Self.quoted(in: finding.message).first { addField(String(name), to: owner, readAt: finding.span) }
    case "T1056" where isName: add("role", String(name), "role \(name):\n  summary: Say who holds it\n")
    default: break
    }
  }

  /// Returns the texts in backticks.
  private static func quoted(in text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
      String($0.element)
    }
  }

  // MARK: Declarations

  /// Adds the meanings that an unknown name of a clause can be given.
  private mutating func declare(_ name: String, at span: Span) {
    let declaration = project.unit(file)?.declaration(around: Int(span.start))
    let words = name.split(separator: ".")
    if words.count == 2 {
      let key = "\(words[0])_id"
      let path = known.outline(of: file).path(to: file.line(at: Int(span.start)))
      let isMade = path.dropFirst().first == "produces"
      add(
        "fact", name,
        "fact \(name):\n  key: [\(key)]\n\(isMade ? "" : "  external: true\n")  fields:\n    \(key): text\n")
    }
    guard words.count == 1 else { return }
    if case .truth(let truth)? = declaration?.body {
      for case .intents(let intents) in truth.when { for intent in intents { addField(name, to: intent.text, readAt: span) } }
    }
    add("policy", name, "policy \(name):\n  summary: Say what it limits\n  type: decimal\n  default: 0\n")
    // A field of the same name would then have two meanings.
    if let last = ways.last, let target = project.file(last.path), project.breaks([last.edit], in: target) { ways.removeLast() }
  }

  /// Adds a declaration at the end of the file that declares the pack, or of the finding's file.
  private mutating func add(_ kind: String, _ name: String, _ text: String) {
    let declared = known.declaration(ofPack: pack).flatMap { project.loaded.sources.file($0.name.file) }
    let target = declared ?? file
    let end = target.bytes.count
    let isOpen = target.bytes.last.map { $0 != 0x0A } ?? false
    let written = LineEnd(of: target.bytes).ending((isOpen ? "\n" : "") + (end == 0 ? "" : "\n") + text)
    ways.append(
      Way(
        title: "declare \(kind) `\(name)`", path: target.path,
        edit: TextEdit(span: Span(file: target.id, start: end, end: end), text: String(decoding: written, as: UTF8.self))))
  }

  // MARK: Fields

  /// Adds a field after the last field of an intent, a fact type or a record, if that field has its own line.
  ///
  /// - Parameter span: the place at which the field is read, which tells its type.
  private mutating func addField(_ name: String, to owner: String, readAt span: Span) {
    let bare = owner.split(separator: ".").last.map(String.init) ?? owner
    let candidates = known.declarations(named: owner) + (bare == owner ? [] : known.declarations(named: bare))
    let found = candidates.first { one in
      switch one.symbol {
      case .fact: one.text == owner
      case .intent, .record: one.text == owner || one.text == bare && one.pack == pack
      default: false
      }
    }
    guard let found, let target = project.loaded.sources.file(found.name.file),
      let declaration = project.unit(target)?.declaration(around: Int(found.name.start)), let last = declaration.fields.last
    else { return }
    let outline = known.outline(of: target)
    let line = outline.line(at: Int(last.name.span.start))
    guard line.key == last.name.text else { return }
    let end = Int(outline.block(line.number).end)
    let type = type(ofField: name, readAt: span)
    let text = "\(target.lineBreak)\(String(repeating: " ", count: line.indentation))\(name): \(type)"
    ways.append(
      Way(
        title: "declare field `\(name)` of `\(owner)`", path: target.path,
        edit: TextEdit(span: Span(file: target.id, start: end, end: end), text: text)))
  }

  private func type(ofField name: String, readAt span: Span) -> String {
    guard let reader = project.unit(file)?.declaration(around: Int(span.start)) else { return "text" }
    return MissingFieldType(at: span, in: reader, project, pack)?.text
      ?? FieldGuess(reader, project, pack).type(of: name) ?? "text"
  }

  // MARK: Packs

  /// Adds a pack to `uses` of another.
  private mutating func use(_ used: String, in pack: String) {
    guard let declared = known.declaration(ofPack: pack),
      let target = project.loaded.sources.file(declared.name.file),
      let declaration = project.unit(target)?.declaration(around: Int(declared.name.start)),
      case .pack(let body) = declaration.body
    else { return }
    let outline = known.outline(of: target)
    let offset: Int
    let text: String
    if let last = body.uses.last {
      let line = outline.line(at: Int(last.span.start))
      let blanks = String(repeating: " ", count: line.indentation)
      (offset, text) =
        line.isEntry ? (line.end, "\(target.lineBreak)\(blanks)- \(used)") : (Int(last.span.end), ", \(used)")
    } else {
      let line = outline.line(at: Int(declared.name.start))
      guard line.valueStart == line.end else { return }
      (offset, text) = (line.end, "\(target.lineBreak)  uses: [\(used)]")
    }
    ways.append(
      Way(
        title: "add `\(used)` to `uses` of pack `\(pack)`", path: target.path,
        edit: TextEdit(span: Span(file: target.id, start: offset, end: offset), text: text)))
  }
}

/// The fields that an intent needs, from the unknown names that a truth on it reads.
private struct FieldGuess {
  private var types: [(name: String, type: String)] = []
  private var known: Set<String>
  /// The types of the pack's fields, by name.
  private let declared: [String: String]

  /// The fields with their types, in the order in which they are read.
  var fields: [String] {
    types.filter { !known.contains($0.name) }.uniqued(on: \.name).map { "\($0.name): \(declared[$0.name] ?? $0.type)" }
  }

  /// Returns the type of a field that is read.
  func type(of name: String) -> String? { types.first { $0.name == name }.map { declared[name] ?? $0.type } }

  init(_ declaration: Declaration, _ project: ServedProject, _ pack: String) {
    let program = project.program
    let fields =
      program.facts.filter { $0.pack == pack }.flatMap(\.fields) + program.intents.filter { $0.pack == pack }.flatMap(\.fields)
    // An amount whose unit is data would need the field of its unit.
    declared = Dictionary(
      first: fields.filter { $0.type.numberUnit != .data }.map { ($0.name, program.name(of: $0, from: pack)) })
    known = Set(program.policies.map(\.name) + program.lifecycles.map(\.name) + program.calendars.map(\.name))
    known.formUnion(program.facts.map { String($0.name.prefix { $0 != "." }) } + program.packs.map(\.name))
    for type in program.enums { known.formUnion(type.values.map(\.string)) }
    known.formUnion(["now", "actor", "proposal", "trigger"])
    guard case .truth(let truth) = declaration.body else { return }
    known.formUnion((truth.lets + project.sharedLets.lets(of: declaration, in: pack)).map(\.name.text))
    for binding in truth.lets { if case .expression(let value) = binding.value.kind { visit(value, "text") } }
    for entry in truth.requires + truth.invariants + truth.ensures { visit(entry.clause.condition, "text") }
  }

  /// Records the names in an expression, each with the type that its use suggests.
  ///
  /// - Parameter type: the type that the surrounding expression suggests.
  private mutating func visit(_ expression: Expr, _ type: String) {
    switch expression.kind {
    case .name(let name): types.append((name, type))
    case .quantified(let quantified): known.insert(quantified.variable.text)
    case .aggregate(let aggregate): known.formUnion(aggregate.loops.map(\.variable.text))
    default: break
    }
    var inner = "text"
    if case .binary(let sign, let left, let right) = expression.kind, sign.isArithmetic || sign.isComparison {
      let isNumber = [left, right].contains { side in
        switch side.kind {
        case .number, .percent: true
        default: false
        }
      }
      if isNumber || sign.isArithmetic { inner = "decimal" }
    }
    for child in expression.children { visit(child, inner) }
  }
}

extension Declaration {
  /// The fields of a fact type, an intent or a record.
  fileprivate var fields: [FieldDeclaration] {
    switch body {
    case .fact(let fact): fact.fields
    case .intent(let intent): intent.fields
    case .record(let record): record.fields
    default: []
    }
  }
}
