import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A project as the client sees it: the files on disk, with the open documents in place of their files.
final class ServedProject {
  /// The absolute path; empty for documents outside of all projects.
  let root: String
  private let host: any LanguageHost
  private var today: String
  private var workspace: IncrementalWorkspace
  /// The fixtures and the documents that they name, by their paths as messages show them.
  private(set) var fixtures: [String: [UInt8]] = [:]
  /// The proposals that are tried, and their contexts.
  private(set) var trials: Trials
  /// The path of the file that was changed last.
  private(set) var lastChanged: String?
  /// The cases that the user chose to show beside rules, by the id of the rule.
  var chosenCases: [String: CaseID] = [:]
  /// The contents on disk of the files that are open.
  private var beneath: [String: [UInt8]] = [:]
  /// The number of changes so far. Results computed from the project are valid while this number is unchanged.
  private(set) var revision = 0 {
    didSet { knownReading = nil }
  }
  /// The number of changes of the rules among them.
  private var rulesRevision = 0 {
    didSet { (knownWorkspace, knownSound) = (nil, nil) }
  }
  /// The check of the fixtures, which can be interrupted.
  private let fixtureCheck = FixtureCheck()
  /// The workspace of the set without its faulty packs, which only decides.
  private let soundCheck = FixtureCheck()
  /// The findings about fixtures and trials of the last check.
  private var keptFindings = KeptFindings()
  private var known: (revision: Int, depth: FindingDepth, findings: Findings)?
  private var knownWorkspace: Workspace?
  private var knownIndex: (revision: Int, index: FixtureIndex)?
  private var knownReading: (revision: Int, reading: FixtureReading)?
  private var knownCases: (revision: Int, cases: ServedCases)?
  private var knownSound: SoundSet?
  /// The set without its faulty packs, kept so that a change is checked without the rest.
  private var soundWorkspace: IncrementalWorkspace?
  /// The hints of clauses that were shown last, by the path of the file, and by the clause.
  var lastHints: [String: [ClauseKey: CaseHint]] = [:]
  private var knownFixtures: (revision: Int, fixtures: [ServedFixtureFile])?
  private var knownTried: (revision: Int, files: [ServedFixtureFile])?
  private var knownData: (revision: Int, files: [String: SourceFile])?
  private var knownRoles: (revision: Int, names: Set<String>)?

  /// The attributes of the files on disk when they were last read.
  private var seen: FileSnapshot

  init(root: String, host: any LanguageHost) {
    self.root = root
    self.host = host
    today = host.today
    seen = root.isEmpty ? FileSnapshot() : host.snapshot(ofRoot: root)
    trials = Trials { root.isEmpty ? nil : host.bytes(of: root + "/" + $0) }
    let files = root.isEmpty ? ProjectFiles() : host.files(ofRoot: root)
    workspace = IncrementalWorkspace(
      keepingNamesOf: files.truths.map { SourceText(path: $0.path, bytes: $0.bytes) }, today: today)
    for file in files.fixtures { fixtures[file.path] = file.bytes }
  }

  // MARK: Files

  /// Returns an absolute path as messages show it.
  func shown(_ path: String) -> String {
    root.isEmpty ? path : FileURI.path(path, below: root) ?? path
  }

  /// Returns the URI of a file, by its path as messages show it.
  func uri(of shown: String) -> String {
    root.isEmpty
      ? (shown.hasPrefix("/") ? FileURI.uri(of: shown) : shown)
      : FileURI.uri(of: shown.hasPrefix("/") ? shown : root + "/" + shown)
  }

  static func isTruths(_ path: String) -> Bool { path.hasSuffix(".truths") || path.hasSuffix(".jtbd") }

  /// Returns whether a file, by its path as messages show it, belongs to the project.
  func takes(_ shown: String) -> Bool {
    if root.isEmpty { return Self.isTruths(shown) }
    if shown.hasPrefix("/") { return false }
    if trials.role(of: shown) != nil { return true }
    if Self.isTruths(shown) { return ["truths/", "jtbd/", "Fixtures/"].contains { shown.hasPrefix($0) } }
    return shown.hasSuffix(".json") && shown.hasPrefix("Fixtures/") || fixtures[shown] != nil
  }

