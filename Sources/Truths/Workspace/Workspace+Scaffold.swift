import TruthsAnswers
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Files of new packs, truths, jobs and fixtures, for `truths new`.
extension Workspace {
  /// Returns the files of a scaffold, each with its path below the root. Existing files do not change. With the new files the
  /// set passes `check`, and a new fixture passes `eval`. The fixture is an accepted proposal, with the facts, states, policies
  /// and actors that this needs, where they can be found.
  ///
  /// A truth, job or fixture of a new pack comes with that pack. A fixture for an empty set, and a job of a pack without
  /// truths, also come with a truth.
  ///
  /// - Parameter fixtures: the existing fixture files, whose ids are taken.
  /// - Throws: the reason why the scaffold is not possible.
  public func files(of scaffold: Scaffold, existingFixtures fixtures: [SourceText] = []) throws(ScaffoldFault) -> ScaffoldFiles {
    let files: [SourceText]
    switch scaffold {
    case .pack(let name, let summary):
      try LegalID.check(name, in: name)
      if has(name) { throw ScaffoldFault("there is a pack `\(name)` already") }
      files = [packFile(name, summary: summary)]
    case .truth(let id, let intent, let summary):
      files = try truth(try LegalID(id, of: "a truth", in: packs), intent: intent, summary: summary)
    case .table(let id, let summary):
      let id = try LegalID(id, of: "a table", in: packs)
      files = newPack(id.pack) + [file(path(of: id), ScaffoldText.table(id, fact: fact(for: id), summary: summary))]
    case .lifecycle(let id, let summary):
      let id = try LegalID(id, of: "a lifecycle", in: packs)
      files = newPack(id.pack) + [file(path(of: id), ScaffoldText.lifecycle(id, summary: summary))]
    case .policies(let id, let summary):
      let id = try LegalID(id, of: "policies", in: packs)
      files = newPack(id.pack) + [file(path(of: id), ScaffoldText.policies(id, fact: fact(for: id), summary: summary))]
    case .job(let id, let verb, let object, let outcome, let triggers):
      files = try job(try LegalID(id, of: "a job", in: packs), verb: verb, object: object, outcome: outcome, triggers: triggers)
    case .fixture(let id, let intent):
      let id = try LegalID(id, of: "a fixture", in: packs)
      if let path = Self.file(of: id.text, in: fixtures) { throw ScaffoldFault("a fixture `\(id.text)` is in \(path)") }
      return try fixture(id, intent: intent)
    }
    try check(files)
    return ScaffoldFiles(files: laidOut(files))
  }

  /// Returns truth and job files in canonical layout.
  func laidOut(_ files: [SourceText]) -> [SourceText] {
    files.map { SourceText(path: $0.path, bytes: FormattedSource($0).bytes) }
  }

  private static func file(of id: String, in fixtures: [SourceText]) -> String? {
    var sources = SourceMap()
    let files = read(fixtures, into: &sources)
    let found = files.first { file in
      file.json.map { $0.elements ?? [$0] }?.contains { $0.member("id")?.value.stringValue == id } == true
    }
    return found.flatMap { sources.file($0.span.file)?.path }
  }

  /// Returns the set with additional files.
  func adding(_ files: [SourceText]) -> Workspace {
    let known = loaded.sources.files.filter { $0.path != ConvergePack.path }
    return Workspace(truths: known.map { SourceText(path: $0.path, bytes: $0.bytes) } + files)
  }

  /// The packs of the set, without the built-in one.
  private var packs: [String] { loaded.program.packs.map(\.name).filter { $0 != ConvergePack.name } }

  private func has(_ pack: String) -> Bool { loaded.program.packs.contains { $0.name == pack } }

  /// Returns the file of a new pack; empty for an existing one.
  private func newPack(_ pack: String) -> [SourceText] { has(pack) ? [] : [packFile(pack, summary: nil)] }

  private func packFile(_ name: String, summary: String?) -> SourceText {
    let text = name == "trust" ? ScaffoldText.trust(summary: summary) : ScaffoldText.pack(name, summary: summary)
    return file("truths/\(name)/\(name).truths", text)
  }

