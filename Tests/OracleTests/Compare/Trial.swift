import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsSyntax
import TruthsText

/// A sample that the checker accepts, ready to be decided by the engine and by the reference.
struct Trial {
  let sample: Sample
  let procedure: RunProcedure
  let units: [SourceUnit]

  enum Loaded {
    case accepted(Trial)
    /// The codes of the errors.
    case refused([String])
  }

  /// The built-in pack, read once.
  private static let builtIn = Loader.load([]).units

  static func load(_ sample: Sample) -> Loaded {
    var sources = SourceMap()
    var units = builtIn
    for file in sample.files {
      let source = sources.add(path: file.path, bytes: Array(file.text.utf8))
      units.append(Parser.parse(source, relativePath: Loader.relativePath(of: file.path)))
    }
    let result = Checker.check(units)
    // Generated rules often contradict each other (T43); their results are still defined.
    let errors = result.diagnostics.filter { $0.severity == .error && !$0.code.description.hasPrefix("T43") }
    guard errors.isEmpty else { return .refused(errors.map { "\($0.code) \($0.message)" }) }
    // The reference goes through all facts; here each loop looks them up.
    let procedure = RunProcedure(program: result.program, lookUpThreshold: 1)
    return .accepted(Trial(sample: sample, procedure: procedure, units: units))
  }

  static let now = Timestamp(text: "2024-01-02T12:00:00Z") ?? .epoch

  static func json(_ text: String) throws -> LocatedJSON {
    try JSONReader.read(SourceFile(id: FileID(0), path: "sample.json", bytes: Array(text.utf8))).get()
  }

  /// Facts in short form, as a context file holds them.
  static func entries(_ facts: [String]) throws -> [ReadEntry] {
    try facts.enumerated().map { index, text in
      let payload = try json(text)
      let entry = Entry.shortForm(payload: payload.value.objectValue ?? [:], sequence: index + 1)
      return ReadEntry(entry: entry, payload: payload, isShortForm: true)
    }
  }

  func context() throws -> Context { try procedure.context(from: Trial.entries(sample.context)) }

  /// The reference evaluator, which knows the sample's context.
  func reference() throws -> Oracle {
    var oracle = Oracle(units)
    for fact in sample.context { oracle.remember(try Trial.json(fact).value.objectValue ?? [:]) }
    return oracle
  }

  /// Decides the proposals one after another, by the engine and by the reference evaluator.
  ///
  /// - Parameters:
  ///   - tally: counts the decisions by kind.
  ///   - disorder: another order in which the reference fires truths on facts; then orders are not compared.
  /// - Returns: the first difference, as text for people.
  func difference(_ tally: inout Tally, _ disorder: Disorder? = nil) throws -> String? {
    var context = try context()
    var oracle = try reference()
    oracle.disorder = disorder
    for text in sample.proposals {
      let proposal = try Trial.json(text)
      let outcome = try procedure.run(RunRequest(proposal: proposal, now: Trial.now), on: context)
      let verdict = oracle.propose(proposal.value.objectValue ?? [:], now: Trial.now)
      tally.count(outcome)
      var (engine, reference) = (Account(outcome, on: context, as: verdict), Account(verdict, oracle.world.vocab))
      if disorder != nil { (engine, reference) = (engine.withoutOrder, reference.withoutOrder) }
      if engine != reference { return "\(sample.described)\n=== on \(text)\n=== engine\n\(engine)\n=== reference\n\(reference)" }
      for entry in outcome.entries where entry.type == .decision {
        oracle.remember(
          decision: entry.payload, of: proposal.value.objectValue ?? [:], run: entry.runID, at: entry.timestamp, by: entry.actor)
      }
      context = outcome.context
    }
    return nil
  }
}