  /// Replaces a file by the text of an open document. Cached results stay valid where the text equals the file.
  func open(_ shown: String, _ bytes: [UInt8]) {
    if beneath[shown] == nil, let old = self.bytes(of: shown) {
      beneath[shown] = old
      if old == bytes {
        cases?.look()
        return
      }
    }
    put(shown, bytes)
  }

  /// Restores the file on disk in place of a document that was closed.
  func close(_ shown: String) {
    beneath[shown] = nil
    defer { if trials.isOpen(shown) { open(nil, at: shown) } }
    guard let bytes = root.isEmpty ? nil : host.bytes(of: root + "/" + shown) else { return remove(shown) }
    if bytes != self.bytes(of: shown) { put(shown, bytes) }
  }

  /// Begins to treat an open document as a trial; with `nil`, stops treating it as one.
  func open(_ trial: Trial?, at shown: String) {
    revision += 1
    trials.open(shown, trial, reading: bytesOnDisk)
  }

  /// Replaces the trial that the settings name.
  func name(_ trial: Trial?) {
    if root.isEmpty { return }
    revision += 1
    let own = trial.map { Trial(proposal: $0.proposal.map(shown), context: shown($0.context)) }
    trials.name(own, reading: bytesOnDisk)
  }

  /// Reads a file that changed on disk.
  func changed(_ shown: String, isOpen: Bool) {
    guard takes(shown) else { return }
    let bytes = host.bytes(of: root + "/" + shown)
    if isOpen {
      beneath[shown] = bytes
    } else if let bytes {
      if bytes != self.bytes(of: shown) { put(shown, bytes) }
    } else if self.bytes(of: shown) != nil {
      remove(shown)
    }
  }

  /// Reads the files that changed on disk since they were last read, for a client that does not watch them.
  ///
  /// - Parameter isOpen: whether a document replaces a file.
  /// - Returns: whether a file changed.
  /// - Complexity: O(files of the project), whose attributes are read.
  func reread(isOpen: (String) -> Bool) -> Bool {
    if root.isEmpty { return false }
    let now = host.snapshot(ofRoot: root)
    let changes = now.changes(since: seen)
    seen = now
    for change in changes { changed(change.path, isOpen: isOpen(change.path)) }
    let before = revision
    // The files of trials may stand anywhere.
    for path in trials.paths { changed(path, isOpen: isOpen(path)) }
    return !changes.isEmpty || revision != before
  }

  /// Returns the files that a change of a path may affect: for a folder, its files before and after the change.
  func paths(changedBy shown: String) -> [String] {
    if takes(shown) { return [shown] }
    let files = host.files(ofRoot: root)
    let all = loaded.sources.files.map(\.path) + fixtures.keys + (files.truths + files.fixtures).map(\.path)
    return Set(all.filter { $0.hasPrefix(shown + "/") }).sorted()
  }

  private func put(_ shown: String, _ bytes: [UInt8]) {
    revision += 1
    lastChanged = shown
    if Self.isTruths(shown) {
      rulesRevision += 1
      workspace.update(SourceText(path: shown, bytes: bytes))
      return
    }
    if trials.role(of: shown) != nil { return trials.put(shown, bytes) }
    fixtures[shown] = bytes
    for path in Workspace.documents(namedIn: [SourceText(path: shown, bytes: bytes)]) where fixtures[path] == nil {
      if !path.hasPrefix("/"), !path.hasPrefix("../"), let bytes = host.bytes(of: root + "/" + path) { fixtures[path] = bytes }
    }
  }

  private func remove(_ shown: String) {
    revision += 1
    lastChanged = shown
    if Self.isTruths(shown) {
      rulesRevision += 1
      workspace.remove(shown)
    } else if trials.role(of: shown) != nil {
      trials.put(shown, nil)
    } else {
      fixtures[shown] = nil
    }
  }

  /// Returns the content of a file of the project.
  func bytes(of shown: String) -> [UInt8]? { fixtures[shown] ?? trials.texts[shown] ?? file(shown)?.bytes }

  // MARK: Results

  /// The files of the rules, as they stand.
  var sources: SourceMap { workspace.sources }
  /// The rule set, read and checked.
  var loaded: LoadedSet { workspace.checkedSet }
  /// The vocabulary and the rules. This and the properties of names do not wait for the findings of the set.
  var program: Program { workspace.program }
  var symbols: SymbolIndex { workspace.symbols }

