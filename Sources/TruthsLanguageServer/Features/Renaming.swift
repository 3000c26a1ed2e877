import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A name that is given to a symbol in place of its own, wherever it stands. Nothing else may change: what would mean something
/// else behind it is refused, and so is what would take the meaning from a ledger.
struct Renaming {
  struct Refusal: Error {
    let message: String
  }

  let project: ServedProject
  /// All that is called by the one name: a field of several intents, what keys join by its name.
  let symbols: Set<Symbol>
  let oldName: String

  private var references: ProjectReferences { ProjectReferences(project: project) }

  /// - Parameter first: the symbol at the cursor.
  init(_ first: [Symbol], in project: ServedProject) throws(Refusal) {
    self.project = project
    let text = SymbolText(project)
    guard let symbol = first.first, let name = text.name(of: symbol) else {
      throw Refusal(message: "nothing that has a name of its own stands here")
    }
    oldName = name
    var symbols = Set(first)
    if case .field = symbol { symbols = Self.linked(symbols, name, in: project) }
    if case .lifecycle(let index) = symbol { symbols.insert(.fact(project.program.lifecycles[index].history)) }
    self.symbols = symbols
    for symbol in symbols {
      let declared = project.symbols.declaration(of: symbol)
      if case .fact(let index) = symbol, project.program.facts[index].lifecycle != nil, first.contains(symbol) {
        throw Refusal(message: "`\(oldName)` is made of its lifecycle's name: rename that")
      }
      if declared == nil || declared?.name.file == FileID(0) {
        if case .fact(let index) = symbol, project.program.facts[index].lifecycle != nil { continue }
        throw Refusal(message: "`\(oldName)` belongs to the language, and cannot be renamed")
      }
    }
    if case .policy = symbol, ConvergePack.enginePolicies.contains(name) {
      throw Refusal(message: "the engine reads `\(name)` by that name, and would take what it does without one")
    }
    if case .pack = symbol {
      throw Refusal(message: "a pack's name is that of its folder and files too: rename those, then what names it is reported")
    }
  }

  /// Fields that share a place under one name: that of the trigger which a key joins, or which is copied into a fact.
  private static func linked(_ first: Set<Symbol>, _ name: String, in project: ServedProject) -> Set<Symbol> {
    let text = SymbolText(project)
    var places: [Symbol: [Span]] = [:]
    var fields: [Span: [Symbol]] = [:]
    for use in project.symbols.all {
      switch use.symbol {
      case .field, .local: if text.name(of: use.symbol) != name { continue }
      default: continue
      }
      places[use.symbol, default: []].append(use.span)
      fields[use.span, default: []].append(use.symbol)
    }
    var symbols = first
    var open = Array(first)
    while let next = open.popLast() {
      let linked = (places[next] ?? []).flatMap { fields[$0] ?? [] }
      for symbol in linked where symbols.insert(symbol).inserted { open.append(symbol) }
    }
    return symbols
  }

  /// The edits, by path and in order of place.
  func edits(to newName: String) throws(Refusal) -> [String: [TextEdit]] {
    try check(newName)
    try checkLedgers()
    try checkDocuments()
    var edits: [String: [TextEdit]] = [:]
    var seen: Set<String> = []
    let places = references.places(of: symbols)
    try checkTexts(newName, besides: places)
    for place in places where place.role != .implicit {
      guard let file = references.file(of: place), seen.insert("\(place.path):\(place.span.start)").inserted else { continue }
      let written = file.text(place.span)
      if !ServedProject.isTruths(place.path), jsonNames.contains(written) { continue }
      guard let text = replacement(written, newName) else {
        let position = file.position(at: Int(place.span.start))
        throw Refusal(message: "\(place.path):\(position.line) writes `\(oldName)` as `\(written)`: change that first")
      }
      if text != written { edits[place.path, default: []].append(TextEdit(span: place.span, text: text)) }
    }
    try checkMeaning(edits)
    return edits
  }

