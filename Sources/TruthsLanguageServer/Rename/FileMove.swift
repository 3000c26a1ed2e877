import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A move of truth and job files. Their names determine the ids of rules and the packs of the files.
///
/// A move is refused if it would change the meaning of anything or a decision, or make entries of a ledger unreadable.
struct FileMove {
  let project: ServedProject
  /// The new paths of the files, by the old ones.
  private let paths: [String: String]
  /// The old and the new name of the pack, if a pack is renamed.
  private let pack: (old: String, new: String)?

  /// Moves files within their packs.
  init(_ paths: [String: String], in project: ServedProject) {
    self.project = project
    self.paths = paths
    pack = nil
  }

  /// Moves a pack: its files, and the folders around them.
  init(pack old: String, to new: String, in project: ServedProject) throws(Renaming.Refusal) {
    guard NameShape.isName(new.utf8), !ReservedWords.contains(new) else {
      throw Renaming.Refusal(
        message: "`\(new)` is not a valid name: write small letters, digits and `_`, with a letter first, and no word of the "
          + "language")
    }
    if project.program.packs.contains(where: { $0.name == new }) {
      throw Renaming.Refusal(message: "there is a pack `\(new)` already: choose another name")
    }
    if [old, new].contains(ConvergePack.trust) {
      throw Renaming.Refusal(
        message: "the engine asks pack `\(ConvergePack.trust)` who may adopt truths and override clauses: keep the pack's name")
    }
    guard let declared = project.symbols.declaration(of: .pack(old)), declared.name.file != FileID(0) else {
      throw Renaming.Refusal(message: "`\(old)` belongs to the language, and cannot be renamed")
    }
    self.project = project
    pack = (old, new)
    var paths: [String: String] = [:]
    for unit in project.loaded.units where unit.pack == old {
      guard let file = project.loaded.sources.file(unit.file) else { continue }
      paths[file.path] = Self.renamed(file.path, from: old, to: new)
    }
    self.paths = paths
  }

  /// Returns the new path of a file of a pack that is renamed.
  private static func renamed(_ path: String, from old: String, to new: String) -> String {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.popLast() else { return path }
    if parts.last == old { parts[parts.count - 1] = new }
    return (parts + [new + name.dropFirst(old.utf8.count)]).joined(separator: "/")
  }

  /// The files and folders to rename, in order: folders first, then the files in them.
  var operations: [(old: String, new: String)] {
    guard let pack else { return [] }
    var folders: Set<String> = []
    var files: [(old: String, new: String)] = []
    for (old, new) in paths.sorted(by: { $0.key < $1.key }) {
      let (from, to) = (Self.folder(of: old), Self.folder(of: new))
      if from != to { folders.insert(from) }
      files.append((to + Self.name(of: old), new))
    }
    let fixtures = "Fixtures/\(pack.old)/"
    // Fixtures of other folders name documents by their paths.
    let others = Workspace.documents(namedIn: project.fixtureTexts.filter { !$0.path.hasPrefix(fixtures) })
    if project.fixtures.keys.contains(where: { $0.hasPrefix(fixtures) }), !others.contains(where: { $0.hasPrefix(fixtures) }) {
      folders.insert(fixtures)
    }
    return folders.sorted().map { folder in
      let path = String(folder.dropLast())
      return (path, "\(path.dropLast(pack.old.utf8.count))\(pack.new)")
    } + files
  }

  /// Returns the operations of a move without the folder that the client renames itself. All paths are those before the client's
  /// rename.
  func operations(besides folder: String) -> [(old: String, new: String)] {
    guard let pack else { return [] }
    let new = "\(folder.dropLast(pack.old.utf8.count))\(pack.new)"
    return operations.filter { $0.old != folder }.map { one in
      guard one.old.hasPrefix(new + "/") else { return one }
      return (folder + one.old.dropFirst(new.utf8.count), folder + one.new.dropFirst(new.utf8.count))
    }
  }

  private static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  private static func name(of path: String) -> Substring { path.dropFirst(folder(of: path).count) }

  // MARK: Edits

  /// Returns the edits by the old paths, in order of position.
  func edits() throws(Renaming.Refusal) -> [String: [TextEdit]] {
    let ids = ids
    try checkLedgers(ids)
    try checkOrder(ids)
    var edits: [String: [TextEdit]] = [:]
    var seen: Set<String> = []
    func add(_ path: String, _ start: Int, _ end: Int, _ text: String) {
      guard seen.insert("\(path):\(start)").inserted else { return }
      edits[path, default: []].append(TextEdit(span: Span(file: FileID(-1), start: start, end: end), text: text))
    }
    for (path, file, use) in uses {
      let (start, end) = (Int(use.span.start), Int(use.span.end))
      switch use.symbol {
      case .pack(let name) where name == pack?.old:
        let text = file.text(use.span).replacing(name, with: pack?.new ?? name)
        add(path, start, end, text)
      case .rule(let id) where use.role != .declaration:
        guard let new = ids[id] else { continue }
        add(path, start, end, file.text(use.span).replacing(id, with: new))
      default:
        // A qualified name in a text: `"shop.place_order"`.
        guard let pack else { continue }
        let head = Array("\(pack.old).".utf8)
        guard start > head.count, file.bytes[(start - head.count)..<start].elementsEqual(head),
          file.bytes[start - head.count - 1] == UInt8(ascii: "\"")
        else { continue }
        add(path, start - head.count, start - 1, pack.new)
      }
    }
    let names = ids.map { (old: $0.key, new: $0.value) } + (pack.map { [$0] } ?? [])
    let set = try moved(edits)
    return try RenameProof(project: project, set: set, words: RenamedWords(names)).following(edits)
  }