  /// The rule set as a workspace that can run fixtures.
  var whole: Workspace {
    if let knownWorkspace { return knownWorkspace }
    let whole = workspace.workspace
    knownWorkspace = whole
    return whole
  }

  /// The fixtures with their positions and the names that they contain.
  var fixtureIndex: FixtureIndex {
    if let knownIndex, knownIndex.revision == revision { return knownIndex.index }
    let index = FixtureIndex(self)
    knownIndex = (revision, index)
    return index
  }

  /// The part of the rule set that can be decided, where it is known already. For a set with errors it is looked for in a pause.
  var readySound: SoundSet? {
    if let knownSound { return knownSound }
    return loaded.diagnostics.hasErrors ? nil : SoundSet()
  }

  /// The packs that can be decided: packs without errors that use no pack with errors.
  var sound: SoundSet {
    if let readySound { return readySound }
    let set = SoundSet(of: loaded, kept: &soundWorkspace)
    knownSound = set
    return set
  }

  /// The rule set that is decided; `nil` where every pack has errors.
  var decidable: Workspace? {
    let sound = sound
    return sound.isWhole ? whole : sound.workspace
  }

  /// Returns the fixtures, read against the part of the rule set that can be decided.
  ///
  /// - Returns: `nil` if no part can be decided, and where it was interrupted; a later call goes on.
  func reading(until isInterrupted: () -> Bool) -> FixtureReading? {
    if let knownReading, knownReading.revision == revision { return knownReading.reading }
    guard let set = decidable else { return nil }
    let reading = (sound.isWhole ? fixtureCheck : soundCheck).reading(of: fixtureTexts, for: set, until: isInterrupted)
    knownReading = reading.map { (revision, $0) }
    return reading
  }

  /// The results of the fixtures and of the scratch proposal under the current rules; `nil` before the first decision, and where
  /// every pack has errors. Without some packs the results of clauses are right, and those of fixtures may not be.
  var cases: ServedCases? {
    get { knownCases.flatMap { $0.revision == revision ? $0.cases : nil } }
    set { knownCases = newValue.map { (revision, $0) } }
  }

  /// Returns a truth or job file, by its path.
  func file(_ shown: String) -> SourceFile? { workspace.sources.files.dropFirst().first { $0.path == shown } }

  /// Returns the syntax tree of a truth or job file.
  func unit(_ file: SourceFile) -> SourceUnit? { workspace.units.first { $0.file == file.id } }

  /// The `let`s that truths share with their intents.
  var sharedLets: SharedLets { SharedLets(workspace.units) }

  /// The roles that a declaration, a clause or a fact from outside names.
  ///
  /// - Complexity: O(names of the set), once for each revision.
  var roles: Set<String> {
    if let knownRoles, knownRoles.revision == revision { return knownRoles.names }
    let names = symbols.roles
    knownRoles = (revision, names)
    return names
  }

  /// The fixture files and the documents that they name, in order of path.
  var fixtureTexts: [SourceText] {
    fixtures.sorted { Text($0.key) < Text($1.key) }.map { SourceText(path: $0.key, bytes: $0.value) }
  }

  /// The fixture files with the names of the rule set in them.
  var fixtureFiles: [ServedFixtureFile] {
    if let knownFixtures, knownFixtures.revision == revision { return knownFixtures.fixtures }
    var names = FixtureNames(self)
    let texts = fixtureTexts
    let documents = Set(Workspace.documents(namedIn: texts))
    let files = texts.map { text in
      let file = SourceFile(id: FileID(-1), path: text.path, bytes: text.bytes)
      return ServedFixtureFile(file: file, uses: names.uses(in: file, isDocument: documents.contains(text.path)))
    }
    knownFixtures = (revision, files)
    return files
  }

  /// The files of the tried proposals and of their contexts, each with the names of the rule set that it uses.
  var triedFiles: [ServedFixtureFile] {
    if let knownTried, knownTried.revision == revision { return knownTried.files }
    var names = FixtureNames(self)
    let files = trials.paths.compactMap { path -> ServedFixtureFile? in
      guard let bytes = trials.texts[path] else { return nil }
      let file = SourceFile(id: FileID(-1), path: path, bytes: bytes)
      return ServedFixtureFile(file: file, uses: names.uses(in: file))
    }
    knownTried = (revision, files)
    return files
  }

