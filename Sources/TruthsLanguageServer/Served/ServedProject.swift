import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A project as the client sees it: the files of the disk, and in their place the documents that are open.
final class ServedProject {
  /// Absolute; empty for documents that stand in no project, each of which is a set of its own.
  let root: String
  private let host: any LanguageHost
  private var today: String
  private var workspace: IncrementalWorkspace
  /// Fixtures and the documents that they name, by their paths as messages show them.
  private(set) var fixtures: [String: [UInt8]] = [:]
  /// The proposal that somebody tries, and what is known when it is decided, by their paths.
  private(set) var tried: [String: [UInt8]] = [:]
  /// The file that was changed last.
  private(set) var lastChanged: String?
  /// The case that is shown beside a rule, by its id, where somebody chose one.
  var chosenCases: [String: CaseID] = [:]
  /// What the disk holds of files that are open.
  private var beneath: [String: [UInt8]] = [:]
  /// Counts changes: what was made of the project is right as long as this is the same.
  private(set) var revision = 0
  private var known: (revision: Int, depth: FindingDepth, findings: Findings)?
  private var knownWorkspace: (revision: Int, workspace: Workspace)?
  private var knownIndex: (revision: Int, index: FixtureIndex)?
  private var knownReading: (revision: Int, reading: FixtureReading)?
  private var knownCases: (revision: Int, cases: ServedCases)?
  private var knownFixtures: (revision: Int, fixtures: [ServedFixtureFile])?

  init(root: String, host: any LanguageHost) {
    self.root = root
    self.host = host
    today = host.today
    let files = root.isEmpty ? ProjectFiles() : host.files(ofRoot: root)
    workspace = IncrementalWorkspace(
      keepingNamesOf: files.truths.map { SourceText(path: $0.path, bytes: $0.bytes) }, today: today)
    for file in files.fixtures { fixtures[file.path] = file.bytes }
    for path in ScratchFiles.all where !root.isEmpty { tried[path] = host.bytes(of: root + "/" + path) }
  }

  // MARK: Files

  /// How messages show an absolute path.
  func shown(_ path: String) -> String {
    root.isEmpty ? path : FileURI.path(path, below: root) ?? path
  }

  /// The URI of a file, by its path as messages show it.
  func uri(of shown: String) -> String {
    root.isEmpty
      ? (shown.hasPrefix("/") ? FileURI.uri(of: shown) : shown)
      : FileURI.uri(of: shown.hasPrefix("/") ? shown : root + "/" + shown)
  }

  static func isTruths(_ path: String) -> Bool { path.hasSuffix(".truths") || path.hasSuffix(".jtbd") }

  /// Whether a file, as messages show it, belongs to the project.
  func takes(_ shown: String) -> Bool {
    if root.isEmpty { return Self.isTruths(shown) }
    if shown.hasPrefix("/") { return false }
    if ScratchFiles.all.contains(shown) { return true }
    if Self.isTruths(shown) { return ["truths/", "jtbd/", "Fixtures/"].contains { shown.hasPrefix($0) } }
    return shown.hasSuffix(".json") && shown.hasPrefix("Fixtures/") || fixtures[shown] != nil
  }

  /// Puts the text of an open document in the place of its file. What was made of a file that is opened as it stands stays right.
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

  /// Puts the file of the disk back in the place of a document that was closed.
  func close(_ shown: String) {
    beneath[shown] = nil
    guard let bytes = root.isEmpty ? nil : host.bytes(of: root + "/" + shown) else { return remove(shown) }
    if bytes != self.bytes(of: shown) { put(shown, bytes) }
  }

  /// Reads what has changed on the disk.
  func changed(_ shown: String, isOpen: Bool) {
    guard takes(shown) else { return }
    let bytes = host.bytes(of: root + "/" + shown)
    if isOpen {
      beneath[shown] = bytes
    } else if let bytes {
      put(shown, bytes)
    } else {
      remove(shown)
    }
  }

