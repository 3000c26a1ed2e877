import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The checks that refuse a rename, each with the position of the obstacle.
extension Renaming {
  func check(_ name: String) throws(Refusal) {
    var allowsDots = false
    var isFree = false
    for symbol in symbols {
      switch symbol {
      case .fact, .rule: allowsDots = true
      case .value, .role: isFree = true
      default: break
      }
    }
    for case .field(.intent(let intent), let place) in symbols {
      let field = project.loaded.program.intents[intent].fields[place]
      if field.jsonName == field.name, ProposalEnvelope.has(name) {
        throw Refusal(
          message: "`\(name)` is a member of every proposal's envelope, where a field of this name would not be found: choose "
            + "another name")
      }
    }
    try checkKeyOrder(name)
    try checkValueOrder(name)
    try checkEngineNames(name)
    try checkRuleOrder(name)
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { NameShape.isName($0.utf8) && !ReservedWords.contains(String($0)) }
    if isFree, !name.isEmpty, !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 }) { return }
    guard isName, parts.count == 1 || allowsDots else {
      throw Refusal(
        message: "`\(name)` is not a valid name: write small letters, digits and `_`, with a letter first, and no word of the "
          + "language")
    }
  }

  /// Refuses a name that would change the order of facts, and so decisions: they are sorted by their keys as canonical JSON.
  /// The members of a key, and of the records that it holds, are sorted by name (clauses §10).
  private func checkKeyOrder(_ newName: String) throws(Refusal) {
    let program = project.loaded.program
    for case .field(let owner, let place) in symbols {
      let sorted: (fact: FactType, fields: [Field], isSorted: (Int) -> Bool)
      switch owner {
      case .fact(let index):
        let fact = program.facts[index]
        sorted = (fact, fact.fields, { fact.sortingFields.contains($0) })
      case .record(let index):
        guard let fact = program.facts.first(where: { $0.isSorted(byRecord: index, program) }) else { continue }
        sorted = (fact, program.records[index].fields, { _ in true })
      case .intent, .table, .outputs: continue
      }
      let field = sorted.fields[place]
      guard sorted.isSorted(place), field.jsonName == field.name else { continue }
      let old = sorted.fields.map { Text($0.jsonName) }
      var new = old
      new[place] = Text(newName)
      let places = old.indices.filter(sorted.isSorted)
      let orders = [old, new].map { names in places.sorted { names[$0].precedesInUTF16(names[$1]) } }
      if orders[0] != orders[1] {
        throw Refusal(
          message: self.place(of: sorted.fact)
            + "facts of `\(sorted.fact.name)` are sorted by their key fields in the order of these names, which "
            + "`\(newName)` would change: write `named \"\(oldName)\"` after the field's type, then rename the field")
      }
    }
  }

  /// Refuses a name of an enum's value that would change the order of facts whose keys hold the value: they are sorted by the
  /// values' names in JSON (clauses §10).
  private func checkValueOrder(_ newName: String) throws(Refusal) {
    let program = project.loaded.program
    for case .value(let index, let ordinal) in symbols {
      let old = program.enums[index].jsonNames
      guard old[ordinal] == program.enums[index].values[ordinal] else { continue }
      var new = old
      new[ordinal] = Text(newName)
      let orders = [old, new].map { names in
        let written = names.map { JSONValue.text($0.string).compact() }
        return names.indices.sorted { written[$0].lexicographicallyPrecedes(written[$1]) }
      }
      guard orders[0] != orders[1], let fact = program.facts.first(where: { $0.isSorted(byEnum: index, program) })
      else { continue }
      throw Refusal(
        message: place(of: fact)
          + "facts of `\(fact.name)` are sorted by the names of the values of `\(program.enums[index].name)`, and "
          + "`\(newName)` would change their order: choose a name that keeps it")
    }
  }

  /// Refuses a name that would change which of two truths corrects last, or which of two rules gives a decision its reason.
  private func checkRuleOrder(_ newName: String) throws(Refusal) {
    guard let id = ruleNames(newName), id.old != id.new else { return }
    let ids = [id.old: id.new]
    if let change = RuleOrder(project.program).change(renaming: ids) { throw change.refusal(ids, in: project) }
  }

  /// Refuses a new name that would change the order of facts. Facts are sorted by key, and a key may contain names, as in `what:
  /// proposal.action`.
  private func checkNamedKeys(
    _ renamed: [(kind: NameKind?, old: String, new: String)], _ readings: NameReadings
  ) throws(Refusal) {
    let keys = NamedKeys(readings, project.program)
    for case (let kind?, let old, let new) in renamed where old != new {
      let names = NamedKeys.Renames(kind: kind, names: [old: new], all: project.program.names(of: kind, like: old))
      guard let fact = keys.fact(sortedOtherwiseBy: names) else { continue }
      throw Refusal(message: "\(place(of: fact))\(NamedKeys.cause(fact, new)): choose a name that keeps it")
    }
  }

  /// Returns the place of a fact's declaration, to begin a message; empty for facts of the language.
  private func place(of fact: FactType) -> String {
    project.place(of: fact.span).map { "\($0): " } ?? ""
  }

  /// Refuses a name that the engine reads, because the declaration would then do more than it did.
  private func checkEngineNames(_ name: String) throws(Refusal) {
    if name == oldName { return }
    for symbol in symbols {
      switch symbol {
      case .policy where ConvergePack.enginePolicies.contains(name):
        throw Refusal(message: "the engine reads policies named `\(name)`, and would follow this one: choose another name")
      case .role:
        if project.loaded.program.undeclaredRoles.contains(Text(name)) {
          throw Refusal(message: "the engine knows a role `\(name)` already, and would ask these people too: choose another name")
        }
        let taken = ProjectReferences(project: project, proposals: project.proposals).places(of: [.role(name)])
        guard let place = taken.first(where: { $0.role != .implicit }) else { continue }
        throw Refusal(
          message: "\(project.place(of: place.path, at: Int(place.span.start))): there is a role `\(name)` already: "
            + "choose another name")
      case .document:
        let taken = project.loaded.program.sources.first { $0.document == name }
        guard let taken, let place = project.place(of: taken.span) else { continue }
        throw Refusal(message: "\(place): `\(taken.name)` reads a document `\(name)` already: choose another name")
      default: continue
      }
    }
  }

  /// Refuses the rename of a name that a ledger of the project records, because ledgers are read by names.
  func checkLedgers() throws(Refusal) {
    for name in recordedNames {
      guard let place = project.ledgers(holding: name).first else { continue }
      let isField = symbols.contains { if case .field = $0 { true } else { false } }
      let help =
        isField
        ? "keep it as `named \"\(name)\"` after the field's type, then rename the field"
        : "declare another name beside it, and keep this one for what is recorded"
      throw Refusal(message: "\(place) records `\(name)`, which would lose its meaning: \(help)")
    }
  }

  /// Refuses the rename of an enum value that a document contains, because nothing tells what a text in a document means.
  func checkDocuments() throws(Refusal) {
    guard symbols.contains(where: { if case .value = $0 { true } else { false } }) else { return }
    let texts = project.fixtureTexts
    let named = Set(Workspace.documents(namedIn: texts))
    for document in texts where named.contains(document.path) {
      guard let offset = document.bytes.offset(of: Array("\"\(oldName)\"".utf8)) else { continue }
      let place = project.place(of: document.path, at: offset)
      throw Refusal(message: "\(place), which fixtures name, holds `\(oldName)`: change that first")
    }
  }

  /// Refuses a rename while the rules contain the old or the new name as a text of unknown meaning, as in `audit.subject ==
  /// "refund"`. The rename would leave an old name unchanged, and give a text with the new name a meaning.
  func checkTexts(_ newName: String, besides places: [NamePlace]) throws(Refusal) {
    let names = Set((recordedTexts(oldName) + recordedTexts(newName)).map(\.text))
    if names.isEmpty { return }
    let known = Dictionary(grouping: places, by: \.path)
    for file in project.loaded.sources.files.dropFirst() {
      let starts = Set((known[file.path] ?? []).map { Int($0.span.start) })
      for name in names.sorted() {
        let quoted = Array("\"\(name)".utf8)
        for start in file.bytes.offsets(of: quoted) {
          let rest = file.bytes[(start + quoted.count)...]
          let qualified = name.utf8.count - (name.split(separator: ".").last?.utf8.count ?? 0)
          guard rest.starts(with: "\"".utf8) || rest.starts(with: "\\\"".utf8),
            ![start, start + 1, start + 1 + qualified].contains(where: starts.contains)
          else { continue }
          throw Refusal(message: "\(file.place(at: start)) has the text `\(name)`, which may mean this: change that first")
        }
      }
    }
    try checkData(names)
  }

  /// Refuses a rename while data has a text of unknown meaning that is one of the names.
  ///
  /// The data are fixtures, the documents that they name, and the scratch files.
  private func checkData(_ names: Set<String>) throws(Refusal) {
    var reader = FixtureNames(project)
    let tried = project.trials.paths.compactMap { path in project.trials.texts[path].map { SourceText(path: path, bytes: $0) } }
    let fixtures = project.fixtureTexts
    let documents = Set(Workspace.documents(namedIn: fixtures))
    // A name may also be written with escapes.
    let plain = names.map { Array("\"\($0)\"".utf8) }
    for text in fixtures + tried
    where text.bytes.contains(UInt8(ascii: "\\")) || plain.contains(where: { text.bytes.offset(of: $0) != nil }) {
      let file = SourceFile(id: FileID(-1), path: text.path, bytes: text.bytes)
      _ = reader.uses(in: file, isDocument: documents.contains(text.path))
      guard let (name, span) = reader.texts.first(where: { names.contains($0.text) }) else { continue }
      let (start, written) = (file.place(at: Int(span.start)), file.text(span))
      guard written == "\"\(name)\"" else {
        throw Refusal(message: "\(start): `\(written)` is `\(name)` with escapes: write its letters first")
      }
      throw Refusal(message: "\(start) holds the text `\(name)`, which may mean this: change that first")
    }
  }

  /// Refuses a rename while a clause tests the letters of the name and has another result for the new name. An example is
  /// `d.action like "ref*"`.
  func checkReadings(_ newName: String) throws(Refusal) {
    let renamed =
      zip(recordedTexts(oldName), recordedTexts(newName)).map {
        (kind: $0.kind.map(NameKind.recorded), old: $0.text, new: $1.text)
      }
      + renamedValues.map { (kind: $0, old: oldName, new: newName) }
    guard renamed.contains(where: { $0.kind != nil && $0.old != $0.new }) else { return }
    let readings = NameReadings(project.program)
    try checkNamedKeys(renamed, readings)
    for reading in readings.all {
      for (kind, old, new) in renamed where kind.map(reading.kinds.contains) == true {
        if readings.isEqual(reading, for: old, and: new) { continue }
        let place = place(of: reading.written)
        throw Refusal(
          message: "\(place.text): \(place.clause) reads such a name by its letters, and may treat `\(new)` "
            + "differently from `\(old)`: change that first")
      }
    }
  }

  /// The enums whose values are renamed. Texts hold a value as its own name, whatever its name in JSON is (types §12.1).
  private var renamedValues: [NameKind?] {
    symbols.sorted { $0.kind < $1.kind }.compactMap { symbol in
      if case .value(let index, _) = symbol { .value(index) } else { nil }
    }
  }

  /// Returns the position and the text of an expression.
  private func place(of written: NamedBody.Written) -> (text: String, clause: String) {
    // A checked `let` has no place: it is the declaration's, or one that a truth shares.
    let unit = project.loaded.units.first { $0.file == written.span.file }
    let lets = unit.flatMap { unit in
      unit.declaration(around: Int(written.span.start)).map { $0.lets + project.sharedLets.lets(of: $0, in: unit.pack) }
    }
    let span = written.name.flatMap { name in lets?.first { $0.name.text == name }?.name.span }
    let clause = written.text ?? written.name.map { "let \($0)" }
    return (place(of: span ?? written.span, [:]), clause.map { "`\($0)`" } ?? "what it makes")
  }

  /// Returns the texts by which the engine records a symbol of a name, with the kind of declaration that they name. The kind is
  /// `nil` for texts that no field of the engine has.
  private func recordedTexts(_ name: String) -> [(kind: NamedInText?, text: String)] {
    symbols.sorted { $0.kind < $1.kind }.flatMap { symbol -> [(kind: NamedInText?, text: String)] in
      switch symbol {
      case .intent(let index):
        let intent = project.program.intents[index]
        let kind: NamedInText? = intent.jsonName == intent.name ? .intent : nil
        return [(kind, name), (kind, "\(intent.pack).\(name)")]
      case .rule(let id): return [(.rule, name == oldName ? id : ruleNames(name)?.new ?? name)]
      case .fact(let index):
        return [(nil, name)] + packs(withInvariantOf: index).map { (.rule, "\($0).\(name)_invariant") }
      case .role: return [(.role, name)]
      case .document: return [(nil, name)]
      case .policy(let index): return [(.policy, "\(project.program.policies[index].pack).\(name)")]
      default: return []
      }
    }
  }

  /// Returns the packs with an invariant whose id is made of a fact's name (files §4).
  private func packs(withInvariantOf fact: Int) -> [String] {
    let name = project.program.facts[fact].name
    let packs = project.program.truths.filter { truth in
      truth.invariants.contains { $0.hasOwnID && $0.id == "\(truth.pack).\(name)_invariant" }
    }
    return Set(packs.map(\.pack)).sorted()
  }

  /// Checks that the renamed set has no new errors and warnings, and that every other name keeps its meaning.
  ///
  /// - Returns: the renamed set.
  func checkMeaning(_ edits: [String: [TextEdit]]) throws(Refusal) -> Workspace {
    // Edits of truths and invariants alone change no name of another file.
    let touched = areInRules(edits) ? edits.keys.compactMap { project.file($0)?.id } : nil
    let (findings, names) = (project.loaded.diagnostics, counts(project.symbols, in: touched))
    let applied = edits.mapValues(AppliedEdits.init)
    func compared(_ changed: IncrementalWorkspace) -> RenamedSet {
      let symbols = changed.symbols
      return RenamedSet(
        finding: Self.added(to: findings, in: changed.checkedSet.diagnostics),
        places: names == counts(symbols, in: touched) ? nil : places(in: symbols, applied), workspace: changed.workspace)
    }
    // A trial of the project's own set checks only what the edits touch. Where they touch the vocabulary, it would check
    // everything twice, because the edits are undone.
    let renamed: RenamedSet
    if touched != nil {
      renamed = project.trial(edits, compared)
    } else {
      let files = project.loaded.sources.files.dropFirst().map {
        SourceText(path: $0.path, bytes: TextEdit.applied(edits[$0.path] ?? [], to: $0.bytes))
      }
      renamed = compared(IncrementalWorkspace(keepingNamesOf: files, today: nil))
    }
    if let finding = renamed.finding {
      let kind = finding.severity == .error ? "an error" : "a new warning"
      throw Refusal(
        message: "\(place(of: finding.span, applied)): with that name the set would have \(kind): \(finding.message) "
          + "(\(finding.code)); choose another name, or change that first")
    }
    if let new = renamed.places {
      let old = places(in: project.symbols, [:])
      let place = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.min().map { "\(self.place(of: $0, [:])): " } ?? ""
      throw Refusal(
        message:
          "\(place)with that name, this would get another meaning: another thing has that name, or is found by it; choose "
          + "another name"
      )
    }
    return renamed.workspace
  }

  /// The properties of a renamed set that its checks read.
  private struct RenamedSet {
    /// The first error or warning that the set did not have before.
    let finding: Diagnostic?
    /// The number of names at each position of the files before the edits, where names change their kind; otherwise `nil`.
    let places: [Span: Int]?
    let workspace: Workspace
  }

  /// Returns whether edits change only truths and invariants, and no vocabulary follows them in a file.
  private func areInRules(_ edits: [String: [TextEdit]]) -> Bool {
    edits.allSatisfy { path, edits in
      guard let unit = project.file(path).flatMap(project.unit), let start = edits.map(\.span.start).min() else { return true }
      return unit.declarations.allSatisfy { declaration in
        switch declaration.body {
        case .truth, .invariant: true
        default: declaration.span.end <= start
        }
      }
    }
  }

  /// Returns the first error that a changed set has and a set has not, or else the first such warning. Messages contain the
  /// renamed name, so errors are compared by their number, and warnings by the number of each code.
  private static func added(to old: [Diagnostic], in new: [Diagnostic]) -> Diagnostic? {
    let known = Set(old.map(\.message))
    func first(_ old: [Diagnostic], _ new: [Diagnostic]) -> Diagnostic? {
      new.count > old.count ? new.first { !known.contains($0.message) } ?? new.first : nil
    }
    if let error = first(old.filter { $0.severity == .error }, new.filter { $0.severity == .error }) { return error }
    let before = Dictionary(grouping: old.filter { $0.severity == .warning }) { "\($0.code)" }
    let after = Dictionary(grouping: new.filter { $0.severity == .warning }) { "\($0.code)" }
    return after.sorted { $0.key < $1.key }.firstValue { first(before[$0.key] ?? [], $0.value) }
  }

  /// Returns the number of names in some files, or in all, by the kind of their symbol. A name whose kind changes alters two of
  /// these numbers.
  private func counts(_ index: SymbolIndex, in files: [FileID]?) -> [FileID: [String: Int]] {
    let uses = files.map { Set($0.flatMap { index.uses(in: $0) }) } ?? index.all
    return uses.reduce(into: [:]) { $0[$1.span.file, default: [:]][$1.symbol.kind, default: 0] += 1 }
  }

  /// Returns the number of names at each position, in the files before the edits.
  private func places(in index: SymbolIndex, _ edits: [String: AppliedEdits]) -> [Span: Int] {
    index.all.reduce(into: [:]) { places, use in
      let file = project.loaded.sources.file(use.span.file)?.path ?? ""
      let start = edits[file]?.before(Int(use.span.start)) ?? Int(use.span.start)
      places[Span(file: use.span.file, start: start, end: start), default: 0] += 1
    }
  }

  /// Returns a position of the renamed set as one in the files before the edits.
  private func place(of span: Span, _ edits: [String: AppliedEdits]) -> String {
    guard let file = project.loaded.sources.file(span.file) else { return "" }
    return file.place(at: edits[file.path]?.before(Int(span.start)) ?? Int(span.start))
  }
}

extension FactType {
  /// The places of the fields by which facts of the type are sorted.
  var sortingFields: [Int] { key.isEmpty ? Array(fields.indices) : key }

  /// Whether a field by which facts are sorted holds a record of a type.
  fileprivate func isSorted(byRecord index: Int, _ program: Program) -> Bool {
    sortingFields.contains { program.hasPart(fields[$0].type) { $0 == .record(index) } }
  }

  /// Whether a field by which facts are sorted holds a value of an enum.
  fileprivate func isSorted(byEnum index: Int, _ program: Program) -> Bool {
    sortingFields.contains { program.hasPart(fields[$0].type) { $0 == .enumeration(index) } }
  }
}