  func truth(_ id: LegalID, intent: String?, summary: String?) throws(ScaffoldFault) -> [SourceText] {
    let taken = loaded.program.truths.map(\.id) + loaded.program.invariants.map(\.id)
    if taken.contains(id.text) { throw ScaffoldFault("there is a truth or invariant `\(id.text)` already") }
    let path = path(of: id)
    if let intent, let known = knownIntent(intent) {
      let requires = known.fields.first?.name
      let name = known.isCalled(intent) ? intent : known.name
      let text = ScaffoldText.truth(id, intent: name, requires: requires, fact: nil, summary: summary)
      return newPack(id.pack) + [file(path, text)]
    }
    let name = intent ?? "request_\(id.name)"
    try LegalID.check(name, in: name)
    return newPack(id.pack) + [file(path, ScaffoldText.truth(id, fact: fact(for: id), intent: name, summary: summary))]
  }

  private func path(of id: LegalID) -> String { "truths/\(id.pack)/\(id.text).truths" }

  /// Returns the first segment of a new fact's name, which may not be a pack's name (files §8).
  private func fact(for id: LegalID) -> String { has(id.name) || id.name == id.pack ? "\(id.name)_request" : id.name }

  private func job(
    _ id: LegalID, verb: String?, object: String?, outcome: String?, triggers: [String]
  ) throws(ScaffoldFault) -> [SourceText] {
    for trigger in triggers { try checkTrigger(trigger) }
    func said(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }
    let example = JobExample(job: id.name, pack: id.pack, triggers: triggers, program: loaded.program)
    guard let trigger = triggers.first ?? example.trigger, let artifact = example.artifact, let enforcer = example.enforcer else {
      // The pack has no truth that a job could name, so one comes with it.
      let files = try truth(id, intent: knownIntent(id.name) == nil ? id.name : nil, summary: nil)
      try check(files)
      return files + (try adding(files).job(id, verb: verb, object: object, outcome: outcome, triggers: triggers))
    }
    let (verb, object) = (said(verb) ?? example.verb, said(object) ?? example.object)
    let text = ScaffoldText.job(
      id.name, verb: verb, object: object,
      outcome: said(outcome) ?? JobExample.outcome(verb, object),
      triggers: triggers.isEmpty ? [trigger] : triggers, artifact: artifact, enforcer: enforcer)
    return [file("jtbd/\(id.pack)/\(id.text).jtbd", text)]
  }

  /// Checks that a trigger is an intent, or a fact type, in which `_` may replace a dot (files §8).
  private func checkTrigger(_ trigger: String) throws(ScaffoldFault) {
    let known = loaded.program.facts.map(\.name) + loaded.program.intents.map(\.name)
    func plain(_ name: String) -> [UInt8] { name.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "_") : $0 } }
    guard !known.contains(where: { plain($0) == plain(trigger) }) else { return }
    let nearest = nearestName(to: trigger, among: known).map { "; `\($0)` is near" } ?? ""
    throw ScaffoldFault("no fact type or intent is called `\(visible(trigger))`\(nearest)")
  }

  /// Returns the intent with a bare or qualified name, or with a JSON name. Built-in intents are left out.
  private func knownIntent(_ name: String) -> IntentType? {
    loaded.program.intents.first { !$0.isBuiltIn && ($0.isCalled(name) || $0.isProposed(by: name)) }
  }

  func file(_ path: String, _ text: String) -> SourceText { SourceText(path: path, bytes: Array(text.utf8)) }

  /// Refuses files that add an error to the set, in any file. Such errors are a taken name, a reserved word, or a pack whose
  /// name is the first part of a fact in another pack.
  func check(_ files: [SourceText]) throws(ScaffoldFault) {
    let known = Set(Self.errors(of: check()).map(\.text))
    if let new = Self.errors(of: adding(files).check()).first(where: { !known.contains($0.text) }) {
      throw ScaffoldFault(visible(new.message))
    }
  }

  /// Returns the errors among findings, each with a text that identifies it.
  private static func errors(of findings: Findings) -> [(message: String, text: Text)] {
    findings.diagnostics.filter { $0.severity == .error }.map { error in
      let path = findings.sources.file(error.span.file)?.path ?? ""
      return (error.message, Text("\(path):\(findings.sources.start(of: error.span)) \(error.code) \(error.message)"))
    }
  }
}

