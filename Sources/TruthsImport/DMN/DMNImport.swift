import TruthsCheck
import TruthsDiagnostics
import TruthsFixes
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A converter of a DMN model to a pack, and of its test cases to fixtures.
///
/// The checker's findings are used. Declarations that it refuses are omitted, like those that could not be translated, so that
/// the pack passes `check`.
struct DMNImport {
  /// The owner of the lines of the intent, fact and truth that ask all decisions.
  static let question = "the intent"

  let file: SourceFile
  let root: XMLElement
  let pack: String
  let tests: [DMNTests]
  /// The greatest number of rounds in which `check` is run to find what to omit.
  var roundLimit = 12

  init(_ text: SourceText, name: String?, tests: [DMNTests]) throws {
    file = SourceFile(id: FileID(1), path: text.path, bytes: text.bytes)
    root = try XMLReader.read(text.bytes)
    guard root.name == "definitions" else {
      throw ImportFault("this is not a DMN model: its first element is `\(root.name)`, not `definitions`", at: root.offset)
    }
    let stem = text.path.split(separator: "/").last?.split(separator: ".").first.map(String.init)
    pack = ImportName.make(name ?? root.attributes["name"] ?? stem ?? "", or: "model", isDeclared: true)
    self.tests = tests
  }

  /// Returns the pack and its fixtures, with the list of omitted parts.
  ///
  /// - Throws: `ImportFault` if the model has no decision and no business knowledge model.
  func run() throws -> ImportedPack {
    guard root.children.contains(where: { $0.name == "decision" || $0.name == "businessKnowledgeModel" }) else {
      throw ImportFault("the model has no decision and no business knowledge model", at: root.offset)
    }
    var best: Attempt?
    for isWithEnums in [true, false] {
      let attempt = settled(isWithEnums)
      if best.map({ attempt.rank < $0.rank }) ?? true { best = attempt }
      if attempt.rank == (0, 0) || !attempt.model.hasEnums { break }
    }
    guard let best else { throw ImportFault("nothing could be read") }
    if let error = best.error { throw ImportFault("`check` refuses what is left of the model \(error)") }
    if !best.model.hasEnums, !best.model.options.isWithEnums {
      best.model.note("allowed values stay texts, because the model also uses texts that are not literals there", at: root.offset)
    }
    return pack(of: best)
  }

  // MARK: Attempts

  private struct Attempt {
    var model: DMNModel
    var question: DMNQuestion
    var leftOut: Int
    var bytes: [UInt8]
    /// The first error of `check`, with its code; `nil` if the pack has no error.
    var error: String?

    /// The quality of the attempt: first whether `check` reports an error, then the number of omitted parts. Lower is better.
    var rank: (Int, Int) { (error == nil ? 0 : 1, leftOut) }
  }

  /// Omits what `check` refuses, in a few rounds.
  private func settled(_ isWithEnums: Bool) -> Attempt {
    var options = DMNModel.Options(isWithEnums: isWithEnums)
    for tests in tests { options.inputTypes.merge(tests.inputTypes) { first, _ in first } }
    var attempt = attempt(options)
    for round in 0... {
      let found = judged(attempt)
      attempt.error = found.error
      if found.refused.isEmpty && found.complete.isEmpty || round == roundLimit { break }
      options.refused.merge(found.refused) { first, _ in first }
      options.complete.formUnion(found.complete)
      attempt = self.attempt(options)
    }
    return attempt
  }

  private func attempt(_ options: DMNModel.Options) -> Attempt {
    let model = DMNModel(root, pack: pack, options: options)
    let question = DMNQuestion(model)
    let text = question.lines.map { $0.text + "\n" }.joined()
    return Attempt(model: model, question: question, leftOut: model.failedCount, bytes: Array(text.utf8))
  }

  /// Returns what `check` says about an attempt. `refused` has the messages, keyed by the owner of the refused lines.
  /// `complete` has the names of tables that need no `otherwise`. `error` is the first error.
  private func judged(_ attempt: Attempt) -> (refused: [String: String], complete: Set<String>, error: String?) {
    let loaded = Loader.load([(path: path, bytes: attempt.bytes)])
    var (refused, complete): ([String: String], Set<String>) = ([:], [])
    for diagnostic in loaded.diagnostics {
      let line = loaded.sources.start(of: diagnostic.span).line - 1
      guard attempt.question.lines.indices.contains(line) else { continue }
      let draftLine = attempt.question.lines[line]
      if diagnostic.code == "T4403", draftLine.text.hasPrefix("    otherwise →") || draftLine.text.hasPrefix("    - 'otherwise →")
      {
        complete.insert(draftLine.declaration)
      }
      guard diagnostic.severity == .error, draftLine.owner != Self.question, refused[draftLine.owner] == nil else { continue }
      guard attempt.model.options.refused[draftLine.owner] == nil else { continue }
      refused[draftLine.owner] = "`check` refuses it \(diagnostic.shown)"
    }
    let error = loaded.diagnostics.first { $0.severity == .error }
    return (refused, complete.subtracting(attempt.model.options.complete), error?.shown)
  }

  private var path: String { "truths/\(pack)/\(pack).truths" }

  // MARK: The result

  private func pack(of attempt: Attempt) -> ImportedPack {
    let source = SourceText(path: path, bytes: attempt.bytes)
    var files = [SourceText(path: path, bytes: FormattedSource(source).bytes)]
    var notes = attempt.model.notes.sorted { ($0.offset ?? .max, $0.message) < ($1.offset ?? .max, $1.message) }
      .map { line(of: $0, in: file) }
    for element in ["decisionService", "import"] {
      for found in root.children(element) {
        let name = found.attributes["name"].map { " `\($0)`" } ?? ""
        let what = element == "import" ? "the import of another model\(name)" : "the decision service\(name)"
        notes.append(line(of: ImportNote(offset: found.offset, message: "\(what) is not read"), in: file))
      }
    }
    var fixtures = DMNFixtures(attempt.question, pack: pack)
    for tests in tests {
      fixtures.add(tests)
      notes += fixtures.takeNotes().map { line(of: $0, in: tests.file) }
    }
    if let json = fixtures.json {
      files.append(SourceText(path: "Fixtures/\(pack)/\(pack).json", bytes: Array(json.utf8)))
    }
    return ImportedPack(files: files, notes: notes, isEmpty: !attempt.model.declarations.contains { $0.kind == .logic })
  }

  private func line(of note: ImportNote, in file: SourceFile) -> String {
    guard let offset = note.offset else { return "\(file.path): \(note.message)" }
    let position = file.position(at: offset)
    return "\(file.path):\(position.line):\(position.column): \(note.message)"
  }
}

extension Diagnostic {
  /// The code and message of the finding, in the form of notes.
  var shown: String { "(\(code)): \(message)" }
}