  /// What fields are called in JSON, where that is not their own name: it stays.
  private var jsonNames: Set<String> {
    Set(
      symbols.compactMap { symbol in
        guard case .field(let owner, let place) = symbol else { return nil }
        let field = SymbolText(project).fields(of: owner)[place]
        return field.jsonName == field.name ? nil : field.jsonName
      })
  }

  /// A written name with the new one in it.
  private func replacement(_ written: String, _ new: String) -> String? {
    let (old, word, newWord) = (oldName, JobExample.word(oldName), JobExample.word(new))
    if written == old { return new }
    if written == word { return newWord }
    if written == "\"\(old)\"" { return "\"\(new)\"" }
    if written == "'\(old)'" { return "'\(new)'" }
    // `invoice.entered`, `draft_invoice`.
    if written.hasPrefix("\(old).") { return new + written.dropFirst(old.count) }
    if written.hasPrefix("\(word)_") { return newWord + written.dropFirst(word.count) }
    if written.hasSuffix("_\(word)") { return written.dropLast(word.count) + newWord }
    if let rule = ruleNames(new), written == rule.old { return rule.new }
    return nil
  }

  /// The ids of a truth or invariant that is called by its name and its file.
  private func ruleNames(_ new: String) -> (old: String, new: String)? {
    for case .rule(let id) in symbols {
      guard let declared = project.symbols.declaration(of: .rule(id)),
        let unit = project.loaded.units.first(where: { $0.file == declared.name.file })
      else { continue }
      return (id, truthID(explicit: nil, name: new, stem: unit.stem))
    }
    return nil
  }

  // MARK: What is refused

  private func check(_ name: String) throws(Refusal) {
    var allowsDots = false
    var isFree = false
    for symbol in symbols {
      switch symbol {
      case .fact, .rule: allowsDots = true
      case .value, .role: isFree = true
      default: break
      }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { NameShape.isName($0.utf8) && !ReservedWords.contains(String($0)) }
    if isFree, !name.isEmpty, !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 }) { return }
    guard isName, parts.count == 1 || allowsDots else {
      throw Refusal(message: "`\(name)` is no name: small letters, digits and `_`, a letter first, and no word of the language")
    }
  }

  /// What a ledger has recorded is read by its name.
  private func checkLedgers() throws(Refusal) {
    for name in recordedNames {
      guard let ledger = project.ledgers(holding: name).first else { continue }
      let isField = symbols.contains { if case .field = $0 { true } else { false } }
      let help =
        isField
        ? "keep it as `named \"\(name)\"` behind the field's type, then rename the field"
        : "declare another name beside it, and keep this one for what is recorded"
      throw Refusal(message: "\(ledger) records `\(name)`, which would mean nothing any more: \(help)")
    }
  }

  /// What a document says is read by its value; what else stands in it, nobody knows.
  private func checkDocuments() throws(Refusal) {
    guard symbols.contains(where: { if case .value = $0 { true } else { false } }) else { return }
    let texts = project.fixtureTexts
    let named = Set(Workspace.documents(namedIn: texts))
    let written = "\"\(oldName)\""
    let document = texts.first { named.contains($0.path) && String(decoding: $0.bytes, as: UTF8.self).contains(written) }
    guard let document else { return }
    throw Refusal(message: "\(document.path), which fixtures name, holds `\(oldName)`: change that first")
  }

  /// A text of a clause that is the name, as in `decision.made.action == "refund"`, is compared with what is recorded. The rename
  /// leaves it behind where it is the old name, and gives it a meaning where it is the new one.
  private func checkTexts(_ newName: String, besides places: [NamePlace]) throws(Refusal) {
    for name in Set(comparedNames(oldName) + comparedNames(newName)).sorted() {
      let quoted = Array("\"\(name)".utf8)
      for file in project.loaded.sources.files.dropFirst() {
        let known = Set(places.filter { $0.path == file.path }.map { Int($0.span.start) })
        for start in file.bytes.indices where file.bytes[start] == UInt8(ascii: "\"") && file.bytes[start...].starts(with: quoted)
        {
          let rest = file.bytes[(start + quoted.count)...]
          guard rest.starts(with: "\"".utf8) || rest.starts(with: "\\\"".utf8), !known.contains(start), !known.contains(start + 1)
          else { continue }
          let line = file.position(at: start).line
          throw Refusal(message: "\(file.path):\(line) has the text `\(name)`, which may mean this: change that first")
        }
      }
    }
  }

  /// What texts call it when decisions, traces and people are compared with them.
  private func comparedNames(_ name: String) -> [String] {
    symbols.flatMap { symbol -> [String] in
      switch symbol {
      case .intent(let index): [name, "\(project.program.intents[index].pack).\(name)"]
      case .rule(let id): name == oldName ? [id] : [ruleNames(name)?.new ?? name]
      case .role, .fact: [name]
      default: []
      }
    }
  }

  /// The names by which ledgers know it, in order; none of what no ledger records.
  var recordedNames: [String] {
    let names = symbols.compactMap { symbol -> String? in
      switch symbol {
      case .fact(let index): return project.program.facts[index].name
      case .intent, .role, .value: return oldName
      case .policy(let index): return project.program.policies[index].qualifiedName
      case .rule(let id): return id
      case .field(.table, _): return nil
      case .field(let owner, let place):
        let field = SymbolText(project).fields(of: owner)[place]
        return field.jsonName == field.name ? field.name : nil
      default: return nil
      }
    }
    return Set(names).sorted()
  }

  /// Checks the set with the new name: it has no other errors, and each name means what it meant.
  private func checkMeaning(_ edits: [String: [TextEdit]]) throws(Refusal) {
    let loaded = project.loaded
    let files = loaded.sources.files.dropFirst().map { ($0.path, TextEdit.applied(edits[$0.path] ?? [], to: $0.bytes)) }
    let trial = IncrementalSet(files, keepsUses: true)
    let before = loaded.diagnostics.filter { $0.severity == .error }
    let after = trial.found().diagnostics.filter { $0.severity == .error }
    if after.count > before.count {
      let known = Set(before.map(\.message))
      let new = after.first { !known.contains($0.message) } ?? after[0]
      throw Refusal(message: "with that name the set would be at fault: \(new.message) (\(new.code))")
    }
    func counts(_ index: SymbolIndex) -> [FileID: Int] { index.all.reduce(into: [:]) { $0[$1.span.file, default: 0] += 1 } }
    guard counts(project.symbols) == counts(trial.symbols) else {
      throw Refusal(message: "with that name something else would be meant: another thing is called so, or is found by its name")
    }
  }
}

