import TruthsDiagnostics
import TruthsSyntax
package import TruthsText

/// A truth set that is read and checked again while its files change. What comes of it is what ``Loader/load(_:today:)``
/// gives for the same files, finding for finding; but only what changed is read again, and only what depends on it is checked
/// again.
///
/// - Complexity: of a check after a change within clauses, a small constant for each declaration of the set, beside the work on
///   what depends on the change. Where a file comes or goes, or a name of the vocabulary, everything is checked.
package final class LiveSet {
  private let today: CivilDate?
  /// The packs that are checked; `nil` means all. Files of others keep their places and say nothing.
  private let packs: Set<String>?
  private var sources: SourceMap
  /// By file.
  private var units: [SourceUnit]
  private var places: [Text: Int] = [:]
  /// The units of the last check, of files that have changed since.
  private var before: [Int: SourceUnit] = [:]
  /// The last check.
  private var session: CheckSession?
  private var result: LoadedSet?

  /// - Parameters:
  ///   - files: as for ``Loader/load(_:today:)``.
  ///   - today: the day that `# truths:ignore … until` comments are held to; without one none of them expires.
  ///   - packs: names of the packs that are checked by themselves, the built-in one among them; `nil` means all.
  package init(_ files: [(path: String, bytes: [UInt8])], today: CivilDate? = nil, packs: Set<String>? = nil) {
    self.today = today
    self.packs = packs
    (sources, units) = Loader.read(files)
    indexPaths()
  }

  /// The files of the set, by path.
  package var files: [(path: String, bytes: [UInt8])] { sources.files.dropFirst().map { ($0.path, $0.bytes) } }

  /// Puts a file into the set, or other bytes into one that is there.
  package func update(path: String, bytes: [UInt8]) {
    guard let place = places[Text(path)] else { return reload(files + [(path, bytes)]) }
    guard sources.files[place].bytes != bytes else { return }
    let old = units[place]
    let file = sources.replace(old.file, bytes: bytes)
    units[place] = Parser.parse(file, relativePath: Loader.relativePath(of: path), goingOnFrom: old)
    before[place] = before[place] ?? old
    result = nil
  }

  /// Takes a file out of the set; one that is not in it is none.
  package func remove(path: String) {
    guard places[Text(path)] != nil else { return }
    reload(files.filter { Text($0.path) != Text(path) })
  }

  /// Makes these the files of the set, as if they were given anew.
  package func replace(with files: [(path: String, bytes: [UInt8])]) {
    let paths = Set(files.map { Text($0.path) })
    guard paths.count == files.count, paths == Set(places.keys) else { return reload(files) }
    for file in files { update(path: file.path, bytes: file.bytes) }
  }

  /// The set as it stands.
  package func loaded() -> LoadedSet {
    let session = checked()
    var loaded = found()
    if loaded.program.declarations.isEmpty { loaded.program.deferred = DeferredDeclarations(session.canonicalDeclarations()) }
    result = loaded
    return loaded
  }

  /// The set as it stands, but for the canonical declarations of its program, which findings take nothing from.
  package func found() -> LoadedSet {
    let session = checked()
    if let result { return result }
    let shown = IgnoreFilter(session.diagnostics.inOrder(), chosen, today: today)
    let found = LoadedSet(
      sources: sources, units: chosen, program: session.program, diagnostics: shown.kept, hiddenCount: shown.hiddenCount,
      proofs: session.proofs)
    result = found
    return found
  }

  // MARK: Files

  /// Files that come and go give other places to those behind them.
  private func reload(_ files: [(path: String, bytes: [UInt8])]) {
    (sources, units) = Loader.read(files)
    indexPaths()
    before = [:]
    session = nil
    result = nil
  }

  private func indexPaths() {
    places = Dictionary(
      sources.files.enumerated().dropFirst().map { (Text($0.element.path), $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Checking

  /// The units that are checked.
  private var chosen: [SourceUnit] { packs.map { packs in units.filter { packs.contains($0.pack) } } ?? units }

  private func checked() -> CheckSession {
    if let session, before.isEmpty { return session }
    // Neither the last result nor the last check holds on to the tables that are written to now.
    result = nil
    let next = next(after: session)
    next.checkAll(chosen)
    session = next
    before = [:]
    return next
  }

  private func next(after last: CheckSession?) -> CheckSession {
    guard let last else {
      let first = CheckSession(DeclarationTable(chosen))
      first.resolveVocabulary()
      return first
    }
    let changed = Set(before.keys.map { units[$0].file })
    let next: CheckSession
    if before.allSatisfy({ units[$0.key].hasVocabulary(of: $0.value) }) {
      last.tables.declared.replaceBodies(before.keys.sorted().map { units[$0] })
      next = CheckSession(goingOnFrom: last)
      next.kept = KeptBodies(of: last, changed: changed)
    } else {
      let declared = last.tables.declared
      var program = last.tables.program
      program.dropDocuments(behind: last.tables.recordCount)
      let renewed = DeclarationTable(chosen)
      last.tables.renew(renewed)
      next = CheckSession(last.tables)
      next.report(renewed.diagnostics)
      next.resolveVocabulary()
      if let change = VocabularyChange((declared, program), (renewed, next.program)) {
        next.kept = KeptBodies(of: last, changed: changed, where: change)
      }
    }
    next.program.dropDocuments(behind: next.tables.recordCount)
    return next
  }
}

extension Program {
  /// Leaves out sources, and the records that follow from what they read.
  fileprivate mutating func dropDocuments(behind recordCount: Int) {
    records.removeSubrange(min(recordCount, records.count)...)
    sources = []
  }
}

extension SourceUnit {
  /// Whether all but truths and invariants is as in another reading of the file, to the place.
  fileprivate func hasVocabulary(of other: SourceUnit) -> Bool {
    if pack == ConvergePack.name { return false }
    guard unread.map(\.text) == other.unread.map(\.text) else { return false }
    return declarations.lazy.filter(\.isVocabulary).elementsEqual(other.declarations.lazy.filter(\.isVocabulary))
  }
}

extension Declaration {
  fileprivate var isVocabulary: Bool {
    switch body {
    case .truth, .invariant: false
    default: true
    }
  }
}