  /// The new ids of the rules whose ids are made of their files' names, by the old ones.
  private var ids: [String: String] {
    var ids: [String: String] = [:]
    for unit in project.loaded.units {
      guard let path = project.loaded.sources.file(unit.file)?.path, let new = paths[path] else { continue }
      let name = Self.name(of: new)
      let stem = String(name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name)
      for declaration in unit.declarations where declaration.isRule && declaration.ruleID == nil {
        let old = truthID(explicit: nil, name: declaration.name.text, stem: unit.stem)
        let new = truthID(explicit: nil, name: declaration.name.text, stem: stem)
        if old != new { ids[old] = new }
      }
    }
    return ids
  }

  /// Every use of a name in the set, in fixtures and in proposals, with its file.
  private var uses: [(path: String, file: SourceFile, use: NameUse)] {
    let inSet = project.symbols.all.sorted { $0.span < $1.span }.compactMap {
      use -> (path: String, file: SourceFile, use: NameUse)? in
      guard use.span.file != FileID(0), use.role != .implicit, let file = project.loaded.sources.file(use.span.file) else {
        return nil
      }
      return (file.path, file, use)
    }
    let inData = (project.fixtureFiles + project.triedFiles + project.proposals).flatMap { data in
      data.uses.map { (path: data.file.path, file: data.file, use: $0) }
    }
    return inSet + inData
  }

  // MARK: Checks

  /// Refuses a move while a ledger of the project records one of the names that change.
  private func checkLedgers(_ ids: [String: String]) throws(Renaming.Refusal) {
    let policies = pack.map { pack in project.program.policies.filter { $0.pack == pack.old }.map(\.qualifiedName) } ?? []
    let names = (ids.keys + policies + (pack.map { [$0.old] } ?? [])).sorted()
    guard let found = project.ledger(holdingOneOf: names) else { return }
    throw Renaming.Refusal(
      message: "\(found.place) records `\(found.name)`, which would lose its meaning: give rules an `id` of their own, "
        + "and keep the names that are recorded")
  }

  /// Refuses a move that would change the order of truths, or of facts that are sorted by such names, and so decisions.
  private func checkOrder(_ ids: [String: String]) throws(Renaming.Refusal) {
    let program = project.program
    if let change = RuleOrder(program).change(renaming: ids) { throw change.refusal(ids, in: project) }
    let readings = NameReadings(program)
    let keys = NamedKeys(readings, program)
    for renames in renames(ids) {
      if let fact = keys.fact(sortedOtherwiseBy: renames) {
        let declared = project.place(of: fact.span).map { "\($0): " } ?? ""
        let name = renames.names.values.min() ?? ""
        throw Renaming.Refusal(message: "\(declared)\(NamedKeys.cause(fact, name)): choose a name that keeps it")
      }
      for reading in readings.all where reading.kinds.contains(renames.kind) {
        for (old, new) in renames.names.sorted(by: { $0.key < $1.key }) where !readings.isEqual(reading, for: old, and: new) {
          let clause = project.place(of: reading.written.span).map { "\($0): " } ?? ""
          throw Renaming.Refusal(
            message: "\(clause)this reads such a name by its letters, and may treat `\(new)` differently from `\(old)`: change "
              + "that first")
        }
      }
    }
  }

  /// The names that engine and clauses have as texts, and that the move changes, by their kinds.
  private func renames(_ ids: [String: String]) -> [NamedKeys.Renames] {
    let program = project.program
    var renames = [NamedKeys.Renames(kind: .recorded(.rule), names: ids, all: program.names(of: .recorded(.rule), like: ""))]
    if let pack {
      for (kind, names) in [
        (NameKind.recorded(.intent), program.intents.filter { $0.pack == pack.old }.map(\.qualifiedJSONName)),
        (NameKind.recorded(.policy), program.policies.filter { $0.pack == pack.old }.map(\.qualifiedName)),
      ] {
        let new = names.map { "\(pack.new)\($0.dropFirst(pack.old.count))" }
        let changed = Dictionary(zip(names, new)) { first, _ in first }
        renames.append(NamedKeys.Renames(kind: kind, names: changed, all: program.names(of: kind, like: "\(pack.old).")))
      }
    }
    return renames.filter { !$0.names.isEmpty }
  }

  /// Returns the set after the move, and checks that it has no new error and the same number of names of each kind.
  private func moved(_ edits: [String: [TextEdit]]) throws(Renaming.Refusal) -> Workspace {
    let files = project.loaded.sources.files.dropFirst().map { file in
      SourceText(path: paths[file.path] ?? file.path, bytes: TextEdit.applied(edits[file.path] ?? [], to: file.bytes))
    }
    let trial = IncrementalWorkspace(keepingNamesOf: files.sorted { Text($0.path) < Text($1.path) }, today: nil)
    let before = project.loaded.diagnostics.count { $0.severity == .error }
    let errors = trial.checkedSet.diagnostics.filter { $0.severity == .error }
    if errors.count > before, let error = errors.first {
      throw Renaming.Refusal(message: "with that name the set would have an error: \(error.message) (\(error.code))")
    }
    func counts(_ index: SymbolIndex) -> [String: Int] { index.all.reduce(into: [:]) { $0[$1.symbol.kind, default: 0] += 1 } }
    guard counts(project.symbols) == counts(trial.symbols) else {
      throw Renaming.Refusal(message: "with that name, other names would get another meaning: choose another name")
    }
    return trial.workspace
  }
}

extension Declaration {
  /// Whether the declaration is a truth or an invariant, which has an id.
  fileprivate var isRule: Bool {
    switch body {
    case .truth, .invariant: true
    default: false
    }
  }
}
