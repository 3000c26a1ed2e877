import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsProgram
package import TruthsText

/// A check of fixtures that can be interrupted and goes on later, for an editor.
///
/// It reads one file after another. What it read of a file is kept as long as neither the file nor what the file reads has
/// changed: its documents, the backgrounds, and the vocabulary of the rule set. So a check that was interrupted reads only the
/// rest, and after the change of a clause nothing is read again. The result always equals that of ``Workspace/reading(_:)``.
/// Not thread-safe.
package final class FixtureCheck {
  /// The fixtures of a file, with the file from which they were read.
  private struct KnownFixtures {
    let source: SourceFile
    let file: FixtureFile
    let fixtures: ReadFixtures
  }

  /// The files as they were parsed last, by path, each without its documents.
  private var parsed: [Text: (source: SourceFile, file: FixtureFile)] = [:]
  /// The program under which ``knownFixtures`` and ``backgrounds`` were read, or one with the same vocabulary.
  private var program: Program?
  private var knownFixtures: [Text: KnownFixtures] = [:]
  private var backgrounds: ReadBackgrounds?
  /// The files with backgrounds, each with the documents that it names.
  private var backgroundSources: [SourceFile] = []
  /// The rule set that is compiled on another thread.
  private var compilation: (set: CompiledSet, result: BackgroundResult<FixtureVocabularies>)?
  /// The rule set that was compiled last, and its vocabularies.
  private var compiled: CompiledSet?
  private var vocabularies: FixtureVocabularies?

  package init() {}

  /// Returns the findings about a rule set without errors and about its fixtures.
  ///
  /// - Parameters:
  ///   - fixtures: fixture files, and the documents that they name.
  ///   - isInterrupted: whether to stop; it is asked before each file.
  /// - Returns: `nil` where it was interrupted; a later call goes on.
  package func findings(
    of workspace: Workspace, with fixtures: [SourceText], until isInterrupted: () -> Bool
  ) -> Findings? {
    read(fixtures, for: workspace, canRun: false, until: isInterrupted).map { read in
      let about = read.suite.faulty.flatMap(\.diagnostics) + read.suite.warnings + read.files.flatMap(\.remarks)
      return Findings(workspace.mendedDiagnostics + about, in: read.sources, hiddenCount: workspace.loaded.hiddenCount)
    }
  }

  /// Returns the fixtures as they run against a rule set.
  ///
  /// - Returns: `nil` where it was interrupted, and where the set has errors; a later call goes on.
  package func reading(
    of fixtures: [SourceText], for workspace: Workspace, until isInterrupted: () -> Bool
  ) -> FixtureReading? {
    guard !workspace.loaded.diagnostics.hasErrors, compile(workspace, until: isInterrupted),
      let read = read(fixtures, for: workspace, canRun: true, until: isInterrupted), let subject = vocabularies?.subject
    else { return nil }
    return FixtureReading(sources: read.sources, files: read.files, subject: subject, suite: read.suite)
  }

  /// Compiles a rule set without errors on another thread.
  ///
  /// - Returns: whether it is compiled; `false` where the wait was interrupted.
  package func compile(_ workspace: Workspace, until isInterrupted: () -> Bool) -> Bool {
    let (set, loaded) = (workspace.compiled, workspace.loaded)
    while compiled !== set {
      if let compilation {
        guard let made = compilation.result.value(until: isInterrupted) else { return false }
        (compiled, vocabularies) = (compilation.set, made)
        self.compilation = nil
      } else {
        compilation = (set, BackgroundResult { FixtureVocabularies(preparedFor: set.subject(of: loaded)) })
      }
    }
    return true
  }

  private typealias Reading = (sources: SourceMap, files: [FixtureFile], suite: FixtureSuite)

  /// Reads fixture files against a rule set; unchanged fixtures are not read again. Returns `nil` if interrupted.
  ///
  /// - Parameter canRun: whether the fixtures will run; otherwise only their findings are needed.
  private func read(
    _ texts: [SourceText], for workspace: Workspace, canRun: Bool, until isInterrupted: () -> Bool
  ) -> Reading? {
    if isInterrupted() { return nil }
    var sources = workspace.loaded.sources
    let files = parse(texts, into: &sources)
    forgetChanged(in: files.map(\.file), workspace)
    var read: [(file: FixtureFile, fixtures: ReadFixtures)] = []
    for (source, file) in files {
      let ready = knownFixtures[Text(file.path)].flatMap { old in
        old.source === source && old.file.hasDocuments(of: file) && isValid(old.fixtures, workspace, canRun) ? old.fixtures : nil
      }
      guard let fixtures = ready ?? fixtures(of: file, among: files.map(\.file), workspace, until: isInterrupted) else {
        return nil
      }
      if ready == nil { knownFixtures[Text(file.path)] = KnownFixtures(source: source, file: file, fixtures: fixtures) }
      read.append((file, fixtures))
    }
    guard let backgrounds = backgrounds(in: files.map(\.file), workspace, until: isInterrupted) else { return nil }
    return (sources, files.map(\.file), FixtureSuite(read, backgrounds))
  }

  /// Parses the files that have changed, and adds all to the sources in byte order of their paths.
  private func parse(_ texts: [SourceText], into sources: inout SourceMap) -> [(source: SourceFile, file: FixtureFile)] {
    let before = parsed
    parsed = [:]
    var all: [SourceFile] = []
    for text in texts.sorted(by: { Text($0.path) < Text($1.path) }) {
      let path = Text(text.path)
      if let old = before[path], old.source.bytes == text.bytes, sources.add(old.source) {
        parsed[path] = old
      } else {
        let source = sources.add(path: text.path, bytes: text.bytes)
        parsed[path] = (source, FixtureFile(source))
      }
      if let source = parsed[path]?.source { all.append(source) }
    }
    let joined = FixtureFile.joined(all.compactMap { parsed[Text($0.path)]?.file }, with: all)
    return joined.compactMap { file in parsed[Text(file.path)].map { ($0.source, file) } }
  }

  /// Forgets everything that was read under another vocabulary or with other backgrounds.
  private func forgetChanged(in files: [FixtureFile], _ workspace: Workspace) {
    let shared = files.filter(\.hasBackgrounds)
    let sources = shared.flatMap { file in
      [parsed[Text(file.path)]?.source].compactMap(\.self) + file.documents.sorted { $0.key < $1.key }.map(\.value)
    }
    let hasSameBackgrounds = sources.elementsEqual(backgroundSources, by: ===)
    let haveLastingFindings = compiled === workspace.compiled || shared.allSatisfy(\.hasLastingBackgrounds)
    let isSame =
      hasSameBackgrounds && haveLastingFindings && program.map { workspace.loaded.program.hasFixtureVocabulary(of: $0) } ?? false
    if !isSame { (knownFixtures, backgrounds) = ([:], nil) }
    (program, backgroundSources) = (workspace.loaded.program, sources)
  }

  /// Returns whether fixtures are those that reading them again gives, if their file has not changed.
  private func isValid(_ fixtures: ReadFixtures, _ workspace: Workspace, _ canRun: Bool) -> Bool {
    if compiled === workspace.compiled, let vocabularies, fixtures.canRun(against: vocabularies.subject) { return true }
    return !canRun && fixtures.hasLastingFindings
  }

  private func fixtures(
    of file: FixtureFile, among files: [FixtureFile], _ workspace: Workspace, until isInterrupted: () -> Bool
  ) -> ReadFixtures? {
    guard !isInterrupted(), compile(workspace, until: isInterrupted),
      let backgrounds = backgrounds(in: files, workspace, until: isInterrupted)
    else { return nil }
    return vocabularies?.fixtures(in: file, backgrounds)
  }

  private func backgrounds(
    in files: [FixtureFile], _ workspace: Workspace, until isInterrupted: () -> Bool
  ) -> ReadBackgrounds? {
    if let backgrounds { return backgrounds }
    guard compile(workspace, until: isInterrupted) else { return nil }
    backgrounds = vocabularies?.backgrounds(in: files)
    return backgrounds
  }
}

extension FixtureFile {
  /// Whether the file names the same documents as another reading of it, with the same content.
  fileprivate func hasDocuments(of other: FixtureFile) -> Bool {
    documents.count == other.documents.count && documents.allSatisfy { name, file in other.documents[name] === file }
  }
}
