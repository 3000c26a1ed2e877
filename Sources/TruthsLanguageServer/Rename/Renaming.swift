import TruthsCheck
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The replacement of a symbol's name everywhere in a project.
///
/// A rename that would change the meaning of anything else is refused, and so is one that would make entries of a ledger
/// unreadable.
struct Renaming {
  struct Refusal: Error {
    let message: String
  }

  let project: ServedProject
  /// The symbols that share the name: fields of several intents, and fields that are joined with keys by name.
  let symbols: Set<Symbol>
  let oldName: String
  /// The places of a renamed unit, because ``symbols`` contains no units.
  private var units: [NamePlace] = []

  /// Creates the rename of a unit.
  init(unit: String, in project: ServedProject) {
    self.project = project
    oldName = unit
    symbols = []
    units = project.places(ofUnit: unit)
  }

  /// Creates the rename of some symbols, or refuses it where they have no name that may change.
  ///
  /// - Parameter first: the symbols at the cursor.
  init(_ first: [Symbol], in project: ServedProject) throws(Refusal) {
    self.project = project
    let text = SymbolText(project)
    guard let symbol = first.first, let name = text.name(of: symbol) else {
      throw Refusal(message: "there is nothing here that has a name of its own")
    }
    oldName = name
    var symbols = Set(first)
    switch symbol {
    case .field, .local: symbols = Self.linked(symbols, name, in: project)
    default: break
    }
    if case .lifecycle(let index) = symbol { symbols.insert(.fact(project.program.lifecycles[index].history)) }
    self.symbols = symbols
    for symbol in symbols {
      let declared = project.symbols.declaration(of: symbol)
      if case .fact(let index) = symbol, project.program.facts[index].lifecycle != nil, first.contains(symbol) {
        throw Refusal(message: "`\(oldName)` is made of its lifecycle's name: rename that")
      }
      if declared == nil || declared?.name.file == FileID(0) {
        if case .fact(let index) = symbol, project.program.facts[index].lifecycle != nil { continue }
        if case .role = symbol {
          throw Refusal(message: "no `role` declares `\(oldName)`: declare it, then rename it")
        }
        throw Refusal(message: "`\(oldName)` belongs to the language, and cannot be renamed")
      }
    }
    if case .policy = symbol, ConvergePack.enginePolicies.contains(name) {
      throw Refusal(message: "the engine reads `\(name)` by that name, and would use its default instead")
    }
    if case .pack = symbol, let place = project.symbols.declaration(of: symbol).flatMap({ project.place(of: $0.name) }) {
      throw Refusal(
        message: "\(place): a pack's name is also that of its folder and files: rename those; then each use of the old name "
          + "is reported")
    }
  }

  /// Returns all fields of a name that share a use with one of some fields, directly or through others. Such a use is a field
  /// that joins a key, or one that is copied into a fact.
  private static func linked(_ first: Set<Symbol>, _ name: String, in project: ServedProject) -> Set<Symbol> {
    let files = Set(first.compactMap { if case .local(let span) = $0 { span.file } else { nil } })
    // Local names are used in their own file alone. Most share no place with a field, and then no other file is looked at.
    let near = linked(first, by: files.flatMap { project.symbols.uses(in: $0) }, name, in: project)
    let areLocal = near.allSatisfy { if case .local = $0 { true } else { false } }
    return areLocal ? near : linked(first, by: project.symbols.all, name, in: project)
  }