extension Workspace {
  /// Returns a fixture that proposes an intent with sample values and expects the result.
  func fixture(_ id: LegalID, intent: String?) throws(ScaffoldFault) -> ScaffoldFiles {
    guard loaded.program.packs.contains(where: { $0.name != ConvergePack.name }) else {
      // An empty set has nothing to propose, so the truth that the id names is created too.
      let about =
        id.rest.count > 1 ? try LegalID(([id.pack] + id.rest.dropLast()).joined(separator: "."), of: "a truth", in: []) : id
      let files = try truth(about, intent: intent, summary: nil)
      try check(files)
      var made = try adding(files).fixture(id, intent: intent)
      made.files = laidOut(files) + made.files
      return made
    }
    let proposed = try self.intent(of: id, named: intent)
    guard let index = loaded.program.intents.firstIndex(where: { $0.name == proposed.name }) else {
      return ScaffoldFiles(files: [])
    }
    guard let procedure = try? procedure() else {
      throw ScaffoldFault("the set has errors, so nothing can be decided: run `truths check`")
    }
    var search = AcceptedSearch(procedure, intent: index)
    guard let found = search.find() else { throw ScaffoldFault("nothing was decided") }
    let file = fixture(of: found, id)
    return ScaffoldFiles(files: [file], remark: Self.remark(on: found).map { "\(file.path): \($0)" })
  }

  /// Returns the fixture of a proposal that was run.
  private func fixture(of trial: AcceptedSearch.Trial, _ id: LegalID) -> SourceText {
    var fixture = trial.scenario.fixture(id: id.text, description: Self.remark(on: trial), in: loaded.program)
    fixture["expected"] = .object(Self.expectation(of: trial.outcome))
    return file("Fixtures/\(id.pack)/\(id.text).json", JSONValue.object(fixture).lines)
  }

  /// Returns the reason why a proposal is not accepted, with advice; `nil` for an accepted proposal.
  private static func remark(on trial: AcceptedSearch.Trial) -> String? {
    if trial.distance == 0 { return nil }
    let outcome = trial.outcome
    let status = outcome.run.status == .waiting ? "it waits" : "it is \(outcome.decision.rawValue)"
    let clause = outcome.violations.first { $0.kind != .advisory }
    let place = clause.map { " by \($0.truthID)\($0.clause == "built-in" ? "" : ", \($0.clause)")" } ?? ""
    return "\(status)\(place): \(outcome.reason); for an accepted one, change what this reads in `proposal`, or add it to "
      + "`context.facts` or `policies`"
  }

  /// Returns the intent of a fixture: the named intent, the intent of the truth whose id begins the fixture's id, or the only
  /// intent of the pack.
  private func intent(of id: LegalID, named name: String?) throws(ScaffoldFault) -> IntentType {
    let intents = loaded.program.intents.filter { !$0.isBuiltIn }
    if let name {
      if let intent = knownIntent(name) { return intent }
      let nearest = nearestName(to: name, among: intents.map(\.name) + intents.map(\.jsonName)).map { "; `\($0)` is near" } ?? ""
      throw ScaffoldFault("no intent is called `\(visible(name))`\(nearest)")
    }
    let about = loaded.program.truths.filter { truth in
      !truth.isBuiltIn && (id.text + ".").utf8.starts(with: (truth.id + ".").utf8) && !truth.intents.isEmpty
    }
    if let truth = about.max(by: { $0.id.utf8.count < $1.id.utf8.count }), let index = truth.intents.first {
      return loaded.program.intents[index]
    }
    let own = intents.filter { $0.pack == id.pack }
    guard own.count != 1 else { return own[0] }
    guard !own.isEmpty else {
      throw ScaffoldFault("pack `\(id.pack)` has no intent to propose: name one of another pack with --intent, or make a truth")
    }
    let names = own.map { "`\($0.name)`" }.joined(separator: ", ")
    throw ScaffoldFault("pack `\(id.pack)` has several intents: name one with --intent, of \(names)")
  }
}