  /// The fixtures, the documents that they name, and the files of trials, by path.
  var dataFiles: [String: SourceFile] {
    if let knownData, knownData.revision == revision { return knownData.files }
    let files = Dictionary(first: (fixtureFiles + triedFiles).map { ($0.file.path, $0.file) })
    knownData = (revision, files)
    return files
  }

  /// Whether a deeper search may find more.
  var hasMoreToFind: Bool { !(known.map { $0.revision == revision && $0.depth == .whole } ?? false) }

  /// Returns the findings of the project; at the depth ``FindingDepth/whole`` they are those of `truths check` and of the trials.
  /// Findings about fixtures and trials that are not checked at a depth, or because of errors in the set, are those of before.
  func findings(_ depth: FindingDepth) -> Findings {
    findings(depth) { false } ?? workspace.findingsAtOnce
  }

  /// Returns the findings of the project, or `nil` where the search was interrupted; a later call goes on.
  ///
  /// - Parameter isInterrupted: whether a message waits. It does not interrupt the depth ``FindingDepth/atOnce``.
  func findings(_ depth: FindingDepth, until isInterrupted: () -> Bool) -> Findings? {
    renewDay()
    if let known, known.revision == revision, known.depth >= depth { return known.findings }
    if depth > .atOnce, isInterrupted() { return nil }
    var found = depth == .atOnce ? workspace.findingsAtOnce : workspace.findings
    var reached = depth
    // A set without errors needs no fixes; the fixtures of a set with errors are not checked.
    if reached == .atOnce, !found.hasErrors { reached = .mended }
    if reached == .mended, fixtures.isEmpty || found.hasErrors, trials.texts.isEmpty { reached = .whole }
    if depth == .whole, !found.hasErrors {
      guard let checked = checked(found, until: isInterrupted) else { return nil }
      found = checked
      keptFindings = KeptFindings(found) { fixtures[$0] != nil || trials.texts[$0] != nil }
    } else {
      found = keptFindings.added(to: found) { fixtures[$0] ?? trials.texts[$0] }
    }
    known = (revision, reached, found)
    // Looking for fixes invalidates the check of the set. It is renewed now, so that the next request need not wait for it.
    _ = workspace.checkedSet
    return found
  }

  /// Returns the findings of a set without errors with those about its fixtures and trials; `nil` where it was interrupted.
  private func checked(_ findings: Findings, until isInterrupted: () -> Bool) -> Findings? {
    var checked = findings
    if !fixtures.isEmpty {
      guard let found = fixtureCheck.findings(of: whole, with: fixtureTexts, until: isInterrupted) else { return nil }
      checked = found
    }
    if trials.texts.isEmpty || loaded.diagnostics.hasErrors { return checked }
    guard fixtureCheck.compile(whole, until: isInterrupted) else { return nil }
    return whole.adding(trials: trials.sources, to: checked)
  }

  /// Rereads the rule set on a new day, because `# truths:ignore … until` comments may have expired.
  private func renewDay() {
    let day = host.today
    guard day != today else { return }
    today = day
    let files = loaded.sources.files.dropFirst().map { SourceText(path: $0.path, bytes: $0.bytes) }
    workspace = IncrementalWorkspace(keepingNamesOf: Array(files), today: day)
    (revision, rulesRevision) = (revision + 1, rulesRevision + 1)
  }

  /// Returns whether edits of a truth file add errors to the set.
  func breaks(_ edits: [TextEdit], in file: SourceFile) -> Bool {
    let errors = loaded.diagnostics.count { $0.severity == .error }
    return trial(edits, in: file) { set in set.checkedSet.diagnostics.count { $0.severity == .error } > errors }
  }

  /// Returns the answer to a question about the set with some edits applied to a file. The edits are undone afterwards.
  func trial<Answer>(_ edits: [TextEdit], in file: SourceFile, _ ask: (IncrementalWorkspace) -> Answer) -> Answer {
    trial([file.path: edits], ask)
  }

  /// Returns the answer to a question about the set with some edits, by path. The edits are undone afterwards.
  func trial<Answer>(_ edits: [String: [TextEdit]], _ ask: (IncrementalWorkspace) -> Answer) -> Answer {
    let files = loaded.sources.files.filter { edits[$0.path] != nil }
    for file in files {
      workspace.update(SourceText(path: file.path, bytes: TextEdit.applied(edits[file.path] ?? [], to: file.bytes)))
    }
    defer {
      for file in files { workspace.update(SourceText(path: file.path, bytes: file.bytes)) }
      _ = workspace.checkedSet
    }
    return ask(workspace)
  }