  private static func linked(
    _ first: Set<Symbol>, by uses: some Sequence<NameUse>, _ name: String, in project: ServedProject
  ) -> Set<Symbol> {
    let text = SymbolText(project)
    var places: [Symbol: [Span]] = [:]
    var fields: [Span: [Symbol]] = [:]
    for use in uses {
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

  /// Returns the edits by path, in order of position.
  func edits(to newName: String) throws(Refusal) -> [String: [TextEdit]] {
    try check(newName)
    if !units.isEmpty, let taken = project.places(ofUnit: newName).first {
      let place = project.place(of: taken.path, at: Int(taken.span.start))
      throw Refusal(message: "\(place): `\(newName)` is a unit already, and amounts of both would be added: choose another name")
    }
    try checkLedgers()
    try checkDocuments()
    var edits: [String: [TextEdit]] = [:]
    var seen: Set<String> = []
    let references = ProjectReferences(project: project, proposals: project.proposals)
    let places = references.places(of: symbols) + units
    try checkTexts(newName, besides: places)
    try checkReadings(newName)
    for place in places where place.role != .implicit {
      guard let file = references.file(of: place), seen.insert("\(place.path):\(place.span.start)").inserted else { continue }
      let written = file.text(place.span)
      if jsonNames.contains(written) { continue }
      guard let text = replacement(written, newName) else {
        let position = file.place(at: Int(place.span.start))
        throw Refusal(message: "\(position) writes `\(oldName)` as `\(written)`: change that first")
      }
      if text != written { edits[place.path, default: []].append(TextEdit(span: place.span, text: text)) }
    }
    let renamed = try checkMeaning(edits)
    return try RenameProof(project: project, set: renamed, words: words(newName)).following(edits)
  }

  /// The JSON names of the renamed fields, intents and values, where they differ from the names in the rules. They stay as they
  /// are.
  private var jsonNames: Set<String> {
    Set(symbols.compactMap { symbol in SymbolText(project).names(of: symbol).flatMap { $0.json == $0.own ? nil : $0.json } })
  }

  /// Returns a written name with the new name in it; `nil` where its form is unknown.
  private func replacement(_ written: String, _ new: String) -> String? {
    let (old, word, newWord) = (oldName, JobExample.word(oldName), JobExample.word(new))
    if written == old { return new }
    if written == word { return newWord }
    if written == "\"\(old)\"" { return "\"\(new)\"" }
    if written == "'\(old)'" { return "'\(new)'" }
    // A longer name may contain the name: `invoice.entered`, `draft_invoice`.
    if written.hasPrefix("\(old).") { return new + written.dropFirst(old.count) }
    if written.hasPrefix("\(word)_") { return newWord + written.dropFirst(word.count) }
    if written.hasSuffix("_\(word)") { return written.dropLast(word.count) + newWord }
    if let rule = ruleNames(new), written == rule.old { return rule.new }
    return nil
  }

  /// Returns the replacements in free text.
  private func words(_ new: String) -> RenamedWords {
    let id = ruleNames(new).flatMap { $0.old == oldName ? nil : $0 }
    return RenamedWords([(old: oldName, new: new), (JobExample.word(oldName), JobExample.word(new)), id].compactMap(\.self))
  }

  /// Returns the old and the new id of a truth or invariant whose id consists of its file's and its own name.
  func ruleNames(_ new: String) -> (old: String, new: String)? {
    for case .rule(let id) in symbols {
      guard let declared = project.symbols.declaration(of: .rule(id)),
        let unit = project.loaded.units.first(where: { $0.file == declared.name.file })
      else { continue }
      return (id, truthID(explicit: nil, name: new, stem: unit.stem))
    }
    return nil
  }

  /// Returns the position of the id of a rule, at whose head the use is and whose other places have the id instead; `nil` for
  /// every other use.
  func ownID(at use: NameUse, in file: SourceFile) -> String? {
    guard use.role == .declaration, !file.text(use.span).contains(oldName) else { return nil }
    return project.symbols.declaration(of: use.symbol).flatMap { project.place(of: $0.name) }
  }

  /// The names by which ledgers record the symbols, in order; empty for symbols that ledgers do not record.
  var recordedNames: [String] {
    let names = symbols.compactMap { symbol -> String? in
      switch symbol {
      case .fact(let index): return project.program.facts[index].name
      case .role: return oldName
      case .policy(let index): return project.program.policies[index].qualifiedName
      case .rule(let id): return id
      case .field(.table, _), .field(.outputs, _): return nil
      case .field, .intent, .value:
        return SymbolText(project).names(of: symbol).flatMap { $0.json == $0.own ? $0.own : nil }
      default: return nil
      }
    }
    return Set(names).sorted()
  }
}

extension SymbolText {
  /// Returns the name of a field, an intent or a value, and its name in JSON; `nil` for other symbols.
  func names(of symbol: Symbol) -> (own: String, json: String)? {
    let program = project.program
    switch symbol {
    case .field(let owner, let place):
      let field = fields(of: owner)[place]
      return (field.name, field.jsonName)
    case .intent(let index): return (program.intents[index].name, program.intents[index].jsonName)
    case .value(let index, let ordinal):
      return (program.enums[index].values[ordinal].string, program.enums[index].jsonNames[ordinal].string)
    default: return nil
    }
  }

  /// Returns the name in the declaration of a symbol; `nil` where it has none.
  func name(of symbol: Symbol) -> String? {
    let program = project.program
    switch symbol {
    case .pack(let name), .role(let name), .document(let name): return name
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
    case .blueprint(let index): return program.blueprints[index].name
    case .rule(let id):
      guard let declared = project.symbols.declaration(of: symbol) else { return id }
      return project.loaded.sources.file(declared.name.file)?.text(declared.name)
    case .local(let span): return project.loaded.sources.file(span.file)?.text(span)
    }
  }
}
