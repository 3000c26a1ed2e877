import TruthsDiagnostics
package import TruthsProgram
package import TruthsSyntax
package import TruthsText

/// A truth set that is read and checked incrementally as its files change. The result equals that of ``Loader/load(_:today:)``
/// for the same files, finding for finding. Only changed text is read again, and only what depends on it is checked again.
///
/// - Complexity: after a change within clauses, O(declarations of the set) with a small constant, plus the checks that depend
///   on the change. If a fact or intent comes, goes or gets another name, these are the declarations that use it, that follow it
///   in the order of names, or that mention the last word of its name. When a file comes or goes, or a name of another sort of
///   vocabulary, everything is checked.
package final class IncrementalSet {
  private let today: CivilDate?
  /// Packs that are checked; `nil` means all. Files of other packs keep their ids and have no findings.
  private let packs: Set<String>?
  /// Whether uses of names are recorded for ``symbols``.
  private let keepsUses: Bool
  private let proposesNames: Bool
  private var sources: SourceMap
  /// Units by index of file.
  private var units: [SourceUnit]
  private var places: [Text: Int] = [:]
  /// Units of the last check for files that have changed since.
  private var before: [Int: SourceUnit] = [:]
  private var last: SetCheck?
  private var result: LoadedSet?

  /// Reads files.
  ///
  /// - Parameters:
  ///   - keepsUses: whether ``symbols`` will be asked for.
  ///   - files: as for ``Loader/load(_:today:)``.
  ///   - today: the day that decides whether `# truths:ignore … until` comments have expired; without it none expires.
  ///   - packs: names of the packs that are checked on their own, including the built-in one; `nil` means all.
  ///   - proposesNames: whether findings about wrong names suggest similar ones; trials do not need that.
  package init(
    _ files: [(path: String, bytes: [UInt8])], today: CivilDate? = nil, packs: Set<String>? = nil, keepsUses: Bool = false,
    proposesNames: Bool = true
  ) {
    self.today = today
    self.keepsUses = keepsUses
    self.proposesNames = proposesNames
    self.packs = packs
    (sources, units) = Loader.read(files)
    indexPaths()
  }

  /// The files of the set, by path.
  package var files: [(path: String, bytes: [UInt8])] { sources.files.dropFirst().map { ($0.path, $0.bytes) } }

  /// Adds a file, or replaces its bytes.
  package func update(path: String, bytes: [UInt8]) {
    guard let index = places[Text(path)] else { return reload(files + [(path, bytes)]) }
    guard sources.files[index].bytes != bytes else { return }
    let old = units[index]
    let file = sources.replace(old.file, bytes: bytes)
    units[index] = Parser.parse(file, relativePath: Loader.relativePath(of: path), goingOnFrom: old)
    before[index] = before[index] ?? old
    result = nil
  }

  /// Removes a file; does nothing if it is not in the set.
  package func remove(path: String) {
    guard places[Text(path)] != nil else { return }
    reload(files.filter { Text($0.path) != Text(path) })
  }

  /// Replaces all files of the set.
  package func replace(with files: [(path: String, bytes: [UInt8])]) {
    let paths = Set(files.map { Text($0.path) })
    guard paths.count == files.count, paths == Set(places.keys) else { return reload(files) }
    for file in files { update(path: file.path, bytes: file.bytes) }
  }

  /// Returns the result for the present files.
  package func loaded() -> LoadedSet {
    let check = checked()
    var loaded = found()
    if loaded.program.declarations.isEmpty { loaded.program.deferred = DeferredDeclarations(check.canonicalDeclarations()) }
    result = loaded
    return loaded
  }

  /// Returns the result for the present files without the program's canonical declarations, which no finding depends on.
  package func found() -> LoadedSet {
    let check = checked()
    let session = check.session
    if let result { return result }
    let shown = IgnoreFilter(check.findings, chosen, today: today)
    let found = LoadedSet(
      sources: sources, units: chosen, program: session.program, diagnostics: shown.visible, hiddenCount: shown.hiddenCount,
      proofs: check.proofs)
    result = found
    return found
  }

  /// Declarations and uses of the set's symbols; only declarations unless `keepsUses` was set.
  ///
  /// This and the other properties that follow need the meaning of names alone, and not the findings.
  package var symbols: SymbolIndex { SymbolIndex(checked()) }

  /// The vocabulary and the rules of the present files.
  package var program: Program { checked().session.tables.program }

  /// The present files.
  package var presentSources: SourceMap { sources }

  /// The syntax trees of the present files.
  package var presentUnits: [SourceUnit] { chosen }

  // MARK: Files

  /// Reads all files again. Adding or removing a file changes the ids of those after it.
  private func reload(_ files: [(path: String, bytes: [UInt8])]) {
    (sources, units) = Loader.read(files)
    indexPaths()
    before = [:]
    last = nil
    result = nil
  }

  private func indexPaths() {
    places = Dictionary(first: sources.files.enumerated().dropFirst().map { (Text($0.element.path), $0.offset) })
  }

  // MARK: Checking

  private var chosen: [SourceUnit] { packs.map { packs in units.filter { packs.contains($0.pack) } } ?? units }

  private func checked() -> SetCheck {
    if let last, before.isEmpty { return last }
    // Releases the tables, so that the writes below do not copy them.
    result = nil
    let (session, cache) = next(after: last)
    let check = SetCheck(session, chosen, cache: cache)
    last = check
    before = [:]
    return check
  }

  /// Returns a session with the vocabulary of the changed set, and the cached bodies of the last check.
  private func next(after last: SetCheck?) -> (session: CheckSession, cache: BodyCache) {
    guard let last else {
      let first = CheckSession(DeclarationTable(chosen), keepsUses: keepsUses, proposesNames: proposesNames)
      VocabularyPass(session: first).run()
      return (first, BodyCache())
    }
    var cache = BodyCache()
    let changed = Set(before.keys.map { units[$0].file })
    let next: CheckSession
    if before.allSatisfy({ units[$0.key].hasVocabulary(of: $0.value) }) {
      last.tables.declared.replaceBodies(before.keys.sorted().map { units[$0] })
      next = CheckSession(goingOnFrom: last.session)
      cache = BodyCache(of: last, changed: changed)
    } else {
      let declared = last.tables.declared
      var program = last.tables.program
      program.dropDocuments(behind: last.tables.recordCount)
      let renewed = DeclarationTable(chosen)
      last.tables.renew(renewed)
      next = CheckSession(last.tables)
      next.report(renewed.diagnostics)
      VocabularyPass(session: next).run()
      if let change = VocabularyChange((declared, program), (renewed, next.program), in: sources.files) {
        cache = BodyCache(of: last, changed: changed, where: change)
      }
    }
    next.program.dropDocuments(behind: next.tables.recordCount)
    return (next, cache)
  }
}

extension Program {
  /// Removes sources and the records inferred from them.
  fileprivate mutating func dropDocuments(behind recordCount: Int) {
    records.removeSubrange(min(recordCount, records.count)...)
    sources = []
  }
}

extension SourceUnit {
  /// Whether everything but truths and invariants equals another reading of the file, including places.
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