  /// Returns the places where ledgers of the project contain a text in quotes.
  ///
  /// A ledger below a nested project is left out, because that project's names apply to it. A document that fixtures name is not
  /// a ledger.
  func ledgers(holding text: String) -> [String] {
    if root.isEmpty { return [] }
    let ledgers = otherFiles(endingIn: ".jsonl", holding: text)
    let written = Array("\"\(text)\"".utf8)
    return ledgers.compactMap { path in
      let bytes = bytesOnDisk(of: path)
      return bytes?.offset(of: written).map { SourceFile(id: FileID(-1), path: path, bytes: bytes ?? []).place(at: $0) }
    }
  }

  /// Returns the place where a ledger of the project contains one of some texts in quotes.
  func ledger(holdingOneOf texts: [String]) -> (place: String, name: String)? {
    if root.isEmpty || texts.isEmpty { return nil }
    for path in otherFiles(endingIn: ".jsonl", holding: "entry_type") {
      guard let bytes = bytesOnDisk(of: path) else { continue }
      for text in texts {
        guard let offset = bytes.offset(of: Array("\"\(text)\"".utf8)) else { continue }
        return (SourceFile(id: FileID(-1), path: path, bytes: bytes).place(at: offset), text)
      }
    }
    return nil
  }

  /// The proposals in other JSON files of the project, with the names of the rule set in them: objects whose `action` names an
  /// intent.
  ///
  /// - Complexity: O(size of the files below the project), because they are read again.
  var proposals: [ServedFixtureFile] {
    if root.isEmpty { return [] }
    var names = FixtureNames(self)
    return otherFiles(endingIn: ".json", holding: "action").compactMap { path in
      guard let bytes = bytesOnDisk(of: path) else { return nil }
      let file = SourceFile(id: FileID(-1), path: path, bytes: bytes)
      guard case .success(let json) = JSONReader.read(file), let action = json.member("action")?.value.stringValue,
        program.intents.contains(where: { $0.isProposed(by: action) })
      else { return nil }
      return ServedFixtureFile(file: file, uses: names.uses(in: file))
    }
  }

  /// Returns the files that contain a text in quotes, without fixtures, trials and the files of projects within this one.
  private func otherFiles(endingIn suffix: String, holding text: String) -> [String] {
    host.files(below: root, holding: text) { path in
      path.hasSuffix(suffix) && trials.role(of: path) == nil && fixtures[path] == nil
    }.filter { (host.root(around: root + "/" + $0) ?? root) == root }
  }

  /// Returns the content of a file on disk, by its path below the root.
  func bytesOnDisk(of shown: String) -> [UInt8]? { root.isEmpty ? nil : host.bytes(of: root + "/" + shown) }

  // MARK: Positions

  /// Returns a position for people: `truths/shop/shop.truths:3:7`.
  func place(of path: String, at offset: Int) -> String {
    SourceFile(id: FileID(-1), path: path, bytes: bytes(of: path) ?? []).place(at: offset)
  }

  /// Returns the start of a span for people; `nil` where its file is not of the set.
  func place(of span: Span) -> String? { workspace.sources.file(span.file)?.place(at: Int(span.start)) }

  /// Returns whether the text at a use is the name itself. In the cells of a grid it is not: they use the name of their column.
  func isWritten(_ use: NameUse) -> Bool {
    guard use.role == .use, let file = workspace.sources.file(use.span.file) else { return true }
    switch use.symbol {
    case .field, .local: return file.text(use.span) == SymbolText(self).name(of: use.symbol)
    default: return true
    }
  }
}

extension [UInt8] {
  /// Returns the offsets of all occurrences of some bytes.
  func offsets(of wanted: [UInt8]) -> [Int] {
    guard let first = wanted.first else { return [] }
    return indices.filter { self[$0] == first && self[$0...].starts(with: wanted) }
  }

  /// Returns the offset of the first occurrence of some bytes.
  func offset(of wanted: [UInt8]) -> Int? {
    ByteSearch(for: wanted).end(in: self, from: 0).map { $0 - wanted.count }
  }
}

/// A fixture file with the names of the rule set in it.
struct ServedFixtureFile {
  let file: SourceFile
  /// The uses of names, in order of position.
  let uses: [NameUse]
}