  /// The files that a change of a path may change: of a folder those that stood below it and those that stand there now.
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
      workspace.update(SourceText(path: shown, bytes: bytes))
      return
    }
    if ScratchFiles.all.contains(shown) {
      tried[shown] = bytes
      return
    }
    fixtures[shown] = bytes
    for path in Workspace.documents(namedIn: [SourceText(path: shown, bytes: bytes)]) where fixtures[path] == nil {
      if !path.hasPrefix("/"), !path.hasPrefix("../"), let bytes = host.bytes(of: root + "/" + path) { fixtures[path] = bytes }
    }
  }

  private func remove(_ shown: String) {
    revision += 1
    lastChanged = shown
    if Self.isTruths(shown) {
      workspace.remove(shown)
    } else if ScratchFiles.all.contains(shown) {
      tried[shown] = nil
    } else {
      fixtures[shown] = nil
    }
  }

  /// What a file of the project holds.
  func bytes(of shown: String) -> [UInt8]? { fixtures[shown] ?? tried[shown] ?? file(shown)?.bytes }

  // MARK: What was found

  /// The set, read and checked.
  var loaded: LoadedSet { workspace.found }
  var program: Program { _read { yield workspace.found.program } }
  var symbols: SymbolIndex { workspace.symbols }

  /// The workspace, to be run.
  var whole: Workspace {
    if let knownWorkspace, knownWorkspace.revision == revision { return knownWorkspace.workspace }
    let whole = workspace.workspace
    knownWorkspace = (revision, whole)
    return whole
  }

  /// Where the fixtures stand, and what they name.
  var fixtureIndex: FixtureIndex {
    if let knownIndex, knownIndex.revision == revision { return knownIndex.index }
    let index = FixtureIndex(self)
    knownIndex = (revision, index)
    return index
  }

  /// The fixtures as the set reads them; `nil` where the rules are at fault.
  var reading: FixtureReading? {
    if let knownReading, knownReading.revision == revision { return knownReading.reading }
    let reading = try? whole.reading(fixtureTexts)
    knownReading = reading.map { (revision, $0) }
    return reading
  }

  /// What the cases of the project come to, as its rules stand; `nil` before any was decided, and where the rules are at fault.
  var cases: ServedCases? {
    get { knownCases.flatMap { $0.revision == revision ? $0.cases : nil } }
    set { knownCases = newValue.map { (revision, $0) } }
  }

  /// A truth or job file of the set.
  func file(_ shown: String) -> SourceFile? { loaded.sources.files.dropFirst().first { $0.path == shown } }

  /// The reading of a truth or job file.
  func unit(_ file: SourceFile) -> SourceUnit? { loaded.units.first { $0.file == file.id } }

  /// The fixture files, as they are read.
  var fixtureTexts: [SourceText] {
    fixtures.sorted { Text($0.key) < Text($1.key) }.map { SourceText(path: $0.key, bytes: $0.value) }
  }

  /// The fixture files with the names of the set in them.
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

  /// The proposal that somebody tries with the names of the set in it, if there is one.
  var scratchFiles: [ServedFixtureFile] {
    guard let bytes = tried[ScratchFiles.proposal] else { return [] }
    var names = FixtureNames(self)
    let file = SourceFile(id: FileID(-1), path: ScratchFiles.proposal, bytes: bytes)
    return [ServedFixtureFile(file: file, uses: names.uses(in: file))]
  }

  /// Whether more may be found than was looked for.
  var hasMoreToFind: Bool { !(known.map { $0.revision == revision && $0.depth == .whole } ?? false) }

  /// What is wrong with the project; at the greatest depth, as `truths check` says it.
  func findings(_ depth: FindingDepth) -> Findings {
    renewDay()
    if let known, known.revision == revision, known.depth >= depth { return known.findings }
    var found = depth == .atOnce ? workspace.findingsAtOnce : workspace.findings
    var reached = depth
    // Without errors there is nothing to try, and with errors fixtures are not looked at.
    if reached == .atOnce, !found.hasErrors { reached = .mended }
    if reached == .mended, fixtures.isEmpty || found.hasErrors { reached = .whole }
    if depth == .whole, !fixtures.isEmpty, !found.hasErrors, let reading { found = whole.check(reading) }
    known = (revision, reached, found)
    // Looking for fixes leaves the set to be checked again: now, and not when somebody waits for an answer.
    _ = workspace.found
    return found
  }

  /// On another day other ignores count.
  private func renewDay() {
    let day = host.today
    guard day != today else { return }
    today = day
    let files = loaded.sources.files.dropFirst().map { SourceText(path: $0.path, bytes: $0.bytes) }
    workspace = IncrementalWorkspace(keepingNamesOf: Array(files), today: day)
    revision += 1
  }

  /// Whether edits of a truth file bring errors with them.
  func breaks(_ edits: [TextEdit], in file: SourceFile) -> Bool {
    let errors = loaded.diagnostics.count { $0.severity == .error }
    workspace.update(SourceText(path: file.path, bytes: TextEdit.applied(edits, to: file.bytes)))
    defer {
      workspace.update(SourceText(path: file.path, bytes: file.bytes))
      _ = workspace.found
    }
    return workspace.found.diagnostics.count { $0.severity == .error } > errors
  }

  /// The places at which ledgers of the project hold a text, and what is known when a proposal is tried. A ledger below a project
  /// within this one is read by the names of that; a document of fixtures is none.
  func ledgers(holding text: String) -> [String] {
    if root.isEmpty { return [] }
    let ledgers = host.ledgers(below: root, holding: text).filter { path in
      !ScratchFiles.all.contains(path) && fixtures[path] == nil && (host.root(around: root + "/" + path) ?? root) == root
    }
    let written = Array("\"\(text)\"".utf8)
    return (ledgers + [ScratchFiles.context]).compactMap { path in
      let bytes = tried[path] ?? host.bytes(of: root + "/" + path)
      return bytes?.offset(of: written).map { SourceFile(id: FileID(-1), path: path, bytes: bytes ?? []).place(at: $0) }
    }
  }

  // MARK: Places

  /// Where a place of a file is, for people: `truths/shop/shop.truths:3:7`.
  func place(of path: String, at offset: Int) -> String {
    SourceFile(id: FileID(-1), path: path, bytes: bytes(of: path) ?? []).place(at: offset)
  }

  /// Where something of the set stands, for people.
  func place(of span: Span) -> String? { loaded.sources.file(span.file)?.place(at: Int(span.start)) }

  /// Whether a name stands where it is noted: the name of a grid's column does not stand in the cells below it.
  func isWritten(_ use: NameUse) -> Bool {
    guard use.role == .use, let file = loaded.sources.file(use.span.file) else { return true }
    switch use.symbol {
    case .field, .local: return file.text(use.span) == SymbolText(self).name(of: use.symbol)
    default: return true
    }
  }
}

extension SourceFile {
  /// Where an offset is, for people.
  func place(at offset: Int) -> String {
    let position = position(at: offset)
    return "\(path):\(position.line):\(position.column)"
  }
}

extension [UInt8] {
  /// Where some bytes stand.
  func offsets(of wanted: [UInt8]) -> [Int] {
    guard let first = wanted.first else { return [] }
    return indices.filter { self[$0] == first && self[$0...].starts(with: wanted) }
  }

  /// Where some bytes stand first.
  func offset(of wanted: [UInt8]) -> Int? {
    ByteSearch(for: wanted).end(in: self, from: 0).map { $0 - wanted.count }
  }
}

/// A fixture file with the names of the set in it.
struct ServedFixtureFile {
  let file: SourceFile
  /// In order of place.
  let uses: [NameUse]
}

/// How much is looked for.
enum FindingDepth: Int, Comparable {
  /// What a check of the set finds.
  case atOnce
  /// With fixes for which the set is checked again.
  case mended
  /// With what is wrong in fixtures, for which the set is compiled.
  case whole

  static func < (left: FindingDepth, right: FindingDepth) -> Bool { left.rawValue < right.rawValue }
}
