import Truths
import TruthsCheck
import TruthsDiagnostics
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
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { NameShape.isName($0.utf8) && !ReservedWords.contains(String($0)) }
    if isFree, !name.isEmpty, !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 }) { return }
    guard isName, parts.count == 1 || allowsDots else {
      throw Refusal(message: "`\(name)` is no name: small letters, digits and `_`, a letter first, and no word of the language")
    }
  }

  /// Refuses a name that would change the order of facts, and so decisions: they are sorted by their keys as JSON, whose members
  /// are sorted by name (clauses §10).
  private func checkKeyOrder(_ newName: String) throws(Refusal) {
    for case .field(.fact(let fact), let place) in symbols {
      let type = project.loaded.program.facts[fact]
      let key = type.key.isEmpty ? Array(type.fields.indices) : type.key
      guard key.contains(place), type.fields[place].jsonName == type.fields[place].name else { continue }
      let old = type.fields.map(\.jsonName)
      var new = old
      new[place] = newName
      if key.sorted(by: { old[$0] < old[$1] }) != key.sorted(by: { new[$0] < new[$1] }) {
        throw Refusal(
          message: "facts of `\(type.name)` are sorted by their key fields in the order of these names, which `\(newName)` would "
            + "change: write `named \"\(oldName)\"` behind the field's type, then rename the field")
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
        ? "keep it as `named \"\(name)\"` behind the field's type, then rename the field"
        : "declare another name beside it, and keep this one for what is recorded"
      throw Refusal(message: "\(place) records `\(name)`, which would mean nothing any more: \(help)")
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
    let names = Set(comparedNames(oldName) + comparedNames(newName))
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

  /// Refuses a rename while such a text is in a fixture, in a document that a fixture names, or in the scratch proposal.
  private func checkData(_ names: Set<String>) throws(Refusal) {
    var reader = FixtureNames(project)
    let tried = project.tried[ScratchFiles.proposal].map { SourceText(path: ScratchFiles.proposal, bytes: $0) }
    let fixtures = project.fixtureTexts
    let documents = Set(Workspace.documents(namedIn: fixtures))
    for text in fixtures + [tried].compactMap(\.self)
    where names.contains(where: { text.bytes.offset(of: Array("\"\($0)\"".utf8)) != nil }) {
      let file = SourceFile(id: FileID(-1), path: text.path, bytes: text.bytes)
      _ = reader.uses(in: file, isDocument: documents.contains(text.path))
      guard let found = reader.texts.first(where: { names.contains($0.text) }) else { continue }
      let place = file.place(at: Int(found.span.start))
      throw Refusal(message: "\(place) holds the text `\(found.text)`, which may mean this: change that first")
    }
  }

  /// Returns the texts that mean a symbol of a name where rules compare decisions, traces and actors with texts.
  private func comparedNames(_ name: String) -> [String] {
    symbols.flatMap { symbol -> [String] in
      switch symbol {
      case .intent(let index): [name, "\(project.program.intents[index].pack).\(name)"]
      case .rule(let id): name == oldName ? [id] : [ruleNames(name)?.new ?? name]
      case .role, .fact: [name]
      case .policy(let index): ["\(project.program.policies[index].pack).\(name)"]
      default: []
      }
    }
  }

  /// Checks that the renamed set has no new errors, and that every other name keeps its meaning.
  ///
  /// - Returns: the renamed set.
  func checkMeaning(_ edits: [String: [TextEdit]]) throws(Refusal) -> Workspace {
    let loaded = project.loaded
    let files = loaded.sources.files.dropFirst().map {
      SourceText(path: $0.path, bytes: TextEdit.applied(edits[$0.path] ?? [], to: $0.bytes))
    }
    let trial = IncrementalWorkspace(keepingNamesOf: files, today: nil)
    let edits = edits.mapValues(AppliedEdits.init)
    let before = loaded.diagnostics.filter { $0.severity == .error }
    let after = trial.found.diagnostics.filter { $0.severity == .error }
    if after.count > before.count {
      let known = Set(before.map(\.message))
      let new = after.first { !known.contains($0.message) } ?? after[0]
      let place = self.place(of: new.span, edits)
      throw Refusal(
        message:
          "\(place): with that name the set would be at fault: \(new.message) (\(new.code)); choose another name, or change "
          + "that first"
      )
    }
    let (old, new) = (places(in: project.symbols, [:]), places(in: trial.symbols, edits))
    guard counts(project.symbols) == counts(trial.symbols) else {
      let place = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.min().map { "\(self.place(of: $0, [:])): " } ?? ""
      throw Refusal(
        message:
          "\(place)with that name something else would be meant: another thing is called so, or is found by its name; choose "
          + "another name"
      )
    }
    return trial.workspace
  }

  /// Returns the number of names in each file by the kind of their symbol. A name whose kind changes alters two of these
  /// numbers.
  private func counts(_ index: SymbolIndex) -> [FileID: [String: Int]] {
    index.all.reduce(into: [:]) { $0[$1.span.file, default: [:]][$1.symbol.kind, default: 0] += 1 }
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
