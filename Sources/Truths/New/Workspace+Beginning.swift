import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsJSON
import TruthsText

extension Workspace {
  /// The files of a starting point, each with its path below the root. What is already there stays as it is; what is written
  /// passes `check` together with it, and a fixture passes `eval`.
  ///
  /// A truth, job or fixture of a pack that is not there brings the pack with it; a fixture for an empty set, a truth too.
  ///
  /// - Parameter fixtures: the fixture files that are there, whose ids are taken.
  /// - Throws: why what was asked for cannot be.
  public func beginning(of beginning: Beginning, beside fixtures: [SourceText] = []) throws(BeginningFault) -> [SourceText] {
    let files: [SourceText]
    switch beginning {
    case .pack(let name, let summary):
      try LegalID.check(name, in: name)
      if has(name) { throw BeginningFault("there is a pack `\(name)` already") }
      files = [packFile(name, summary: summary)]
    case .truth(let id, let intent, let summary):
      files = try truth(try LegalID(id, of: "truth"), intent: intent, summary: summary)
    case .job(let id, let verb, let object, let outcome, let triggers):
      files = try job(try LegalID(id, of: "job"), verb: verb, object: object, outcome: outcome, triggers: triggers)
    case .fixture(let id, let intent):
      let id = try LegalID(id, of: "fixture")
      if let path = Self.file(of: id.text, in: fixtures) { throw BeginningFault("a fixture `\(id.text)` stands in \(path)") }
      return try fixture(id, intent: intent)
    }
    try check(files)
    return laidOut(files)
  }

  /// Truth and job files in canonical layout.
  func laidOut(_ files: [SourceText]) -> [SourceText] {
    files.map { SourceText(path: $0.path, bytes: FormattedSource($0).bytes) }
  }

  /// The file that holds a fixture of an id.
  private static func file(of id: String, in fixtures: [SourceText]) -> String? {
    var sources = SourceMap()
    let files = read(fixtures, into: &sources)
    let found = files.first { file in
      file.json.map { $0.elements ?? [$0] }?.contains { $0.member("id")?.value.stringValue == id } == true
    }
    return found.flatMap { sources.file($0.span.file)?.path }
  }

  /// The set with some files more.
  func adding(_ files: [SourceText]) -> Workspace {
    let known = loaded.sources.files.filter { $0.path != ConvergePack.path }
    return Workspace(truths: known.map { SourceText(path: $0.path, bytes: $0.bytes) } + files)
  }

  /// Whether a pack is declared.
  private func has(_ pack: String) -> Bool { loaded.program.packs.contains { $0.name == pack } }

  /// The file of a pack that is not there yet; none for one that is.
  private func newPack(_ pack: String) -> [SourceText] { has(pack) ? [] : [packFile(pack, summary: nil)] }

  private func packFile(_ name: String, summary: String?) -> SourceText {
    file("truths/\(name)/\(name).truths", BeginningText.pack(name, summary: summary))
  }

  func truth(_ id: LegalID, intent: String?, summary: String?) throws(BeginningFault) -> [SourceText] {
    let taken = loaded.program.truths.map(\.id) + loaded.program.invariants.map(\.id)
    if taken.contains(id.text) { throw BeginningFault("there is a truth or invariant `\(id.text)` already") }
    let path = "truths/\(id.pack)/\(id.text).truths"
    if let intent, let known = knownIntent(intent) {
      let requires = known.fields.first?.name
      let text = BeginningText.truth(id, intent: intent, requires: requires, fact: nil, summary: summary)
      return newPack(id.pack) + [file(path, text)]
    }
    let name = intent ?? "request_\(id.name)"
    try LegalID.check(name, in: name)
    // The first segment of a fact may not be a pack's name (language.md §2).
    let fact = has(id.name) || id.name == id.pack ? "\(id.name)_request" : id.name
    return newPack(id.pack) + [file(path, BeginningText.truth(id, fact: fact, intent: name, summary: summary))]
  }

  private func job(
    _ id: LegalID, verb: String?, object: String?, outcome: String?, triggers: [String]
  ) throws(BeginningFault) -> [SourceText] {
    for trigger in triggers { try checkTrigger(trigger) }
    let words = id.name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let text = BeginningText.job(
      id.name, verb: verb ?? words.first ?? id.name,
      object: object
        ?? (words.count > 1
          ? words.dropFirst().joined(separator: " ") : String(id.pack.prefix(1).uppercased() + id.pack.dropFirst())),
      outcome: outcome,
      triggers: triggers)
    return newPack(id.pack) + [file("jtbd/\(id.pack)/\(id.text).jtbd", text)]
  }

  /// A trigger is a fact type, in which a dot may be written as `_`, or an intent (language.md §2).
  private func checkTrigger(_ trigger: String) throws(BeginningFault) {
    let known = loaded.program.facts.map(\.name) + loaded.program.intents.map(\.name)
    func plain(_ name: String) -> [UInt8] { name.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "_") : $0 } }
    guard !known.contains(where: { plain($0) == plain(trigger) }) else { return }
    let nearest = nearestName(to: trigger, among: known).map { "; `\($0)` is near" } ?? ""
    throw BeginningFault("no fact type or intent is called `\(visible(trigger))`\(nearest)")
  }

  /// The intent of a name, bare or qualified by its pack; the engine's own are not meant.
  func knownIntent(_ name: String) -> IntentType? {
    loaded.program.intents.first { !$0.isBuiltIn && ($0.name == name || "\($0.pack).\($0.name)" == name) }
  }

  func file(_ path: String, _ text: String) -> SourceText { SourceText(path: path, bytes: Array(text.utf8)) }

  /// Refuses files with which the set has an error that it did not have without them, in whichever file: a name that is taken, a
  /// word of the language, a pack with the name that a fact of another one begins with.
  func check(_ files: [SourceText]) throws(BeginningFault) {
    let known = Set(Self.errors(of: check()).map(\.text))
    if let new = Self.errors(of: adding(files).check()).first(where: { !known.contains($0.text) }) {
      throw BeginningFault(visible(new.message))
    }
  }

  /// The errors among findings, each with a text that tells it from the others.
  private static func errors(of findings: Findings) -> [(message: String, text: Text)] {
    findings.diagnostics.filter { $0.severity == .error }.map { error in
      let path = findings.sources.file(error.span.file)?.path ?? ""
      return (error.message, Text("\(path):\(findings.sources.start(of: error.span)) \(error.code) \(error.message)"))
    }
  }
}