/// The replacement of a stretch of a file.
struct TextEdit: Hashable {
  var span: Span
  var text: String

  /// Some bytes with edits applied, none of which touches another.
  static func applied(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for edit in edits.sorted(by: { $0.span.start > $1.span.start }) {
      result.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.text.utf8))
    }
    return result
  }
}

extension SymbolText {
  /// The name that a symbol is called by where it is declared; `nil` of what has none.
  func name(of symbol: Symbol) -> String? {
    let program = project.program
    switch symbol {
    case .pack(let name), .role(let name): return name
    case .enumeration(let index): return program.enums[index].name
    case .value(let index, let ordinal): return program.enums[index].values[ordinal].string
    case .record(let index): return program.records[index].name
    case .fact(let index): return program.facts[index].name
    case .intent(let index): return program.intents[index].name
    case .field(let owner, let place):
      let fields = fields(of: owner)
      return fields.indices.contains(place) ? fields[place].name : nil
    case .policy(let index): return program.policies[index].name
    case .calendar(let index): return program.calendars[index].name
    case .table(let index): return program.tables[index].name
    case .lifecycle(let index): return program.lifecycles[index].name
    case .source(let index): return program.sources[index].name
    case .job(let index): return program.jobs[index].name
    case .rule(let id):
      guard let declared = project.symbols.declaration(of: symbol) else { return id }
      return project.loaded.sources.file(declared.name.file)?.text(declared.name)
    case .local(let span): return project.loaded.sources.file(span.file)?.text(span)
    }
  }
}
